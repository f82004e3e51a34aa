package sqlstore

import (
	"context"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// Absent keeps since when posts to a server are refused, as [table.Upkeep] says.
func (d *Store) Absent(ctx context.Context, s sitting.Server, since time.Time) error {
	return d.change(ctx, func(w *Tx) error {
		return w.said.AddAbsence.Tell(string(s), since.UnixMilli())
	})
}

// Present forgets that, as [table.Upkeep] says.
func (d *Store) Present(ctx context.Context, s sitting.Server) error {
	return d.change(ctx, func(w *Tx) error {
		err := w.said.DropAbsence.Tell(string(s))
		return err
	})
}

// Gone keeps that a server removed the bot, as [table.Upkeep] says.
func (d *Store) Gone(ctx context.Context, s sitting.Server, at time.Time) error {
	return d.change(ctx, func(w *Tx) error {
		return w.said.LeaveServer.Tell(string(s), at.UnixMilli())
	})
}

// Absences lists servers, as [table.Upkeep] says.
func (r *Reader) Absences(ctx context.Context) ([]table.Absence, error) {
	rows, err := r.db.QueryContext(ctx, "SELECT server, since, gone FROM absences ORDER BY server")
	var all []table.Absence
	err = Each(rows, err, func() error {
		var a table.Absence
		var since int64
		err := rows.Scan(&a.Server, &since, &a.Gone)
		a.Since = storage.Stamp(since)
		all = append(all, a)
		return err
	})
	return all, err
}

// Absence returns that of a server, as [table.Upkeep] says.
func (r *Reader) Absence(ctx context.Context, s sitting.Server) (a table.Absence, begun time.Time, err error) {
	var since, at int64
	err = r.db.QueryRowContext(ctx, `SELECT coalesce(max(server), ''), coalesce(max(since), 0), coalesce(max(gone), 0) = 1,
		coalesce((SELECT at FROM events WHERE seq = 1 AND table_id =
			(SELECT id FROM tables WHERE server = ?1 AND (channel <> '' OR sort = 1) ORDER BY id DESC LIMIT 1)), 0)
		FROM absences WHERE server = ?1`, string(s)).Scan(&a.Server, &since, &a.Gone, &at)
	a.Since = storage.Stamp(since)
	return a, storage.Stamp(at), Sorted(err)
}

// ServersKept lists servers, as [table.Upkeep] says: where there are open tables or proposals, or
// something that EraseServer erases.
func (r *Reader) ServersKept(ctx context.Context, gone bool) ([]sitting.Server, error) {
	rows, err := r.db.QueryContext(ctx, `SELECT server FROM
		(SELECT server FROM tables WHERE open = 1 AND (channel <> '' OR sort = 1)
			UNION SELECT server FROM names UNION SELECT server FROM watches
			UNION SELECT server FROM shares UNION SELECT server FROM redraws
			UNION SELECT server FROM departures UNION SELECT server FROM servers UNION SELECT server FROM calendars
			UNION SELECT server FROM seasons WHERE channel <> '' OR post <> 0 OR message <> ''
			UNION SELECT server FROM refs JOIN tables ON id = table_id WHERE body <> '{}'
			UNION SELECT server FROM texts JOIN tables ON id = table_id
				WHERE author <> '' AND (channel <> '' OR sort = 1)) kept
		WHERE server <> '' AND (server IN (SELECT server FROM absences WHERE gone = 1)) = (?1 = 1)
		ORDER BY server`, AsInt(gone))
	return Column[sitting.Server](rows, err)
}

// OpenIn lists the open tables and proposals of a server, as [table.Upkeep] says.
func (r *Reader) OpenIn(ctx context.Context, s sitting.Server) ([]table.OwnerID, error) {
	rows, err := r.db.QueryContext(ctx, "SELECT name FROM tables WHERE server = ? AND open = 1 AND (channel <> '' OR sort = 1) ORDER BY id", string(s))
	return Column[table.OwnerID](rows, err)
}

// ClosedIn lists the channels of closed tables of a server, as [table.Upkeep] says.
func (r *Reader) ClosedIn(ctx context.Context, s sitting.Server, most int) ([]sitting.Channel, error) {
	rows, err := r.db.QueryContext(ctx, `SELECT channel FROM tables WHERE server = ? AND sort = 0 AND channel <> ''
		GROUP BY channel HAVING max(open) = 0 AND max(channel_gone) = 0 ORDER BY max(id) DESC LIMIT ?`, string(s), most)
	return Column[sitting.Channel](rows, err)
}

// EraseServer erases what is kept for a server alone, as [table.Upkeep] says; it is overwritten in the file as what Erase
// erases is.
func (d *Store) EraseServer(ctx context.Context, s sitting.Server) error {
	return d.change(ctx, func(w *Tx) error {
		for _, drop := range []*Statement{w.said.DropServerNames, w.said.DropServerTexts, w.said.DropServerRefs, w.said.DropServerWatches, w.said.DropServerDepartures, w.said.DropServerShares, w.said.DropServerRedraws, w.said.DropManners, w.said.DropCalendar, w.said.DropSeasonPosts} {
			rows, err := drop.Run(string(s))
			if err != nil {
				return err
			}
			if rows > 0 {
				w.keeper.Wipe()
			}
		}
		return nil
	})
}

// keysAtOnce is how many keys are let go in one transaction, so that nobody waits long for it.
const keysAtOnce = 500

// DropKeys lets go of keys, as [table.Upkeep] says. Keys and how far they were let go change together, so that a check knows of each
// event whether there must be one.
func (d *Store) DropKeys(ctx context.Context, before time.Time) error {
	var from, to int64
	err := d.read.db.QueryRowContext(ctx, `SELECT event, coalesce((SELECT id FROM events WHERE id > event AND at >= ? ORDER BY id LIMIT 1),
		(SELECT coalesce(max(id), 0) + 1 FROM events)) - 1 FROM letgo`, before.UnixMilli()).Scan(&from, &to)
	if err != nil || to <= from {
		return Sorted(err)
	}
	type old struct {
		key   string
		event int64
	}
	var all []old
	rows, err := d.read.db.QueryContext(ctx, `SELECT key, e.id FROM keys JOIN tables t ON t.name = table_name JOIN events e ON e.table_id = t.id AND e.seq = to_seq
		WHERE e.id <= ? ORDER BY e.id`, to)
	err = Each(rows, err, func() error {
		var o old
		err := rows.Scan(&o.key, &o.event)
		all = append(all, o)
		return err
	})
	for err == nil && from < to {
		now := all[:min(keysAtOnce, len(all))]
		all = all[len(now):]
		if from = to; len(all) > 0 {
			from = now[len(now)-1].event
		}
		err = d.change(ctx, func(w *Tx) error {
			for _, o := range now {
				if err := w.said.DropKey.Tell(o.key); err != nil {
					return err
				}
			}
			err := w.said.LetGo.Tell(from)
			return err
		})
	}
	return err
}
