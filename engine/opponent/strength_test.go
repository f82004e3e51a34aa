package opponent_test

import (
	"math/rand/v2"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// A score is what came of hands from the side of one player.
type score struct {
	won, decided int
	pips         engine.Pips
}

// match plays each deal as often as there are seats, with a in each seat once
// and b in all others.
func match(t *testing.T, rules engine.Rules, seats, deals int, a, b opponent.Level) (sc score) {
	t.Helper()
	for seed := range uint64(deals) {
		r := rand.New(rand.NewPCG(seed, 3))
		deck := enginetest.Deck(r)
		for mine := range seats {
			levels := make([]opponent.Level, seats)
			for i := range levels {
				levels[i] = b
			}
			levels[mine] = a
			result := play(t, rules, deck, r, levels...)
			sc.pips -= result.Payments[mine]
			switch result.Winner {
			case engine.Nobody:
				continue
			case engine.Seat(mine):
				sc.won++
				for _, pips := range result.Payments {
					sc.pips += pips
				}
			}
			sc.decided++
		}
	}
	t.Logf("%v, %d seats: %v takes %d of %d decided hands from %v, %d pips", rules.Preset, seats, a, sc.won, sc.decided, b, sc.pips)
	return sc
}

func TestEasyBeatsRandom(t *testing.T) {
	sc := match(t, engine.Boathouse.Rules(), 2, 300, opponent.Easy, opponent.Random)
	if sc.decided < 500 || sc.won*100 < sc.decided*75 {
		t.Error("easy takes too few hands from random moves")
	}
}

// TestSomethingHappensOnTheTableWithEasy plays hands with an easy among others and
// counts those in which something lies on the table before the last turn. The
// control is a table of players who hold everything back.
func TestSomethingHappensOnTheTableWithEasy(t *testing.T) {
	const deals = 200
	laid := func(levels ...opponent.Level) (n int) {
		for seed := range uint64(deals) {
			r := rand.New(rand.NewPCG(seed, 7))
			if _, was := playTelling(t, engine.Boathouse.Rules(), enginetest.Deck(r), r, levels...); was {
				n++
			}
		}
		t.Logf("%v: %d of %d", levels, n, deals)
		return n
	}
	const easy, normal, holds = opponent.Easy, opponent.Normal, opponent.HoldsForRummy
	for _, levels := range [][]opponent.Level{
		{easy, easy}, {easy, normal}, {easy, holds}, {easy, easy, easy}, {easy, normal, normal}, {easy, holds, holds},
		{easy, easy, easy, easy}, {easy, normal, normal, normal}, {easy, holds, holds, holds},
	} {
		if laid(levels...)*100 < deals*90 {
			t.Errorf("%v: too little happens on the table", levels)
		}
	}
	if laid(holds, holds)*10 > deals {
		t.Error("who holds everything back lays it down")
	}
}

func TestNormalBeatsTheReferencePlayersAndEasy(t *testing.T) {
	for _, c := range []struct {
		against opponent.Level
		percent int // of decided hands; some less than it takes in thousands of deals
	}{{opponent.HoldsForRummy, 55}, {opponent.MeldsAtOnce, 90}, {opponent.Easy, 60}} {
		sc := match(t, engine.Boathouse.Rules(), 2, 100, opponent.Normal, c.against)
		if sc.decided < 120 || sc.won*100 < sc.decided*c.percent || sc.pips <= 0 {
			t.Errorf("normal takes too little from %v", c.against)
		}
	}
}

func TestNormalGainsPipsWithMoreSeatsAndOtherRules(t *testing.T) {
	for _, c := range []struct {
		preset engine.Preset
		seats  int
	}{{engine.Boathouse, 3}, {engine.Boathouse, 6}, {engine.Concealed, 2}, {engine.Concealed, 4}, {engine.Brisk, 2}, {engine.Brisk, 4}} {
		if sc := match(t, c.preset.Rules(), c.seats, 40, opponent.Normal, opponent.HoldsForRummy); sc.pips <= 0 {
			t.Errorf("%v, %d seats: normal gains nothing", c.preset, c.seats)
		}
	}
}
