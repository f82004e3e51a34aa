package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"

	"github.com/boathouse-rum/boathouse/storage"
)

// readers is how many connections read at once unless told otherwise.
const readers = 4

// A Reader is a file open for reading. Others may write it meanwhile: each call
// sees the file as it was at one moment. All methods are safe for many callers at once.
type Reader struct {
	db    *sql.DB
	asked questions
}

// questions are what is asked often enough to be prepared once.
type questions struct {
	findKey, findTable, findChannel, events, owed, refs, heads *sql.Stmt
	personOf, known, named, secret, quiet, pulse               *sql.Stmt
}

// OpenReadOnly opens the database at path beside a process that may be writing
// it, for backups, exports and checks. fs.ErrNotExist: there is none; a *GoneError:
// nor is there, but a rescue of it lies beside. A *VersionError: it has another
// version than the program, older or newer. An *UnfinishedError: [Open] must roll
// back first what was broken off.
func OpenReadOnly(ctx context.Context, path string) (*Reader, error) {
	path, err := place(path)
	if err != nil {
		return nil, err
	}
	if err := mayBegin(path); err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("storage: %w", err)
	}
	c, err := connector(path, readOnly())
	if err != nil {
		return nil, err
	}
	r, err := newReader(ctx, c, path, readers)
	var unfinished *UnfinishedError
	if errors.As(err, &unfinished) {
		return nil, cmp.Or(mayRollBack(ctx, path), err)
	}
	if err != nil {
		return nil, sorted(err)
	}
	return r, nil
}

// readOnly are the settings of connections that read.
func readOnly() url.Values {
	return url.Values{
		"mode":          {"ro"},
		"_txlock":       {"deferred"},
		"_busy_timeout": {strconv.FormatInt(busyTimeout.Milliseconds(), 10)},
	}
}

func newReader(ctx context.Context, c driver.Connector, path string, connections int) (*Reader, error) {
	if connections <= 0 {
		connections = readers
	}
	r := &Reader{db: sql.OpenDB(c)}
	r.db.SetMaxOpenConns(connections)
	r.db.SetMaxIdleConns(connections)
	if err := r.check(ctx, path); err != nil {
		return nil, clean(err, r.db.Close)
	}
	if err := r.prepare(ctx); err != nil {
		return nil, clean(err, r.db.Close)
	}
	return r, nil
}

// check refuses a file of another version than the program's.
func (r *Reader) check(ctx context.Context, path string) error {
	file, err := fileVersion(ctx, r.db, path)
	if err != nil {
		return err
	}
	program, err := programVersion()
	if err != nil {
		return err
	}
	if file != program {
		return &storage.VersionError{Path: path, File: file, Program: program}
	}
	return nil
}

func (r *Reader) prepare(ctx context.Context) error {
	for _, p := range []struct {
		to    **sql.Stmt
		query string
	}{
		{&r.asked.findKey, "SELECT table_name, from_seq, to_seq, owed, tab_head FROM keys WHERE key = ?"},
		{&r.asked.findTable, "SELECT name, server, channel, open FROM tables WHERE name = ?"},
		{&r.asked.findChannel, "SELECT name, server, channel, open FROM tables WHERE channel = ? AND id < coalesce((SELECT id FROM tables WHERE name = ?), 9223372036854775807) ORDER BY id DESC LIMIT 1"},
		{&r.asked.events, "SELECT at, kind, e.body, coalesce(t.body, '') FROM events e LEFT JOIN texts t USING (table_id, seq) WHERE e.table_id = (SELECT id FROM tables WHERE name = ?) ORDER BY e.seq"},
		{&r.asked.owed, "SELECT id, kind, hand, seq FROM outbox WHERE table_id = (SELECT id FROM tables WHERE name = ?) ORDER BY id"},
		{&r.asked.refs, "SELECT body FROM refs WHERE table_id = (SELECT id FROM tables WHERE name = ?)"},
		{&r.asked.heads, "SELECT hand, again, hash FROM entries WHERE table_id = (SELECT id FROM tables WHERE name = ?) ORDER BY seq"},
		{&r.asked.personOf, "SELECT person FROM people WHERE user = ?"},
		{&r.asked.known, "SELECT user, coalesce(name, '') FROM people p LEFT JOIN names n ON n.person = p.person AND server = ? WHERE p.person = ?"},
		{&r.asked.named, "SELECT p.person, coalesce(name, '') FROM people p LEFT JOIN names n ON n.person = p.person AND server = ? WHERE user = ?"},
		{&r.asked.secret, "SELECT value FROM secrets WHERE name = ?"},
		{&r.asked.quiet, "SELECT start, stop, zone FROM quiet WHERE person = ?"},
		{&r.asked.pulse, "SELECT at FROM pulse"},
	} {
		s, err := r.db.PrepareContext(ctx, p.query)
		if err != nil {
			return fmt.Errorf("storage: prepare %q: %w", p.query, err)
		}
		*p.to = s
	}
	return nil
}

// Close gives the file back.
func (r *Reader) Close() error { return r.db.Close() }

// found sorts the error of a read; no row is the given error.
func found(err, none error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return none
	}
	return sorted(err)
}

// each scans rows one by one until they end.
func each(rows *sql.Rows, err error, scan func() error) error {
	if err != nil {
		return sorted(err)
	}
	for rows.Next() {
		if err := scan(); err != nil {
			return clean(sorted(err), rows.Close)
		}
	}
	return sorted(rows.Err())
}
