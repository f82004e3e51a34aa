package table_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// until has a person ask for something that others may have later, and says how much later.
func (h *hall) until(who sitting.Person, do sitting.Action, code sitting.Code) time.Duration {
	h.tb.Helper()
	_, err := h.send(h.command(who, do))
	var no *sitting.Refusal
	if !errors.As(err, &no) || no.Code != code {
		h.tb.Fatalf("%s %T: %v, want %v", who, do, err, code)
	}
	return time.Until(no.Until).Round(time.Second)
}

func TestALobbyIsStartedWithoutItsHost(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob", "cy")
		h.refused("dee", sitting.Start{}, sitting.NotHost)
		equal(t, h.until("bob", sitting.Start{}, sitting.HostFirst), 10*time.Minute)
		pass(9 * time.Minute)
		h.looks("ann") // a click is enough
		pass(9 * time.Minute)
		equal(t, h.until("cy", sitting.Start{}, sitting.HostFirst), time.Minute)
		h.restart() // which changes nothing
		equal(t, h.until("cy", sitting.Start{}, sitting.HostFirst), time.Minute)
		pass(time.Minute)
		h.refused("dee", sitting.Start{}, sitting.NotHost)
		equal(t, h.does("cy", sitting.Start{}).Sight.Phase, sitting.Playing)
		h.sound()
	})
}

// TestALobbyIsClosedWithoutItsHost has a host do nothing for half an hour once they were called;
// another half an hour later who comes next in line may close it too.
func TestALobbyIsClosedWithoutItsHost(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		who  sitting.Person
		wait time.Duration
	}{"the longest seated": {"bob", 30 * time.Minute}, "the next": {"cy", time.Hour}} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				h.opens("ann", openIn("c"), "bob", "cy")
				pass(10 * time.Minute)
				h.refused("dee", sitting.Close{}, sitting.NotHost)
				s := h.does("cy", sitting.Close{}).Sight
				equal(t, []any{s.Phase, s.Sought.By}, []any{sitting.Lobby, sitting.Person("cy")})
				pass(0)
				calls := h.wall.list(table.PostSought)
				equal(t, len(calls), 1)
				equal(t, calls[0].Post.Calls, []sitting.Person{"ann"})
				equal(t, h.until(c.who, sitting.Close{}, sitting.HostAsked), c.wait)
				pass(c.wait - time.Minute)
				h.restart()
				equal(t, h.until(c.who, sitting.Close{}, sitting.HostAsked), time.Minute)
				pass(time.Minute)
				equal(t, h.does(c.who, sitting.Close{}).Sight.Phase, sitting.Ended)
				equal(t, len(h.wall.list(table.PostSought)), 1)
				h.sound()
			})
		})
	}
}

// TestAClickOfTheHostEndsTheRightsOfOthers is the control: whatever the host does, the others wait
// anew.
func TestAClickOfTheHostEndsTheRightsOfOthers(t *testing.T) {
	t.Parallel()
	for name, acts := range map[string]func(*hall){
		"looks":         func(h *hall) { h.looks("ann") },
		"gives a word":  func(h *hall) { h.does("ann", sitting.Cut{Word: "gale"}) },
		"is refused":    func(h *hall) { h.refused("ann", sitting.Join{}, sitting.Seated) },
		"before a kill": func(h *hall) { h.looks("ann"); h.dies(); h.start() },
	} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				h.opens("ann", openIn("c"), "bob")
				pass(10 * time.Minute)
				h.does("bob", sitting.Close{})
				pass(40 * time.Minute)
				acts(h)
				pass(0)
				equal(t, h.looks("bob").Sought == nil, true)
				equal(t, h.until("bob", sitting.Start{}, sitting.HostFirst), 10*time.Minute)
				s := h.does("bob", sitting.Close{}).Sight // which asks anew
				equal(t, []any{s.Phase, s.Sought != nil}, []any{sitting.Lobby, true})
				h.sound()
			})
		})
	}
}

// TestALookNeedsNoStore has nothing be stored while the host looks whom others wait for.
func TestALookNeedsNoStore(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]error{
		"a full disk": table.ErrFull, "another writer": table.ErrConflict,
	} {
		t.Run(name, func(t *testing.T) {
			inFaultyHall(t, func(t *testing.T, h *hall, store *faultyStore) {
				h.opens("ann", openIn("c"), "bob")
				pass(10 * time.Minute)
				h.does("bob", sitting.Close{})
				pass(0)
				want := h.looks("bob")
				store.fails(func(table.Batch) error { return fault }, nil)
				equal(t, h.looks("ann").Sought, want.Sought)
				equal(t, h.looks("ann").Sought == nil, true) // the next look is stored
				h.sound()
			})
		})
	}
}

// TestWhatTheHostCouldntDoDoesntCount has the bot away, or the host want quiet, while others wait.
func TestWhatTheHostCouldntDoDoesntCount(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.beats = true
		h.restart()
		h.opens("ann", openIn("c"), "bob")
		pass(11 * time.Minute)
		h.does("bob", sitting.Close{})
		h.kill()
		<-time.After(2 * time.Hour)
		h.start()
		pass(0)
		if left := h.until("bob", sitting.Close{}, sitting.HostAsked); left < 28*time.Minute {
			t.Errorf("%v are left", left)
		}
		h.sound()
	})
}

// TestAStuckHandIsClosedWithoutItsHost has a host vanish from a table without a limit: the others
// needn't wait for a month.
func TestAStuckHandIsClosedWithoutItsHost(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob", "cy")
		for h.onTurn() != "ann" {
			h.moves()
		}
		pass(time.Hour)
		h.does("bob", sitting.Close{})
		equal(t, h.until("bob", sitting.Close{}, sitting.HostAsked), 24*time.Hour)
		pass(24 * time.Hour)
		h.refused("bob", sitting.Close{}, sitting.NotSure)
		h.does("bob", sitting.Close{Sure: true}) // which asks whoever is there
		h.does("cy", sitting.Vote{Number: h.looks("").Ending.Number, Yes: true})
		pass(24 * time.Hour) // silence is a yes
		equal(t, h.looks("").Phase, sitting.Ended)
		h.sound()
	})
}

// TestAHostWhoWantsQuietIsCalledAfterIt has somebody ask for the host in their quiet hours: the
// call waits for their end, and so does the half hour after it. To start needs no call.
func TestAHostWhoWantsQuietIsCalledAfterIt(t *testing.T) {
	t.Parallel()
	for name, cut := range map[string]func(*hall){"one house": func(*hall) {}, "a restart": (*hall).restart} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				h.quiet("ann", night())
				h.opens("ann", openIn("c"), "bob", "cy")
				pass(2 * time.Hour)
				h.does("bob", sitting.Close{})
				cut(h)
				pass(6*time.Hour - time.Second)
				equal(t, len(h.wall.list(table.PostSought)), 0)
				if left := h.until("bob", sitting.Close{}, sitting.HostAsked); left < 30*time.Minute {
					t.Errorf("%v are left before the call", left)
				}
				pass(time.Minute)
				equal(t, len(h.wall.list(table.PostSought)), 1)
				cut(h)
				pass(28 * time.Minute)
				h.until("bob", sitting.Close{}, sitting.HostAsked)
				pass(2 * time.Minute)
				equal(t, h.does("bob", sitting.Close{}).Sight.Phase, sitting.Ended)
				h.sound()
			})
		})
	}
	inHall(t, func(t *testing.T, h *hall) {
		h.quiet("ann", night())
		h.opens("ann", openIn("c"), "bob")
		pass(10 * time.Minute)
		equal(t, h.does("bob", sitting.Start{}).Sight.Phase, sitting.Playing)
	})
}

// TestNoLimitOnAsksKeepsATableOpen has a host whom too many have asked something, or the same
// person within the hour, who doesn't notify them again: the half hour begins all the same.
func TestNoLimitOnAsksKeepsATableOpen(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]func(*ledger){
		"asked within the hour": func(l *ledger) { l.must(l.bob, "", even(l.ann)) },
		"asked by too many": func(l *ledger) {
			for n, p := range l.registers(table.MostAsks) {
				if err := l.invites(p, sitting.Channel(fmt.Sprint("of ", n)), l.ann); err != nil {
					l.tb.Fatal(err)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			inLedger(t, func(t *testing.T, l *ledger) {
				before(l)
				l.opens(l.ann, openIn("lobby"), l.bob)
				pass(time.Minute)
				l.does(l.bob, sitting.Close{})
				pass(0)
				if called := name == "asked by too many"; len(l.wall.list(table.PostSought)) == 1 != called {
					t.Errorf("called: %v", l.wall.list(table.PostSought))
				}
				equal(t, l.until(l.bob, sitting.Close{}, sitting.HostAsked), 30*time.Minute)
				pass(30 * time.Minute)
				equal(t, l.does(l.bob, sitting.Close{}).Sight.Phase, sitting.Ended)
			})
		})
	}
}
