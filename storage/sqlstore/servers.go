package sqlstore

import (
	"context"
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

// SetManners keeps what the managers of a server have settled, in place of what they
// had before.
func (d *Store) SetManners(ctx context.Context, s sitting.Server, m table.Manners) error {
	body, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("storage: %w", err)
	}
	return d.change(ctx, func(w *Tx) error {
		err := w.said.SetManners.Tell(string(s), string(body))
		return err
	})
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
