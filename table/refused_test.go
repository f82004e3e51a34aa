package table_test

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// no is Discord's refusal of a post for a permission.
func no() error { return &table.RefusedError{Code: 50013, Err: errors.New("missing permissions")} }

// A refusing wall takes nothing of some kinds, and notes when they were tried.
type refusing struct {
	mu    sync.Mutex
	tries map[table.PostKind][]time.Time
	open  bool
}

func (r *refusing) fail(p table.Post) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tries[p.Kind] = append(r.tries[p.Kind], time.Now())
	if r.open {
		return nil
	}
	return no()
}

// of lists when posts of a kind were tried.
func (r *refusing) of(kind table.PostKind) []time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.tries[kind])
}

// opens has everything be taken from now on.
func (r *refusing) opens() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open = true
}

// refuses has the hall's channel take nothing from now on.
func (h *hall) channelCloses() *refusing {
	r := &refusing{tries: make(map[table.PostKind][]time.Time)}
	h.wall.failing(r.fail)
	return r
}

func TestARefusedResultIsTriedForAsLongAsItTakes(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		pass(0)
		closed := h.channelCloses()
		want := h.finishes()
		pass(24 * time.Hour)
		tries := closed.of(table.PostResult)
		waits := []time.Duration{time.Minute, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 6 * time.Hour, 6 * time.Hour}
		for i, at := range tries[1:] {
			if got, least := at.Sub(tries[i]), waits[min(i, len(waits)-1)]; got < least || got > least*11/10+time.Second {
				t.Errorf("try %d comes %v after the one before", i+1, got)
			}
		}
		if len(tries) < len(waits) {
			t.Fatalf("%d tries", len(tries))
		}
		closed.opens()
		pass(7 * time.Hour)
		results := h.wall.list(table.PostResult)
		equal(t, len(results), 1)
		equal(t, results[0].Seen.Last, want)
		equal(t, len(h.log().Owed), 0)
		equal(t, len(h.log().Refs.Refused), 0)
	})
}

// TestOnlyResultsAndTheNewestStateStayOwed plays on while nothing can be posted: what is left is
// the result and one table.
func TestOnlyResultsAndTheNewestStateStayOwed(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		pass(0)
		h.channelCloses()
		h.finishes()
		pass(0)
		var kinds []table.PostKind
		for _, p := range h.log().Owed {
			kinds = append(kinds, p.Kind)
		}
		slices.Sort(kinds)
		equal(t, kinds, []table.PostKind{table.PostResult, table.PostTable})
	})
}

func TestARefusedPostIsTriedWhenThePermissionIsSeen(t *testing.T) {
	t.Parallel()
	for name, seen := range map[string]func(*hall){
		"by a click":    func(h *hall) { h.house.Permitted("channel") },
		"by the server": func(h *hall) { h.house.Changed("server") },
	} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				h.deals("ann", "bob")
				pass(0)
				closed := h.channelCloses()
				h.finishes()
				pass(30 * time.Minute)
				closed.opens()
				h.house.Permitted("elsewhere")
				h.house.Changed("elsewhere")
				pass(0)
				equal(t, len(h.wall.list(table.PostResult)), 0)
				seen(h)
				pass(0)
				equal(t, len(h.wall.list(table.PostResult)), 1)
				equal(t, len(h.log().Owed), 0)
			})
		})
	}
}

// TestWrongHintsBringFewTries has everybody click where Discord goes on refusing.
func TestWrongHintsBringFewTries(t *testing.T) {
	t.Parallel()
	inKeptHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		pass(0)
		closed := h.channelCloses()
		h.finishes()
		for range 600 {
			h.house.Permitted("channel")
			pass(100 * time.Millisecond)
		}
		if n := len(closed.of(table.PostResult)); n < 10 || n > 14 {
			t.Errorf("%d tries in a minute", n)
		}
	})
}

// TestARefusedPostKeepsItsWaitThroughARestart kills the house between the refusal and the next try.
func TestARefusedPostKeepsItsWaitThroughARestart(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		pass(0)
		closed := h.channelCloses()
		h.finishes()
		pass(10 * time.Minute) // the next try is due after 23 minutes at least
		before := len(closed.of(table.PostResult))
		closed.opens()
		h.restart()
		pass(10 * time.Minute)
		equal(t, len(closed.of(table.PostResult)), before)
		pass(10 * time.Minute)
		equal(t, len(h.wall.list(table.PostResult)), 1)
		h.sound()
	})
}

// TestAHintDuringTheStartCounts: what Discord tells before a table is read holds for it, too.
func TestAHintDuringTheStartCounts(t *testing.T) {
	t.Parallel()
	for server, results := range map[sitting.Server]int{"server": 1, "elsewhere": 0} {
		t.Run(string(server), func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				h.deals("ann", "bob")
				pass(0)
				closed := h.channelCloses()
				h.finishes()
				pass(10 * time.Minute) // the next try is due after 23 minutes at least
				closed.opens()
				h.pulse.waits(time.Second)
				h.restart()
				h.house.Changed(server)
				equal(t, h.house.Stats().Resumed, false)
				pass(time.Minute)
				equal(t, len(h.wall.list(table.PostResult)), results)
			})
		})
	}
}

// TestWhoAsksWhileATryIsRefusedHearsOfTheNext has somebody ask for a hand while a try of the result
// is under way that Discord refuses: what it refused may pass by then.
func TestWhoAsksWhileATryIsRefusedHearsOfTheNext(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		var tries atomic.Int64
		under, end := make(chan struct{}), make(chan struct{})
		h.wall.failing(func(p table.Post) error {
			if p.Kind != table.PostResult {
				return nil
			}
			switch tries.Add(1) {
			case 1:
				return no()
			case 2:
				close(under)
				<-end
				return no()
			}
			return nil
		})
		h.finishes()
		<-under
		deals := make(chan error, 1)
		go func() {
			_, err := h.send(h.command("ann", sitting.Start{}))
			deals <- err
		}()
		pass(0)
		close(end)
		equal(t, <-deals, nil)
		equal(t, h.looks("").Hand, 2)
	})
}

func TestRefusedPostsOfAClosedTableAreDroppedAfterAMonth(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		pass(0)
		h.channelCloses()
		h.finishes()
		h.closes("ann")
		pass(29 * 24 * time.Hour)
		if len(h.log().Owed) == 0 {
			t.Fatal("nothing is owed any more")
		}
		pass(2 * 24 * time.Hour)
		equal(t, len(h.log().Owed), 0)
		h.sound()
	})
}

// TestARefusalOfWhatAResultSaysHoldsNothingElseUp has a filter keep the result out, and nothing
// else.
func TestARefusalOfWhatAResultSaysHoldsNothingElseUp(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		pass(0)
		h.wall.failing(func(p table.Post) error {
			if p.Kind == table.PostResult {
				return &table.RefusedError{Code: 200000, Content: true, Err: errors.New("blocked")}
			}
			return nil
		})
		h.finishes()
		pass(0)
		tables := h.wall.list(table.PostTable)
		equal(t, tables[len(tables)-1].Seen.Phase, sitting.Between)
		equal(t, len(h.log().Owed), 1)
	})
}

// TestAClosedTableTakesAlongWhatItOwes: of one that was never shown nothing is posted; of one that
// was there are its results, and its message says that it is closed.
func TestAClosedTableTakesAlongWhatItOwes(t *testing.T) {
	t.Parallel()
	posted := func(h *hall, since int) (kinds []table.PostKind) {
		for _, p := range h.wall.all()[since:] {
			if p.Post.Kind != table.PostHands { // which are private
				kinds = append(kinds, p.Post.Kind)
			}
		}
		slices.Sort(kinds)
		return kinds
	}
	inHall(t, func(t *testing.T, h *hall) {
		closed := h.channelCloses()
		h.opens("ann", openIn("c"), "bob")
		pass(0)
		h.closes("ann")
		closed.opens()
		pass(7 * time.Hour)
		equal(t, posted(h, 0), []table.PostKind(nil))
		equal(t, len(h.log().Owed), 0)
	})
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		pass(0)
		closed := h.channelCloses()
		h.finishes()
		h.closes("ann")
		before := len(h.wall.all())
		closed.opens()
		pass(7 * time.Hour)
		equal(t, posted(h, before), []table.PostKind{table.PostResult, table.PostTable, table.PostEvening})
		equal(t, len(h.log().Owed), 0)
	})
}
