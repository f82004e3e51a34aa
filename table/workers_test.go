package table_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// crew are the workers of a store as one house hears of them.
type crew struct {
	mu      sync.Mutex
	deaf    bool // nobody hears that the house is there
	double  bool // another one is reached where the house is
	orphans []table.OwnerID
	retired bool
	changes table.Changes
}

func (c *crew) Renew(context.Context, time.Duration) ([]string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.deaf {
		return nil, errors.New("nobody hears")
	}
	if c.double {
		return []string{"here", "here"}, nil
	}
	return []string{"here", "there"}, nil
}

func (c *crew) Adopt(context.Context, time.Time, int) ([]table.OwnerID, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	orphans := c.orphans
	c.orphans = nil
	return orphans, nil
}

func (c *crew) Changes(context.Context) (table.Changes, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.changes, nil
}

// loses has the house hear that another kept something of a loss.
func (c *crew) loses() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes.Lost++
}

func (c *crew) Retire(context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.retired = true
	return nil
}

func (c *crew) set(deaf bool, orphans ...table.OwnerID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deaf, c.orphans = deaf, orphans
}

// inCrew runs a test in a hall whose house shares its store.
func inCrew(t *testing.T, test func(t *testing.T, h *hall, c *crew)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := &crew{}
		test(t, newHall(t, table.Options{Workers: c}), c)
	})
}

// playsOn has ann end her turn at a table with a computer, which then has one.
func (h *hall) playsOn() {
	h.tb.Helper()
	for h.onTurn() == "ann" {
		h.moves()
	}
}

// playsWithComputer opens a table of ann's and a computer, on which it is ann's turn.
func (h *hall) playsWithComputer() {
	h.tb.Helper()
	h.opens("ann", openIn("c"))
	h.does("ann", sitting.AddComputer{Level: opponent.Easy})
	h.does("ann", sitting.Start{})
	for h.onTurn() != "ann" {
		pass(delay)
	}
}

// TestOnlyALeaseRings has a house go on while nobody hears that it is there: people play, and it does nothing by
// itself until it is heard.
func TestOnlyALeaseRings(t *testing.T) {
	t.Parallel()
	inCrew(t, func(t *testing.T, h *hall, c *crew) {
		h.playsWithComputer()
		equal(t, h.house.There(), []string{"here", "there"})
		equal(t, h.house.IsHeard(), true)
		c.set(true)
		pass(5 * time.Second)
		equal(t, h.house.IsHeard(), false)
		moves, posts := h.house.Stats().ComputerMoves, len(h.wall.list(table.PostTable))
		h.playsOn()
		pass(time.Hour)
		equal(t, h.house.Stats().ComputerMoves, moves)
		equal(t, len(h.wall.list(table.PostTable)), posts)
		equal(t, h.onTurn(), sitting.Person(""))
		c.set(false)
		pass(10 * delay)
		equal(t, h.onTurn(), sitting.Person("ann"))
		equal(t, h.house.IsHeard(), true)
		if len(h.wall.list(table.PostTable)) == posts {
			t.Error("nothing is posted")
		}
		h.kill()
		equal(t, c.retired, true)
	})
}

// TestWhatIsAdoptedIsRung has a house start on a store in which something is due: it belongs to others until it is
// adopted.
func TestWhatIsAdoptedIsRung(t *testing.T) {
	t.Parallel()
	inCrew(t, func(t *testing.T, h *hall, c *crew) {
		h.playsWithComputer()
		c.set(true)
		pass(5 * time.Second)
		h.playsOn()
		c.set(false)
		h.restart()
		pass(time.Hour)
		equal(t, h.house.Stats().ComputerMoves, uint64(0))
		equal(t, h.house.Stats().Tables, 0)
		c.set(false, table.OwnerID(h.id))
		pass(10 * delay)
		equal(t, h.onTurn(), sitting.Person("ann"))
	})
}

// TestAnErasureElsewhereIsHeeded has somebody erased by another house: this one is told within a second of its own accord,
// once, and reads what was proposed anew, since their words are gone from it.
func TestAnErasureElsewhereIsHeeded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &crew{}
		told := 0
		b := &board{}
		l := newLedger(newHall(t, table.Options{Workers: c, Erased: func() { told++ }, TabPoster: b}), b)
		asked := l.must(l.ann, "", even(l.bob)).ID
		pass(10 * time.Second)
		equal(t, told, 1) // what was before this house is taken as new
		says := func() string {
			reply, err := l.house.LookTab(t.Context(), asked)
			equal(t, err, nil)
			return reply.Note
		}
		equal(t, l.store.Erase(t.Context(), l.ann), nil) // by the other house
		equal(t, says(), "coffee")
		c.mu.Lock()
		c.changes.Erased++
		c.mu.Unlock()
		pass(1100 * time.Millisecond)
		equal(t, told, 2)
		equal(t, says(), "")
		pass(time.Minute)
		equal(t, told, 2)
	})
}

// TestWhoComesWithOthersKnowsHowLongNobodyWasThere has a house start beside others that may have come a moment ago: how long it was that nobody kept the time,
// a turn is given back; but not where somebody may have kept it.
func TestWhoComesWithOthersKnowsHowLongNobodyWasThere(t *testing.T) {
	t.Parallel()
	for away, left := range map[time.Duration]time.Duration{3 * time.Hour: 40 * time.Minute, 18 * time.Second: 40*time.Minute - 18*time.Second} {
		inCrew(t, func(t *testing.T, h *hall, _ *crew) {
			h.dealsTimed("ann", "bob")
			pass(20 * time.Minute)
			h.kill()
			pass(away)
			h.start()
			pass(0)
			h.endsAfter(left)
		})
	}
}

// TestAnotherByTheSameAddressIsToldOnce: not of one that is gone within a lease, as a house has that was killed before this one.
func TestAnotherByTheSameAddressIsToldOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &crew{}
		var log bytes.Buffer
		h := newHall(t, table.Options{Workers: c, Log: slog.New(slog.NewTextHandler(&log, nil))})
		told := func(long time.Duration, double bool, want int) {
			t.Helper()
			c.mu.Lock()
			c.double = double
			c.mu.Unlock()
			pass(long)
			equal(t, strings.Count(log.String(), "another worker has the same address"), want)
		}
		told(time.Minute, false, 0)
		told(3*time.Second, true, 0)
		told(time.Minute, false, 0)
		told(time.Hour, true, 1)
		equal(t, h.house.There(), []string{"here", "here"})
	})
}

// TestAServerThatAnotherHouseLeftIsOneAgain has the bot be removed from a server and added again, of which one house hears the first and the other the second.
func TestAServerThatAnotherHouseLeftIsOneAgain(t *testing.T) {
	t.Parallel()
	inCrew(t, func(t *testing.T, h *hall, _ *crew) {
		h.kill()
		h.keeps = true
		h.start()
		h.dealsTimed("ann", "bob")
		server := h.watches().Server
		pass(time.Minute)
		for _, hears := range []func(){func() { h.house.Present(server) }, func() { h.lists(server) }} {
			equal(t, h.store.Gone(t.Context(), server, time.Now()), nil) // the other house hears
			hears()
			synctest.Wait()
			equal(t, len(h.away()), 0)
		}
		// And the other way round: what another house has mended, this one doesn't undo.
		h.house.Removed("another")
		synctest.Wait()
		equal(t, h.store.Present(t.Context(), "another"), nil)
		pass(26 * time.Hour)
		equal(t, len(h.away()), 0)
		equal(t, h.watches().Phase != sitting.Ended, true)
	})
}

// TestALossIsHeardOfByEveryHouse has other houses keep what is lost, and tell people of it.
func TestALossIsHeardOfByEveryHouse(t *testing.T) {
	t.Parallel()
	inCrew(t, func(t *testing.T, h *hall, c *crew) {
		h.deals("ann", "bob", "cyd")
		pass(0)
		keeps := func(told ...sitting.Person) {
			loss := table.Loss{
				At: sitting.Whole(time.Now()), People: []sitting.Person{"ann", "bob", "cyd"}, Told: told,
			}
			equal(t, h.store.AddLoss(t.Context(), h.id, 0, loss), nil)
		}
		keeps()
		pass(time.Minute)
		equal(t, h.bereft("ann"), false) // the control: nobody says that anything is new
		equal(t, h.looks("ann").Phase, sitting.Playing)
		c.loses()
		pass(time.Second)
		equal(t, h.bereft("ann"), true)
		equal(t, len(h.lost("ann")), 1)
		equal(t, h.looks("ann").Phase, sitting.Ended)
		keeps("ann")
		c.loses()
		pass(time.Second)
		equal(t, h.bereft("ann"), false)
		keeps("cyd") // which it hasn't heard of when it tells bob
		equal(t, h.house.Bereft("bob")(t.Context(), true), nil)
		h.restart()
		for _, p := range []sitting.Person{"ann", "bob", "cyd"} {
			equal(t, h.bereft(p), false)
			equal(t, len(h.lost(p)), 1)
		}
	})
}
