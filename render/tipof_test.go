package render

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// amiss says what is wrong with a tip in a position: there is none, the rules refuse its
// move, or it names a card that its reader may not know.
func amiss(s engine.State, t tip) error {
	if len(t.says) == 0 || t.says[0].key == "" {
		return errors.New("nothing is said")
	}
	if _, err := engine.Decide(s, s.Turn, t.move); err != nil {
		return fmt.Errorf("%v is refused: %w", t.move, err)
	}
	v := engine.See(s, s.Turn)
	known := v.Hand | engine.HandOf(v.Pile[:v.PileSize]...)
	for _, meld := range v.Melds[:v.MeldCount] {
		known |= meld.Cards
	}
	for _, says := range t.says {
		if named := cardsIn(says); named&^known != 0 {
			return fmt.Errorf("%s names %v", says.key, named&^known)
		}
	}
	return nil
}

func cardsIn(s sentence) engine.Hand {
	cards := engine.HandOf(s.cards...)
	for _, inner := range []told{s.list, s.word} {
		if inner, ok := inner.(sentence); ok {
			cards |= cardsIn(inner)
		}
	}
	return cards
}

// TestTipsAreLegalAndKnown reads the tip of every turn of random hands under all rules, and of
// such hands with the cards that are hidden from its reader changed about: it must be the same.
func TestTipsAreLegalAndKnown(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	said, read := map[lang.Key]int{}, 0
	for range 300 {
		players := 2 + r.IntN(5)
		_, err := enginetest.Play(r, enginetest.RandomRules(r), players, func(step enginetest.Step) error {
			if step.After.Phase == engine.Over {
				return nil
			}
			for seat := range engine.Seat(players) {
				if seat != step.After.Turn && len(tipOf(engine.See(step.After, seat)).says) > 0 {
					return fmt.Errorf("seat %v has a tip out of turn", seat)
				}
			}
			got := tipOf(engine.See(step.After, step.After.Turn))
			read++
			for _, says := range got.says {
				said[says.key]++
			}
			return amiss(step.After, got)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d tips read: %v", read, said)
	for _, key := range []lang.Key{
		lang.TipTakeSet, lang.TipTakeRun, lang.TipTakeLayoff, lang.TipStock, lang.TipTurnover, lang.TipRummy, lang.TipOut,
		lang.TipSet, lang.TipRun, lang.TipKeep, lang.TipLayoff, lang.TipDiscard, lang.TipLeast,
	} {
		if said[key] == 0 {
			t.Errorf("%s is never said", key)
		}
	}
	if read < 5000 {
		t.Errorf("only %d tips read", read)
	}
}

// TestABadTipIsFound is the control.
func TestABadTipIsFound(t *testing.T) {
	s := enginetest.Position(t, "turn 0 play\nhand 0 8S 9C TC 4D\nbarred 8S\nhand 1 2C 3C 7D\npile 7C 4C")
	card := func(text string) engine.Card {
		c, err := engine.ParseCard(text)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	good := tipOf(engine.See(s, 0))
	if err := amiss(s, good); err != nil {
		t.Fatal(err)
	}
	for what, bad := range map[string]tip{
		"none":        {},
		"barred":      {good.says, engine.Discard{Card: card("8S")}},
		"not a meld":  {good.says, engine.Meld{Cards: engine.HandOf(card("9C"), card("TC"))}},
		"another's":   {[]sentence{{key: lang.TipDiscard, cards: []engine.Card{card("7D")}}}, good.move},
		"the stock's": {[]sentence{{key: lang.TipTakeSet, list: sentence{cards: []engine.Card{card("KD")}}}}, good.move},
	} {
		if amiss(s, bad) == nil {
			t.Errorf("a tip that is %s passes", what)
		}
	}
}

func TestTipsGoWithTwoHands(t *testing.T) {
	type hand struct {
		table sitting.ID
		n     int
	}
	for name, hands := range map[string][]hand{
		"of one table":                {{"a", 5}, {"a", 5}, {"a", 5}, {"a", 6}, {"a", 6}, {"a", 7}, {"a", 7}, {"a", 8}},
		"the first of several tables": {{"a", 1}, {"a", 1}, {"a", 1}, {"b", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"d", 2}},
	} {
		tips, shown := TipsOn, ""
		for _, h := range hands {
			var now bool
			now, tips = tips.With(h.table, h.n)
			shown += map[bool]string{true: "x", false: "-"}[now]
			if tipsOf(tips.sign()) != tips {
				t.Errorf("%d comes back as %d", tips, tipsOf(tips.sign()))
			}
		}
		if shown != "xxxxx---" || tips != TipsOff || tips.Are() || TipsUnset.Are() || !TipsOn.Are() {
			t.Errorf("%s: shown %s, and then %d", name, shown, tips)
		}
	}
	for _, none := range []Tips{TipsUnset, TipsOff} {
		if now, next := none.With("a", 3); now || next != none {
			t.Errorf("%d shows tips", none)
		}
	}
	// Where two hands aren't told apart one of them has tips for longer.
	if now, next := (tipsFirst + 3).With("", 3+tipsHands); !now || next != tipsFirst+3 {
		t.Errorf("%v %d", now, next)
	}
}
