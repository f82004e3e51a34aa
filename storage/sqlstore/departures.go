package sqlstore

import (
	"context"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// Departed keeps that a person isn't in a server, as [table.Departures] says.
func (d *Store) Departed(ctx context.Context, s sitting.Server, p sitting.Person, at time.Time) error {
	return d.change(ctx, func(w *Tx) error {
		return w.said.AddDeparture.Tell(string(s), string(p), at.UnixMilli())
	})
}

// Returned keeps that they are there again, as [table.Departures] says.
func (d *Store) Returned(ctx context.Context, s sitting.Server, p sitting.Person) error {
	return d.change(ctx, func(w *Tx) error { return w.said.EndDeparture.Tell(string(s), string(p)) })
}

// Departure returns what is kept, as [table.Departures] says.
func (r *Reader) Departure(ctx context.Context, s sitting.Server, p sitting.Person) (table.Departure, error) {
	var since, untold int64
	err := r.asked.Departure.QueryRowContext(ctx, string(s), string(p)).Scan(&since, &untold)
	var d table.Departure
	if since != 0 {
		d.Since = storage.Stamp(since)
	}
	if untold != 0 {
		d.Untold = storage.Stamp(untold)
	}
	return d, Found(err, nil)
}

// Welcomed forgets a departure that is over, as [table.Departures] says.
func (d *Store) Welcomed(ctx context.Context, s sitting.Server, p sitting.Person) error {
	return d.change(ctx, func(w *Tx) error { return w.said.DropDeparture.Tell(string(s), string(p)) })
}
