package table

import (
	"context"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// Seasons keep the calendars of servers, and which of their seasons have ended.
type Seasons interface {
	// ChangeCalendar changes what the managers of a server have settled for its tab, and when the
	// server is rung next; the zero time: never. It returns what is settled then. Nobody else changes it
	// meanwhile; change may be asked more than once, and its error leaves everything as it was.
	ChangeCalendar(ctx context.Context, s sitting.Server, change func(Calendar) (Calendar, time.Time, error)) (Calendar, error)
	// Calendar returns it; the zero Calendar where they have settled nothing.
	Calendar(ctx context.Context, s sitting.Server) (Calendar, error)
	// LastSeason returns the last season that has ended; false where none has.
	LastSeason(ctx context.Context, s sitting.Server) (Span, bool, error)
	// Scores returns what hands brought that ended in a time, the most pips first.
	Scores(ctx context.Context, s sitting.Server, from, to time.Time) ([]tab.Scored, error)
	// EndSeasons keeps that seasons have ended by what is settled, each of which is told in its channel
	// unless that is empty, and when the server is rung next. One that has ended already isn't owed
	// again. [ErrConflict]: something else has been settled since.
	EndSeasons(ctx context.Context, s sitting.Server, by Calendar, over []Span, wake time.Time) error
	// OwedSeasons lists the posts of seasons that a server owes, oldest first.
	OwedSeasons(ctx context.Context, s sitting.Server) ([]Post, error)
	// SeasonsPosted marks posts as made, and keeps which message each is, or that it has none.
	SeasonsPosted(ctx context.Context, s sitting.Server, made map[int64]string) error
}

// A SeasonSight is a season that is over, as everybody may know it.
type SeasonSight struct {
	Server   sitting.Server
	Calendar Calendar
	Span     Span
	Scores   []tab.Scored // the most pips first
}

// A SeasonPoster brings the standing at the end of a season to a channel, and returns the id of
// the message: its errors are those of a [Poster].
type SeasonPoster interface {
	PostSeason(ctx context.Context, p Post, s SeasonSight) (string, error)
}

// shortest is how long a season lasts that is told by itself: where managers move its ends
// about, what is left between two of them goes with the next one.
const shortest = 7 * 24 * time.Hour

// ending returns the season that ends next after all that ended before, and when. No hand is in two
// of them. False: there are no seasons.
func (c Calendar) ending(last Span) (Span, bool) {
	at := time.UnixMilli(c.Since).UTC()
	if begins := c.Begins(); begins.After(at) {
		at = begins
	}
	if last.To.After(at) {
		at = last.To
	}
	for {
		s, is := c.SeasonAt(at)
		if !is {
			return Span{}, false
		}
		if last.To.After(s.From) {
			s.From = last.To
		}
		if s.To.Sub(s.From) >= shortest {
			return s, true
		}
		at = s.To
	}
}

// over lists the seasons that have ended by a moment, after those that ended before, and says when
// the next one does; the zero time: never.
func (c Calendar) over(last Span, now time.Time) (over []Span, next time.Time) {
	for {
		s, is := c.ending(last)
		if !is {
			return over, time.Time{}
		}
		if s.To.After(now) {
			return over, s.To
		}
		over, last = append(over, s), s
	}
}
