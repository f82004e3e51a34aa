package opponent

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
)

// logs are what each seat saw of a hand so far.
type logs [engine.MaxSeats][]engine.PublicEvent

func (l *logs) add(before engine.State, events []engine.Event) {
	for _, e := range events {
		for seat := range l {
			if seen, ok := engine.Public(before, e, engine.Seat(seat)); ok {
				l[seat] = append(l[seat], seen)
			}
		}
		before = engine.Apply(before, e)
	}
}

// followHands plays hands by random moves, or as in thought, and shows each
// position in which somebody is to move.
func followHands(tb testing.TB, hands int, visit func(r *rand.Rand, s engine.State, seen []engine.PublicEvent)) {
	tb.Helper()
	for seed := range uint64(hands) {
		r := rand.New(rand.NewPCG(seed, 22))
		var seen logs
		rules, players := enginetest.RandomRules(r), 2+r.IntN(5)
		if seed%2 == 0 {
			_, err := enginetest.Play(r, rules, players, func(step enginetest.Step) error {
				if step.Move != nil {
					seen.add(step.Before, step.Events)
				}
				if step.After.Phase != engine.Over {
					visit(r, step.After, seen[step.After.Turn])
				}
				return nil
			})
			if err != nil {
				tb.Fatal(err)
			}
			continue
		}
		dealt, err := engine.Deal(rules, players, 0, enginetest.Deck(r))
		if err != nil {
			tb.Fatal(err)
		}
		s := engine.Apply(engine.State{}, dealt)
		for s.Phase != engine.Over {
			visit(r, s, seen[s.Turn])
			events, err := engine.Decide(s, s.Turn, habitual(s))
			if err != nil {
				tb.Fatal(err)
			}
			seen.add(s, events)
			s = engine.Apply(s, events[0])
			for _, e := range events[1:] {
				s = engine.Apply(s, e)
			}
		}
	}
}

// habitual is the move that a seat makes in thought.
func habitual(s engine.State) engine.Move {
	p, h := playout{s}, usual()
	if s.Phase == engine.ToDraw {
		return engine.Draw{Source: p.source(&h)}
	}
	if way, ok := engine.FindGoOut(engine.See(s, s.Turn), engine.NoCard); ok {
		return way
	}
	hand := s.Hands[s.Turn]
	if c := p.loosest(&h, engine.Arrange(hand).Deadwood, s.Barred, p.open()|hand); c != engine.NoCard {
		return engine.Discard{Card: c}
	}
	return engine.Discard{Card: leastLeft(hand, s.Barred)}
}

func TestGuessesGoWithAllThatWasSeen(t *testing.T) {
	guesses := 0
	followHands(t, 60, func(r *rand.Rand, s engine.State, seen []engine.PublicEvent) {
		v := engine.See(s, s.Turn)
		past, whole := historyOf(&v, seen)
		if !whole {
			t.Fatalf("the log of %+v leads elsewhere", v)
		}
		if past.shown != s.Shown || past.showing != s.Showing || past.counting != s.Counting {
			t.Fatalf("%+v, in truth %+v", past, s)
		}
		g := newGuesser(&v, seen, r)
		for range 2 {
			for range 10 {
				g.step()
			}
			guess := g.guess()
			guesses++
			if err := agreesWith(guess, &v, past); err != nil {
				t.Fatalf("guess %+v\nof     %+v: %v", guess, s, err)
			}
		}
	})
	t.Log(guesses, "guesses")
}

// agreesWith says what a seat could tell a guess by from the truth.
func agreesWith(guess engine.State, v *engine.View, past *history) error {
	if err := enginetest.Check(guess); err != nil {
		return err
	}
	if saw := engine.See(guess, v.Seat); saw != *v {
		return fmt.Errorf("the seat would see %+v, not %+v", saw, *v)
	}
	for seat, known := range past.known {
		if missing := known &^ guess.Hands[seat]; missing != 0 {
			return fmt.Errorf("seat %d took %v", seat, missing)
		}
	}
	stock := guess.Stock()
	for i, c := range past.stock {
		if stock[i] != c {
			return fmt.Errorf("card %d of the stock is known to be %v", i, c)
		}
	}
	return nil
}

// TestWhatIsKnownIsTrue has the control that somebody's cards are ever known.
func TestWhatIsKnownIsTrue(t *testing.T) {
	hands, stocks := 0, 0
	followHands(t, 60, func(_ *rand.Rand, s engine.State, seen []engine.PublicEvent) {
		v := engine.See(s, s.Turn)
		past, _ := historyOf(&v, seen)
		if err := agreesWith(s, &v, past); err != nil {
			t.Fatalf("%+v: %v", s, err)
		}
		for _, known := range past.known {
			hands += known.Len()
		}
		stocks += len(past.stock)
	})
	if hands == 0 || stocks == 0 {
		t.Errorf("%d cards in hands and %d in stocks were known", hands, stocks)
	}
}

func TestALogThatLeadsElsewhereIsPassedOver(t *testing.T) {
	cut := 0
	followHands(t, 30, func(r *rand.Rand, s engine.State, seen []engine.PublicEvent) {
		v := engine.See(s, s.Turn)
		if len(seen) == 0 {
			return
		}
		part := seen[:r.IntN(len(seen))]
		if _, whole := historyOf(&v, part); !whole {
			cut++
		}
		guess := newGuesser(&v, part, r).guess()
		if err := agreesWith(guess, &v, blindHistory(&v)); err != nil {
			t.Fatal(err)
		}
	})
	if cut == 0 {
		t.Error("no log was cut short")
	}
}

func TestWhatWasTakenBackIsKnown(t *testing.T) {
	taken := 0
	followHands(t, 60, func(r *rand.Rand, s engine.State, seen []engine.PublicEvent) {
		if s.Phase != engine.ToDraw || len(seen) == 0 {
			return
		}
		last := seen[len(seen)-1]
		other := last.Seat
		if last.Kind != engine.SawDiscard || s.Hands[other].Len() < 2 {
			return
		}
		v := engine.See(s, s.Turn)
		held := s.Hands[other].Cards()
		shy := held[r.IntN(len(held))] // it discarded this first, and took it back
		told := append(seen[:len(seen)-1:len(seen)-1],
			engine.PublicEvent{Kind: engine.SawDiscard, Seat: other, Cards: []engine.Card{shy}, Discard: engine.NoCard},
			engine.PublicEvent{Kind: engine.SawTakeback, Seat: other, Cards: []engine.Card{shy}, Discard: engine.NoCard},
			last)
		past, whole := historyOf(&v, told)
		if !whole || !past.known[other].Has(shy) {
			t.Fatalf("%v is not known to be held by seat %v after %v", shy, other, told)
		}
		taken++
		if err := agreesWith(newGuesser(&v, told, r).guess(), &v, past); err != nil {
			t.Fatal(err)
		}
	})
	if taken == 0 {
		t.Error("nothing was ever taken back")
	}
}

// TestGuessesLearnFromPlay compares guesses with the truth. The control is a
// guesser that takes no step and so learns nothing from what the others did.
func TestGuessesLearnFromPlay(t *testing.T) {
	var truth, learned, blind, n int
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 23))
		dealt, err := engine.Deal(engine.Boathouse.Rules(), 2, 0, enginetest.Deck(r))
		if err != nil {
			t.Fatal(err)
		}
		s := engine.Apply(engine.State{}, dealt)
		var seen logs
		for s.Phase != engine.Over {
			if s.Phase == engine.ToDraw && s.Turns == 9 {
				v, other := engine.See(s, s.Turn), 1-s.Turn
				g := newGuesser(&v, seen[s.Turn], r)
				n++
				truth += int(engine.DeadwoodPips(s.Hands[other]))
				blind += int(engine.DeadwoodPips(g.guess().Hands[other]))
				for range 400 {
					g.step()
				}
				learned += int(engine.DeadwoodPips(g.guess().Hands[other]))
			}
			events, err := engine.Decide(s, s.Turn, habitual(s))
			if err != nil {
				t.Fatal(err)
			}
			seen.add(s, events)
			for _, e := range events {
				s = engine.Apply(s, e)
			}
		}
	}
	t.Logf("%d hands: deadwood %d in truth, %d as guessed, %d without learning", n, truth, learned, blind)
	if n < 20 || blind-truth < 2*max(learned-truth, truth-learned) {
		t.Errorf("%d hands: deadwood %d in truth, %d as guessed, %d without learning", n, truth, learned, blind)
	}
}
