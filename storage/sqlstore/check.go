package sqlstore

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/boathouse-rum/boathouse/storage"
)

// A Walk reads what there is most of, as a database can do it best. Again says that
// it isn't the first time.
type Walk interface {
	// WalkEvents reads all events in the order in which they were stored. Meanwhile
	// the rows beside them are asked for: see [Checking.Beside].
	WalkEvents(ctx context.Context, again bool, do func(e *storage.EventRow) error) error
	// WalkKeys reads the keys that are tied to events, and counts the others.
	WalkKeys(ctx context.Context, again bool, do func(k *storage.KeyRow)) (others int, err error)
}

// A Checking is one check of a store under way: all of it is seen at one moment.
type Checking struct {
	*storage.Doctor
	Tx   *sql.Tx
	walk Walk

	findTable, findText, findEntry, findDebts *Statement
}

// NewChecking begins a check of what a transaction sees.
func NewChecking(tx *sql.Tx, walk Walk) *Checking {
	c := &Checking{Tx: tx, walk: walk}
	c.Doctor = storage.NewDoctor(c)
	return c
}

// Rows compares all rows with what the events say. An error says that they can't be
// read to the end.
func (c *Checking) Rows(ctx context.Context) error {
	for _, check := range []func(*Checking, context.Context) error{
		(*Checking).numbers, (*Checking).letGo, (*Checking).readPeople, (*Checking).events, (*Checking).strays, (*Checking).keys,
		(*Checking).knownPeople, (*Checking).tabs, (*Checking).entries, (*Checking).sums, (*Checking).hands, (*Checking).facts,
	} {
		if err := check(c, ctx); err != nil {
			return err
		}
	}
	return nil
}

// events tells what is owed and all events, in the order in which they were stored.
func (c *Checking) events(ctx context.Context) error {
	if err := c.readOutbox(ctx); err != nil {
		return err
	}
	if err := c.eachEvent(ctx, false, c.Event); err != nil {
		return err
	}
	c.EndEvents()
	return nil
}

func (c *Checking) eachEvent(ctx context.Context, again bool, do func(e *storage.EventRow) error) error {
	if err := c.readLayouts(ctx); err != nil {
		return err
	}
	voided, err := voidedRummies(ctx, c.Tx)
	if err != nil {
		return err
	}
	for _, hand := range voided {
		c.VoidedRummy(hand)
	}
	return c.walk.WalkEvents(ctx, again, do)
}

// List reads texts, one a row.
func (c *Checking) List(ctx context.Context, query string, args ...any) ([]string, error) {
	rows, err := c.Tx.QueryContext(ctx, query, args...)
	return Column[string](rows, err)
}

// letGo reads up to which event the keys were let go.
func (c *Checking) letGo(ctx context.Context) error {
	return Found(c.Tx.QueryRowContext(ctx, "SELECT event FROM letgo").Scan(&c.LetGo), nil)
}

// numbers looks for tables that were taken out: they are numbered through. The
// newest leave no gap.
func (c *Checking) numbers(ctx context.Context) error {
	rows, err := c.Tx.QueryContext(ctx, `SELECT before + 1, id - 1 FROM
		(SELECT id, lag(id, 1, 0) OVER (ORDER BY id) AS before FROM tables) t WHERE id <> before + 1 LIMIT ?`, storage.MostWrong)
	return Each(rows, err, func() error {
		var first, last int64
		err := rows.Scan(&first, &last)
		c.Add(storage.Finding{Code: storage.TableMissing, Seq: first, Detail: fmt.Sprintf("tables %d to %d", first, last)})
		return err
	})
}

// strays looks for rows that no event asks for: tables without any, and texts.
func (c *Checking) strays(ctx context.Context) error {
	rows, err := c.Tx.QueryContext(ctx, "SELECT name, seq FROM tables t WHERE NOT EXISTS (SELECT 1 FROM events WHERE table_id = t.id)")
	err = Each(rows, err, func() error {
		w := storage.Finding{Code: storage.EventsCut, Detail: "there is none"}
		err := rows.Scan(&w.Table, &w.Seq)
		c.Tables++
		c.Add(w)
		return err
	})
	if err != nil {
		return err
	}
	rows, err = c.Tx.QueryContext(ctx, `SELECT coalesce(name, ''), x.seq FROM texts x LEFT JOIN tables t ON t.id = x.table_id
		LEFT JOIN events e ON e.table_id = x.table_id AND e.seq = x.seq WHERE e.text_hash IS NULL`)
	err = Each(rows, err, func() error {
		w := storage.Finding{Code: storage.TextChanged, Detail: "of no event"}
		err := rows.Scan(&w.Table, &w.Seq)
		c.Add(w)
		return err
	})
	if err != nil {
		return err
	}
	rows, err = c.Tx.QueryContext(ctx, "SELECT seq FROM checkpoints WHERE table_id NOT IN (SELECT id FROM tables)")
	err = Each(rows, err, func() error {
		w := storage.Finding{Code: storage.CheckpointChanged, Detail: "of no table"}
		err := rows.Scan(&w.Seq)
		c.Add(w)
		return err
	})
	if err != nil {
		return err
	}
	lines, err := c.List(ctx, "SELECT 'pulse ' || one FROM pulse WHERE one <> 1 UNION ALL SELECT 'letgo ' || one FROM letgo WHERE one <> 1")
	for _, line := range lines {
		c.Add(storage.Finding{Code: storage.StaysChanged, Detail: line})
	}
	return err
}
