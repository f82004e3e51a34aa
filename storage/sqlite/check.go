package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// Check reads the whole file and compares everything in it with what the events
// say: that the database is sound and its schema the program's, that every chain
// of events and entries is whole and as it was written, that the events are games
// by the rules, and that heads, posts, receipts, people and books are what
// follows from them. Where it is too damaged to be read on, that is the last
// finding. No finding and no error quotes an event.
//
// It reads row by row, and keeps no more than a [storage.Doctor] does.
func (r *Reader) Check(ctx context.Context) (storage.Findings, error) {
	conn, err := r.db.Conn(ctx)
	if err != nil {
		return storage.Findings{}, sqlstore.Sorted(err)
	}
	defer func() { _ = conn.Close() }() // goes back to the others
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return storage.Findings{}, sqlstore.Sorted(err)
	}
	defer func() { _ = tx.Rollback() }() // it has read only
	c := checking{conn: conn}
	c.Checking = sqlstore.NewChecking(tx, &c)
	for _, check := range checks() {
		err := check(&c, ctx)
		code, isDriver := sqlstore.LiteCode(err)
		switch {
		case err == nil:
			continue
		case ctx.Err() != nil:
			return c.Findings, err
		case errors.As(err, new(*pageError)):
			c.damage(ctx, err)
		case sqlstore.IsFatal(err):
			c.Add(storage.Finding{Code: storage.Damaged, Detail: err.Error()})
		case isDriver && code != sqlite3.SQLITE_ERROR:
			return c.Findings, err
		default: // a value that its column can't hold, or a schema that has no such column; it isn't quoted
			c.Add(storage.Finding{Code: storage.Damaged, Detail: (&storage.FatalError{Err: sqlstore.ErrRow}).Error()})
		}
		break
	}
	return c.Findings, nil
}

// checks lists what is looked at, in order. Each check is a stream of rows; what
// one leaves for those after it stands in [checking].
func checks() []func(*checking, context.Context) error {
	return []func(*checking, context.Context) error{
		(*checking).file,
		(*checking).schema,
		(*checking).stays,
		(*checking).Rows,
		(*checking).pagesLeft,
	}
}

// checking is one check of a file under way: all of it is seen at one moment.
type checking struct {
	*sqlstore.Checking
	conn *sql.Conn

	roots   map[string]uint32 // the first pages of tables and indexes, by name
	used    []uint64          // pages that were read, as [pages] notes them; nil: nobody counts them
	indexed int64             // events, mixed
}

// The trees that are walked when their rows are looked at.
const (
	eventsTable = "events"
	eventsIndex = "sqlite_autoindex_events_1"
	keysTable   = "keys"
)

// file looks whether the small tables are as SQLite says that they should be, and
// whether the file's pages are; those of the large ones are looked at as their
// rows are read.
func (c *checking) file(ctx context.Context) error {
	tables, err := c.List(ctx, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('events', 'keys', 'sqlite_sequence') ORDER BY name")
	for _, name := range tables {
		if err != nil {
			return err
		}
		var lines, stray []string
		lines, err = c.List(ctx, "SELECT integrity_check FROM pragma_integrity_check(?) WHERE integrity_check <> 'ok'", name)
		if err == nil {
			stray, err = c.List(ctx, `SELECT 'row ' || coalesce(rowid, 0) || ' of ' || "table" || ' has no ' || parent FROM pragma_foreign_key_check(?)`, name)
		}
		c.damaged(append(lines, stray...))
	}
	if err != nil {
		return err
	}
	c.roots = map[string]uint32{"sqlite_schema": 1}
	rows, err := c.Tx.QueryContext(ctx, "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0") //nolint:rowserrcheck // Each looks
	err = sqlstore.Each(rows, err, func() error {
		var name string
		var root uint32
		err := rows.Scan(&name, &root)
		c.roots[name] = root
		return err
	})
	if err != nil {
		return err
	}
	return c.onPages(func(_ *sqlstore.Connection, p *pages) error {
		c.used = make([]uint64, p.count/64+1)
		p.used = c.used
		for _, name := range slices.Sorted(maps.Keys(c.roots)) {
			if name == eventsTable || name == eventsIndex || name == keysTable {
				continue
			}
			if err := p.each(ctx, c.roots[name], func(*record) error { return nil }); err != nil {
				return err
			}
		}
		return nil
	})
}

// pagesLeft looks whether every page of the file was met.
func (c *checking) pagesLeft(context.Context) error {
	return c.onPages(func(_ *sqlstore.Connection, p *pages) error {
		p.used = c.used
		return p.unaccounted()
	})
}

// damage says what is wrong with the file's pages: what SQLite finds, and where it was met.
func (c *checking) damage(ctx context.Context, met error) {
	lines, _ := c.List(ctx, "SELECT quick_check FROM pragma_quick_check WHERE quick_check <> 'ok'") // or so much of it
	c.damaged(append(lines, met.Error()))
}

func (c *checking) damaged(lines []string) {
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		c.Add(storage.Finding{Code: storage.Damaged, Detail: line})
	}
}
