// Package pgtest runs a real PostgreSQL server for tests: a throw-away cluster in a
// temporary folder, as the operating system's unprivileged user, on a socket in that
// folder alone, whose path must be short. It syncs as a server of use does.
//
// Names to read first: [Start], [Server].
package pgtest

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver
)

// ErrNone says that PostgreSQL isn't installed here.
var ErrNone = errors.New("there is no PostgreSQL: its package is postgresql-15 in Debian, `make debian` installs it")

const (
	programs    = "/usr/lib/postgresql/15/bin" // where Debian puts them
	accountName = "postgres"                   // which its package makes
	owner       = "boathouse"
	password    = "only for tests"
	patience    = time.Minute
)

// A Server is a cluster under way.
type Server struct {
	dir    string
	run    *exec.Cmd
	ended  chan struct{}
	port   int          // of the loopback and of the socket; 0: the socket's common one alone
	tls    bool         // it takes connections by TLS
	made   atomic.Int64 // databases
	filled string       // the database that others are copies of
	own    *sql.DB      // to none of a test's; kept, since each connection is a process of the server's
}

// Start makes a cluster and starts it. Whoever starts one stops it.
func Start() (*Server, error) {
	if _, err := os.Stat(filepath.Join(programs, "initdb")); err != nil {
		return nil, ErrNone
	}
	dir, err := os.MkdirTemp("", "pg")
	if err != nil {
		return nil, err
	}
	return begin(&Server{dir: dir, filled: "template1"}, func(s *Server) error {
		secret := filepath.Join(s.dir, "password")
		if err := errors.Join(os.WriteFile(secret, []byte(password), 0o600), Give(secret)); err != nil {
			return err
		}
		return s.does("initdb", "-D", s.data(), "-U", owner, "-A", "scram-sha-256", "--pwfile", secret, "-E", "UTF8", "--no-locale", "--no-sync", "--no-instructions")
	})
}

// Mortal starts a server of a test's own, which may end it at any time. The test is skipped where PostgreSQL isn't installed.
func Mortal(tb testing.TB) *Server {
	tb.Helper()
	s, err := Start()
	if errors.Is(err, ErrNone) {
		tb.Skip(err)
	}
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Stop(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

// begin has data made in the folder of a server, and starts it.
func begin(s *Server, fill func(*Server) error) (*Server, error) {
	err := Give(s.dir)
	if err == nil {
		err = fill(s)
	}
	if err == nil {
		err = s.Launch()
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(s.dir))
	}
	return s, nil
}

// does runs one of PostgreSQL's programs to its end.
func (s *Server) does(name string, args ...string) error {
	if out, err := Command(s.dir, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

// errOutlived says that processes of the server that was killed are still there: they notice within moments.
var errOutlived = errors.New("pre-existing shared memory block") // as the server says it

// Launch starts the server of a cluster that isn't under way, and waits for what a killed one left behind.
func (s *Server) Launch() error {
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if err := s.launch(); !errors.Is(err, errOutlived) || time.Now().After(end) {
			return err
		}
	}
}

func (s *Server) launch() error {
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }() // the server has its own
	before, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	args := []string{"-D", s.data(), "-k", s.dir, "-c", "max_connections=200", "-c", "shared_buffers=32MB", "-c", "fsync=on", "-c", "synchronous_commit=on"}
	if s.port == 0 {
		args = append(args, "-c", "listen_addresses=")
	} else {
		args = append(args, "-c", "listen_addresses=127.0.0.1", "-p", strconv.Itoa(s.port))
	}
	if s.tls {
		args = append(args, "-c", "ssl=on", "-c", "ssl_cert_file="+s.certificate(), "-c", "ssl_key_file="+s.key())
	}
	s.run = Command(s.dir, "postgres", args...)
	s.run.Stdout, s.run.Stderr = log, log
	if err := s.run.Start(); err != nil {
		return err
	}
	s.ended = make(chan struct{})
	go func() {
		_ = s.run.Wait()
		close(s.ended)
	}()
	if s.own, err = sql.Open("pgx", s.Address("postgres")); err != nil {
		return err
	}
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		err = s.own.PingContext(context.Background())
		if err == nil || time.Now().After(end) {
			return err
		}
		select {
		case <-s.ended:
			said, _ := os.ReadFile(log.Name())
			if bytes.Contains(said[min(int(before), len(said)):], []byte(errOutlived.Error())) {
				return errors.Join(errOutlived, s.own.Close())
			}
			return fmt.Errorf("the server ended: %s", said)
		default:
		}
	}
}

func (s *Server) data() string        { return filepath.Join(s.dir, "data") }
func (s *Server) certificate() string { return filepath.Join(s.dir, "certificate") }
func (s *Server) key() string         { return filepath.Join(s.dir, "key") }

// Listen starts a server again that listens at a port of the loopback too: by TLS with a certificate and its key, in PEM; without
// where they are empty.
func (s *Server) Listen(port int, certificate, key []byte) error {
	if err := errors.Join(os.WriteFile(s.certificate(), certificate, 0o600), os.WriteFile(s.key(), key, 0o600),
		Give(s.certificate(), s.key()), s.quit()); err != nil {
		return err
	}
	s.port, s.tls = port, len(certificate) > 0
	return s.Launch()
}

// account returns the numbers of the unprivileged user; false: this process is
// unprivileged itself.
func account() (uid, gid int, is bool) {
	u, err := user.Lookup(accountName)
	if err != nil || os.Getuid() != 0 {
		return 0, 0, false
	}
	uid, _ = strconv.Atoi(u.Uid)
	gid, _ = strconv.Atoi(u.Gid)
	return uid, gid, true
}

// Give makes the unprivileged user, as which PostgreSQL's programs run, the owner of
// files; where this process is unprivileged itself they stay its own.
func Give(paths ...string) error {
	uid, gid, is := account()
	for _, path := range paths {
		if !is {
			break
		}
		if err := os.Chown(path, uid, gid); err != nil {
			return err
		}
	}
	return nil
}

// Command readies one of PostgreSQL's programs in a folder, as the unprivileged user.
// It ends with this process.
func Command(dir, name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(programs, name), args...) //nolint:noctx // it lives as long as the server
	c.Dir = dir
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "TZ=UTC", "LC_ALL=C"}
	c.SysProcAttr = &syscall.SysProcAttr{}
	if uid, gid, is := account(); is {
		runAs(c.SysProcAttr, uid, gid)
	}
	DiesWithUs(c.SysProcAttr, syscall.SIGQUIT)
	return c
}

// Address is where a database of the server is.
func (s *Server) Address(database string) string {
	where := url.Values{"host": {s.dir}}
	if s.port != 0 {
		where.Set("port", strconv.Itoa(s.port))
	}
	at := url.URL{Scheme: "postgres", User: url.UserPassword(owner, password), Path: "/" + database, RawQuery: where.Encode()}
	return at.String()
}

// AddressAt is where a database of a server that listens is, by the name of a host.
func (s *Server) AddressAt(host, database string, settings url.Values) string {
	at := url.URL{Scheme: "postgres", User: url.UserPassword(owner, password), Host: net.JoinHostPort(host, strconv.Itoa(s.port)), Path: "/" + database,
		RawQuery: settings.Encode()}
	return at.String()
}

// Fill fills the database that each one made from then on is a copy of: to make
// one in which nothing has happened takes longer than many a test.
func (s *Server) Fill(fill func(address string) error) error {
	const name = "filled"
	if err := s.make(context.Background(), name); err != nil {
		return err
	}
	if err := fill(s.Address(name)); err != nil {
		return err
	}
	s.filled = name
	return nil
}

// Database makes a database of its own for a test, and returns where it is. It is gone
// with the test.
func (s *Server) Database(tb testing.TB) string {
	tb.Helper()
	name := fmt.Sprintf("test%d", s.made.Add(1))
	if err := s.make(tb.Context(), name); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Do(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)") }) // it goes with the folder else
	return s.Address(name)
}

func (s *Server) make(ctx context.Context, name string) error {
	return s.Do(ctx, "CREATE DATABASE "+name+" TEMPLATE "+s.filled)
}

// Do has the server do something in no database of a test.
func (s *Server) Do(ctx context.Context, query string) error {
	_, err := s.own.ExecContext(ctx, query)
	return err
}

// Kill kills the server, in the midst of what it does, as a machine does whose memory is full: nobody is told, and what its processes have begun
// they may end. Its next start recovers.
func (s *Server) Kill() error { return s.end(syscall.SIGKILL) }

// quit ends the server at once, without a checkpoint, and leaves none of its processes and nothing of its memory.
func (s *Server) quit() error { return s.end(syscall.SIGQUIT) }

func (s *Server) end(how syscall.Signal) error {
	err := s.run.Process.Signal(how)
	<-s.ended
	return errors.Join(err, s.own.Close())
}

// Stop ends the server and removes its folder.
func (s *Server) Stop() error {
	select {
	case <-s.ended:
	default:
		if err := s.quit(); err != nil {
			return err
		}
	}
	return os.RemoveAll(s.dir)
}
