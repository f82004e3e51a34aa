package table_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// stages bring a table of ann's, with bob and cy, to each phase of its life.
func stages() map[string]func(*hall) {
	lobby := func(h *hall) { h.opens("ann", openIn("c"), "bob", "cy") }
	return map[string]func(*hall){
		"lobby":   lobby,
		"playing": func(h *hall) { lobby(h); h.does("ann", sitting.Start{}) },
		"between": func(h *hall) { lobby(h); h.does("ann", sitting.Start{}); h.finishes(); pass(0) },
		"dealing": func(h *hall) {
			lobby(h)
			h.channelCloses()
			h.does("ann", sitting.Start{})
		},
	}
}

// actions are all that there is to be asked of a table, so that it is taken from its host.
func actions() []sitting.Action {
	set := settings()
	set.Seats = 5
	return []sitting.Action{
		sitting.Join{}, sitting.Leave{Sure: true}, sitting.AddComputer{Level: opponent.Easy},
		sitting.Remove{Seat: 2, Sure: true}, sitting.SetSettings{Settings: set}, sitting.Start{}, sitting.Next{},
		sitting.Again{}, sitting.Cut{Word: "gale"}, sitting.Play{}, sitting.TakeBack{}, sitting.Agree{Yes: true},
		sitting.Nudge{}, sitting.End{Sure: true}, sitting.Vote{Yes: true}, sitting.Close{Sure: true}, sitting.Away{},
		sitting.Back{}, sitting.Invite{People: []sitting.Person{"dee"}}, sitting.Respond{Yes: true},
	}
}

// substitutes say, by phase and verb, what others do who wait for what is a host's alone: the host
// has vanished, and nobody may manage the server. Some nobody can have then, nor the host.
func substitutes() map[string]func(*testing.T, *hall) {
	starts := func(t *testing.T, h *hall) {
		pass(10 * time.Minute)
		equal(t, h.does("cy", sitting.Start{}).Sight.Phase, sitting.Playing)
	}
	goesOn := func(t *testing.T, h *hall) { equal(t, h.does("cy", sitting.Next{}).Sight.Phase, sitting.Playing) }
	closes := func(t *testing.T, h *hall) {
		h.does("cy", sitting.Close{})
		wait := h.until("bob", sitting.Close{}, sitting.HostAsked)
		pass(wait)
		if h.does("bob", sitting.Close{Sure: true}).Sight.Phase == sitting.Playing {
			pass(25 * time.Hour) // in which those who are there may say no
		}
		equal(t, h.looks("").Phase, sitting.Ended)
	}
	anew := func(t *testing.T, h *hall) { // at a table of their own
		closes(t, h)
		h.opens("bob", openIn("c"), "cy")
		h.does("bob", sitting.AddComputer{Level: opponent.Easy})
	}
	none := func(t *testing.T, h *hall) { h.refused("ann", sitting.End{}, sitting.NoHand) }
	dealt := func(t *testing.T, h *hall) { h.refused("ann", sitting.Start{}, sitting.HandUnderWay) }
	asked := func(t *testing.T, h *hall) {
		equal(t, h.does("ann", sitting.Start{}).Sight.Phase, sitting.Dealing)
	}
	return map[string]func(*testing.T, *hall){
		"lobby start": starts, "lobby close": anew, "lobby end": none,
		"lobby add": anew, "lobby remove": anew, "lobby settings": anew,
		"between start": goesOn, "between close": closes, "between end": none,
		"between add": anew, "between remove": anew, "between settings": anew,
		"playing start": dealt, "playing end": closes, "playing close": closes,
		"playing add": anew, "playing remove": closes, "playing settings": anew,
		"dealing start": asked, "dealing end": none, "dealing close": closes,
		"dealing add": anew, "dealing remove": closes, "dealing settings": anew,
	}
}

// TestEachRightOfAHostHasASubstitute finds out, in each phase, what somebody seated is refused
// because they aren't the host, and has the others get it done.
func TestEachRightOfAHostHasASubstitute(t *testing.T) {
	t.Parallel()
	rights, found := substitutes(), []string{}
	for stage, brings := range stages() {
		for _, do := range actions() {
			name := stage + " " + sitting.Verb(do)
			isHosts := false
			inKeptHall(t, func(_ *testing.T, h *hall) {
				brings(h)
				reply, err := h.send(h.command("bob", do))
				var no *sitting.Refusal
				refused := errors.As(err, &no) && slices.Contains([]sitting.Code{sitting.NotHost, sitting.HostFirst}, no.Code)
				isHosts = refused || reply.Sight.Sought != nil
			})
			if !isHosts {
				continue
			}
			found = append(found, name)
			instead, has := rights[name]
			if !has {
				t.Errorf("%s: nobody can when the host has vanished", name)
				continue
			}
			t.Run(name, func(t *testing.T) {
				inKeptHall(t, func(t *testing.T, h *hall) { brings(h); instead(t, h) })
			})
		}
	}
	for name := range rights {
		if !slices.Contains(found, name) {
			t.Errorf("%s is no right of a host's", name)
		}
	}
}
