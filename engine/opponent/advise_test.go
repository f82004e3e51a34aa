package opponent_test

import (
	"math/rand/v2"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// fits says whether a card makes a meld with some of the others and any one card more.
func fits(c engine.Card, others engine.Hand) bool {
	for a := range others.All() {
		for b := range engine.Card(engine.PackSize) {
			if b != c && b != a && engine.KindOf(engine.HandOf(a, b, c)) != engine.NoMeld {
				return true
			}
		}
	}
	return false
}

// pile returns the cards on the discard pile.
func pile(v engine.View) engine.Hand { return engine.HandOf(v.Pile[:v.PileSize]...) }

// spare says whether the cards of a hand that are matched stay so without a card.
func spare(h engine.Hand, c engine.Card) bool {
	return engine.DeadwoodPips(h.Remove(c)) == engine.DeadwoodPips(h)-c.Pips()
}

// untrue says what of an advice is not so; "" for nothing.
func untrue(s engine.State, v engine.View, a opponent.Advice) string {
	after := s
	var won engine.Won
	events, err := engine.Decide(s, s.Turn, a.Move)
	if err != nil {
		return err.Error()
	}
	for _, e := range events {
		after = engine.Apply(after, e)
		if w, ok := e.(engine.Won); ok {
			won = w
		}
	}
	goesOut := after.Phase == engine.Over && after.Hands[v.Seat] == 0
	draw, draws := a.Move.(engine.Draw)
	discard, discards := a.Move.(engine.Discard)
	var isTrue bool
	switch a.Reason {
	case 0:
		isTrue = a.Why == opponent.Why{} // nothing can be said in cards
	case opponent.GoesOut:
		isTrue = goesOut && (!won.Rummy || v.Rules.RummyMultiplier == 1) && a.Cards == v.Hand
	case opponent.GoesOutAsRummy:
		isTrue = goesOut && won.Rummy && v.Rules.RummyMultiplier > 1 && a.Cards == v.Hand
	case opponent.TakesForMeld:
		isTrue = draws && a.Cards != 0 && a.Cards&^pile(v) == 0 && a.Cards&^after.Hands[v.Seat] == 0
		isTrue = isTrue && a.With&^v.Hand == 0 && engine.KindOf(a.Cards|a.With) != engine.NoMeld
	case opponent.TakesForLayOff:
		isTrue = draws && a.Cards != 0 && a.Cards&^pile(v) == 0 && a.With&^v.Hand == 0 && a.Meld < v.MeldCount &&
			engine.FitsOn(v.Melds[a.Meld].Cards, a.Cards|a.With) && a.Cards&^after.Hands[v.Seat] == 0
	case opponent.TakesForPair:
		isTrue = draws && a.Cards.Len() == 1 && a.Cards&^pile(v) == 0 && a.Cards&^after.Hands[v.Seat] == 0 &&
			a.With != 0 && a.With&^v.Hand == 0
		for c := range a.With.All() {
			isTrue = isTrue && fits(c, a.Cards)
		}
	case opponent.PileFitsNothing:
		isTrue = draws && (draw.Source == engine.FromStock || draw.Source == engine.FromTurnover) &&
			a.Cards != 0 && a.Cards&^pile(v) == 0
		for c := range a.Cards.All() {
			isTrue = isTrue && !inMeld(c, v.Hand|a.Cards) && !goesOnTable(v, v.Hand|a.Cards, c)
		}
	case opponent.OnlyDraw:
		isTrue = draws && a.Cards == pile(v)
		for _, from := range engine.LegalView(v).Draws {
			events, err := engine.Decide(s, s.Turn, engine.Draw{Source: from})
			isTrue = isTrue && err == nil && engine.Apply(s, events[0]).Hands[v.Seat] == v.Hand|a.Cards
		}
	case opponent.ShowsBeforeCaught:
		near := v.Idle+2*v.Players > v.IdleMax
		for seat, n := range v.Counts[:v.Players] {
			near = near || n <= 4 && engine.Seat(seat) != v.Seat
		}
		isTrue = a.Move == engine.Meld{Cards: a.Cards} && near
	case opponent.ShowsToKeepUp:
		isTrue = a.Move == engine.Meld{Cards: a.Cards}
	case opponent.LaysOff:
		l, ok := a.Move.(engine.LayOff)
		isTrue = ok && l.Cards == a.Cards
	case opponent.DiscardsUseless:
		isTrue = discards && a.Cards == engine.HandOf(discard.Card) && !fits(discard.Card, v.Hand.Remove(discard.Card))
		for c := range (v.Hand &^ v.Barred).All() {
			isTrue = isTrue && (c.Pips() <= discard.Card.Pips() || fits(c, v.Hand.Remove(c)) || fitsTable(v, c))
		}
	case opponent.DiscardsDear:
		isTrue = discards && a.Cards == engine.HandOf(discard.Card) && spare(v.Hand, discard.Card)
		for c := range (v.Hand &^ v.Barred).All() {
			isTrue = isTrue && (c.Pips() <= discard.Card.Pips() || !spare(v.Hand, c))
		}
	case opponent.DiscardsSafe:
		isTrue = discards && a.Cards == engine.HandOf(discard.Card) && spare(v.Hand, discard.Card)
	case opponent.BreaksLeast:
		isTrue = discards && a.Cards == engine.HandOf(discard.Card) && a.With != 0 && a.With&^after.Hands[v.Seat] == 0
		for c := range a.With.All() {
			isTrue = isTrue && inMeld(c, a.With)
		}
	}
	if !isTrue {
		return "not so"
	}
	return ""
}

func inMeld(c engine.Card, hand engine.Hand) bool {
	for _, meld := range enginetest.Melds(hand) {
		if meld.Has(c) {
			return true
		}
	}
	return false
}

// goesOnTable says whether a card can be laid off, alone or with others that are held.
func goesOnTable(v engine.View, held engine.Hand, c engine.Card) bool {
	for _, meld := range v.Melds[:v.MeldCount] {
		for cards, before := meld.Cards, engine.Hand(0); cards != before; {
			before = cards
			for other := range (held &^ cards).All() {
				if v.Rules.Melding == engine.MeldOpen && engine.FitsOn(cards, engine.HandOf(other)) {
					cards = cards.Add(other)
				}
			}
			if cards.Has(c) {
				return true
			}
		}
	}
	return false
}

func fitsTable(v engine.View, c engine.Card) bool {
	for _, meld := range v.Melds[:v.MeldCount] {
		if v.Rules.Melding == engine.MeldOpen && engine.FitsOn(meld.Cards, engine.HandOf(c)) {
			return true
		}
	}
	return false
}

func TestEveryReasonIsTrueAndEveryReasonIsGiven(t *testing.T) {
	given := make(map[opponent.Reason]int)
	try := func(r *rand.Rand, s engine.State, v engine.View, log []engine.PublicEvent) {
		for _, level := range cheap() {
			a, ok := opponent.Advise(level, v, log, r, short())
			if !ok {
				t.Fatalf("%v: no advice\n%s", level, enginetest.Drawing(s))
			}
			given[a.Reason]++
			if why := untrue(s, v, a); why != "" {
				t.Fatalf("%v: %v because it %v (%v): %s\n%s", level, a.Move, a.Reason, a.Cards, why, enginetest.Drawing(s))
			}
		}
	}
	visitPositions(t, 60, try)
	for _, rare := range []string{
		"hand 0 9C 9D KD\n hand 1 2C\n pile 4H\n rest hand 1",
		"turn 0 play\n hand 0 9C 9D 9S KD\n hand 1 2C\n pile 4H",
	} {
		s := enginetest.Position(t, rare)
		try(rand.New(rand.NewPCG(1, 1)), s, engine.See(s, s.Turn), nil)
	}
	for reason := opponent.GoesOut; reason <= opponent.BreaksLeast; reason++ {
		t.Logf("%v: %d", reason, given[reason])
		if given[reason] == 0 {
			t.Errorf("never given: %v", reason)
		}
	}
	if word := (opponent.BreaksLeast + 1).String(); word != "??" {
		t.Errorf("a reason without a test: %v", word)
	}
}

func TestAFalseReasonIsNoticed(t *testing.T) {
	noticed := make(map[opponent.Reason]bool)
	visitPositions(t, 40, func(r *rand.Rand, s engine.State, v engine.View, log []engine.PublicEvent) {
		a, _ := opponent.Advise(opponent.Normal, v, log, r, short())
		for other := opponent.GoesOut; other <= opponent.BreaksLeast; other++ {
			if other != a.Reason {
				lie := a
				lie.Reason = other
				noticed[other] = noticed[other] || untrue(s, v, lie) != ""
			}
		}
	})
	for reason := opponent.GoesOut; reason <= opponent.BreaksLeast; reason++ {
		if !noticed[reason] {
			t.Errorf("not noticed when false: %v", reason)
		}
	}
}

func TestAdviceIsTheMoveOfTheLevel(t *testing.T) {
	visitPositions(t, 30, func(r *rand.Rand, _ engine.State, v engine.View, log []engine.PublicEvent) {
		seed := r.Uint64()
		dice := func() *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
		want := opponent.Choose(opponent.Normal, v, log, dice(), short())
		if a, ok := opponent.Advise(opponent.Normal, v, log, dice(), short()); !ok || a.Move.String() != want.String() {
			t.Fatalf("advised %v, chosen %v", a.Move, want)
		}
	})
}
