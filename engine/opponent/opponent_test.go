package opponent_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/google/go-cmp/cmp"
)

// short keeps Hard from thinking long.
func short() opponent.Budget { return opponent.Budget{Playouts: 4} }

func players() []opponent.Level { return append(opponent.Levels(), opponent.References()...) }

// cheap lists the players that don't search.
func cheap() []opponent.Level { return append(opponent.References(), opponent.Easy, opponent.Normal) }

// logs are what each seat saw of a hand.
type logs [engine.MaxSeats][]engine.PublicEvent

// add notes events that happened to a state, and returns the state after them.
func (l *logs) add(s engine.State, events []engine.Event) engine.State {
	for _, e := range events {
		for viewer := range engine.Seat(s.Players) {
			if seen, ok := engine.Public(s, e, viewer); ok {
				l[viewer] = append(l[viewer], seen)
			}
		}
		s = engine.Apply(s, e)
	}
	return s
}

// play deals a hand and has the players play it to its end. It fails when a
// move is refused.
func play(tb testing.TB, rules engine.Rules, deck [engine.PackSize]engine.Card, r *rand.Rand, seats ...opponent.Level) engine.Result {
	tb.Helper()
	result, _ := playTelling(tb, rules, deck, r, seats...)
	return result
}

// playTelling is play, and tells whether something lay on the table before the last turn.
func playTelling(tb testing.TB, rules engine.Rules, deck [engine.PackSize]engine.Card, r *rand.Rand, seats ...opponent.Level) (result engine.Result, laid bool) {
	tb.Helper()
	dealt, err := engine.Deal(rules, len(seats), 0, deck)
	if err != nil {
		tb.Fatal(err)
	}
	s := engine.Apply(engine.State{}, dealt)
	var seen logs
	for moves := 0; s.Phase != engine.Over; moves++ {
		if moves > enginetest.MostMoves(rules, len(seats)) {
			tb.Fatalf("%v, %v: no end", rules, seats)
		}
		move := opponent.Choose(seats[s.Turn], engine.See(s, s.Turn), seen[s.Turn], r, short())
		if s.Phase == engine.ToDraw {
			laid = s.MeldCount > 0
		}
		events, err := engine.Decide(s, s.Turn, move)
		if err != nil {
			tb.Fatalf("%v, %v in seat %d: %v is refused: %v", rules, seats, s.Turn, move, err)
		}
		s = seen.add(s, events)
	}
	result, _ = engine.Outcome(s)
	return result, laid
}

// visitPositions plays random moves and shows every position with a seat to
// move, with what that seat saw. It fails when there are fewer than a thousand.
func visitPositions(t *testing.T, hands int, visit func(r *rand.Rand, s engine.State, v engine.View, log []engine.PublicEvent)) {
	t.Helper()
	positions := 0
	for seed := range uint64(hands) {
		r := rand.New(rand.NewPCG(seed, 2))
		var seen logs
		_, err := enginetest.Play(r, enginetest.RandomRules(r), 2+r.IntN(engine.MaxSeats-1), func(step enginetest.Step) error {
			if step.Move != nil {
				seen.add(step.Before, step.Events)
			}
			if s := step.After; s.Phase != engine.Over {
				positions++
				visit(r, s, engine.See(s, s.Turn), seen[s.Turn])
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if positions < 1000 {
		t.Fatalf("only %d positions", positions)
	}
}

func TestEveryMoveIsLegalWhateverTheHouseRules(t *testing.T) {
	n := 0
	visitPositions(t, 80, func(_ *rand.Rand, s engine.State, v engine.View, log []engine.PublicEvent) {
		among := cheap()
		if n++; n%40 == 0 {
			among = players()
		}
		for _, level := range among {
			move := opponent.Choose(level, v, log, rand.New(rand.NewPCG(3, 3)), short())
			if _, err := engine.Decide(s, s.Turn, move); err != nil {
				t.Fatalf("%v: %v: %v\n%s", level, move, err, enginetest.Drawing(s))
			}
		}
	})
}

func TestAnUnreadableLogIsPassedOver(t *testing.T) {
	visitPositions(t, 30, func(r *rand.Rand, s engine.State, v engine.View, log []engine.PublicEvent) {
		part := log[r.IntN(len(log)+1):]
		move := opponent.Choose(opponent.Normal, v, part, r, short())
		if _, err := engine.Decide(s, s.Turn, move); err != nil {
			t.Fatalf("%v: %v\n%s", move, err, enginetest.Drawing(s))
		}
	})
}

func TestEveryHandEnds(t *testing.T) {
	for _, preset := range engine.Presets() {
		for _, level := range []opponent.Level{opponent.Easy, opponent.Normal, opponent.MeldsAtOnce, opponent.HoldsForRummy} {
			won := 0
			for n := 2; n <= engine.MaxSeats; n++ {
				seats := make([]opponent.Level, n)
				for i := range seats {
					seats[i] = level
				}
				for seed := range uint64(6) {
					r := rand.New(rand.NewPCG(seed, uint64(n)))
					if !play(t, preset.Rules(), enginetest.Deck(r), r, seats...).Blocked {
						won++
					}
				}
			}
			if won == 0 {
				t.Errorf("%v, %v: nobody ever goes out", preset, level)
			}
		}
	}
}

func TestTheSameInputGivesTheSameMove(t *testing.T) {
	for _, level := range players() {
		deck := enginetest.Deck(rand.New(rand.NewPCG(1, 4)))
		var results [2]engine.Result
		for i := range results {
			results[i] = play(t, engine.Mixed.Rules(), deck, rand.New(rand.NewPCG(9, 9)), level, opponent.Easy, level)
		}
		if diff := cmp.Diff(results[0], results[1]); diff != "" {
			t.Errorf("%v: %s", level, diff)
		}
	}
}

func TestWhoIsNotToMoveHasNoMove(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	dealt, err := engine.Deal(engine.Boathouse.Rules(), 2, 0, enginetest.Deck(r))
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Apply(engine.State{}, dealt)
	for _, level := range players() {
		for _, v := range []engine.View{{}, engine.Watch(s), engine.See(s, dealt.Dealer)} {
			if m := opponent.Choose(level, v, nil, r, short()); m != nil {
				t.Errorf("%v: %v", level, m)
			}
			if a, ok := opponent.Advise(level, v, nil, r, short()); ok {
				t.Errorf("%v: %v", level, a)
			}
		}
	}
}

func TestEveryPlayerHasAWord(t *testing.T) {
	for _, l := range players() {
		if got, err := opponent.ParsePlayer(" " + l.String() + " "); got != l || err != nil {
			t.Errorf("%v: %v, %v", l, got, err)
		}
	}
	for _, l := range opponent.Levels() {
		if got, err := opponent.ParseLevel(l.String()); got != l || err != nil {
			t.Errorf("%v: %v, %v", l, got, err)
		}
	}
	var bad *engine.ParseError
	for _, word := range []string{"grandmaster", "holds"} {
		if _, err := opponent.ParseLevel(word); !errors.As(err, &bad) || bad.Word != word {
			t.Errorf("%q is a level: %v", word, err)
		}
	}
}
