package lang

import (
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
)

// Naming says whether a text that may not be finished is about some of these cards:
// each card, rank and suit in it is one of theirs, and the last word may be the
// beginning of one.
func (l Lang) Naming(text string, cards engine.Hand) bool {
	r := l.reading(text)
	for i, w := range r.words {
		last := i == len(r.words)-1
		if r.of.between[w.text] && (i > 0 || !last) || r.of.about(w.text, cards) {
			continue
		}
		if !last || !r.of.begins(w.text, cards, i > 0) {
			return false
		}
	}
	return true
}

// about says whether a whole word can be about some of these cards alone.
func (w *cardWords) about(word string, cards engine.Hand) bool {
	for _, p := range w.pieces {
		if p.text == word && p.cards&cards != 0 {
			return true
		}
	}
	for _, g := range w.glued(word) {
		if g.cards&^cards == 0 {
			return true
		}
	}
	return false
}

// begins says whether a word can be the beginning of one about some of these cards, or,
// after others, of one that is passed over.
func (w *cardWords) begins(word string, cards engine.Hand, after bool) bool {
	for between := range w.between {
		if after && strings.HasPrefix(between, word) {
			return true
		}
	}
	for _, o := range orders {
		for end, read := range w.row(word, o) {
			of := func(g glue) bool { return g.cards&^cards == 0 }
			if end < len(word) && slices.ContainsFunc(read, of) && w.beginsCard(word[end:], cards) {
				return true
			}
		}
	}
	return false
}

// beginsCard says whether a text begins the name of one of these cards.
func (w *cardWords) beginsCard(text string, cards engine.Hand) bool {
	return slices.ContainsFunc(w.pieces, func(p piece) bool {
		rest, ok := strings.CutPrefix(text, p.text)
		return p.cards&cards != 0 && (strings.HasPrefix(p.text, text) || ok && w.followed(p, rest, cards))
	})
}

// followed says whether a text begins what can follow a piece in the name of some card.
func (w *cardWords) followed(p piece, text string, cards engine.Hand) bool {
	for _, second := range w.pieces {
		if p.glues(second) && strings.HasPrefix(second.text, text) && p.cards&second.cards&cards != 0 {
			return true
		}
	}
	return false
}
