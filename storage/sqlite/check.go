package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/boathouse-rum/boathouse/storage"
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
		return storage.Findings{}, sorted(err)
	}
	defer func() { _ = conn.Close() }() // goes back to the others
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return storage.Findings{}, sorted(err)
	}
	defer func() { _ = tx.Rollback() }() // it has read only
	c := checking{conn: conn, tx: tx}
	c.Doctor = storage.NewDoctor(&c)
	for _, check := range checks() {
		err := check(&c, ctx)
		code, isDriver := sqliteCode(err)
		switch {
		case err == nil:
			continue
		case ctx.Err() != nil:
			return c.Findings, err
		case errors.As(err, new(*pageError)):
			c.damage(ctx, err)
		case isFatal(err):
			c.Add(storage.Finding{Code: storage.Damaged, Detail: err.Error()})
		case isDriver && code != sqlite3.SQLITE_ERROR:
			return c.Findings, err
		default: // a value that its column can't hold, or a schema that has no such column; it isn't quoted
			c.Add(storage.Finding{Code: storage.Damaged, Detail: (&storage.FatalError{Err: errRow}).Error()})
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
		(*checking).numbers,
		(*checking).letGo,
		(*checking).readPeople,
		(*checking).events,
		(*checking).strays,
		(*checking).keys,
		(*checking).knownPeople,
		(*checking).tabs,
		(*checking).entries,
		(*checking).sums,
		(*checking).hands,
		(*checking).pagesLeft,
	}
}

// checking is one check of a file under way: all of it is seen at one moment.
type checking struct {
	*storage.Doctor
	conn *sql.Conn
	tx   *sql.Tx // on conn

	roots   map[string]uint32 // the first pages of tables and indexes, by name
	used    []uint64          // pages that were read, as [pages] notes them; nil: nobody counts them
	indexed int64             // events, mixed

	findTable, findText, findEntry, findDebts *statement
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
	tables, err := c.list(ctx, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('events', 'keys', 'sqlite_sequence') ORDER BY name")
	for _, name := range tables {
		if err != nil {
			return err
		}
		var lines, stray []string
		lines, err = c.list(ctx, "SELECT integrity_check FROM pragma_integrity_check(?) WHERE integrity_check <> 'ok'", name)
		if err == nil {
			stray, err = c.list(ctx, `SELECT 'row ' || coalesce(rowid, 0) || ' of ' || "table" || ' has no ' || parent FROM pragma_foreign_key_check(?)`, name)
		}
		c.damaged(append(lines, stray...))
	}
	if err != nil {
		return err
	}
	c.roots = map[string]uint32{"sqlite_schema": 1}
	rows, err := c.tx.QueryContext(ctx, "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0")
	err = each(rows, err, func() error {
		var name string
		var root uint32
		err := rows.Scan(&name, &root)
		c.roots[name] = root
		return err
	})
	if err != nil {
		return err
	}
	return c.onPages(func(_ *connection, p *pages) error {
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
	return c.onPages(func(_ *connection, p *pages) error {
		p.used = c.used
		return p.unaccounted()
	})
}

// damage says what is wrong with the file's pages: what SQLite finds, and where it was met.
func (c *checking) damage(ctx context.Context, met error) {
	lines, _ := c.list(ctx, "SELECT quick_check FROM pragma_quick_check WHERE quick_check <> 'ok'") // or so much of it
	c.damaged(append(lines, met.Error()))
}

func (c *checking) damaged(lines []string) {
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		c.Add(storage.Finding{Code: storage.Damaged, Detail: line})
	}
}

// list reads texts, one a row.
func (c *checking) list(ctx context.Context, query string, args ...any) (lines []string, err error) {
	rows, err := c.tx.QueryContext(ctx, query, args...)
	err = each(rows, err, func() error {
		var line string
		err := rows.Scan(&line)
		lines = append(lines, line)
		return err
	})
	return lines, err
}

// letGo reads up to which event the keys were let go.
func (c *checking) letGo(ctx context.Context) error {
	return found(c.tx.QueryRowContext(ctx, "SELECT event FROM letgo").Scan(&c.LetGo), nil)
}

// numbers looks for tables that were taken out: they are numbered through. The
// newest leave no gap.
func (c *checking) numbers(ctx context.Context) error {
	rows, err := c.tx.QueryContext(ctx, `SELECT before + 1, id - 1 FROM
		(SELECT id, lag(id, 1, 0) OVER (ORDER BY id) AS before FROM tables) WHERE id <> before + 1 LIMIT ?`, storage.MostWrong)
	return each(rows, err, func() error {
		var first, last int64
		err := rows.Scan(&first, &last)
		c.Add(storage.Finding{Code: storage.TableMissing, Seq: first, Detail: fmt.Sprintf("tables %d to %d", first, last)})
		return err
	})
}

// strays looks for rows that no event asks for: tables without any, and texts.
func (c *checking) strays(ctx context.Context) error {
	rows, err := c.tx.QueryContext(ctx, "SELECT name, seq FROM tables t WHERE NOT EXISTS (SELECT 1 FROM events WHERE table_id = t.id)")
	err = each(rows, err, func() error {
		w := storage.Finding{Code: storage.EventsCut, Detail: "there is none"}
		err := rows.Scan(&w.Table, &w.Seq)
		c.Tables++
		c.Add(w)
		return err
	})
	if err != nil {
		return err
	}
	rows, err = c.tx.QueryContext(ctx, `SELECT coalesce(name, ''), x.seq FROM texts x LEFT JOIN tables t ON t.id = x.table_id
		LEFT JOIN events e ON e.table_id = x.table_id AND e.seq = x.seq WHERE e.text_hash IS NULL`)
	err = each(rows, err, func() error {
		w := storage.Finding{Code: storage.TextChanged, Detail: "of no event"}
		err := rows.Scan(&w.Table, &w.Seq)
		c.Add(w)
		return err
	})
	if err != nil {
		return err
	}
	lines, err := c.list(ctx, "SELECT 'pulse ' || one FROM pulse WHERE one <> 1 UNION ALL SELECT 'letgo ' || one FROM letgo WHERE one <> 1")
	for _, line := range lines {
		c.Add(storage.Finding{Code: storage.StaysChanged, Detail: line})
	}
	return err
}
