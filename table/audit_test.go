package table_test

import (
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// audited gives what is wrong with a list of events.
func audited(id sitting.ID, events []sitting.Event, at []time.Time) error {
	a := sitting.NewAudit(id)
	for i, e := range events {
		if err := a.Next(e, at[i]); err != nil {
			return err
		}
	}
	return a.End()
}

// TestNoEventOfAGameCanBeSpared leaves each event of a table out, and doubles it:
// neither is a course that the rules lead to. A meld or lay-off alone may be missing
// where the same cards cost nothing in hand.
func TestNoEventOfAGameCanBeSpared(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		h.does("ann", sitting.Cut{Word: "gale"}) // without one a hand of an older program has the same cuts
		h.does("ann", sitting.Start{})
		h.finishes()
		h.does("bob", sitting.Next{})
		h.finishes()
		l := h.log()
		at := append(slices.Clone(l.At), l.At[0])
		equal(t, audited(h.id, l.Events, at), nil)
		for i, e := range l.Events[:len(l.Events)-1] { // the last says that the next deal is sealed, which may be yet to come
			without := slices.Delete(slices.Clone(l.Events), i, i+1)
			twice := slices.Insert(slices.Clone(l.Events), i, e)
			_, word := e.(sitting.CutGiven) // twice the same is once
			if !laysDown(e) && audited(h.id, without, at) == nil || !word && audited(h.id, twice, at) == nil {
				t.Errorf("event %d, %T: nothing wrong without it, or with two of it", i+1, e)
			}
		}
	})
}

// laysDown says whether an event is a meld or a lay-off.
func laysDown(e sitting.Event) bool {
	played, _ := e.(sitting.Played)
	_, melds := played.Event.(engine.Melded)
	_, laysOff := played.Event.(engine.LaidOff)
	return melds || laysOff
}

// TestAnAuditKnowsWhatWasOwed compares the debts that an audit finds with the tab.
func TestAnAuditKnowsWhatWasOwed(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		h.finishes()
		h.does("ann", sitting.Again{})
		h.finishes()
		h.does("ann", sitting.Again{})
		h.finishes()
		owed := make(map[sitting.Person]int64)
		a, hands := sitting.NewAudit(h.id), 0
		l := h.log()
		for i, e := range l.Events {
			equal(t, a.Next(e, l.At[i]), nil)
			ended, over := a.Ended()
			if over {
				hands++
			}
			for _, d := range ended.Debts {
				owed[d.From] -= d.Pips
				owed[d.To] += d.Pips
			}
			if over != (len(ended.Outcome.People) == 2) && ended.Hand.Again == 0 {
				t.Errorf("%+v", ended)
			}
		}
		for _, s := range h.standings() {
			equal(t, owed[s.Person], s.Pips)
		}
		equal(t, hands, 3)
		equal(t, a.Head(), sitting.Head{Table: h.id, Server: "server", Channel: l.Head.Channel, Open: true})
	})
}

// TestWhatIsLongOwedIsNoEdit has no post made, while reminders and pings fall due
// for turns that began long before: a check finds every post where it belongs.
func TestWhatIsLongOwedIsNoEdit(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsWithin(24*time.Hour, "ann", "bob")
		h.wall.holding(make(chan struct{}))
		for _, p := range []sitting.Person{"ann", "bob"} {
			h.quiet(p, sitting.Quiet{From: 60, To: 720, Zone: "UTC"})
		}
		for range 5 {
			pass(7 * time.Hour)
			h.sound()
			if h.onTurn() != "" {
				h.passes()
			}
			h.sound()
			pass(30 * time.Hour)
			h.sound()
		}
		kinds := make(map[table.PostKind]int)
		for _, p := range h.log().Owed {
			kinds[p.Kind]++
		}
		if kinds[table.PostReminder] == 0 || kinds[table.PostPing] < 2 || kinds[table.PostTable] < 5 {
			t.Errorf("hardly anything is owed: %v", kinds)
		}
	})
}
