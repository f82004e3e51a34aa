package lang

import (
	"strings"
	"unicode/utf8"

	"github.com/boathouse-rum/boathouse/engine"
)

// maxTyped is the longest text that is read, in bytes once it is folded: far more
// than the names of a whole pack.
const maxTyped = 1000

// A reading is a text cut into words, with the words for cards that it is read by.
type reading struct {
	of    *cardWords
	words []typedWord
}

type typedWord struct {
	raw   string // with what is written to it without a space
	text  string // folded
	apart bool   // a comma or the like parts it from the word before
}

// reading cuts a text. One that is too long is one word that nothing reads.
func (l Lang) reading(text string) *reading {
	r := &reading{of: &cardWords{}}
	if l.t != nil {
		r.of = l.t.cards
	}
	size, apart := 0, false
	for part := range strings.FieldsSeq(text) {
		for rest := part; rest != ""; {
			word := rest
			if end := strings.IndexFunc(rest, parts); end >= 0 {
				word = rest[:end]
			}
			if folded := Fold(word); folded != "" {
				r.words = append(r.words, typedWord{raw: part, text: folded, apart: apart})
				size, apart = size+len(folded), false
			}
			rest = rest[len(word):]
			sign, width := utf8.DecodeRuneInString(rest)
			apart = apart || strings.ContainsRune(separators, sign)
			rest = rest[width:]
		}
	}
	if size > maxTyped {
		r.words = []typedWord{{raw: r.words[0].raw, text: "?"}}
	}
	return r
}

// Signs that part words and belong to none: cards, and whatever else.
const (
	separators = ",;+&|"
	joints     = "-–/.'’()!"
)

func parts(r rune) bool { return strings.ContainsRune(separators+joints, r) }

// An order says which half of a card comes first; cards that are glued together all
// have it the same.
type order bool

const (
	suitFirst order = false
	rankFirst order = true
)

//nolint:gochecknoglobals // constant table
var orders = [...]order{rankFirst, suitFirst}

// A step is a part of a text that is read: it ends there, and means this card. None:
// it is passed over.
type step struct {
	to    int
	cards engine.Hand
}

// glued lists the cards that a word can be read as from a place in it on, and where
// in it they end.
func (r *reading) glued(word string, from int, o order) []step {
	var all []step
	for _, first := range r.of.pieces {
		if !strings.HasPrefix(word[from:], first.text) || order(first.rank) != o {
			continue
		}
		middle := from + len(first.text)
		for _, second := range r.of.pieces {
			if second.rank != first.rank && strings.HasPrefix(word[middle:], second.text) {
				all = append(all, step{middle + len(second.text), first.cards & second.cards})
			}
		}
	}
	return all
}

// steps lists what the i-th word can be read as, whole, and at which word it goes on:
// with one that follows it a card, or something that is passed over.
func (r *reading) steps(i int) []step {
	var all []step
	if r.of.between[r.words[i].text] {
		all = append(all, step{to: i + 1})
	}
	for _, j := range r.following(i) {
		all = append(all, r.pairs(i, j, func(piece, word string) bool { return piece == word })...)
	}
	return all
}

// begun lists what else there is to read while the last word isn't finished.
func (r *reading) begun(i int) []step {
	var all []step
	last := len(r.words) - 1
	for _, j := range r.following(i) {
		if j == last {
			all = append(all, r.pairs(i, j, strings.HasPrefix)...)
		}
	}
	for between := range r.of.between {
		if i == last && strings.HasPrefix(between, r.words[i].text) {
			all = append(all, step{to: i + 1})
		}
	}
	return all
}

// following lists the words that can end a card which the i-th begins: the next,
// and the one after that where the next stands between.
func (r *reading) following(i int) []int {
	var all []int
	for j := i + 1; j < len(r.words) && !r.words[j].apart && len(all) < 2; j++ {
		all = append(all, j)
		if !r.of.between[r.words[j].text] {
			break
		}
	}
	return all
}

// pairs lists the cards that the i-th and the j-th word can mean together; ends says
// whether a piece is what the j-th stands for.
func (r *reading) pairs(i, j int, ends func(piece, word string) bool) []step {
	var all []step
	for _, first := range r.of.pieces {
		if first.text != r.words[i].text {
			continue
		}
		for _, second := range r.of.pieces {
			if second.rank != first.rank && ends(second.text, r.words[j].text) {
				all = append(all, step{j + 1, first.cards & second.cards})
			}
		}
	}
	return all
}

// tail gives the cards that the rest of a word can be about: of a rank or suit that
// stands there alone and, where the text ends there, of one that is begun, by itself
// or after another.
func (r *reading) tail(rest string, o order, last bool) engine.Hand {
	var cards engine.Hand
	for _, p := range r.of.pieces {
		switch {
		case p.text == rest || last && strings.HasPrefix(p.text, rest):
			cards |= p.cards
		case last && order(p.rank) == o && strings.HasPrefix(rest, p.text):
			for _, second := range r.of.pieces {
				if second.rank != p.rank && strings.HasPrefix(second.text, rest[len(p.text):]) {
					cards |= p.cards & second.cards
				}
			}
		}
	}
	return cards
}
