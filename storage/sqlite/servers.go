package sqlite

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
func (d *DB) SetWatch(ctx context.Context, s sitting.Server, p sitting.Person, on bool) error {
	return d.writer.queue.submit(ctx, func(w *writer) error {
		change := w.said.DropWatch
		if on {
			change = w.said.SetWatch
		}
		_, err := change.run(string(s), string(p))
		return err
	})
}

// Watches says whether a person is told when a table opens in a server.
func (r *Reader) Watches(ctx context.Context, s sitting.Server, p sitting.Person) (bool, error) {
	n := 0
	err := r.asked.Watches.QueryRowContext(ctx, string(s), string(p)).Scan(&n)
	return n > 0, sorted(err)
}

// Watchers lists who is to be told that a table opens, as [table.Servers] says.
func (r *Reader) Watchers(ctx context.Context, s sitting.Server, since, opened time.Time, most int) ([]sitting.Person, error) {
	rows, err := r.asked.Watchers.QueryContext(ctx, string(s), since.UnixMilli(), opened.UnixMilli(), most)
	var all []sitting.Person
	err = each(rows, err, func() error {
		var p sitting.Person
		err := rows.Scan(&p)
		all = append(all, p)
		return err
	})
	return all, err
}

// Told keeps when people were told that a table had opened in a server.
func (d *DB) Told(ctx context.Context, s sitting.Server, people []sitting.Person, at time.Time) error {
	return d.writer.queue.submit(ctx, func(w *writer) error {
		for _, p := range people {
			if _, err := w.said.TellWatch.run(at.UnixMilli(), string(s), string(p)); err != nil {
				return err
			}
		}
		return nil
	})
}

// SetManners keeps what the managers of a server have settled, in place of what they
// had before.
func (d *DB) SetManners(ctx context.Context, s sitting.Server, m table.Manners) error {
	body, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("storage: %w", err)
	}
	return d.writer.queue.submit(ctx, func(w *writer) error {
		_, err := w.said.SetManners.run(string(s), string(body))
		return err
	})
}

// Manners returns what the managers of a server have settled; the zero Manners where
// they have settled nothing.
func (r *Reader) Manners(ctx context.Context, s sitting.Server) (table.Manners, error) {
	var m table.Manners
	var body []byte
	if err := found(r.asked.Manners.QueryRowContext(ctx, string(s)).Scan(&body), nil); err != nil || body == nil {
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
	return id, found(err, nil)
}
