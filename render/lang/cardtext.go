package lang

import (
	"slices"
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
	raw    string // with what is written to it without a space
	text   string // folded
	apart  bool   // a comma or the like parts it from the word before
	joined bool   // a dash joins it to the word before
}

// reading cuts a text. One that is too long is one word that nothing reads.
func (l Lang) reading(text string) *reading {
	r := &reading{of: &cardWords{}}
	if l.t != nil {
		r.of = l.t.cards
	}
	size, apart, joined := 0, false, false
	for part := range strings.FieldsSeq(strings.ReplaceAll(text, "..", "…")) {
		for rest := part; rest != ""; {
			word := rest
			if end := strings.IndexFunc(rest, parts); end >= 0 {
				word = rest[:end]
			}
			elided := strings.HasPrefix(rest[len(word):], "'") || strings.HasPrefix(rest[len(word):], "’")
			if folded := Fold(word); folded != "" && !(elided && r.of.between[folded+"’"]) { // l’as
				r.words = append(r.words, typedWord{raw: part, text: folded, apart: apart, joined: joined})
				size, apart, joined = size+len(folded), false, false
			}
			rest = rest[len(word):]
			sign, width := utf8.DecodeRuneInString(rest)
			apart = apart || strings.ContainsRune(separators, sign)
			joined = joined || strings.ContainsRune(dashes, sign)
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
	dashes     = "-‐‑–—~…"
	joints     = dashes + "/.'’()!:"
)

func parts(r rune) bool { return strings.ContainsRune(separators+joints, r) }

// A meaning is what a word can mean where it stands.
type meaning struct {
	typedWord
	glued        []glue
	ranks, suits []engine.Hand // all of their cards
	passed       bool
	article      bool // it is passed over only before a card's name, since it is a letter, too
}

// means gives what the i-th word can mean. Where a language has a word that is a letter of
// cards as well, its neighbours decide: "a king" has no ace, and "as, 2, 3 de tréboles" no A♠.
func (r *reading) means(i int) meaning {
	w, next := r.words[i], typedWord{apart: true}
	if i+1 < len(r.words) {
		next = r.words[i+1]
	}
	m := meaning{typedWord: w, glued: r.of.glued(w.text), passed: r.of.between[w.text]}
	m.ranks, m.suits = r.of.meanings(w.text)
	if len(m.ranks) > 0 && len(m.glued) > 0 && r.of.means(next.text) {
		m.glued = nil
	}
	if !m.passed || len(m.ranks)+len(m.suits) == 0 {
		return m
	}
	m.passed = !w.joined && !next.joined
	m.article = len(m.ranks) > 0
	if named, _ := r.of.meanings(next.text); len(named) > 0 && r.of.whole[next.text] && !next.apart {
		m.ranks = nil
	}
	if first := i == 0 || w.apart; !first && !next.apart {
		m.suits = nil
	}
	return m
}

// means says whether a word by itself is a rank, a suit or passed over.
func (w *cardWords) means(word string) bool {
	ranks, suits := w.meanings(word)
	return w.between[word] || len(ranks)+len(suits) > 0
}

// meanings lists the ranks and the suits that a whole word stands for, as all of their
// cards.
func (w *cardWords) meanings(word string) (ranks, suits []engine.Hand) {
	for _, p := range w.pieces {
		switch {
		case p.text != word:
		case p.rank:
			ranks = append(ranks, p.cards)
		default:
			suits = append(suits, p.cards)
		}
	}
	return ranks, suits
}

// An order says which half of a card comes first; cards that are glued together all
// have it the same.
type order bool

const (
	suitFirst order = false
	rankFirst order = true
)

//nolint:gochecknoglobals // constant table
var orders = [...]order{rankFirst, suitFirst}

// Glue is what one word means as cards without a space.
type glue struct {
	cards engine.Hand
	twice engine.Card // one that is there twice
}

// glued lists everything that one word can mean as cards: several in letters, figures
// and signs, like 9c10c, or one in words, like Kreuzkönig or hearts10. A word that means
// something by itself isn't cut.
func (w *cardWords) glued(word string) []glue {
	if w.whole[word] {
		return nil
	}
	var all []glue
	w.pairs(word, func(first, second piece) {
		if rest := word[len(first.text):]; rest == second.text && (first.kind == spelled || second.kind == spelled) {
			all = append(all, glue{first.cards & second.cards, engine.NoCard})
		}
	})
	for _, o := range orders {
		all = append(all, w.row(word, o)[len(word)]...)
	}
	return all
}

// row lists, for each place in a word, the cards in letters, figures and signs that it can
// be read as up to there, all in one order.
func (w *cardWords) row(word string, o order) [][]glue {
	at := make([][]glue, len(word)+1)
	at[0] = []glue{{0, engine.NoCard}}
	for from := range word {
		if len(at[from]) == 0 {
			continue
		}
		w.pairs(word[from:], func(first, second piece) {
			if order(first.rank) != o || first.kind == spelled || second.kind == spelled {
				return
			}
			to, card := from+len(first.text)+len(second.text), first.cards&second.cards
			for _, g := range at[from] {
				if g.cards&card != 0 {
					g.twice = card.Cards()[0]
				}
				if g.cards |= card; len(at[to]) < MaxReadings && !slices.Contains(at[to], g) {
					at[to] = append(at[to], g)
				}
			}
		})
	}
	return at
}

// pairs calls with each rank and suit, in either order, that a text begins with and that
// may be written without a space: a word and a letter may not, or kings would be K♠.
func (w *cardWords) pairs(text string, do func(first, second piece)) {
	for _, first := range w.pieces {
		rest, ok := strings.CutPrefix(text, first.text)
		if !ok {
			continue
		}
		for _, second := range w.pieces {
			if first.glues(second) && strings.HasPrefix(rest, second.text) {
				do(first, second)
			}
		}
	}
}

// glues says whether two pieces can be one card without a space between them.
func (p piece) glues(other piece) bool {
	return p.rank != other.rank && (p.kind == other.kind || p.kind == sign || other.kind == sign)
}
