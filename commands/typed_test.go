package commands_test

import (
	"slices"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// asked lists what the buttons of a question say.
func asked(m discord.Message) []string {
	var labels []string
	for _, c := range all(m.Components) {
		if c.Label != "" {
			labels = append(labels, c.Label)
		}
	}
	return labels
}

// reading deals a hand to Ben, who reads a language and has drawn.
func reading(t *testing.T, locale, stock, bens string) (*place, *guest) {
	t.Helper()
	p := open(t, setup{schema: true, locales: map[string]string{"Ben": locale}})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.stack("2C", stock, "2D 3D 4D 5D 6D 7D 8D 9D TD JD", bens)
	p.dealt(nil, ada, ben)
	ben.told(func() { ben.slash("draw", nil) })
	return p, ben
}

// TestAWordThatMeansTwoCardsIsAskedAbout answers the question by its button.
func TestAWordThatMeansTwoCardsIsAskedAbout(t *testing.T) {
	for _, x := range []struct {
		locale, word string
		want         []string
	}{
		{"fr", "10c", []string{"10♣", "10♥"}}, {"es-419", "10c", []string{"10♣", "10♥"}}, {"pt-BR", "10C", []string{"10♣", "10♥"}},
		{"de", "10", []string{"10♣", "10♥", "10♠"}}, {"nl", "KH", []string{"K♣", "K♥"}}, {"en-GB", "king", []string{"K♣", "K♥", "K♠"}},
	} {
		t.Run(x.locale, func(t *testing.T) {
			p, ben := reading(t, x.locale, "KC KH", "TC TH TS KS 9C 9H 4C 4H 4S 3S")
			question := ben.refused(func() { ben.slash("discard", options{"card": x.word}) }, p.say(x.locale, lang.WhichWord, lang.Word(x.word)))
			if got := asked(question); !slices.Equal(got, x.want) {
				t.Fatalf("Ben is asked %q", got)
			}
			card, _ := engine.ParseCard(x.want[1])
			ben.told(func() { ben.press(question, "pl discard "+card.String()) })
			if s := p.look(); s.View.Pile[s.View.PileSize-1] != card {
				t.Errorf("%v lies on top, and not %v", s.View.Pile[s.View.PileSize-1], card)
			}
		})
	}
}

// TestAnAnswerToAQuestionOfBeforeIsRefused asks twice and answers both.
func TestAnAnswerToAQuestionOfBeforeIsRefused(t *testing.T) {
	_, ben := reading(t, "fr", "KC KH", "TC TH TS KS 9C 9H 4C 4H 4S 3S")
	ask := func() discord.Message { return ben.told(func() { ben.slash("discard", options{"card": "10c"}) }) }
	first, second := ask(), ask()
	ben.told(func() { ben.press(second, "pl discard TH") })
	ben.refused(func() { ben.press(first, "pl discard TC") }, ben.at.say("fr", lang.TroubleStale))
}

// TestWhatIsHeldDoesntTellWhatIsMeant asks about a word with two meanings though one card
// alone may be played: the other isn't held, or came from the pile.
func TestWhatIsHeldDoesntTellWhatIsMeant(t *testing.T) {
	for _, x := range []struct{ locale, word, pile, bens, want string }{
		{"fr", "8C", "8C", "8H 9C 9H 4C 4H 4S 3S 5C 6C KS", "8♥"}, {"fr", "10c", "2C", "TH 9C 9H 4C 4H 4S 3S 5C 6C KS", "10♥"},
		{"es-ES", "8c", "8C", "8H 9C 9H 4C 4H 4S 3S 5C 6C KS", "8♥"}, {"pt-BR", "10C", "2C", "TH 9C 9H 4C 4H 4S 3S 5C 6C KS", "10♥"},
		{"de", "10K", "TC", "TH 9C 9H 4C 4H 4S 3S 5C 6C KS", ""}, {"de", "8K", "8C", "8D 9C 9H 4C 4H 4S 3S 5C 6C KS", "8♦"}, {"nl", "KH", "2C", "KC 9C 9H 4C 4H 4S 3S 5C 6C 7S", "K♣"},
		{"en-US", "eight", "8C", "8H 9C 9H 4C 4H 4S 3S 5C 6C KS", "8♥"}, {"es-ES", "as", "2C", "AH 9C 9H 4C 4H 4S 3S 5C 6C KS", "A♥"}, {"es-ES", "r", "2C", "QH 9C 9H 4C 4H 4S 3S 5C 6C 7S", "Q♥"},
	} {
		t.Run(x.locale+" "+x.word, func(t *testing.T) {
			p := open(t, setup{schema: true, locales: map[string]string{"Ben": x.locale}})
			ada, ben := p.guest("Ada"), p.guest("Ben")
			p.stack(x.pile, "2S 3C", "2D 3D 4D 5D 6D 7D 9D TD JD 2H", x.bens)
			p.dealt(nil, ada, ben)
			ben.told(func() { ben.slash("draw", options{"from": "discard"}) })
			before := p.look()
			try := func() { ben.slash("discard", options{"card": x.word}) }
			if x.want == "" {
				ben.refused(try)
			} else if got := asked(ben.refused(try, p.say(x.locale, lang.WhichOne, lang.Word(x.word)))); !slices.Equal(got, []string{x.want}) {
				t.Errorf("Ben is asked %q", got)
			}
			if after := p.look(); after.View.PileSize != before.View.PileSize {
				t.Errorf("%v was thrown", after.View.Pile[after.View.PileSize-1])
			}
		})
	}
}

// TestAWordThatMeansOneCardIsTaken, and a rank that one card alone has.
func TestAWordThatMeansOneCardIsTaken(t *testing.T) {
	for _, x := range []struct{ locale, word, want string }{
		{"fr", "10co", "TH"}, {"fr", "roi", "KH"}, {"fr", "dame de pique", "QS"}, {"fr", "R♥", "KH"}, {"de", "Herz-König", "KH"}, {"de", "Pik D", "QS"}, {"nl", "hartenheer", "KH"},
		{"nl", "schoppen v", "QS"}, {"es-ES", "10 de copas", "TH"}, {"pt-BR", "dama de espadas", "QS"}, {"en-US", "queen of spades", "QS"}, {"en-US", "10 h", "TH"},
	} {
		t.Run(x.locale+" "+x.word, func(t *testing.T) {
			p, ben := reading(t, x.locale, "KH QS", "TH 9C 9H 4C 4H 4S 3S 5C 6C 8C")
			ben.told(func() { ben.slash("discard", options{"card": x.word}) })
			if s := p.look(); s.View.Turn == 1 || s.View.Pile[s.View.PileSize-1].String() != x.want {
				t.Errorf("%q threw %v", x.word, s.View.Pile[s.View.PileSize-1])
			}
		})
	}
}

// TestWhatCantBeMeantIsRefusedWithWhatWasRead: nothing held, too much held, out of turn.
func TestWhatCantBeMeantIsRefusedWithWhatWasRead(t *testing.T) {
	p, ben := reading(t, "es-ES", "KC KH", "KD KS QC QD QH QS 4C 4H 9S 3S")
	say := func(key lang.Key, word, list string) string {
		return p.say("es-ES", key, lang.Word(word), lang.List(list))
	}
	refused := func(command string, o options, words ...string) {
		t.Helper()
		ben.refused(func() { ben.slash(command, o) }, words...)
	}
	refused("discard", options{"card": "as"}, say(lang.ParseNone, "as", "A♣ · A♦ · A♥ · A♠"))
	refused("discard", options{"card": "8c"}, say(lang.ParseNone, "8c", "8♣ · 8♥"))
	refused("discard", options{"card": "r"}, say(lang.ParseMany, "r", "Q♣ · K♣ · Q♦"))
	refused("meld", options{"cards": "4c 3p"}, p.say("es-ES", lang.ParseNone, lang.Word("4c 3p"), lang.List("4♣ 3♠ · 4♥ 3♠")))
	refused("meld", options{"cards": "8♣ 8♥ 4♥"}, p.say("es-ES", lang.RefuseNotheld, lang.Card("8♣ 8♥")))
	refused("goout", options{"discard": "4"}, say(lang.ParseNone, "4", "4♣ · 4♥"))
	refused("goout", nil, p.say("es-ES", lang.RefuseNotout, lang.Cards("4♣ 4♥ 3♠")))
	ben.told(func() { ben.slash("discard", options{"card": "3 de picas"}) })
	refused("discard", options{"card": "8c"}, p.say("es-ES", lang.RefuseTurn))
	refused("goout", options{"discard": "rey"}, p.say("es-ES", lang.RefuseTurn))
}

// TestAWordForTwoPilesIsAskedAbout draws as the answer says.
func TestAWordForTwoPilesIsAskedAbout(t *testing.T) {
	p := open(t, setup{schema: true, locales: map[string]string{"Ben": "nl"}})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	question := ben.refused(func() { ben.slash("draw", options{"from": "stapel"}) }, p.say("nl", lang.WhichWord, lang.Word("stapel")))
	if got := asked(question); len(got) != 2 {
		t.Fatalf("Ben is asked %q", got)
	}
	ben.told(func() { ben.press(question, "pl draw discard") })
	if s := p.look(); s.View.PileSize != 0 {
		t.Errorf("the pile has %d cards", s.View.PileSize)
	}
	ben.refused(func() { ben.slash("draw", options{"from": "stapel"}) }, p.say("nl", lang.RefuseDrawn))
}

// TestACompletionThatIsPickedIsExact picks each choice in a language whose letters mean
// other cards too.
func TestACompletionThatIsPickedIsExact(t *testing.T) {
	p, ben := reading(t, "fr", "TC TH", "QC QH 9C 9H 8C 8H 4C 4H 4S 3S")
	for word, want := range map[string][]any{
		"dame": {"Q♣", "Q♥"}, "dame de co": {"Q♥"}, "10c": {"10♣", "10♥"}, "trèfle": {"Q♣", "10♣", "9♣", "8♣", "4♣"}, "pi": {"3♠", "4♠"}, "points": nil,
	} {
		got := ben.complete("discard", options{"card": word}, "card")
		slices.SortFunc(got, func(a, b any) int { return slices.Index(want, a) - slices.Index(want, b) })
		if !slices.Equal(got, want) {
			t.Errorf("%q is completed with %q and not %q", word, got, want)
		}
	}
	ben.told(func() {
		ben.slash("meld", options{"cards": ben.complete("meld", options{"cards": "8 de co"}, "cards")[0]})
	})
	if s := p.look(); s.View.MeldCount != 1 || s.View.Melds[0].Cards != cards(t, "8H 9H TH") {
		t.Errorf("on the table lies %v", s.View.Melds[:s.View.MeldCount])
	}
}

func TestPilesAreCompletedByTheirWords(t *testing.T) {
	p := open(t, setup{locales: map[string]string{"Ben": "fr"}})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	for word, want := range map[string][]any{"pio": {"stock"}, "défausse": {"discard"}, "": {"stock", "discard"}, "zut": nil} {
		if got := ben.complete("draw", options{"from": word}, "from"); !slices.Equal(got, want) {
			t.Errorf("%q is completed with %q and not %q", word, got, want)
		}
	}
}
