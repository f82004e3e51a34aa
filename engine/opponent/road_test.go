package opponent_test

import (
	"math/rand/v2"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// untrueRoad says what of a road that isn't taken is not so; "" for nothing.
func untrueRoad(s engine.State, v engine.View, a opponent.Advice) string {
	road := a.Road
	if road.Means == 0 {
		return ""
	}
	if road.Moves[0].String() == a.Move.String() {
		return "it is the road that is taken"
	}
	after, shows := s, engine.Hand(0)
	for _, m := range road.Moves {
		events, err := engine.Decide(after, s.Turn, m)
		if err != nil {
			return err.Error()
		}
		for _, e := range events {
			after = engine.Apply(after, e)
		}
		switch m := m.(type) {
		case engine.Meld:
			shows |= m.Cards
		case engine.LayOff:
			shows |= m.Cards
		case engine.Draw, engine.Discard, engine.GoOut:
		}
	}
	if !saysTrue(s, v, after, a, shows) {
		return "not so"
	}
	return ""
}

// saysTrue says whether a road means what it is said to; shows is what it lays
// down, and after what it leads to.
func saysTrue(s engine.State, v engine.View, after engine.State, a opponent.Advice, shows engine.Hand) bool {
	rummy := v.Rules.RummyMultiplier > 1 && !v.Melded[v.Seat]
	draw, draws := a.Road.Moves[0].(engine.Draw)
	discard, discards := a.Road.Moves[0].(engine.Discard)
	cards, fromPile := a.Road.Cards, draws && draw.Source != engine.FromStock
	laid := shows != 0 && shows == cards && after.Hands[v.Seat] == v.Hand&^cards
	_, advisedDiscard := a.Move.(engine.Discard)
	switch a.Road.Means {
	case opponent.GivesUpRummy:
		return laid && rummy && after.Showing && after.Phase == engine.ToPlay
	case opponent.GivesUpRummyInVain:
		return laid && rummy && after.Showing && after.Phase == engine.ToPlay &&
			v.Rules.Pay == engine.PayUnmatched && engine.DeadwoodPips(v.Hand) == engine.DeadwoodPips(v.Hand&^cards)
	case opponent.ShowsAll:
		return laid && !rummy
	case opponent.KeepsRummy:
		return discards && !advisedDiscard && rummy && cards == a.Cards
	case opponent.KeepsBack:
		return discards && !advisedDiscard && !rummy && cards == a.Cards
	case opponent.TakesInView:
		return fromPile && draw.Source != engine.FromTurnover && cards&^pile(v) == 0 && cards != 0 && cards&^after.Barred == 0
	case opponent.TakesUnseen:
		return draws && draw.Source == engine.FromStock && cards == 0 && !s.Counting
	case opponent.TakesNext:
		return draws && draw.Source == engine.FromStock && after.Hands[v.Seat] == v.Hand|cards
	case opponent.TurnsOver:
		return draws && draw.Source == engine.FromTurnover && after.Hands[v.Seat] == v.Hand|cards
	case opponent.PartsPair:
		own, ok := a.Move.(engine.Discard)
		for c := range cards.All() {
			ok = ok && v.Hand.Has(c) && fits(discard.Card, engine.HandOf(c))
		}
		return ok && discards && cards != 0 && discard.Card.Pips() > own.Card.Pips() && spare(v.Hand, discard.Card)
	}
	return false
}

func TestEveryRoadIsTrueAndEveryMeaningIsGiven(t *testing.T) {
	given, refuted := make(map[opponent.Meaning]int), make(map[opponent.Meaning]bool)
	visitPositions(t, 60, func(r *rand.Rand, s engine.State, v engine.View, log []engine.PublicEvent) {
		for _, level := range cheap() {
			a, ok := opponent.Advise(level, v, log, r, short())
			if !ok {
				t.Fatalf("%v: no advice\n%s", level, enginetest.Drawing(s))
			}
			given[a.Road.Means]++
			if why := untrueRoad(s, v, a); why != "" {
				t.Fatalf("%v: beside %v stands %v, %v (%v): %s\n%s", level, a.Move, a.Road.Moves, a.Road.Means, a.Road.Cards, why, enginetest.Drawing(s))
			}
			for other := opponent.GivesUpRummy; a.Road.Means != 0 && other <= opponent.PartsPair; other++ {
				lie := a
				lie.Road.Means = other
				refuted[other] = refuted[other] || untrueRoad(s, v, lie) != ""
			}
		}
	})
	for means := opponent.GivesUpRummy; means <= opponent.PartsPair; means++ {
		t.Logf("%v: %d", means, given[means])
		if given[means] == 0 {
			t.Errorf("never given: %v", means)
		}
		if !refuted[means] {
			t.Errorf("not noticed when false: %v", means)
		}
	}
	if word := (opponent.PartsPair + 1).String(); word != "??" {
		t.Errorf("a meaning without a test: %v", word)
	}
}

// A set in hand, no card on the table: what is lost by laying it down is the
// double, and the search knows what that is worth.
func TestARoadIsMeasuredByTheSearchAlone(t *testing.T) {
	s := enginetest.Position(t, "turn 0 play\nhand 0 QC QH QS 3D 4D 7H 9C KS 2S TH 6C\nhand 1 2C 5H 8D JC KD AS 4S 9H 7D TC\npile 5S\nrest stock")
	v := engine.See(s, 0)
	for _, level := range []opponent.Level{opponent.Normal, opponent.Hard} {
		a, ok := opponent.Advise(level, v, nil, rand.New(rand.NewPCG(1, 1)), opponent.Budget{})
		if _, discards := a.Move.(engine.Discard); !ok || !discards {
			t.Fatalf("%v advises %v", level, a.Move)
		}
		if a.Road.Means != opponent.GivesUpRummyInVain || a.Road.Cards.Len() != 3 {
			t.Errorf("%v: %v of %v", level, a.Road.Means, a.Road.Cards)
		}
		if a.Road.Known != (level == opponent.Hard) {
			t.Errorf("%v: known %t", level, a.Road.Known)
		}
		if level == opponent.Hard && a.Road.Pips < 1 {
			t.Errorf("a rummy given up costs %d pips", a.Road.Pips)
		}
	}
	stopped, _ := opponent.Advise(opponent.Hard, v, nil, rand.New(rand.NewPCG(1, 1)), opponent.Budget{Stop: func() bool { return true }})
	if stopped.Road.Known || stopped.Road.Means == 0 {
		t.Errorf("a search that was stopped at once knows %+v", stopped.Road)
	}
}
