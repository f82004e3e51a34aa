package pgtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

// Standby starts a server that follows this one, and returns it when it has caught up. A
// synchronous one is named in synchronous_standby_names: nothing is acknowledged any more
// before it has it.
func (s *Server) Standby(ctx context.Context, synchronous bool) (*Server, error) {
	other := &Server{dir: s.standby(), filled: s.filled}
	if err := os.Mkdir(other.dir, 0o700); err != nil {
		return nil, err
	}
	other, err := begin(other, func(o *Server) error {
		from := fmt.Sprintf("host=%s user=%s password='%s' application_name=%s", s.dir, owner, password, o.name())
		return o.does("pg_basebackup", "-D", o.data(), "-d", from, "-R", "--checkpoint=fast", "--no-sync")
	})
	if err != nil {
		return nil, err
	}
	state := "async"
	if synchronous {
		state = "sync"
		err = s.WaitFor(ctx, other.name())
	}
	if err == nil {
		err = s.await(ctx, "SELECT EXISTS (SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = '"+state+"' AND flush_lsn = sent_lsn)")
	}
	if err != nil {
		return nil, errors.Join(err, other.Stop())
	}
	return other, nil
}

// WaitFor has the server acknowledge nothing any more before a standby of this name has it; "": it waits for none.
func (s *Server) WaitFor(ctx context.Context, standby string) error {
	return errors.Join(s.Do(ctx, "ALTER SYSTEM SET synchronous_standby_names = '"+standby+"'"), s.Do(ctx, "SELECT pg_reload_conf()"),
		s.await(ctx, "SELECT current_setting('synchronous_standby_names') = '"+standby+"'"))
}

// standby is the folder of the one that follows this server.
func (s *Server) standby() string { return s.dir + "s" }

// name is what a server is called among others.
func (s *Server) name() string { return filepath.Base(s.dir) }

// await waits until a query is true.
func (s *Server) await(ctx context.Context, query string) error {
	db, err := sql.Open("pgx", s.Address("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		var is bool
		err := db.QueryRowContext(ctx, query).Scan(&is)
		if is || err != nil {
			return err
		}
		if time.Now().After(end) {
			return fmt.Errorf("never: %s", query)
		}
	}
}

// CutOff has a standby hear nothing more of the server that it follows.
func (s *Server) CutOff(ctx context.Context) error {
	return errors.Join(s.Do(ctx, "ALTER SYSTEM SET primary_conninfo = ''"), s.Do(ctx, "SELECT pg_reload_conf()"),
		s.await(ctx, "SELECT NOT EXISTS (SELECT 1 FROM pg_stat_wal_receiver)"))
}

// Lose ends the server at once and for good: all that it had is gone.
func (s *Server) Lose() error { return errors.Join(s.quit(), os.RemoveAll(s.data())) }

// Promote has a standby follow nobody any more, and be written to.
func (s *Server) Promote() error { return s.does("pg_ctl", "promote", "-w", "-D", s.data()) }

// Either is where a database is of the server or of the one that follows it, whichever can be written to.
func (s *Server) Either(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		panic(err) // it is the server's own
	}
	at.RawQuery = url.Values{"host": {s.dir + "," + s.standby()}, "target_session_attrs": {"read-write"}}.Encode()
	return at.String()
}
