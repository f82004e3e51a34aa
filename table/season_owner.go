package table

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A season is an owner beside the evenings: the clock of a server by which its seasons end,
// and the posts that tell so. What it knows is in the store, where it is read again for each job.
type season struct {
	house  *shared
	place  *place
	server sitting.Server

	next   time.Time // when a season ends
	read   bool
	amiss  bool             // something of its own went wrong, and it wasn't rung since
	posted map[int64]string // of the poster alone: messages, by post, that the store doesn't know yet
}

// isSeason says whether an owner is a server's season. The ids of tables are of letters and
// the digits from 2 to 7.
func isSeason(id OwnerID) bool { return len(id) > 0 && id[0] == SeasonMark }

// SeasonMark is how the id begins of the owner of a server's seasons, before the server's own.
const SeasonMark = '8'

func seasonOf(s sitting.Server) OwnerID { return OwnerID(string(SeasonMark) + string(s)) }

func newSeason(h *shared, id OwnerID, at *place) *season {
	return &season{house: h, place: at, server: sitting.Server(id[1:]), posted: make(map[int64]string)}
}

// forget drops what is in memory.
func (v *season) forget() { v.read, v.amiss = false, true }

// part has nothing more to do: nobody waits for a season.
func (v *season) part() { v.forget() }

// ring ends the seasons whose time is over, and owes what tells of them.
func (v *season) ring(ctx context.Context) error {
	err := v.end(ctx)
	if errors.Is(err, errLost) {
		return err
	}
	if v.amiss = err != nil; v.amiss {
		v.house.count.faults.Add(1)
		v.house.opt.Log.Log(ctx, levelOf(err), "job failed", "owner", v.place.id, "verb", "clock", "error", err)
	}
	return err
}

func (v *season) end(ctx context.Context) error {
	store := v.house.opt.Seasons
	if store == nil {
		return errors.New("table: nobody keeps seasons")
	}
	if _, err := v.place.claim(ctx, v.house.opt.Store); err != nil {
		return err
	}
	c, err := store.Calendar(ctx, v.server)
	if err != nil {
		return err
	}
	last, _, err := store.LastSeason(ctx, v.server)
	if err != nil {
		return err
	}
	over, next := c.over(last, v.house.opt.Now())
	if len(over) > 0 {
		played, err := v.played(ctx, over)
		if err != nil {
			return err
		}
		err = store.EndSeasons(ctx, v.server, c, played, next)
		if errors.Is(err, ErrConflict) {
			return v.end(ctx)
		}
		if err != nil {
			return err
		}
		v.house.opt.Log.Info("season ended", "server", v.server, "seasons", len(played))
	}
	v.next, v.read = next, true
	owed, err := store.OwedSeasons(ctx, v.server)
	if err != nil {
		return err
	}
	v.place.isRead()
	v.place.owes(owed)
	return nil
}

// played leaves out the seasons in which nobody played.
func (v *season) played(ctx context.Context, over []Span) ([]Span, error) {
	var some []Span
	for _, s := range over {
		scores, err := v.house.opt.Seasons.Scores(ctx, v.server, s.From, s.To)
		if err != nil {
			return nil, err
		}
		if len(scores) > 0 {
			some = append(some, s)
		}
	}
	return some, nil
}

// stand says when a season ends.
func (v *season) stand() stand { return stand{wake: v.next, unread: !v.read, amiss: v.amiss} }

// delivery says how posts of a season are made: each is a message of its own, never edited.
func (v *season) delivery(PostKind) delivery { return delivery{} }

// deliver tells that a season is over, as its hands are known now.
func (v *season) deliver(ctx context.Context, p Post) error {
	err := v.place.runner.ask(ctx, v.place.id, job{verb: "peek", gently: true, of: v.place, do: func(ctx context.Context, r *place) error {
		_, err := r.claim(ctx, v.house.opt.Store)
		return err
	}})
	if err != nil {
		return err
	}
	s, err := v.house.seasonSight(ctx, v.server, Span{time.UnixMilli(p.From).UTC(), time.UnixMilli(p.Seq).UTC()})
	if err != nil {
		return err
	}
	if v.house.opt.SeasonPoster == nil || len(s.Scores) == 0 || p.isStale(s.Span.To, v.house.opt.Now()) {
		v.posted[p.ID] = ""
		return fmt.Errorf("%w: there is nothing to tell", ErrGone)
	}
	message, err := v.house.opt.SeasonPoster.PostSeason(ctx, p, s)
	err = v.house.refusedIn(err, v.server, p.To.Channel)
	if err == nil || errors.Is(err, ErrGone) {
		v.posted[p.ID] = message
	}
	return err
}

// seasonSight is a season that is over, as its hands are known now.
func (h *shared) seasonSight(ctx context.Context, server sitting.Server, span Span) (SeasonSight, error) {
	c, err := h.opt.Seasons.Calendar(ctx, server)
	if err != nil {
		return SeasonSight{}, err
	}
	s := SeasonSight{Server: server, Calendar: c, Span: span}
	s.Scores, err = h.opt.Seasons.Scores(ctx, server, span.From, span.To)
	return s, err
}

// redo does nothing: no post of a season is edited.
func (v *season) redo(context.Context, Post) error { return nil }

// delivered has the store take posts off what is owed, and keep which messages they are.
func (v *season) delivered(ctx context.Context, _ Fence, done []int64, _ Refusals) error {
	made := make(map[int64]string, len(done))
	for _, id := range done {
		made[id] = v.posted[id]
	}
	if err := v.house.opt.Seasons.SeasonsPosted(ctx, v.server, made); err != nil {
		return err
	}
	for _, id := range done {
		delete(v.posted, id)
	}
	return nil
}

// SetCalendar keeps what the managers of a server have settled for its tab. Where it changes
// when seasons end, none that has ended before is told. Errors: ctx.Err(), faults.
func (h *House) SetCalendar(ctx context.Context, s sitting.Server, change func(Calendar) (Calendar, error)) (Calendar, error) {
	return ask(ctx, h, seasonOf(s), "calendar", "", func(ctx context.Context, v *season) (Calendar, error) {
		store := v.house.opt.Seasons
		if _, err := v.place.claim(ctx, v.house.opt.Store); err != nil {
			return Calendar{}, err
		}
		last, _, err := store.LastSeason(ctx, s)
		if err != nil {
			return Calendar{}, err
		}
		var next time.Time
		c, err := store.ChangeCalendar(ctx, s, func(before Calendar) (Calendar, time.Time, error) {
			c, err := change(before)
			if c.Season != before.Season || c.First != before.First || c.Zone != before.Zone {
				c.Since = v.house.opt.Now().UnixMilli()
			}
			next = time.Time{}
			if s, is := c.ending(last); is {
				next = s.To
			}
			return c, next, err
		})
		if err != nil {
			return c, err
		}
		v.next, v.read = next, true
		return c, nil
	})
}
