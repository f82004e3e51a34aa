package table_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// tries has a person do something many times, each as it is wanted then, and says
// how often it was taken. What isn't taken must be refused with the code.
func (h *hall) tries(who sitting.Person, times int, code sitting.Code, do func(n int) sitting.Action) (taken int) {
	h.tb.Helper()
	for n := range times {
		_, err := h.send(h.command(who, do(n)))
		if err == nil {
			taken++
			continue
		}
		wantCode(h.tb, err, code)
	}
	return taken
}

func TestADealTakesTwentyWordsAndKeepsOneForEach(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		words := func(times int) func(sitting.Person) int {
			return func(who sitting.Person) int {
				return h.tries(who, times, sitting.WordsFull, func(n int) sitting.Action { return sitting.Cut{Word: fmt.Sprint("word", n)} })
			}
		}
		h.opens("ann", openIn("c"), "bob", "cy")
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		equal(t, words(100)("bob"), 18)
		equal(t, words(100)("ann"), 1)
		h.restart()
		equal(t, words(1)("bob"), 0)
		equal(t, words(100)("cy"), 1)
		equal(t, words(1)("ann"), 0)
		equal(t, len(h.looks("").Deal.Cuts), 3)

		h.does("ann", sitting.Start{})
		h.finishes()
		equal(t, words(1)("bob"), 1)
	})
}

func TestOneAloneGivesAllTwentyWords(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		equal(t, h.tries("ann", 2000, sitting.WordsFull, func(int) sitting.Action { return sitting.Cut{Word: "oars"} }), 20)
	})
}

// TestWhoComesAndGoesIsTurnedAwaySoon has a stranger come and go, which holds up
// nobody else, and is forgotten with the deal.
func TestWhoComesAndGoesIsTurnedAwaySoon(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		comesAndGoes := func() (came int) {
			for range 2000 {
				_, err := h.send(h.command("stranger", sitting.Join{}))
				if err != nil {
					wantCode(t, err, sitting.Restless)
					continue
				}
				h.does("stranger", sitting.Leave{})
				came++
			}
			return came
		}
		equal(t, comesAndGoes(), 50)
		h.restart()
		equal(t, comesAndGoes(), 0)
		if n := len(h.log().Events); n > 110 {
			t.Errorf("%d events are stored", n)
		}
		h.does("cy", sitting.Join{})
		h.does("ann", sitting.Start{})
		h.does("stranger", sitting.Join{})
		h.does("stranger", sitting.Leave{})
		equal(t, people(h.looks("").Seats), []sitting.Person{"ann", "bob", "cy"})
	})
}

// TestWhatCanBeDoneOverAndOverEnds does each such thing; what brings the table on
// goes on.
func TestWhatCanBeDoneOverAndOverEnds(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		computers := 0
		for range 100 {
			if _, err := h.send(h.command("ann", sitting.AddComputer{Level: opponent.Easy})); err != nil {
				wantCode(t, err, sitting.Restless)
				continue
			}
			h.does("ann", sitting.Remove{Seat: 1})
			computers++
		}
		if computers != 50 {
			t.Errorf("%d computers were seated", computers)
		}
		equal(t, h.tries("ann", 10, sitting.Restless, func(int) sitting.Action { return sitting.SetSettings{Settings: settings()} }), 0)
		h.does("bob", sitting.Join{})
		h.does("ann", sitting.Start{})

		absences := 0
		for range 100 {
			_, err := h.send(h.command("bob", sitting.Away{}))
			if err != nil {
				wantCode(t, err, sitting.Restless)
				continue
			}
			h.does("bob", sitting.Back{})
			absences++
		}
		equal(t, absences, 50)
		h.closes("ann")
		equal(t, h.looks("").Phase, sitting.Ended)
	})
}

func TestPlaysAreTakenBackOnlySoOften(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		h.does("ann", sitting.Start{})
		for h.onTurn() == "" {
			pass(delay)
		}
		taken, refused := 0, 0
		for range 100 {
			h.passes()
			if h.looks("").Phase != sitting.Playing {
				t.Fatal("the hand is over")
			}
			if _, err := h.send(h.command("ann", sitting.TakeBack{})); err != nil {
				wantCode(t, err, sitting.Restless)
				refused++
				break
			}
			taken++
		}
		if taken != 50 || refused != 1 {
			t.Errorf("%d plays were taken back, %d weren't", taken, refused)
		}
	})
}

// inLimits runs a test in a hall where a person may have three open tables, a
// server five.
func inLimits(t *testing.T, test func(*testing.T, *hall)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		test(t, newHall(t, table.Options{Limits: table.Limits{Person: 3, Server: 5}}))
	})
}

func TestOneOpensOnlySoManyTables(t *testing.T) {
	t.Parallel()
	inLimits(t, func(t *testing.T, h *hall) {
		open := func(who sitting.Person, n int) error {
			_, err := h.send(h.command(who, openIn(sitting.Channel(fmt.Sprint("c", n)))))
			return err
		}
		opened := 0
		for n := range 1000 {
			err := open("ann", n)
			if err == nil {
				opened++
				continue
			}
			var no *sitting.Refusal
			if !errors.As(err, &no) || no.Code != sitting.OwnTables || no.Most != 3 || !slices.Equal(no.Channels, []sitting.Channel{"c0", "c1", "c2"}) {
				t.Fatalf("%#v", err)
			}
		}
		equal(t, opened, 3)
		elsewhere := openIn("elsewhere")
		elsewhere.Server = "other"
		h.refused("ann", elsewhere, sitting.OwnTables)
		h.restart()
		h.refused("ann", openIn("d"), sitting.OwnTables)
		// Others' tables are counted with the server's.
		equal(t, open("bob", 10), nil)
		equal(t, open("cy", 11), nil)
		h.refused("bob", openIn("d"), sitting.ServerTables)
		h.does("bob", elsewhere)
		// One that is closed makes room, and its rematch takes it again.
		id, err := h.house.In(t.Context(), "c1")
		equal(t, err, nil)
		h.id = id
		h.does("ann", sitting.Close{})
		again := sitting.Open{Server: "server", Channel: "c1", Like: id}
		h.does("ann", again)
		h.refused("ann", openIn("d"), sitting.OwnTables)
	})
}
