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

// A player picks a move from what its seat may know.
type player func(engine.View, []engine.PublicEvent, *rand.Rand) engine.Move

func easy(v engine.View, log []engine.PublicEvent, r *rand.Rand) engine.Move {
	return opponent.Choose(opponent.Easy, v, log, r)
}

// random picks any of the legal moves, each as likely as any other.
func random(v engine.View, _ []engine.PublicEvent, r *rand.Rand) engine.Move {
	o := engine.LegalView(v)
	var moves []engine.Move
	for _, from := range o.Draws {
		moves = append(moves, engine.Draw{Source: from})
	}
	for _, cards := range o.Melds {
		moves = append(moves, engine.Meld{Cards: cards})
	}
	for _, m := range o.LayOffs {
		moves = append(moves, m)
	}
	for _, c := range o.Discards {
		moves = append(moves, engine.Discard{Card: c})
	}
	for _, m := range o.GoOuts {
		moves = append(moves, m)
	}
	return moves[r.IntN(len(moves))]
}

// play deals a hand and has the players play it to its end. It fails when a
// move is refused.
func play(tb testing.TB, rules engine.Rules, deck [engine.PackSize]engine.Card, r *rand.Rand, players ...player) engine.Result {
	tb.Helper()
	dealt, err := engine.Deal(rules, len(players), 0, deck)
	if err != nil {
		tb.Fatal(err)
	}
	s := engine.Apply(engine.State{}, dealt)
	logs := make([][]engine.PublicEvent, len(players))
	for moves := 0; s.Phase != engine.Over; moves++ {
		if moves > enginetest.MostMoves(rules, len(players)) {
			tb.Fatalf("%v, %d players: no end", rules, len(players))
		}
		seat := s.Turn
		move := players[seat](engine.See(s, seat), logs[seat], r)
		events, err := engine.Decide(s, seat, move)
		if err != nil {
			tb.Fatalf("%v, %d players, seat %d: %v is refused: %v", rules, len(players), seat, move, err)
		}
		for _, e := range events {
			for viewer := range logs {
				if seen, ok := engine.Public(s, e, engine.Seat(viewer)); ok {
					logs[viewer] = append(logs[viewer], seen)
				}
			}
			s = engine.Apply(s, e)
		}
	}
	result, _ := engine.Outcome(s)
	return result
}

func TestEveryMoveIsLegalAndEveryHandEnds(t *testing.T) {
	for _, preset := range engine.Presets() {
		won := 0
		for players := 2; players <= engine.MaxSeats; players++ {
			seats := make([]player, players)
			for i := range seats {
				seats[i] = easy
			}
			for seed := range uint64(40) {
				r := rand.New(rand.NewPCG(seed, uint64(players)))
				if !play(t, preset.Rules(), enginetest.Deck(r), r, seats...).Blocked {
					won++
				}
			}
		}
		if won == 0 {
			t.Errorf("%v: nobody ever goes out", preset)
		}
	}
}

func TestEveryHouseRuleIsPlayed(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 2))
		seats := make([]player, 2+r.IntN(engine.MaxSeats-1))
		for i := range seats {
			seats[i] = easy
			if r.IntN(3) == 0 {
				seats[i] = random // positions that easy alone would not reach
			}
		}
		play(t, enginetest.RandomRules(r), enginetest.Deck(r), r, seats...)
	}
}

func TestEasyBeatsRandom(t *testing.T) {
	won, decided := 0, 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		deck := enginetest.Deck(r)
		for seat, players := range [][]player{{easy, random}, {random, easy}} {
			result := play(t, engine.Boathouse.Rules(), deck, r, players...)
			if result.Winner == engine.Nobody {
				continue
			}
			decided++
			if result.Winner == engine.Seat(seat) {
				won++
			}
		}
	}
	t.Logf("easy takes %d of %d decided hands", won, decided)
	if decided < 500 || won*100 < decided*98 {
		t.Errorf("easy takes only %d of %d decided hands", won, decided)
	}
}

func TestTheSameInputGivesTheSameMove(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	var results [2]engine.Result
	deck := enginetest.Deck(r)
	for i := range results {
		results[i] = play(t, engine.Mixed.Rules(), deck, rand.New(rand.NewPCG(9, 9)), easy, easy, easy)
	}
	if diff := cmp.Diff(results[0], results[1]); diff != "" {
		t.Error(diff)
	}
}

func TestWhoIsNotToMoveHasNoMove(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	dealt, err := engine.Deal(engine.Boathouse.Rules(), 2, 0, enginetest.Deck(r))
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Apply(engine.State{}, dealt)
	for _, v := range []engine.View{{}, engine.Watch(s), engine.See(s, dealt.Dealer)} {
		if m := easy(v, nil, r); m != nil {
			t.Errorf("%v", m)
		}
	}
}

func TestEveryLevelHasAWord(t *testing.T) {
	for _, l := range opponent.Levels() {
		if got, err := opponent.ParseLevel(" " + l.String() + " "); got != l || err != nil {
			t.Errorf("%v: %v, %v", l, got, err)
		}
	}
	var bad *engine.ParseError
	if _, err := opponent.ParseLevel("grandmaster"); !errors.As(err, &bad) || bad.Word != "grandmaster" {
		t.Errorf("an unknown level: %v", err)
	}
}
