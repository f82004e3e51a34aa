package lang

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/google/go-cmp/cmp"
)

// pack lists every card.
func pack() []engine.Card { return Pack.Cards() }

// hand reads cards as files write them.
func hand(t testing.TB, text string) engine.Hand {
	t.Helper()
	h, err := engine.ParseHand(text)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestCardsAreCalledAsPeopleCallThem(t *testing.T) {
	c := MustLoad(t)
	for tag, want := range map[string][]string{
		"en":    {"queen of spades", "10 of diamonds", "ace of hearts", "9, 10, jack of clubs", "9 of clubs, diamonds, spades", "2 of clubs, king of hearts"},
		"nl":    {"schoppenvrouw", "ruiten 10", "hartenaas", "klaveren 9, 10, boer", "9 van klaveren, ruiten, schoppen", "klaveren 2, hartenheer"},
		"de":    {"Pik-Dame", "Karo 10", "Herz-Ass", "Kreuz 9, 10, Bube", "9 in Kreuz, Karo, Pik", "Kreuz 2, Herz-König"},
		"fr":    {"dame de pique", "10 de carreau", "as de cœur", "9, 10, valet de trèfle", "9 de trèfle, carreau, pique", "2 de trèfle, roi de cœur"},
		"es-ES": {"reina de picas", "10 de diamantes", "as de corazones", "9, 10, jota de tréboles", "9 de tréboles, diamantes, picas", "2 de tréboles, rey de corazones"},
		"pt-BR": {"dama de espadas", "10 de ouros", "ás de copas", "9, 10, valete de paus", "9 de paus, ouros, espadas", "2 de paus, rei de copas"},
	} {
		l := c.For(tag)
		var got []string
		for _, cards := range []string{"QS", "TD", "AH", "9C TC JC", "9C 9D 9S", "2C KH"} {
			got = append(got, l.CardNames(hand(t, cards).Cards()))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", tag, diff)
		}
	}
	if got := (Lang{}).CardName(hand(t, "QS").Cards()[0]); got != "Q♠" {
		t.Errorf("without a language a card is %q", got)
	}
}

func TestCardsHaveTheLettersThatTheReaderWants(t *testing.T) {
	c := MustLoad(t)
	for tag, want := range map[string]string{
		"en": "A♠ J♠ Q♠ K♠ 10♠", "nl": "A♠ B♠ V♠ H♠ 10♠", "de": "A♠ B♠ D♠ K♠ 10♠", "fr": "A♠ V♠ D♠ R♠ 10♠", "es-ES": "A♠ J♠ Q♠ K♠ 10♠", "pt-BR": "A♠ J♠ Q♠ K♠ 10♠",
	} {
		var own, common []string
		for _, text := range []string{"AS", "JS", "QS", "KS", "TS"} {
			card := hand(t, text).Cards()[0]
			own, common = append(own, c.For(tag).WithOwnLetters(true).Card(card)), append(common, c.For(tag).Card(card))
		}
		if got := strings.Join(own, " "); got != want {
			t.Errorf("%s: %q and not %q", tag, got, want)
		}
		if got := strings.Join(common, " "); got != "A♠ J♠ Q♠ K♠ 10♠" {
			t.Errorf("%s: %q", tag, got)
		}
	}
}

// TestEveryCardIsReadByItsName reads each name back as that card alone, and each
// way to write it as that card among others.
func TestEveryCardIsReadByItsName(t *testing.T) {
	for _, tag := range Tags() {
		l := MustLoad(t).For(tag)
		for _, card := range pack() {
			for _, text := range []string{
				l.CardName(card), strings.ToUpper(l.CardName(card)), Fold(l.CardName(card)), "  " + strings.ReplaceAll(l.CardName(card), " ", "  ") + ". ", l.Card(card),
			} {
				if got, err := l.ReadCard(text, Pack); err != nil || !slices.Equal(got, []engine.Card{card}) {
					t.Errorf("%s: %q is read as %v, %v", tag, text, got, err)
				}
			}
			for _, text := range []string{l.WithOwnLetters(true).Card(card), card.String(), strings.ToLower(card.String())} {
				if got, err := l.ReadCard(text, Pack); err != nil || !slices.Contains(got, card) {
					t.Errorf("%s: %q is read as %v, %v", tag, text, got, err)
				}
			}
		}
	}
}

// TestCardsAreReadAsPeopleTypeThem: each text with all that it can mean.
func TestCardsAreReadAsPeopleTypeThem(t *testing.T) {
	c := MustLoad(t)
	for _, x := range []struct{ tag, text, want string }{
		{"en", "9c9d9s", "9C 9D 9S"}, {"en", "queen of spades, 10 d", "TD QS"}, {"en", "the ten of clubs and kd", "TC KD"}, {"en", "10C", "TC"},
		{"en", "10C QS;7h", "TC 7H QS"}, {"en", "D10", "TD"}, {"en", "", ""}, {"en", " , ", ""},
		{"nl", "B♠ V♠ H♠", "JS QS KS"}, {"nl", "HH", "KH"}, {"nl", "10K", "TC"}, {"nl", "10r", "TD"}, {"nl", "schoppen 10", "TS"}, {"nl", "hartenvrouw", "QH"},
		{"nl", "KH", "KC | KH"}, {"nl", "vrouw van schoppen en ruiten 10", "TD QS"}, {"nl", "harten aas", "AH"},
		{"de", "B♠ D♠", "JS QS"}, {"de", "10P AP", "AS TS"}, {"de", "Pik Dame", "QS"}, {"de", "Herz-König", "KH"}, {"de", "herzkönig karo10", "TD KH"},
		{"de", "10K", "TC | TD"}, {"de", "Kr 10 Ka 10", "TC TD"}, {"de", "KD", "KD | QC | QD"}, {"de", "Treff Ass", "AC"},
		{"fr", "10♥ V♠", "TH JS"}, {"fr", "R♥", "KH"}, {"fr", "10P", "TS"}, {"fr", "10T", "TC"}, {"fr", "DC", "QC | QH"}, {"fr", "TD", "TD | QC"},
		{"fr", "dame de pique", "QS"}, {"fr", "as de cœur", "AH"}, {"fr", "as de coeur et 10 de trèfle", "AH TC"}, {"fr", "10C", "TC | TH"}, {"fr", "10 co", "TH"},
		{"es-ES", "10C", "TC | TH"}, {"es-ES", "10 de copas", "TH"}, {"es-ES", "sota de espadas", "JS"}, {"es-ES", "R♥", "KH | QH"}, {"es-ES", "QC", "QC | QH"},
		{"pt-BR", "10C", "TC | TH"}, {"pt-BR", "10P 10O 10E", "TC TD TS"}, {"pt-BR", "dama de espadas e rei de copas", "KH QS"}, {"pt-BR", "as de paus", "AC"},
		{"en", "hearts 5 6 7", "5H 6H 7H"}, {"en", "5, 6, and 7 of hearts", "5H 6H 7H"}, {"nl", "harten 7 8 9", "7H 8H 9H"}, {"de", "Herz 7, 8, 9", "7H 8H 9H"},
		{"fr", "7 8 9 de cœur", "7H 8H 9H"}, {"es-ES", "7, 8 y 9 de corazones", "7H 8H 9H"}, {"pt-BR", "7 8 9 de copas", "7H 8H 9H"},
		{"en", "9 of clubs, diamonds, spades", "9C 9D 9S"}, {"es-ES", "9 de tréboles, diamantes, picas", "9C 9D 9S"}, {"fr", "valet et dame de pique", "JS QS"},
		{"de", "Kreuz 9, 10, Bube, 9 in Karo, Pik", "9C TC JC 9D 9S"}, {"en", "9 of clubs, diamonds, spades, 10 of clubs", "9C 9D 9S TC"},
		{"es-ES", "as de picas", "AS"}, {"es-ES", "tres diamantes", "3D"}, {"de", "Pik-Ass", "AS"}, {"de", "das Herz-Ass", "AH"}, {"de", "Kreuzkoenig, Herz fuenf", "KC 5H"},
		{"en", "1s", "AS"}, {"en", "one of spades", "AS"}, {"es-ES", "1 de picas", "AS"}, {"nl", "harten 1", "AH"}, {"fr", "l’as de cœur, d'as de pique", "AH AS"},
		{"en", "a king of hearts, the 5 of clubs", "5C KH"}, {"pt-BR", "o rei de copas e a dama de paus", "QC KH"}, {"pt-BR", "10 do trevo", "TC"}, {"de", "Eichel Bauer", "JC"},
		{"en", "1O♥, lo♥", "-"}, {"en", "1O♥ 9♥", "TH 9H"}, {"pt-BR", "1o♥", "TH"}, {"pt-BR", "1O", "AD"}, {"en", "10\u200b♥", "TH"}, {"en", "\u200e10♥\u200f", "TH"},
		{"en", "２♥ ❤", "-"}, {"en", "２♥", "2H"}, {"en", "2²", "-"}, {"en", "10²♥", "-"}, {"en", "①♥", "-"}, {"en", "\u202e10♥", "-"}, {"en", "9♥\u202e01♥", "-"},
		{"en", "К♠", "-"}, {"en", "joker", "-"}, {"fr", "DK", "QD | KD"}, {"fr", "10K", "TD"}, {"fr", "RK", "KD"}, {"fr", "KK", "KD"},
		{"nl", "hartenas, klaveren9", "AH 9C"}, {"en", "10hearts ♠king", "TH KS"}, {"en", "harte", "-"},
	} {
		if x.want == "-" {
			if got, err := c.For(x.tag).ReadCards(x.text, Pack); err == nil {
				t.Errorf("%s: %q is read as %v", x.tag, x.text, got)
			}
			continue
		}
		got, err := c.For(x.tag).ReadCards(x.text, Pack)
		var want []engine.Hand
		for part := range strings.SplitSeq(x.want, "|") {
			want = append(want, hand(t, part))
		}
		slices.Sort(got)
		slices.Sort(want)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q is read as %v, %v and not %v", x.tag, x.text, got, err, want)
		}
	}
}

// TestAWordIsNotCutIntoLetters: what a language lists for a rank, a suit or to be passed over
// is no row of cards, and neither is what only looks like a plural.
func TestAWordIsNotCutIntoLetters(t *testing.T) {
	c := MustLoad(t)
	for _, tag := range Tags() {
		l := c.For(tag)
		for word := range l.t.cards.whole {
			if got, err := l.ReadCards(word, Pack); err == nil && !strings.HasSuffix(word, "’") {
				t.Errorf("%s: %q is read as %v", tag, word, got)
			}
		}
		for _, p := range l.t.cards.pieces {
			if got, err := l.ReadCards(p.text, Pack); err == nil && len([]rune(p.text)) >= minSpelled {
				t.Errorf("%s: %q is read as %v", tag, p.text, got)
			}
		}
	}
	for tag, words := range map[string]string{
		"en": "kings sevens knaves knightd spadek", "nl": "hart boers vrouwk", "de": "Pik das Karok", "fr": "trois picd valetc", "es-ES": "picas espadas diamantes de reyc",
		"pt-BR": "de do da reic",
	} {
		for word := range strings.FieldsSeq(words) {
			if got, err := c.For(tag).ReadCards(word, Pack); err == nil {
				t.Errorf("%s: %q is read as %v", tag, word, got)
			}
		}
	}
}

// TestEveryNotationIsReadInEveryLanguage: the letters of files, in either order, and the signs
// that the bot writes, glued and apart.
func TestEveryNotationIsReadInEveryLanguage(t *testing.T) {
	c := MustLoad(t)
	for _, tag := range Tags() {
		l := c.For(tag)
		for _, card := range pack() {
			for _, text := range []string{card.String(), strings.ToLower(card.String()), l.Card(card), l.WithOwnLetters(true).Card(card), "2♣" + l.Card(card), l.Card(card) + "3♣"} {
				got, err := l.ReadCards(text, Pack)
				if text == "2♣2♣" || text == "3♣3♣" {
					continue // twice
				}
				if err != nil || !slices.ContainsFunc(got, func(h engine.Hand) bool { return h.Has(card) }) {
					t.Errorf("%s: %q is read as %v, %v", tag, text, got, err)
				}
			}
		}
	}
}

// TestADashIsNoComma: a range isn't its two ends.
func TestADashIsNoComma(t *testing.T) {
	l := MustLoad(t).For("en")
	for _, text := range []string{"5h-7h", "5-7 of hearts", "5–7h", "7h-5h", "hearts 5-7", "5-9 of hearts", "2h-5h-9h", "A-3 of clubs", "10h—Kh", "5…7 of hearts", "5h..7h", "5 - 7 of hearts", "5h - 7h"} {
		if got, err := l.ReadCards(text, Pack); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	for text, want := range map[string]string{
		"9-10-jack of clubs": "9C TC JC", "9h-10h-jh": "9H TH JH", "9c-9d-9s": "9C 9D 9S", "Q-K-A of spades": "QS KS AS", "ace-2 of clubs": "AC 2C", "hearts-10": "TH", "9-of-clubs": "9C",
	} {
		if got, err := l.ReadCards(text, Pack); err != nil || !slices.Equal(got, []engine.Hand{hand(t, want)}) {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
	}
}

// TestAReadingIsOfCardsThatThereAre narrows what several letters mean.
func TestAReadingIsOfCardsThatThereAre(t *testing.T) {
	c := MustLoad(t)
	for _, x := range []struct{ tag, text, among, want string }{
		{"fr", "10c 9c 8c", "TH 9H 8H 8C 2D", "TH 9H 8H | TH 9H 8C"}, {"de", "KD", "QC 2H", "QC"}, {"de", "KD", "2H", ""},
	} {
		got, err := c.For(x.tag).ReadCards(x.text, hand(t, x.among))
		var want []engine.Hand
		for part := range strings.SplitSeq(x.want, "|") {
			if part != "" {
				want = append(want, hand(t, part))
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q among %s is read as %v, %v", x.tag, x.text, x.among, got, err)
		}
	}
	for _, x := range []struct{ tag, text, want string }{
		{"en", "10", "TC TD TH TS"}, {"fr", "dame", "QC QD QH QS"}, {"fr", "la dame", "QC QD QH QS"}, {"en", "one", "AC AD AH AS"}, {"en", "1", ""}, {"pt-BR", "1O", "AD TC TD TH TS"}, {"en", "1O", "TC TD TH TS"}, {"nl", "h", "KC KD KH KS"}, {"fr", "as", "AC AD AH AS"}, {"fr", "as de pique", "AS"},
	} {
		got, err := c.For(x.tag).ReadCard(x.text, Pack)
		if want := hand(t, x.want); engine.HandOf(got...) != want || (err != nil) != want.Empty() {
			t.Errorf("%s: %q is read as %v, %v", x.tag, x.text, got, err)
		}
	}
	if got, err := c.For("fr").ReadCard("dame", hand(t, "2C 3C")); err != nil || len(got) != 0 {
		t.Errorf("queens where there are none: %v, %v", got, err)
	}
}

func TestWordsThatAreNoCardsAreNamed(t *testing.T) {
	c := MustLoad(t)
	for _, x := range []struct {
		tag, text string
		want      engine.ParseError
	}{
		{"en", "9c 11x", engine.ParseError{Word: "11x"}}, {"en", "8C eight 8S", engine.ParseError{Word: "eight"}}, {"de", "8C acht 8S", engine.ParseError{Word: "acht"}},
		{"nl", "8C acht 8S", engine.ParseError{Word: "acht"}}, {"en", "<@everyone>", engine.ParseError{Word: "<@everyone>"}}, {"en", "of", engine.ParseError{Word: "of"}},
		{"en", "9c 9♣", engine.ParseError{Word: "9♣", Twice: true}}, {"en", "TDTD", engine.ParseError{Word: "10♦", Twice: true}},
		{"de", "Pik Dame D♠", engine.ParseError{Word: "Q♠", Twice: true}}, {"pt-BR", "e", engine.ParseError{Word: "e"}},
		{"en", "10, d", engine.ParseError{Word: "10,"}}, {"en", "8😀", engine.ParseError{Word: "8😀"}}, {"fr", strings.Repeat("10t ", 400), engine.ParseError{Word: "10t"}},
	} {
		var unread *engine.ParseError
		got, err := c.For(x.tag).ReadCards(x.text, hand(t, "2C"))
		if !errors.As(err, &unread) || *unread != x.want {
			t.Errorf("%s: %.40q is read as %v, %v", x.tag, x.text, got, err)
		}
	}
	for text, want := range map[string]string{"": "", " ": "", "9c 9d": "9c 9d", "joker": "joker"} {
		var unread *engine.ParseError
		if got, err := c.For("en").ReadCard(text, Pack); !errors.As(err, &unread) || unread.Word != want {
			t.Errorf("one card: %q is read as %v, %v", text, got, err)
		}
	}
}

// TestWhatIsBeingTypedFindsItsCards tries beginnings of names and letters.
func TestWhatIsBeingTypedFindsItsCards(t *testing.T) {
	c := MustLoad(t)
	for _, x := range []struct {
		tag, text, cards string
		want             bool
	}{
		{"en", "", "2C", true}, {"en", "king", "KD", true}, {"en", "ki", "KD", true}, {"en", "king of d", "KD", true}, {"en", "king of c", "KD", false}, {"en", "1", "TD", true},
		{"en", "zebra", "2C 3D", false}, {"en", "9c 9", "9C 9D 9S", true}, {"en", "9c9", "9C 9D 9S", true}, {"en", "9h", "9C 9D 9S", false},
		{"nl", "heer", "KS", true}, {"nl", "ruiten", "2D", true}, {"nl", "ruiten", "2S", false}, {"nl", "d", "2C", false}, {"nl", "d", "QC", true}, {"nl", "schoppenv", "QS", true},
		{"de", "karo", "TD", true}, {"de", "könig", "KC", true}, {"de", "Karo-K", "KD", true}, {"de", "Karo-Kö", "QD", false}, {"de", "P", "2S", true},
		{"fr", "roi", "KH", true}, {"fr", "carreau", "2D", true}, {"fr", "dame de", "QS", true}, {"fr", "dame de", "KS", false}, {"es-ES", "rey", "KC", true},
		{"pt-BR", "rei", "KC", true}, {"pt-BR", "ouros", "2D", true}, {"pt-BR", "o", "2D", true}, {"pt-BR", "o", "2C", false},
	} {
		if got := c.For(x.tag).Naming(x.text, hand(t, x.cards)); got != x.want {
			t.Errorf("%s: %q is about %s: %t", x.tag, x.text, x.cards, got)
		}
	}
}

func TestPilesAreReadInTheReadersWords(t *testing.T) {
	c := MustLoad(t)
	both := []engine.Source{engine.FromStock, engine.FromDiscard}
	for _, x := range []struct {
		tag, text string
		want      []engine.Source
	}{
		{"en", "Discard pile", both[1:]}, {"en", "pile", both[1:]}, {"en", "turnover", []engine.Source{engine.FromTurnover}}, {"en", "cellar", nil}, {"en", "", nil},
		{"nl", "stok", both[:1]}, {"nl", "aflegstapel", both[1:]}, {"nl", "Stapel", both}, {"de", "Talon", both[:1]}, {"de", "vorrat", both[:1]}, {"de", "Ablagestapel", both[1:]},
		{"fr", "pioche", both[:1]}, {"fr", "DÉFAUSSE", both[1:]}, {"fr", "defausse", both[1:]}, {"es-ES", "mazo", both[:1]}, {"es-ES", "descarte", both[1:]},
		{"pt-BR", "monte", both[:1]}, {"pt-BR", "lixo", both[1:]}, {"de", "stock", both[:1]}, {"fr", "mixed", []engine.Source{engine.FromMixed}},
	} {
		if got := c.For(x.tag).ReadPile(x.text); !slices.Equal(got, x.want) {
			t.Errorf("%s: %q is read as %v", x.tag, x.text, got)
		}
	}
	if l := c.For("fr"); !l.NamingPile("pio", engine.FromStock) || l.NamingPile("pio", engine.FromDiscard) || !l.NamingPile("", engine.FromTurnover) {
		t.Error("the beginning of a pile’s name doesn’t find it")
	}
}

func TestAFileOfCardWordsMustBeWhole(t *testing.T) {
	whole := func() *cardFile {
		f := &cardFile{Face: "{rank} {suit}", Number: "{rank} {suit}", Run: "{ranks} {suit}", Set: "{rank} {suits}", Ranks: map[string][]string{}, Suits: map[string][]string{}, Piles: map[string][]string{}}
		for _, letter := range rankLetters {
			f.Ranks[string(letter)] = []string{"rank"}
		}
		for _, letter := range suitLetters {
			f.Suits[string(letter)] = []string{"suit"}
		}
		for source := engine.FromStock; source <= engine.FromTurnover; source++ {
			f.Piles[source.String()] = []string{"pile"}
		}
		return f
	}
	if _, err := whole().words(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*cardFile){
		"a rank missing": func(f *cardFile) { delete(f.Ranks, "K") }, "a rank without a word": func(f *cardFile) { f.Ranks["K"] = nil },
		"another rank": func(f *cardFile) { delete(f.Ranks, "K"); f.Ranks["X"] = []string{"x"} }, "a suit missing": func(f *cardFile) { delete(f.Suits, "S") },
		"a suit without a word": func(f *cardFile) { f.Suits["S"] = nil }, "a pile missing": func(f *cardFile) { delete(f.Piles, "stock") },
		"another pile": func(f *cardFile) { f.Piles["attic"] = []string{"attic"} }, "a pattern without its rank": func(f *cardFile) { f.Face = "{suit}" },
		"a pattern that isn't closed": func(f *cardFile) { f.Set = "{rank" },
	} {
		f := whole()
		spoil(f)
		if _, err := f.words(); err == nil {
			t.Errorf("%s passes", name)
		}
	}
}

// FuzzCards writes cards by their names and reads them back, and reads any text.
func FuzzCards(f *testing.F) {
	catalogue := MustLoad(f)
	f.Add(uint8(3), uint64(1<<20|1<<33), "Pik Dame")
	f.Add(uint8(4), uint64(7), "10c 9c d♥, as as de as")
	f.Fuzz(func(t *testing.T, language uint8, bits uint64, text string) {
		l := catalogue.For(Tags()[int(language)%len(Tags())])
		among := engine.Hand(bits) & Pack
		said := func(cards []engine.Card) {
			if got, err := l.ReadCards(l.CardNames(cards), Pack); err != nil || !slices.Equal(got, []engine.Hand{engine.HandOf(cards...)}) {
				t.Errorf("%s: %q is read as %v, %v", l.Tag(), l.CardNames(cards), got, err)
			}
		}
		cards := among.Cards()
		said(cards)
		rand.New(rand.NewPCG(bits, 1)).Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
		said(cards)
		slices.SortStableFunc(cards, func(a, b engine.Card) int { return int(a.Rank()) - int(b.Rank()) })
		said(cards)
		for n := range min(len(cards), 4) { // runs and sets, as melds are
			said(cards[:n])
		}
		got, err := l.ReadCards(text, among)
		for _, h := range got {
			if err != nil || h&^among != 0 {
				t.Errorf("%s: %q is read as %v among %v, %v", l.Tag(), text, h, among, err)
			}
		}
		for _, h := range got {
			said(h.Cards()) // what was read means the same when it is said
			if h != 0 && !l.Naming(text, h) {
				t.Errorf("%s: %q is %v and doesn't find it", l.Tag(), text, h)
			}
		}
	})
}

func BenchmarkReadCards(b *testing.B) {
	l := MustLoad(b).For("fr")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := l.ReadCards("dame de pique, 10c 9c 8c", Pack); err != nil {
			b.Fatal(err)
		}
	}
}
