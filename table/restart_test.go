package table_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// TestNothingIsLostAtAnyPoint kills the house after every batch of two hands, one
// of them dealt again, with people, computers, a leaver, an absent person and
// plays taken back, and goes on with a new
// house on the same file.
func TestNothingIsLostAtAnyPoint(t *testing.T) {
	t.Parallel()
	inKeptHall(t, func(t *testing.T, h *hall) {
		rounds, taken := 0, 0
		check := func() {
			t.Helper()
			rounds++
			seen := h.looks("ann")
			was := table.StateOf(t, h.house, h.id)
			equal(t, was, table.ReplayOf(h.id, h.log()))
			h.restart()
			equal(t, table.StateOf(t, h.house, h.id), was)
			equal(t, h.looks("ann"), seen)
		}
		do := openIn("c")
		do.Settings.Turn = time.Hour
		h.opens("ann", do)
		for _, step := range []struct {
			who sitting.Person
			do  sitting.Action
		}{
			{"bob", sitting.Join{}},
			{"ann", sitting.AddComputer{Level: opponent.Easy}},
			{"bob", sitting.Cut{Word: "herring"}},
			{"ann", sitting.Start{}},
			{"cy", sitting.Join{}},
			{"bob", sitting.Away{}},
			{"bob", sitting.Leave{Sure: true}},
		} {
			h.does(step.who, step.do)
			check()
		}
		takesBack := func(who sitting.Person) {
			if !h.looks(who).MayTakeBack {
				return
			}
			h.does(who, sitting.TakeBack{})
			check()
			for h.looks("").Takeback != nil {
				for _, p := range []sitting.Person{"ann", "bob", "cy"} {
					if s := h.looks(p); s.Takeback != nil && slices.Contains(s.Takeback.Waits, s.Me) {
						h.does(p, sitting.Agree{Yes: true})
						check()
					}
				}
			}
			taken++
		}
		for hand := range 3 {
			for end := rounds + 60; h.looks("").Phase == sitting.Playing && (hand == 0 || rounds < end); {
				switch {
				case h.onTurn() == "":
					pass(delay)
				case rounds%9 == 0:
					pass(time.Hour)
					check()
					h.does("cy", sitting.Back{})
					h.does("ann", sitting.Back{})
				default:
					who := h.onTurn()
					h.moves()
					if rounds%5 == 0 {
						check()
						takesBack(who)
					}
				}
				check()
			}
			switch hand {
			case 0:
				h.does("ann", sitting.Next{})
				check()
			case 1:
				h.finishes()
				h.does("ann", sitting.Again{})
				check()
			}
		}
		h.closes(h.looks("").Host)
		was := table.StateOf(t, h.house, h.id)
		h.restart()
		equal(t, table.StateOf(t, h.house, h.id), was)
		if rounds < 50 || taken == 0 {
			t.Errorf("only %d restarts, %d taken back", rounds, taken)
		}
	})
}

// TestALostEventIsNoticed is the negative control of the comparisons above.
func TestALostEventIsNoticed(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		for range 6 {
			h.moves()
		}
		log := h.log()
		whole := table.ReplayOf(h.id, log)
		for lost := range 3 {
			log.Events = log.Events[:len(log.Events)-1]
			if reflect.DeepEqual(whole, table.ReplayOf(h.id, log)) {
				t.Errorf("without the last %d events the state is the same", lost+1)
			}
		}
	})
}

func TestAJobBegunIsFinishedWhenTheHouseCloses(t *testing.T) {
	t.Parallel()
	inFaultyHall(t, func(t *testing.T, h *hall, faulty *faultyStore) {
		h.opens("ann", openIn("c"))
		begun := make(chan struct{})
		faulty.fails(func(table.Batch) error {
			close(begun)
			<-time.After(time.Second)
			return nil
		}, nil)
		answer := make(chan error, 1)
		go func() {
			_, err := h.send(h.command("bob", sitting.Join{}))
			answer <- err
		}()
		<-begun
		h.kill()
		equal(t, <-answer, nil)
		h.start()
		equal(t, people(h.looks("").Seats), []sitting.Person{"ann", "bob"})
	})
}
