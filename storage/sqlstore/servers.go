package sqlstore

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// SetWatch keeps whether a person is told when a table opens in a server, as
// [table.Servers] says.
func (d *Store) SetWatch(ctx context.Context, s sitting.Server, p sitting.Person, on bool) error {
	return d.change(ctx, func(w *Tx) error {
		change := w.said.DropWatch
		if on {
			change = w.said.SetWatch
		}
		err := change.Tell(string(s), string(p))
		return err
	})
}

// Watches says whether a person is told when a table opens in a server.
func (r *Reader) Watches(ctx context.Context, s sitting.Server, p sitting.Person) (bool, error) {
	n := 0
	err := r.asked.Watches.QueryRowContext(ctx, string(s), string(p)).Scan(&n)
	return n > 0, Sorted(err)
}

// Watchers lists who is to be told that a table opens, as [table.Servers] says.
func (r *Reader) Watchers(ctx context.Context, s sitting.Server, since, opened time.Time, most int) ([]sitting.Person, error) {
	rows, err := r.asked.Watchers.QueryContext(ctx, string(s), since.UnixMilli(), opened.UnixMilli(), most)
	return Column[sitting.Person](rows, err)
}

// Told keeps when people were told that a table had opened in a server.
func (d *Store) Told(ctx context.Context, s sitting.Server, people []sitting.Person, at time.Time) error {
	return d.change(ctx, func(w *Tx) error {
		for _, p := range people {
			if err := w.said.TellWatch.Tell(at.UnixMilli(), string(s), string(p)); err != nil {
				return err
			}
		}
		return nil
	})
}

// ChangeManners changes what the managers of a server have settled, and returns what is settled then. Nobody else changes it meanwhile; change may be asked
// more than once, and its error leaves everything as it was.
func (d *Store) ChangeManners(ctx context.Context, s sitting.Server, change func(table.Manners) (table.Manners, error)) (m table.Manners, err error) {
	err = d.change(ctx, func(w *Tx) error {
		body, err := changed(w.said.HoldManners, s, &m, change)
		if err != nil {
			return err
		}
		return w.said.SetManners.Tell(string(s), body)
	})
	return m, err
}

// changed holds what is settled in a server, changes it, and returns how it is written then.
func changed[M any](hold *Statement, s sitting.Server, m *M, change func(M) (M, error)) (string, error) {
	var was [1]driver.Value
	if _, err := hold.Row(was[:], string(s)); err != nil {
		return "", err
	}
	var is M
	if err := json.Unmarshal([]byte(was[0].(string)), &is); err != nil {
		return "", fmt.Errorf("storage: what is settled in %s: %w", s, err)
	}
	var err error
	if *m, err = change(is); err != nil {
		return "", err
	}
	body, err := json.Marshal(*m)
	if err != nil {
		return "", fmt.Errorf("storage: %w", err)
	}
	return string(body), nil
}

// Manners returns what the managers of a server have settled; the zero Manners where
// they have settled nothing.
func (r *Reader) Manners(ctx context.Context, s sitting.Server) (table.Manners, error) {
	var m table.Manners
	var body []byte
	if err := Found(r.asked.Manners.QueryRowContext(ctx, string(s)).Scan(&body), nil); err != nil || body == nil {
		return m, err
	}
	if err := json.Unmarshal(body, &m); err != nil {
		return m, fmt.Errorf("storage: what is settled in %s: %w", s, err)
	}
	return m, nil
}

// Newest returns the table that was opened last in a server; empty where none was.
func (r *Reader) Newest(ctx context.Context, s sitting.Server) (sitting.ID, error) {
	var id sitting.ID
	err := r.asked.Newest.QueryRowContext(ctx, string(s)).Scan(&id)
	return id, Found(err, nil)
}
