package engine_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
)

// move reads the text of a move.
func move(t testing.TB, text string) engine.Move {
	t.Helper()
	m, err := engine.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// play plays moves one after the other, each by the seat that is to move.
func play(t testing.TB, s engine.State, moves ...string) engine.State {
	t.Helper()
	for _, text := range moves {
		events, err := engine.Decide(s, s.Turn, move(t, text))
		if err != nil {
			t.Fatalf("%s: %v\n%s", text, err, enginetest.Drawing(s))
		}
		for _, e := range events {
			s = engine.Apply(s, e)
		}
	}
	return s
}

// refusal gives the refusal of a move of the seat to move.
func refusal(t testing.TB, s engine.State, text string) engine.Refusal {
	t.Helper()
	events, err := engine.Decide(s, s.Turn, move(t, text))
	var no *engine.Refusal
	if !errors.As(err, &no) {
		t.Fatalf("%s gives %v, %v\n%s", text, events, err, enginetest.Drawing(s))
	}
	return *no
}

func hand(t testing.TB, text string) engine.Hand {
	t.Helper()
	h, err := engine.ParseHand(text)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func card(t testing.TB, text string) engine.Card {
	t.Helper()
	c, err := engine.ParseCard(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestDrawsTakeWhatTheRulesSay(t *testing.T) {
	for name, test := range map[string]struct {
		position string
		move     string
		cards    string
		barred   string
	}{
		"two of the stock": {"hand 0 2C\nhand 1 3C\npile KD\nstock 9D 8D", "draw stock", "9D 8D", ""},
		"the last of the stock alone": {
			"hand 0 2C\nhand 1 3C\npile KD\nstock 9D\nrest hand 1", "draw stock", "9D", ""},
		"two of the pile, the top first": {"hand 0 2C\nhand 1 3C\npile KD 7C TH\nstock 9D", "draw discard", "TH 7C", "TH 7C"},
		"a pile of one and the top of the stock": {
			"hand 0 2C\nhand 1 3C\npile KD\nstock 9D 8D", "draw discard", "KD 9D", "KD"},
		"one of each": {"rules mixed\nhand 0 2C\nhand 1 3C\npile 7C KD\nstock 9D 8D", "draw mixed", "KD 9D", "KD"},
		"exhausted, one of the pile": {
			"hand 0 2C\nhand 1 3C\npile 7C KD\nrest hand 1", "draw discard", "KD", "KD"},
		"exhausted, two of the pile by house rule": {
			"set exhausted_draw 2\nhand 0 2C\nhand 1 3C\npile 7C KD\nrest hand 1", "draw discard", "KD 7C", "KD 7C"},
		"exhausted, a pile of one": {
			"set exhausted_draw 2\nhand 0 2C\nhand 1 3C\npile KD\nrest hand 1", "draw discard", "KD", "KD"},
		"exhausted, one of the turned pile": {
			"hand 0 2C\nhand 1 3C\npile 7C KD TH\nrest hand 1", "draw turnover", "7C", ""},
		"exhausted, two of the turned pile by house rule": {
			"set exhausted_draw 2\nhand 0 2C\nhand 1 3C\npile 7C KD TH\nrest hand 1", "draw turnover", "7C KD", ""},
		"exhausted, a pile of one turned": {
			"set exhausted_draw 2\nhand 0 2C\nhand 1 3C\npile KD\nrest hand 1", "draw turnover", "KD", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := enginetest.Position(t, test.position)
			source := move(t, test.move).(engine.Draw).Source
			events, err := engine.Decide(s, 0, engine.Draw{Source: source})
			if err != nil {
				t.Fatal(err)
			}
			drew, _ := events[0].(engine.Drew)
			if want := "drew 0 " + source.String() + " " + test.cards; drew.String() != want {
				t.Errorf("%v, want %s", drew, want)
			}
			after := engine.Apply(s, drew)
			if after.Barred != hand(t, test.barred) {
				t.Errorf("barred %v, want %s", after.Barred, test.barred)
			}
			if err := enginetest.Check(after); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestTurnedPileIsPlayedFromItsOldestCard(t *testing.T) {
	s := enginetest.Position(t, "hand 0 2C\nhand 1 3C\npile 7C KD TH 4S\nrest hand 1")
	s = play(t, s, "draw turnover")
	if want := []engine.Card{card(t, "KD"), card(t, "TH"), card(t, "4S")}; !reflect.DeepEqual(s.Stock(), want) || s.PileSize != 0 {
		t.Errorf("stock %v, pile %v; want %v and none", s.Stock(), s.Pile(), want)
	}
	s = play(t, s, "discard 7C", "draw stock")
	if !s.Hands[1].Has(card(t, "KD")) || !s.Hands[1].Has(card(t, "TH")) {
		t.Errorf("the next draw from the stock left %v", s.Stock())
	}
}

func TestDealGoesRoundFromTheLeftOfTheDealer(t *testing.T) {
	var deck [engine.PackSize]engine.Card
	for i := range deck {
		deck[i] = engine.Card(i)
	}
	for players, size := range map[int]int{2: 10, 3: 7, 4: 7, 5: 6, 6: 6} {
		dealer := engine.Seat(players - 1)
		dealt, err := engine.Deal(engine.Boathouse.Rules(), players, dealer, deck)
		if err != nil {
			t.Fatal(err)
		}
		s := engine.Apply(engine.State{}, dealt)
		want := engine.State{
			Rules: engine.Boathouse.Rules(), Players: uint8(players), Dealer: dealer,
			Phase: engine.ToDraw, Winner: engine.Nobody, PileSize: 1, StockSize: uint8(51 - size*players),
		}
		for i := range size * players {
			want.Hands[i%players] = want.Hands[i%players].Add(deck[i])
		}
		want.Cards[0] = deck[size*players]
		for i := size*players + 1; i < engine.PackSize; i++ {
			want.Cards[i] = deck[i]
		}
		if s != want {
			t.Errorf("%d players: dealt %+v, want %+v", players, s, want)
		}
	}
}

func TestTheDealPassesAsTheRulesSay(t *testing.T) {
	for _, test := range []struct {
		players     int
		dealer, won engine.Seat
		blocked     bool
		want        engine.Seat
	}{
		{players: 2, dealer: 0, won: 1, want: 1},
		{players: 2, dealer: 0, won: 0, want: 0},
		{players: 2, dealer: 0, won: 1, blocked: true, want: 1},
		{players: 2, dealer: 1, won: engine.Nobody, blocked: true, want: 1},
		{players: 3, dealer: 1, won: 0, want: 2},
		{players: 6, dealer: 5, won: engine.Nobody, blocked: true, want: 0},
	} {
		if got := engine.NextDealer(test.players, test.dealer, engine.Result{Winner: test.won, Blocked: test.blocked}); got != test.want {
			t.Errorf("%+v: seat %v deals", test, got)
		}
	}
}

func TestAMeldedBarredCardIsFine(t *testing.T) {
	s := enginetest.Position(t, "hand 0 2C 3C 9H\nhand 1 KC\npile 7C 4C\nstock 9D")
	s = play(t, s, "draw discard")
	if no := refusal(t, s, "discard 7C"); no.Code != engine.Barred || no.Card != card(t, "7C") {
		t.Errorf("the other card taken: %v", &no)
	}
	s = play(t, s, "meld 2C 3C 4C", "discard 9H")
	if s.Turn != 1 || s.Hands[0] != hand(t, "7C") {
		t.Errorf("after the turn:\n%s", enginetest.Drawing(s))
	}
}

func TestLayOffsOnTheExampleOfTheRules(t *testing.T) {
	position := "turn 0 play\nhand 0 JH QH 7H 6H 5C 2C\nhand 1 KC\nmeld 1 8H 9H TH\npile 4C"
	for _, cards := range []string{"JH", "JH QH", "7H", "6H 7H", "7H JH", "6H 7H JH QH"} {
		s := enginetest.Position(t, position)
		play(t, s, (engine.LayOff{Meld: 0, Cards: hand(t, cards)}).String(), "discard 2C")
	}
	for _, cards := range []string{"QH", "6H", "5C"} {
		s := enginetest.Position(t, position)
		if no := refusal(t, s, "layoff 0 "+cards); no.Code != engine.DoesNotFit {
			t.Errorf("%s: %v", cards, &no)
		}
	}
}
