package opponent_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// unknownTo lists the cards that a viewer has never seen by the end of some events.
func unknownTo(events []engine.Event, viewer engine.Seat) []engine.Card {
	var s engine.State
	var seen engine.Hand
	for _, e := range events {
		s = engine.Apply(s, e)
		v := engine.See(s, viewer)
		seen |= v.Hand | engine.HandOf(v.Pile[:v.PileSize]...)
		for _, meld := range v.Melds[:v.MeldCount] {
			seen |= meld.Cards
		}
	}
	var unknown []engine.Card
	for c := range engine.Card(engine.PackSize) {
		if !seen.Has(c) {
			unknown = append(unknown, c)
		}
	}
	return unknown
}

// changedAbout returns the same events with the cards that the viewer never saw
// changed about.
func changedAbout(r *rand.Rand, events []engine.Event, viewer engine.Seat) []engine.Event {
	var as [engine.PackSize]engine.Card
	for i := range as {
		as[i] = engine.Card(i)
	}
	unknown := unknownTo(events, viewer)
	for i, j := range r.Perm(len(unknown)) {
		as[unknown[i]] = unknown[j]
	}
	var changed []engine.Event
	for _, e := range events {
		if dealt, ok := e.(engine.Dealt); ok {
			for i, c := range dealt.Deck {
				dealt.Deck[i] = as[c]
			}
			e = dealt
		}
		if drew, ok := e.(engine.Drew); ok {
			cards := make([]engine.Card, len(drew.Cards))
			for i, c := range drew.Cards {
				cards[i] = as[c]
			}
			drew.Cards = cards
			e = drew
		}
		changed = append(changed, e)
	}
	return changed
}

// A watcher decides from a state and what its seat to move saw.
type watcher func(s engine.State, log []engine.PublicEvent) any

// tellsApart says in how many of a number of positions somebody decides
// otherwise when only cards that it may not know are changed about.
func tellsApart(t *testing.T, w watcher) (noticed int) {
	t.Helper()
	changes := 0
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 6))
		events, err := enginetest.Play(r, enginetest.RandomRules(r), 2+r.IntN(3), func(enginetest.Step) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			before := events[:1+r.IntN(len(events)-2)]
			s := engine.Replay(before)
			if s.Phase == engine.Over {
				continue
			}
			viewer := s.Turn
			after := changedAbout(r, before, viewer)
			if s != engine.Replay(after) {
				changes++
			}
			var decided [2]any
			for i, events := range [][]engine.Event{before, after} {
				var seen logs
				decided[i] = w(seen.add(engine.State{Players: s.Players}, events), seen[viewer])
			}
			if !reflect.DeepEqual(decided[0], decided[1]) {
				noticed++
			}
		}
	}
	if changes < 80 {
		t.Fatalf("only %d positions with hidden cards", changes)
	}
	return noticed
}

func TestNoMoveAndNoAdviceDependsOnHiddenCards(t *testing.T) {
	for _, level := range players() {
		if n := tellsApart(t, func(s engine.State, log []engine.PublicEvent) any {
			a, _ := opponent.Advise(level, engine.See(s, s.Turn), log, rand.New(rand.NewPCG(1, 1)), short())
			return a
		}); n > 0 {
			t.Errorf("%v decides otherwise in %d positions when hidden cards are changed about", level, n)
		}
	}
}

// TestNoReviewDependsOnHiddenCards has the first card that may go be thrown away, and asks what that missed.
func TestNoReviewDependsOnHiddenCards(t *testing.T) {
	found := 0
	if n := tellsApart(t, func(s engine.State, log []engine.PublicEvent) any {
		v := engine.See(s, s.Turn)
		if v.Phase != engine.ToPlay {
			return nil
		}
		play := opponent.Play{View: v, Log: log, Move: engine.Discard{Card: (v.Hand &^ v.Barred).Cards()[0]}}
		misses, _ := opponent.Review([]opponent.Turn{{play, play}}, 1, opponent.Budget{Playouts: 600}, nil)
		found += len(misses)
		return misses
	}); n > 0 {
		t.Errorf("other misses in %d positions when hidden cards are changed about", n)
	}
	if found == 0 {
		t.Error("nothing was missed anywhere")
	}
}

func TestALookAtHiddenCardsIsNoticed(t *testing.T) {
	next := func(s engine.State) engine.Seat { return (s.Turn + 1) % engine.Seat(s.Players) }
	for name, peek := range map[string]func(s engine.State, v *engine.View){
		"another hand":         func(s engine.State, v *engine.View) { v.Pile[0] = s.Hands[next(s)].Cards()[0] },
		"the top of the stock": func(s engine.State, v *engine.View) { v.Hand = v.Hand.Add(s.Cards[engine.PackSize-1]) },
	} {
		if tellsApart(t, func(s engine.State, log []engine.PublicEvent) any {
			v := engine.See(s, s.Turn)
			peek(s, &v)
			return opponent.Choose(opponent.Normal, v, log, rand.New(rand.NewPCG(1, 1)), short())
		}) == 0 {
			t.Errorf("not noticed: a look at %s", name)
		}
	}
}
