package lang

import (
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
// or glued, several of one suit or rank as [Lang.CardNames] says them, and as
// engine.ParseHand reads them. Some letters mean several things, so there may be
// several readings, and at most [MaxReadings]; none where other cards than those are
// meant. A text without a word is read as no cards. Its error is a
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
	ranks, _ := r.rankAlone()
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

// NamesRank says whether a text names one rank and can't be read otherwise: any card
// of that rank is meant.
func (l Lang) NamesRank(text string) bool {
	r := l.reading(text)
	_, alone := r.rankAlone()
	return alone && len(r.search(Pack, false).hands) == 0
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

// rankAlone gives the cards of the ranks that the last word can mean, where all before it
// are passed over, and whether that is one rank and no suit.
func (r *reading) rankAlone() (cards engine.Hand, alone bool) {
	if len(r.words) == 0 {
		return 0, false
	}
	last := r.words[len(r.words)-1]
	for _, w := range r.words[:len(r.words)-1] {
		if !r.of.between[w.text] {
			return 0, false
		}
	}
	if last.text == aceAsOne {
		return 0, false // it may be meant for the first card
	}
	ranks, suits := r.of.meanings(last.text)
	for _, rank := range ranks {
		cards |= rank
	}
	return cards, len(ranks) == 1 && len(suits) == 0
}
