package sqlstore

import (
	"context"
	"time"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// underWay is how long a job of a table may take: what it stores is written with
// a time from then on, though it has not heard of an outage that ended meanwhile.
const underWay = time.Minute

// Beat keeps the time up to which the bot was there, and when it wasn't, as
// [table.Pulse] says. An outage that ended before any table that waits for a time
// moved last has been made up for everywhere, and goes.
func (d *Store) Beat(ctx context.Context, at time.Time, lost []table.Stretch) error {
	return d.change(ctx, func(w *Tx) error {
		for _, s := range lost {
			if err := w.said.AddOutage.Tell(storage.Millis(s.From), storage.Millis(s.To)); err != nil {
				return err
			}
		}
		if len(lost) > 0 {
			if err := w.said.DropOutages.Tell(storage.Millis(at), underWay.Milliseconds()); err != nil {
				return err
			}
		}
		err := w.said.Beat.Tell(storage.Millis(at))
		return err
	})
}

// LastBeat returns what Beat kept last, as [table.Pulse] says.
func (r *Reader) LastBeat(ctx context.Context) (time.Time, error) {
	var at int64
	err := r.asked.Pulse.QueryRowContext(ctx).Scan(&at)
	return storage.Stamp(at), Found(err, nil)
}

// Outages lists when the bot wasn't there, as [table.Pulse] says.
func (r *Reader) Outages(ctx context.Context) ([]table.Stretch, error) {
	rows, err := r.db.QueryContext(ctx, "SELECT start, stop FROM outages ORDER BY start")
	var lost []table.Stretch
	err = Each(rows, err, func() error {
		var from, to int64
		err := rows.Scan(&from, &to)
		lost = append(lost, table.Stretch{From: storage.Stamp(from), To: storage.Stamp(to)})
		return err
	})
	return lost, err
}
