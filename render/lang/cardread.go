package lang

import (
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
)

// Pack is every card.
const Pack engine.Hand = 1<<engine.PackSize - 1

// MaxReadings is how many readings of a text are looked for. Who gets as many
// doesn't know the others.
const MaxReadings = 300

// ReadCards gives everything that a text can mean as cards among some, each of them
// once: in the letters, words and names of the language, rank or suit first, apart
// or glued, and as engine.ParseHand reads them. Some letters mean several things, so
// there may be several readings, and at most [MaxReadings]; none where other cards
// than those are meant. A text without a word is read as no cards. Its error is a
// [*engine.ParseError]: a word can't be read, or a card is there twice.
func (l Lang) ReadCards(text string, among engine.Hand) ([]engine.Hand, error) {
	r := l.reading(text)
	found := r.search(among, false)
	if len(found.hands) > 0 {
		return found.hands, nil
	}
	if found = r.search(Pack, false); len(found.hands) > 0 {
		return nil, nil // they are others
	}
	if again := r.search(Pack, true); len(again.hands) > 0 {
		return nil, &engine.ParseError{Word: Lang{}.Card(again.twice), Twice: true}
	}
	return nil, &engine.ParseError{Word: r.words[found.far].raw}
}

// ReadCard gives every card among some that a text can mean: a card as ReadCards
// reads it, or a rank alone. There may be none. Its error is a [*engine.ParseError].
func (l Lang) ReadCard(text string, among engine.Hand) ([]engine.Card, error) {
	r := l.reading(text)
	if len(r.words) == 0 {
		return nil, &engine.ParseError{}
	}
	hands, err := l.ReadCards(text, among)
	ranks := r.rankAlone()
	cards, several := ranks&among, false
	for _, h := range hands {
		if h.Len() == 1 {
			cards |= h
		} else {
			several = true
		}
	}
	switch {
	case cards != 0 || ranks != 0:
		return cards.Cards(), nil
	case several:
		return nil, &engine.ParseError{Word: strings.TrimSpace(text)}
	}
	return nil, err
}

// Naming says whether a text that may not be finished is about some of these cards:
// each card, rank and suit in it is one of theirs, and the last word may be the
// beginning of one.
func (l Lang) Naming(text string, cards engine.Hand) bool {
	r := l.reading(text)
	reached := make([]bool, len(r.words)+1)
	reached[0] = true
	for i := range r.words {
		if !reached[i] {
			continue
		}
		reached[i+1] = reached[i+1] || r.spells(i, cards)
		for _, s := range append(r.steps(i), r.begun(i)...) {
			reached[s.to] = reached[s.to] || s.cards == 0 || s.cards&cards != 0
		}
	}
	return reached[len(r.words)]
}

// EchoCards repeats a text with those words that are certain to be cards as people
// see them.
func (l Lang) EchoCards(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		hands, err := l.ReadCards(word, Pack)
		if err != nil || len(hands) != 1 {
			continue
		}
		var cards []string
		for _, c := range engine.Ordered(hands[0]) {
			cards = append(cards, l.Card(c))
		}
		if len(cards) > 0 {
			words[i] = strings.Join(cards, " ")
		}
	}
	return strings.Join(words, " ")
}

// A finding is what a search found.
type finding struct {
	hands []engine.Hand
	far   int         // the last word that it came to
	twice engine.Card // one that was there before, the last it met
}

// search reads the text as cards among some, which may come again if that is said.
// It goes from word to word with all that those before can mean.
func (r *reading) search(among engine.Hand, again bool) finding {
	found := finding{twice: engine.NoCard}
	at := make([][]engine.Hand, len(r.words)+1)
	at[0] = []engine.Hand{0}
	join := func(all, others []engine.Hand, with engine.Hand) []engine.Hand {
		for _, h := range others {
			if h&with != 0 {
				found.twice = with.Cards()[0]
			}
			if with&^among == 0 && (again || h&with == 0) && len(all) < MaxReadings && !slices.Contains(all, h|with) {
				all = append(all, h|with)
			}
		}
		return all
	}
	for i := range r.words {
		if len(at[i]) == 0 {
			continue
		}
		found.far = i
		for _, s := range r.steps(i) {
			at[s.to] = join(at[s.to], at[i], s.cards)
		}
		for _, order := range orders {
			text := r.words[i].text
			in := make([][]engine.Hand, len(text)+1)
			in[0] = at[i]
			for from := range text {
				for _, s := range r.glued(text, from, order) {
					in[s.to] = join(in[s.to], in[from], s.cards)
				}
			}
			at[i+1] = join(at[i+1], in[len(text)], 0)
		}
	}
	found.hands = at[len(r.words)]
	if len(r.words) > 0 { // words that all mean nothing are no cards
		found.hands = slices.DeleteFunc(found.hands, engine.Hand.Empty)
	}
	return found
}

// rankAlone gives the cards of a rank that is all there is in the text.
func (r *reading) rankAlone() engine.Hand {
	var cards engine.Hand
	words := 0
	for _, w := range r.words {
		if r.of.between[w.text] {
			continue
		}
		words++
		for _, p := range r.of.pieces {
			if p.rank && p.text == w.text {
				cards |= p.cards
			}
		}
	}
	if words != 1 {
		return 0
	}
	return cards
}

// spells says whether the i-th word, glued together, is about these cards; the last
// word may be unfinished.
func (r *reading) spells(i int, cards engine.Hand) bool {
	text, last := r.words[i].text, i == len(r.words)-1
	for _, order := range orders {
		in := make([]bool, len(text)+1)
		in[0] = true
		for from := range text {
			if !in[from] {
				continue
			}
			for _, s := range r.glued(text, from, order) {
				in[s.to] = in[s.to] || s.cards&cards != 0
			}
			if r.tail(text[from:], order, last)&cards != 0 {
				return true
			}
		}
		if in[len(text)] {
			return true
		}
	}
	return false
}
