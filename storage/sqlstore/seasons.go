package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// Calendar returns what the managers of a server have settled for its tab; the zero
// Calendar where they have settled nothing.
func (r *Reader) Calendar(ctx context.Context, s sitting.Server) (table.Calendar, error) {
	var c table.Calendar
	var body []byte
	if err := Found(r.asked.Calendar.QueryRowContext(ctx, string(s)).Scan(&body), nil); err != nil || body == nil {
		return c, err
	}
	if err := json.Unmarshal(body, &c); err != nil {
		return c, fmt.Errorf("storage: the calendar of %s: %w", s, err)
	}
	return c, nil
}

// LastSeason returns the last season of a server that has ended; false where none has.
func (r *Reader) LastSeason(ctx context.Context, s sitting.Server) (table.Span, bool, error) {
	var start, stop int64
	err := Found(r.asked.LastSeason.QueryRowContext(ctx, string(s)).Scan(&start, &stop), nil)
	if err != nil || stop == 0 {
		return table.Span{}, false, err
	}
	return table.Span{From: storage.Stamp(start), To: storage.Stamp(stop)}, true, nil
}

// ChangeCalendar changes what the managers of a server have settled for its tab, as
// [table.Seasons] says.
func (d *Store) ChangeCalendar(ctx context.Context, s sitting.Server, change func(table.Calendar) (table.Calendar, time.Time, error)) (c table.Calendar, err error) {
	err = d.change(ctx, func(w *Tx) error {
		var wake time.Time
		body, err := changed(w.said.HoldCalendar, s, &c, func(is table.Calendar) (now table.Calendar, err error) {
			now, wake, err = change(is)
			return now, err
		})
		if err != nil {
			return err
		}
		return w.said.SetCalendar.Tell(string(s), body, storage.Millis(wake))
	})
	return c, err
}

// EndSeasons keeps that seasons have ended, as [table.Seasons] says.
func (d *Store) EndSeasons(ctx context.Context, s sitting.Server, by table.Calendar, over []table.Span, wake time.Time) error {
	return d.change(ctx, func(w *Tx) error {
		var is table.Calendar
		if _, err := changed(w.said.HoldCalendar, s, &is, func(is table.Calendar) (table.Calendar, error) {
			if is != by {
				return is, table.ErrConflict
			}
			return is, nil
		}); err != nil {
			return err
		}
		for _, span := range over {
			post := int64(0)
			if by.Channel != "" {
				var err error
				if post, err = w.keeper.Posts(1); err != nil {
					return err
				}
			}
			if err := w.said.EndSeason.Tell(string(s), span.From.UnixMilli(), span.To.UnixMilli(), string(by.Channel), post); err != nil {
				return err
			}
		}
		err := w.said.WakeSeason.Tell(storage.Millis(wake), string(s))
		return err
	})
}

// OwedSeasons lists the posts of seasons that a server owes, as [table.Seasons] says.
func (r *Reader) OwedSeasons(ctx context.Context, s sitting.Server) ([]table.Post, error) {
	rows, err := r.db.QueryContext(ctx, "SELECT post, start, stop, channel FROM seasons WHERE server = ? AND post <> 0 ORDER BY post", string(s))
	var owed []table.Post
	err = Each(rows, err, func() error {
		p := table.Post{Kind: table.PostSeason}
		err := rows.Scan(&p.ID, &p.From, &p.Seq, &p.To.Channel)
		owed = append(owed, p)
		return err
	})
	return owed, err
}

// SeasonsPosted marks posts as made, as [table.Seasons] says.
func (d *Store) SeasonsPosted(ctx context.Context, s sitting.Server, made map[int64]string) error {
	return d.change(ctx, func(w *Tx) error {
		for post, message := range made {
			if err := w.said.PostSeason.Tell(message, string(s), post); err != nil {
				return err
			}
		}
		return nil
	})
}
