package lang

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/boathouse-rum/boathouse/engine"
)

//go:embed cards/*.json
var cardFiles embed.FS //nolint:gochecknoglobals // embedded files

// What people see on cards, from the ace and from clubs.
//
//nolint:gochecknoglobals // constant tables
var (
	corners = [engine.Ranks]string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}
	signs   = [...]string{"♣", "♦", "♥", "♠"}
)

// What every reader may write, in any language.
const (
	rankLetters = "A23456789TJQK"
	suitLetters = "CDHS"
	suitSigns   = "♧♢♡♤"
)

// cardWords are what one language says for cards and for what they are drawn from.
type cardWords struct {
	ranks, suits           []string // as they are said, from the ace and from clubs
	corners                []string // on the cards of its own packs, from the ace
	face, number, run, set phrase   // how a card is said, and several of a suit or of a rank
	pieces                 []piece
	between                map[string]bool // what may stand in a card's name or between cards, folded
	whole                  map[string]bool // words that are never cut into letters, folded
	piles                  map[engine.Source][]string
}

// A piece is a word or letter that stands for a rank or a suit.
type piece struct {
	text  string      // folded
	cards engine.Hand // of that rank or suit
	rank  bool        // and no suit
	kind  pieceKind
}

// A pieceKind is how a piece is written.
type pieceKind uint8

const (
	letter  pieceKind = iota
	sign              // a figure or a suit's sign
	spelled           // a word
)

// aceAsOne is the ace as a figure, and tenWithO the ten with the letter.
const (
	aceAsOne = "1"
	tenWithO = "1o"
)

func kindOf(text string, rank bool) pieceKind {
	switch n := utf8.RuneCountInString(text); {
	case strings.ContainsAny(text, "0123456789"), strings.Contains(suitSigns, text), slices.Contains(signs[:], text):
		return sign
	case n >= minSpelled, rank && n > 1: // as, which no rank is short for
		return spelled
	}
	return letter
}

// minSpelled is how long a word is that stands for a suit: ka and ca are short for one.
const minSpelled = 3

// A cardFile is how cardWords stand in their file: the first word of a rank or
// suit is what it is called, the others can be typed for it too. Ranks and suits
// are named by their letters, piles as engine.ParseSource reads them.
type cardFile struct {
	Face    string              `json:"face"`
	Number  string              `json:"number"`
	Run     string              `json:"run"`
	Set     string              `json:"set"`
	Ranks   map[string][]string `json:"ranks"`
	Suits   map[string][]string `json:"suits"`
	Corners map[string]string   `json:"corners"`
	Between []string            `json:"between"`
	Piles   map[string][]string `json:"piles"`
}

var errCards = errors.New("words for cards are missing or too many")

func loadCards(tag string) (*cardWords, error) {
	text, err := cardFiles.ReadFile("cards/" + tag + ".json")
	if err != nil {
		return nil, err
	}
	var f cardFile
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, err
	}
	return f.words()
}

// words reads a file. Its error says that a rank, a suit, a pile or a pattern is
// missing, or one too many.
func (f *cardFile) words() (*cardWords, error) {
	w := &cardWords{corners: slices.Clone(corners[:]), between: map[string]bool{}, whole: map[string]bool{}, piles: map[engine.Source][]string{}}
	if len(f.Ranks) != engine.Ranks || len(f.Suits) != len(signs) {
		return nil, errCards
	}
	for rank := range engine.Ranks {
		letter := rankLetters[rank : rank+1]
		typed := append([]string{corners[rank], letter}, f.Ranks[letter]...)
		if len(typed) == 2 {
			return nil, fmt.Errorf("%w: %s", errCards, letter)
		}
		switch corners[rank] {
		case "A":
			typed = append(typed, aceAsOne)
		case "10":
			typed = append(typed, tenWithO)
		}
		said := typed[2]
		if engine.Rank(rank) != engine.Ace && engine.Rank(rank) <= engine.Ten {
			said = corners[rank]
		}
		w.ranks = append(w.ranks, said)
		w.addPieces(typed, true, func(c engine.Card) bool { return c.Rank() == engine.Rank(rank) })
		if own := f.Corners[letter]; own != "" {
			w.corners[rank] = own
		}
	}
	for suit, letter := range strings.Split(suitLetters, "") {
		typed := append([]string{letter, signs[suit], string([]rune(suitSigns)[suit])}, f.Suits[letter]...)
		if len(typed) == 3 {
			return nil, fmt.Errorf("%w: %s", errCards, letter)
		}
		w.suits = append(w.suits, typed[3])
		w.addPieces(typed, false, func(c engine.Card) bool { return c.Suit() == engine.Suit(suit) })
	}
	for _, word := range f.Between {
		w.between[Fold(word)], w.whole[Fold(word)] = true, true
	}
	return w, errors.Join(w.addPatterns(f), w.addPiles(f))
}

// umlauts are written as people type them who have none on their keys.
//
//nolint:gochecknoglobals // constant table
var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue")

// addPieces lets words stand for the cards of a rank or a suit.
func (w *cardWords) addPieces(words []string, rank bool, of func(engine.Card) bool) {
	var cards engine.Hand
	for c := range engine.Card(engine.PackSize) {
		if of(c) {
			cards = cards.Add(c)
		}
	}
	for _, word := range words {
		for _, text := range []string{Fold(word), Fold(umlauts.Replace(word))} {
			p := piece{text: text, cards: cards, rank: rank, kind: kindOf(text, rank)}
			if !slices.Contains(w.pieces, p) {
				w.pieces = append(w.pieces, p)
			}
			if utf8.RuneCountInString(text) >= minSpelled {
				w.whole[text] = true
			}
		}
	}
}

func (w *cardWords) addPatterns(f *cardFile) error {
	for _, p := range []struct {
		into   *phrase
		text   string
		places []string
	}{
		{&w.face, f.Face, []string{"rank", "suit"}}, {&w.number, f.Number, []string{"rank", "suit"}},
		{&w.run, f.Run, []string{"ranks", "suit"}}, {&w.set, f.Set, []string{"rank", "suits"}},
	} {
		var err error
		if *p.into, err = parsePhrase(p.text); err != nil {
			return err
		}
		if !slices.Equal(placeholders(p.text), p.places) {
			return fmt.Errorf("%w: %q", errCards, p.text)
		}
	}
	return nil
}

func (w *cardWords) addPiles(f *cardFile) error {
	for name, words := range f.Piles {
		source, err := engine.ParseSource(name)
		if err != nil {
			return err
		}
		for _, word := range words {
			w.piles[source] = append(w.piles[source], spaced(word))
		}
	}
	if len(w.piles) != int(engine.FromTurnover)+1 {
		return fmt.Errorf("%w: piles", errCards)
	}
	return nil
}

// spaced folds a text of several words, which are apart by one space.
func spaced(text string) string { return strings.Join(strings.Fields(Fold(text)), " ") }
