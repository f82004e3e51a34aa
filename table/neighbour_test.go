package table_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// inStreet runs a test in a hall whose house has a neighbour on the same store. Both are there all the time.
func inStreet(t *testing.T, opt table.Options, test func(t *testing.T, h *hall, f *claims, neighbour *table.House)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f := &claims{of: make(map[table.OwnerID]table.Claim), by: make(map[table.OwnerID]int)}
		opt.Store, opt.Workers = &fencedStore{claims: f, worker: 1}, &crew{}
		h := newHall(t, opt)
		other := h.opt
		other.Store, other.Tabs, other.Workers, other.Seeds = &fencedStore{Store: h.store, claims: f, worker: 2}, h.store, &crew{}, newSeeds(8)
		neighbour := table.New(other)
		ctx, quit := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- neighbour.Run(ctx) }()
		t.Cleanup(func() {
			quit()
			equal(t, <-ended, nil)
		})
		test(t, h, f, neighbour)
	})
}

// TestWhoLostATableDoesntHaveTheLastWord has an edit wait at Discord's door while another house takes the table over and writes what is
// newer: however late it gets through, whether or not that is heard, what is newest stands in the end.
func TestWhoLostATableDoesntHaveTheLastWord(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]error{"made": nil, "made unheard": errors.New("no answer")} {
		t.Run(name, func(t *testing.T) {
			inStreet(t, table.Options{}, func(t *testing.T, h *hall, _ *claims, neighbour *table.House) {
				h.opens("ann", openIn("c"))
				pass(time.Minute)
				hold := make(chan struct{})
				h.wall.holding(hold)
				h.does("bob", sitting.Join{})
				pass(time.Second)
				h.wall.holding(nil)
				h.joins(neighbour, "cy")
				pass(time.Minute) // the neighbour has written it once more, too
				stands := func() int64 {
					all := h.wall.list(table.PostTable)
					return all[len(all)-1].Seen.Seq
				}
				newest := stands()
				h.wall.lost = answer
				close(hold)
				pass(time.Second)
				equal(t, stands(), newest-1)
				pass(time.Minute)
				equal(t, stands(), newest)
				equal(t, h.house.Stats().Owed+neighbour.Stats().Owed, 0)
			})
		})
	}
}

// An almanac is where the ends of seasons are told.
type almanac struct {
	mu   sync.Mutex
	told []table.Span
	err  error // nil: they are taken
}

func (a *almanac) PostSeason(_ context.Context, _ table.Post, s table.SeasonSight) (string, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err == nil {
		a.told = append(a.told, s.Span)
	}
	return "message", a.err
}

func (a *almanac) fails(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.err = err
}

func (a *almanac) seasons() []table.Span {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.told)
}

// TestWhoTakesASeasonOverTellsOfIt has managers settle something at another house than the one that a server's season is of, or try to, while
// it is owed that one has ended: it is told there.
func TestWhoTakesASeasonOverTellsOfIt(t *testing.T) {
	t.Parallel()
	quarters := func(c table.Calendar) (table.Calendar, error) {
		c.Season, c.First, c.Zone, c.Channel = table.QuarterYear, table.Day{Year: 1999, Month: 10, Day: 1}, "Atlantic/Azores", "7" // where the year ends in an hour
		return c, nil
	}
	for name, change := range map[string]func(table.Calendar) (table.Calendar, error){
		"taken":   func(c table.Calendar) (table.Calendar, error) { c.Least = 100; return c, nil },
		"refused": func(c table.Calendar) (table.Calendar, error) { return c, errors.New("no such zone") },
	} {
		t.Run(name, func(t *testing.T) {
			told := &almanac{}
			inStreet(t, table.Options{Seasons: &crossedSeasons{}, SeasonPoster: told}, func(t *testing.T, h *hall, f *claims, neighbour *table.House) {
				h.deals("ann", "bob")
				server := h.watches().Server
				c, err := h.house.SetCalendar(t.Context(), server, quarters)
				equal(t, err, nil)
				h.finishes()
				quarter, _ := c.SeasonAt(time.Now())
				told.fails(errors.New("not now"))
				pass(time.Until(quarter.To) + time.Minute) // it is owed at this house
				_, refused := change(c)
				_, err = neighbour.SetCalendar(t.Context(), server, change)
				equal(t, err, refused)
				equal(t, f.by[table.OwnerID(string(table.SeasonMark)+string(server))], 2)
				told.fails(nil)
				pass(time.Hour)
				equal(t, told.seasons(), []table.Span{quarter})
			})
		})
	}
}

// TestWhoTakesATableOverWritesItOnceMore has a house take it back that had lost what it knew of it when another had it.
func TestWhoTakesATableOverWritesItOnceMore(t *testing.T) {
	t.Parallel()
	inStreet(t, table.Options{}, func(t *testing.T, h *hall, f *claims, neighbour *table.House) {
		h.opens("ann", openIn("c"))
		pass(time.Minute)
		f.mu.Lock()
		f.full = true
		f.mu.Unlock()
		if _, err := h.send(h.command("bob", sitting.Join{})); !errors.Is(err, errFull) {
			t.Fatal(err)
		}
		h.joins(neighbour, "cy")
		pass(time.Second) // the house hasn't looked again
		h.does("dee", sitting.Join{})
		pass(time.Second)
		before := len(h.wall.list(table.PostTable))
		pass(time.Minute)
		equal(t, len(h.wall.list(table.PostTable)), before+1)
	})
}

// TestWhoTakesAProposalOverWritesItOnceMore has a proposal be asked for at another house than the one that posted it, which may have an older
// edit under way.
func TestWhoTakesAProposalOverWritesItOnceMore(t *testing.T) {
	t.Parallel()
	b := &board{}
	inStreet(t, table.Options{TabPoster: b}, func(t *testing.T, h *hall, _ *claims, neighbour *table.House) {
		l := newLedger(h, b)
		asked := l.must(l.ann, "", even(l.bob))
		pass(time.Minute)
		written := len(b.told)
		for range 2 { // the second time it is this house's already
			now, err := neighbour.LookTab(t.Context(), asked.ID)
			equal(t, err, nil)
			equal(t, now.Proposal.Stage, tab.Open)
			pass(time.Minute)
			equal(t, len(b.told), written+1)
		}
		_, messages := b.newest()
		equal(t, messages, 1)
	})
}

// TestATakeOverIsRememberedUntilItIsRead has the table be read in vain at first by who took it over: its message is written once more all the same.
func TestATakeOverIsRememberedUntilItIsRead(t *testing.T) {
	t.Parallel()
	inStreet(t, table.Options{}, func(t *testing.T, h *hall, f *claims, neighbour *table.House) {
		h.opens("ann", openIn("c"))
		pass(time.Minute)
		written := len(h.wall.list(table.PostTable))
		f.unread = true
		_, err := neighbour.Look(t.Context(), h.id, "ann")
		equal(t, errors.Is(err, errUnread), true)
		pass(time.Minute)
		equal(t, len(h.wall.list(table.PostTable)), written+1)
	})
}
