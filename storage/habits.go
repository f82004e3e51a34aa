package storage

import (
	"context"
	"time"

	"github.com/boathouse-rum/boathouse/table"
)

// SetQuiet keeps a person's quiet hours, as [table.Habits] says.
func (d *DB) SetQuiet(ctx context.Context, p table.Person, q table.Quiet) error {
	return d.writer.queue.submit(ctx, func(w *writer) error {
		if q.Zone == "" {
			_, err := w.said.dropQuiet.run(string(p))
			return err
		}
		_, err := w.said.setQuiet.run(string(p), int64(q.From), int64(q.To), q.Zone)
		return err
	})
}

// Quiet returns a person's quiet hours, as [table.Habits] says.
func (r *Reader) Quiet(ctx context.Context, p table.Person) (table.Quiet, error) {
	var q table.Quiet
	err := r.asked.quiet.QueryRowContext(ctx, string(p)).Scan(&q.From, &q.To, &q.Zone)
	return q, found(err, nil)
}

// Beat keeps the time up to which the bot was there, as [table.Pulse] says.
func (d *DB) Beat(ctx context.Context, at time.Time) error {
	return d.writer.queue.submit(ctx, func(w *writer) error {
		_, err := w.said.beat.run(millis(at))
		return err
	})
}

// LastBeat returns what Beat kept last, as [table.Pulse] says.
func (r *Reader) LastBeat(ctx context.Context) (time.Time, error) {
	var at int64
	err := r.asked.pulse.QueryRowContext(ctx).Scan(&at)
	return stamp(at), found(err, nil)
}
