package table_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// crossedSeasons have something happen when a calendar has just been read.
type crossedSeasons struct {
	table.Seasons
	meanwhile func(context.Context)
}

func (c *crossedSeasons) Calendar(ctx context.Context, s sitting.Server) (table.Calendar, error) {
	is, err := c.Seasons.Calendar(ctx, s)
	if f := c.meanwhile; f != nil {
		c.meanwhile = nil
		f(ctx)
	}
	return is, err
}

// TestASeasonEndsByWhatIsSettledAsItEnds has managers settle whole years, at another worker, as a quarter is
// just over: nothing is, and the server is rung when the year ends.
func TestASeasonEndsByWhatIsSettledAsItEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		crossed := &crossedSeasons{}
		h := newHall(t, table.Options{Seasons: crossed})
		h.deals("ann", "bob")
		server := h.watches().Server
		settled, err := h.house.SetCalendar(t.Context(), server, func(table.Calendar) (table.Calendar, error) {
			return table.Calendar{Season: table.QuarterYear, First: table.Day{Year: 1999, Month: 10, Day: 15}, Channel: "7"}, nil
		})
		equal(t, err, nil)
		h.finishes()
		quarter, _ := settled.SeasonAt(time.Now())
		years := settled
		years.Season = table.WholeYear
		year, _ := years.SeasonAt(time.Now())
		crossed.meanwhile = func(ctx context.Context) {
			_, err := h.store.ChangeCalendar(ctx, server, func(table.Calendar) (table.Calendar, time.Time, error) { return years, year.To, nil })
			equal(t, err, nil)
		}
		pass(time.Until(quarter.To) + time.Second)
		_, ended, err := h.store.LastSeason(t.Context(), server)
		equal(t, err, nil)
		equal(t, ended, false)
		due, err := h.store.Due(t.Context())
		equal(t, err, nil)
		rung := slices.IndexFunc(due, func(d table.Due) bool { return d.Owner[0] == table.SeasonMark })
		equal(t, due[rung].At, year.To)
		equal(t, crossed.meanwhile == nil, true)
		equal(t, h.house.Stats().Faults, uint64(0))
	})
}

// refusingSeasons is a channel that takes no end of a season.
type refusingSeasons struct{ tries atomic.Int32 }

func (r *refusingSeasons) PostSeason(
	context.Context, table.Post, table.SeasonSight,
) (string, error) {
	r.tries.Add(1)
	return "", &table.RefusedError{Code: 50013, Err: errors.New("missing permissions")}
}

// TestARefusedSeasonIsDroppedAMonthAfterItsEnd though its waits aren't stored: each start tries it
// once, and none begins the month anew.
func TestARefusedSeasonIsDroppedAMonthAfterItsEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		shut := &refusingSeasons{}
		h := newHall(t, table.Options{Seasons: &crossedSeasons{}, SeasonPoster: shut})
		h.deals("ann", "bob")
		quarters := func(c table.Calendar) (table.Calendar, error) {
			c.Season, c.Channel = table.QuarterYear, "seasons"
			return c, nil
		}
		settled, err := h.house.SetCalendar(t.Context(), "server", quarters)
		equal(t, err, nil)
		h.finishes()
		quarter, _ := settled.SeasonAt(time.Now())
		pass(time.Until(quarter.To) + time.Minute)
		owes := func() bool {
			due, err := h.store.Due(t.Context())
			equal(t, err, nil)
			return slices.ContainsFunc(due, func(d table.Due) bool {
				return d.Owner[0] == table.SeasonMark && !d.At.After(time.Now())
			})
		}
		for range 2 {
			equal(t, owes(), true)
			before := shut.tries.Load()
			h.restart()
			pass(time.Second)
			equal(t, shut.tries.Load(), before+1)
			pass(14 * 24 * time.Hour)
		}
		equal(t, owes(), true)
		pass(4 * 24 * time.Hour)
		equal(t, owes(), false)
	})
}
