package engine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
)

// refusals has a position and a move of seat 0 for each refusal and its data.
func refusals(t *testing.T) map[string]engine.Refusal {
	const (
		toDraw    = "hand 0 2C\nhand 1 3C\npile KD QD\n"
		exhausted = toDraw + "rest hand 1\n"
		toPlay    = "turn 0 play\nhand 0 2C 2D 2H 9S JH 5S\nbarred 5S\nhand 1 3C\nmeld 1 8H 9H TH\npile KD\n"
		concealed = "rules concealed\nturn 0 play\nhand 0 2C 2D 2H 9S\nhand 1 3C\npile KD\n"
	)
	no := func(code engine.Code) engine.Refusal { return engine.Refusal{Code: code, Card: engine.NoCard} }
	ofCard := func(code engine.Code, c string) engine.Refusal { return engine.Refusal{Code: code, Card: card(t, c)} }
	of := func(code engine.Code, cards string, meld int) engine.Refusal {
		return engine.Refusal{Code: code, Card: engine.NoCard, Cards: hand(t, cards), Meld: meld}
	}
	return map[string]engine.Refusal{
		"turn 1 draw\n" + toDraw + "> draw stock":    no(engine.NotYourTurn),
		toDraw + "> discard 2C":                      no(engine.DrawFirst),
		toDraw + "> goout":                           no(engine.DrawFirst),
		toPlay + "> draw stock":                      no(engine.AlreadyDrawn),
		toDraw + "> draw mixed":                      no(engine.NoMixedDraw),
		toDraw + "> draw turnover":                   no(engine.NoTurnover),
		exhausted + "> draw stock":                   no(engine.StockEmpty),
		"rules mixed\n" + exhausted + "> draw mixed": no(engine.StockEmpty),
		toPlay + "> discard 9D":                      ofCard(engine.NotHeld, "9D"),
		toPlay + "> meld 2C 2D 2S":                   ofCard(engine.NotHeld, "2S"),
		toPlay + "> meld 2C 3D 2S":                   of(engine.NotHeld, "3D 2S", 0),
		toPlay + "> goout 2C 2D 2H ; TH":             ofCard(engine.NotHeld, "TH"),
		toPlay + "> meld 2C 2D 9S":                   of(engine.NotAMeld, "2C 2D 9S", 0),
		toPlay + "> goout 2C 2D ; 2H":                of(engine.NotAMeld, "2C 2D", 0),
		toPlay + "> layoff 1 JH":                     of(engine.NoSuchMeld, "JH", 1),
		toPlay + "> layoff 0 9S":                     of(engine.DoesNotFit, "9S", 0),
		toPlay + "> goout 2C 2D 2H / 1 9S":           of(engine.DoesNotFit, "9S", 1),
		toPlay + "> goout 2C 2D 2H / 2 9S":           of(engine.NoSuchMeld, "9S", 2),
		toPlay + "> discard 5S":                      ofCard(engine.Barred, "5S"),
		toPlay + "> goout ; 5S":                      ofCard(engine.Barred, "5S"),
		toPlay + "> meld -":                          no(engine.NoCards),
		toPlay + "> layoff 0 -":                      no(engine.NoCards),
		toPlay + "> goout -":                         no(engine.NoCards),
		toPlay + "> goout 2C 2D 2H / 0 JH":           of(engine.NotOut, "5S 9S", 0),
		toPlay + "> goout 2C 2D 2H ; 2C":             ofCard(engine.CardTwice, "2C"),
		toPlay + "> goout 2C 2D 2H, 2C 2D 2H":        ofCard(engine.CardTwice, "2C"),
		"turn 0 play\nhand 0 2C 2D 2H 5S\nbarred 5S\nhand 1 3C\npile KD\n> meld 2C 2D 2H":                of(engine.NoLegalDiscard, "5S", 0),
		"turn 0 play\nhand 0 JH 5S\nbarred 5S\nhand 1 3C\nmeld 1 8H 9H TH\npile KD\n> layoff 0 JH":       of(engine.NoLegalDiscard, "5S", 0),
		"set final_discard required\nturn 0 play\nhand 0 2C 2D 2H\nhand 1 3C\npile KD\n> meld 2C 2D 2H":  no(engine.MustKeepDiscard),
		"set final_discard required\nturn 0 play\nhand 0 2C 2D 2H\nhand 1 3C\npile KD\n> goout 2C 2D 2H": no(engine.MustKeepDiscard),
		concealed + "> meld 2C 2D 2H":         no(engine.ConcealedOnly),
		concealed + "> layoff 0 9S":           no(engine.ConcealedOnly),
		concealed + "> goout 2C 2D 2H / 0 9S": no(engine.ConcealedOnly),
	}
}

func TestEachRefusalIsReachable(t *testing.T) {
	seen := map[engine.Code]bool{}
	for text, want := range refusals(t) {
		position, asked, _ := strings.Cut(text, "> ")
		s := enginetest.Position(t, position)
		_, err := engine.Decide(s, 0, move(t, asked))
		var no *engine.Refusal
		if !errors.As(err, &no) || *no != want {
			t.Errorf("%q: %v, want %+v", text, err, want)
		}
		seen[want.Code] = true
	}
	for code, refuse := range map[engine.Code]func() error{
		engine.HandOver: func() error {
			s := play(t, enginetest.Position(t, "turn 0 play\nhand 0 2C 2D 2H\nhand 1 3C\npile KD"), "meld 2C 2D 2H")
			_, err := engine.Decide(s, 1, engine.Draw{Source: engine.FromStock})
			return err
		},
		// No turn begins without a discard pile, for every turn ends with a discard.
		engine.PileEmpty: func() error {
			s := enginetest.Position(t, "hand 0 2C\nhand 1 3C\npile KD\nstock 9D")
			s.PileSize = 0
			_, err := engine.Decide(s, 0, engine.Draw{Source: engine.FromDiscard})
			return err
		},
		engine.BadDeal: func() error {
			_, err := engine.Deal(engine.Boathouse.Rules(), 7, 0, wholeDeck())
			return err
		},
	} {
		var no *engine.Refusal
		if err := refuse(); !errors.As(err, &no) || no.Code != code {
			t.Errorf("%v, want %v", err, code)
		}
		seen[code] = true
	}
	for _, code := range engine.Codes() {
		if !seen[code] {
			t.Errorf("no test reaches %v", code)
		}
		if again, err := engine.ParseCode(code.String()); err != nil || again != code {
			t.Errorf("%v came back as %v (%v)", code, again, err)
		}
	}
}

func wholeDeck() (deck [engine.PackSize]engine.Card) {
	for i := range deck {
		deck[i] = engine.Card(i)
	}
	return deck
}

func TestDealsThatAreNoneAreRefused(t *testing.T) {
	good, twice, beyond := wholeDeck(), wholeDeck(), wholeDeck()
	twice[7] = twice[3]
	beyond[7] = 60
	badRules := engine.Boathouse.Rules()
	badRules.BlockedAfter = engine.MaxBlockedAfter + 1
	for name, deal := range map[string]func() (engine.Dealt, error){
		"one player":             func() (engine.Dealt, error) { return engine.Deal(engine.Boathouse.Rules(), 1, 0, good) },
		"a dealer who isn't in":  func() (engine.Dealt, error) { return engine.Deal(engine.Boathouse.Rules(), 2, 2, good) },
		"nobody as dealer":       func() (engine.Dealt, error) { return engine.Deal(engine.Boathouse.Rules(), 2, engine.Nobody, good) },
		"a card twice":           func() (engine.Dealt, error) { return engine.Deal(engine.Boathouse.Rules(), 2, 0, twice) },
		"a card that is none":    func() (engine.Dealt, error) { return engine.Deal(engine.Boathouse.Rules(), 2, 0, beyond) },
		"rules out of range":     func() (engine.Dealt, error) { return engine.Deal(badRules, 2, 0, good) },
		"rules that are nothing": func() (engine.Dealt, error) { return engine.Deal(engine.Rules{}, 2, 0, good) },
	} {
		_, err := deal()
		var no *engine.Refusal
		if !errors.As(err, &no) || no.Code != engine.BadDeal {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNonsenseIsRefusedWithoutAPanic(t *testing.T) {
	s := enginetest.Position(t, "turn 0 play\nhand 0 2C 2D 2H 9S\nhand 1 3C\npile KD")
	for _, m := range []engine.Move{
		nil, engine.Meld{Cards: ^engine.Hand(0)}, engine.Discard{Card: 77}, engine.Discard{Card: engine.NoCard},
		engine.LayOff{Meld: -1, Cards: 1 << 60}, engine.LayOff{Meld: 1 << 40, Cards: s.Hands[0]},
		engine.GoOut{Melds: make([]engine.Hand, 100)}, engine.GoOut{LayOffs: make([]engine.LayOff, 100)},
	} {
		if events, err := engine.Decide(s, 0, m); err == nil {
			t.Errorf("%v gives %v", m, events)
		}
	}
	before := enginetest.Position(t, "hand 0 2C\nhand 1 3C\npile KD")
	if events, err := engine.Decide(before, 0, engine.Draw{Source: 9}); err == nil {
		t.Errorf("a draw from nowhere gives %v", events)
	}
	if events, err := engine.Decide(engine.State{}, 0, engine.Draw{}); err == nil {
		t.Errorf("no deal, and a draw gives %v", events)
	}
}
