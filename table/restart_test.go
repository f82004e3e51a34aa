package table_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/table"
)

// TestNothingIsLostAtAnyPoint kills the house after every batch of two hands
// with people, computers, a leaver and an absent person, and goes on with a new
// house on the same file.
func TestNothingIsLostAtAnyPoint(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		rounds := 0
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
			who table.Person
			do  table.Action
		}{
			{"bob", table.Join{}},
			{"ann", table.AddComputer{Level: opponent.Easy}},
			{"bob", table.Cut{Word: "herring"}},
			{"ann", table.Start{}},
			{"cy", table.Join{}},
			{"bob", table.Leave{Sure: true}},
		} {
			h.does(step.who, step.do)
			check()
		}
		for hand := range 2 {
			for h.looks("").Phase == table.Playing {
				switch {
				case h.onTurn() == "":
					pass(delay)
				case rounds%9 == 0:
					pass(time.Hour)
					check()
					h.does("cy", table.Back{})
					h.does("ann", table.Back{})
				default:
					h.moves()
				}
				check()
			}
			if hand == 0 {
				h.does("ann", table.Next{})
				check()
			}
		}
		h.does(h.looks("").Host, table.Close{})
		was := table.StateOf(t, h.house, h.id)
		h.restart()
		equal(t, table.StateOf(t, h.house, h.id), was)
		if rounds < 50 {
			t.Errorf("only %d restarts", rounds)
		}
	})
}

// TestALostEventIsNoticed is the negative control of the comparisons above.
func TestALostEventIsNoticed(t *testing.T) {
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
			_, err := h.send(h.command("bob", table.Join{}))
			answer <- err
		}()
		<-begun
		h.kill()
		equal(t, <-answer, nil)
		h.start()
		equal(t, people(h.looks("").Seats), []table.Person{"ann", "bob"})
	})
}
