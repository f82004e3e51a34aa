package sqlstore

import (
	"context"
	"database/sql"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// playedIn lists the servers in which a person is known by name, or has played.
const playedIn = "(SELECT server FROM names WHERE person = ?1 UNION SELECT server FROM plays WHERE person = ?1)"

// MayShow lists what may have messages that show a person, as [table.Redraws] says.
func (r *Reader) MayShow(ctx context.Context, p sitting.Person) ([]table.OwnerID, error) {
	rows, err := r.db.QueryContext(ctx, `SELECT name FROM tables t WHERE server IN `+playedIn+` AND (sort = 0 AND channel <> '' AND `+namedIn+`
		OR sort = 1 AND (low = ?1 OR high = ?1 OR EXISTS (SELECT 1 FROM events WHERE table_id = t.id AND instr(body, ?1) > 0)
			OR low = '' AND EXISTS (SELECT 1 FROM entries e WHERE e.server = t.server AND e.person = ?1 AND e.at = t.moved AND e.kind = 'reversal'))) ORDER BY id`, string(p))
	return Column[table.OwnerID](rows, err)
}

// ToldSeasons lists the messages that tell of seasons, as [table.Redraws] says.
func (r *Reader) ToldSeasons(ctx context.Context, p sitting.Person) ([]table.Shown, error) {
	rows, err := r.db.QueryContext(ctx, "SELECT server, channel, message, start, stop FROM seasons WHERE message <> '' AND server IN "+playedIn+" ORDER BY server, stop", string(p))
	var all []table.Shown
	err = Each(rows, err, func() error {
		s := table.Shown{Kind: table.PostSeason}
		err := rows.Scan(&s.Server, &s.Channel, &s.Message, &s.From, &s.Seq)
		s.Of = table.OwnerID(string(table.SeasonMark) + string(s.Server))
		all = append(all, s)
		return err
	})
	return all, err
}

// Shares lists what was shared that shows a person, as [table.Redraws] says.
func (r *Reader) Shares(ctx context.Context, p sitting.Person) ([]table.Shown, error) {
	rows, err := r.db.QueryContext(ctx, sharesOf, string(p))
	return scanShares(rows, err)
}

const sharesOf = "SELECT server, channel, message, lang, at FROM shares WHERE person = ? ORDER BY at, message"

func scanShares(rows *sql.Rows, err error) (all []table.Shown, _ error) {
	err = Each(rows, err, func() error {
		var s table.Shown
		err := rows.Scan(&s.Server, &s.Channel, &s.Message, &s.Lang, &s.Seq)
		all = append(all, s)
		return err
	})
	return all, err
}

// Shared keeps that a message shows people, as [table.Redraws] says.
func (d *Store) Shared(ctx context.Context, s table.Shown, people []sitting.Person) error {
	return d.change(ctx, func(w *Tx) error {
		for _, p := range people {
			if err := w.said.AddShare.Tell(string(p), string(s.Server), string(s.Channel), s.Message, s.Lang, s.Seq); err != nil {
				return err
			}
		}
		return nil
	})
}

// OweRedraws owes that messages are drawn again, as [table.Redraws] says.
func (d *Store) OweRedraws(ctx context.Context, all []table.Shown) error {
	return d.change(ctx, func(w *Tx) error { return w.oweRedraws(all) })
}

// oweRedraws adds a row a message. Whom else a shared one shows matters no more: nothing of it
// stays.
func (w *Tx) oweRedraws(all []table.Shown) error {
	for _, s := range all {
		id, err := w.keeper.Posts(1)
		if err != nil {
			return err
		}
		err = w.said.AddRedraw.Tell(id, string(s.Server), string(s.Channel), s.Message, string(s.Of), int64(s.Kind), int64(s.Hand), s.From, s.Seq, s.Lang, s.Since.UnixMilli())
		if err != nil {
			return err
		}
		if s.Of == "" {
			if err := w.said.DropShare.Tell(s.Message); err != nil {
				return err
			}
		}
	}
	return nil
}

// OwedRedraws lists what is to be drawn again in a channel, as [table.Redraws] says.
func (r *Reader) OwedRedraws(ctx context.Context, c sitting.Channel) ([]table.Post, error) {
	rows, err := r.db.QueryContext(ctx, "SELECT id, server, message, owner, kind, hand, start, seq, lang, since FROM redraws WHERE channel = ? ORDER BY id", string(c))
	var owed []table.Post
	err = Each(rows, err, func() error {
		p := table.Post{Kind: table.PostRedraw, To: table.Address{Channel: c}}
		s := &p.Shown
		var since int64
		err := rows.Scan(&p.ID, &s.Server, &s.Message, &s.Of, &s.Kind, &s.Hand, &s.From, &s.Seq, &s.Lang, &since)
		s.Channel, s.Since = c, storage.Stamp(since)
		owed = append(owed, p)
		return err
	})
	return owed, err
}

// Redrawn takes messages off what is to be drawn again, as [table.Redraws] says.
func (d *Store) Redrawn(ctx context.Context, done []int64) error {
	return d.change(ctx, func(w *Tx) error {
		for _, id := range done {
			if err := w.said.DropRedraw.Tell(id); err != nil {
				return err
			}
		}
		return nil
	})
}

// DropRedraws gives up what was to be drawn again, as [table.Upkeep] says.
func (d *Store) DropRedraws(ctx context.Context, before time.Time) error {
	return d.change(ctx, func(w *Tx) error { return w.said.DropOldRedraws.Tell(before.UnixMilli()) })
}
