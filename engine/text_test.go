package engine_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
)

func TestCardsAreReadAsPeopleTypeThem(t *testing.T) {
	want := card(t, "TD")
	for _, text := range []string{"TD", "td", "10D", "10d", "10♦", "t♦", "T♢", "10♦️", "  tD\t"} {
		if got, err := engine.ParseCard(text); err != nil || got != want {
			t.Errorf("%q is read as %v (%v)", text, got, err)
		}
	}
	for _, text := range []string{"", "1D", "11D", "T", "D", "TDD", "T D", "TX", "♦T", "0D", "T\ufe0fD", "TD\ufe0f"} {
		var no *engine.ParseError
		if got, err := engine.ParseCard(text); !errors.As(err, &no) {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	for c := range engine.Card(engine.PackSize) {
		sign := strings.NewReplacer("T", "10", "C", "♣", "D", "♦", "H", "♥", "S", "♠").Replace(c.String())
		for _, text := range []string{c.String(), sign} {
			if got, err := engine.ParseCard(text); err != nil || got != c {
				t.Errorf("%q is read as %v (%v)", text, got, err)
			}
		}
	}
}

func TestHandsAreReadApartAndGlued(t *testing.T) {
	want := hand(t, "9C 9D 9S TD")
	for _, text := range []string{"9c9d9s10d", "9C, 9D; 9S + TD", " 10♦9♣ 9♦️9♠ ", "td,9s,9d,9c"} {
		if got, err := engine.ParseHand(text); err != nil || got != want {
			t.Errorf("%q is read as %v (%v)", text, got, err)
		}
	}
	for text, want := range map[string]engine.ParseError{
		"9C 9X 9D":   {Word: "9X"},
		"9c9d9x 2H":  {Word: "9c9d9x"},
		"9C 9D 9♣":   {Word: "9♣", Twice: true},
		"10d9cTD 2H": {Word: "TD", Twice: true},
	} {
		var no *engine.ParseError
		if _, err := engine.ParseHand(text); !errors.As(err, &no) || *no != want {
			t.Errorf("%q: %v, want %v", text, err, &want)
		}
	}
}

func TestMeldsAreWhatTheRulesSay(t *testing.T) {
	for text, want := range map[string]engine.Kind{
		"": engine.NoMeld, "9C": engine.NoMeld, "9C 9D": engine.NoMeld, "9C TC": engine.NoMeld,
		"9C 9D 9S": engine.Set, "9C 9D 9H 9S": engine.Set, "9C 9D TS": engine.NoMeld, "9C 9D 9H TH": engine.NoMeld,
		"AC 2C 3C": engine.Run, "QC KC AC": engine.Run, "KC AC 2C": engine.Run, "QC KC AC 2C 3C": engine.Run,
		"AC 2C 4C": engine.NoMeld, "AC 2C 3D": engine.NoMeld, "2S 3S KS": engine.NoMeld, "JH QH AH": engine.NoMeld,
		"AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH":    engine.Run,
		"AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH":       engine.Run,
		"AH 2H 3H 4H 5H 6H 8H 9H TH JH QH KH":       engine.Run,
		"AH 2H 3H 4H 5H 6H 8H 9H TH JH QH":          engine.NoMeld,
		"AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AS": engine.NoMeld,
	} {
		if got := engine.KindOf(hand(t, text)); got != want {
			t.Errorf("%s is a %v, want %v", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"AC 2C QC KC": "[QC KC AC 2C]", "9S 9C 9H": "[9C 9H 9S]", "2H 3H 4H": "[2H 3H 4H]",
		"AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH": "[AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH]",
	} {
		if got := textOf(engine.Ordered(hand(t, text))); got != want {
			t.Errorf("%s is laid %s, want %s", text, got, want)
		}
	}
}

func textOf(cards []engine.Card) string {
	text := "["
	for i, c := range cards {
		if i > 0 {
			text += " "
		}
		text += c.String()
	}
	return text + "]"
}

func TestPipsAreCountedAsTheRulesSay(t *testing.T) {
	for text, want := range map[string]engine.Pips{"": 0, "AC": 11, "2D 9H": 11, "TS JS QS KS": 40, "AC AD": 22} {
		if got := hand(t, text).Pips(); got != want {
			t.Errorf("%s counts %d, want %d", text, got, want)
		}
	}
}

func TestMovesComeBackFromTheirTexts(t *testing.T) {
	for text, want := range map[string]engine.Move{
		"draw stock":    engine.Draw{Source: engine.FromStock},
		"draw turnover": engine.Draw{Source: engine.FromTurnover},
		"meld 9C 9D 9S": engine.Meld{Cards: hand(t, "9C 9D 9S")},
		"meld -":        engine.Meld{},
		"layoff 0 9H":   engine.LayOff{Cards: hand(t, "9H")},
		"discard KD":    engine.Discard{Card: card(t, "KD")},
		"goout":         engine.GoOut{Discard: engine.NoCard},
		"goout ; JH":    engine.GoOut{Discard: card(t, "JH")},
		"goout / 3 9H":  engine.GoOut{LayOffs: []engine.LayOff{{Meld: 3, Cards: hand(t, "9H")}}, Discard: engine.NoCard},
		"goout 3D 4D 5D, 9C 9D 9S / 1 6D, 0 7H ; JH": engine.GoOut{
			Melds:   []engine.Hand{hand(t, "3D 4D 5D"), hand(t, "9C 9D 9S")},
			LayOffs: []engine.LayOff{{Meld: 1, Cards: hand(t, "6D")}, {Meld: 0, Cards: hand(t, "7H")}},
			Discard: card(t, "JH"),
		},
	} {
		got, err := engine.ParseMove(text)
		if err != nil || !reflect.DeepEqual(got, want) || got.String() != text {
			t.Errorf("%q is read as %#v (%v)", text, got, err)
		}
	}
	for _, text := range []string{
		"", "draw", "draw  stock", "draw up", "meld", "meld 9D 9C 9S", "meld 9c 9D 9S", "layoff 9H", "layoff 17 9H",
		"layoff +1 9H", "discard", "discard 10D", "goout /", "goout ;", "goout ; JH ; JH", "goout 3D 4D 5D,", "goout  ; JH", "meld 9C 9D 9S ",
	} {
		if got, err := engine.ParseMove(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

func TestEventsThatAreNoneAreNotRead(t *testing.T) {
	deck := wholeDeck()
	dealt, err := engine.Deal(engine.Mixed.Rules(), 3, 2, deck)
	if err != nil {
		t.Fatal(err)
	}
	text := dealt.String()
	if again, err := engine.ParseEvent(text); err != nil || again != engine.Event(dealt) {
		t.Fatalf("%q is read as %v (%v)", text, again, err)
	}
	for _, text := range []string{
		"", "dealt", text[:len(text)-3], text + " AC", text[:len(text)-2] + "AC", "dealt players=9" + text[len("dealt players=3"):],
		"drew 1 stock", "drew 1 stock 2C 2C", "drew 1 stock 2C 3C 4C", "drew 6 stock 2C", "drew nobody stock 2C", "drew -1 stock 2C",
		"melded 1", "melded 1 9D 9C", "laidoff 1 17 9H", "discarded 1", "wentout 1 ", "won 1 rummy 0 0", "won 1 perhaps 0 0 0 0 0 0",
		"won 1 plain 0 0 0 0 0 -1", "won 1 plain 0 0 0 0 0 10000", "won nobody plain 0 0 0 0 0 0", "blocked 9 0 0 0 0 0 0", "blocked nobody",
	} {
		if got, err := engine.ParseEvent(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
