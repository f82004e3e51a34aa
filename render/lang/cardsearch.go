package lang

import (
	"github.com/boathouse-rum/boathouse/engine"
)

// A finding is what a search found.
type finding struct {
	hands []engine.Hand
	far   int         // the first word that couldn't be read
	twice engine.Card // one that was there before, the last it met
}

// A stage is how far a list of cards has come: ranks and then their suit, a suit and
// then its ranks, or a rank and then its suits.
type stage uint8

const (
	noList      stage = iota
	ranksOpen         // ranks that wait for their suit
	suitOpen          // a suit that waits for its first rank
	ranksOfSuit       // more ranks may follow
	suitsOfRank       // more suits may follow
)

// whole says whether a text can end in a stage.
func (s stage) whole() bool { return s != ranksOpen && s != suitOpen }

// A partial is one way to read the beginning of a text. Ranks and suits are all of
// their cards.
type partial struct {
	cards engine.Hand // that were named
	stage stage
	open  engine.Hand // the ranks that wait, or the suit or rank that goes on
	last  engine.Hand // the rank or card that the last word meant
	apart bool        // a comma parts the next word from it
	one   bool        // an article begins the list: one card
}

// A search reads a text as cards among some, from word to word, with all that those
// before can mean.
type search struct {
	of    *cardWords
	among engine.Hand
	again bool // a card may come again
	twice engine.Card
	seen  map[partial]bool
	next  []partial
}

// search reads the text as cards among some, which may come again if that is said.
func (r *reading) search(among engine.Hand, again bool) finding {
	s := &search{of: r.of, among: among, again: again, twice: engine.NoCard}
	at, far := []partial{{}}, 0
	for i, w := range r.words {
		s.next, s.seen = nil, map[partial]bool{}
		m := r.means(i)
		for _, p := range at {
			p.apart = p.apart || w.apart
			s.read(p, m)
		}
		at = s.next
		for _, p := range at {
			if p.stage.whole() {
				far = i + 1
			}
		}
	}
	found := finding{far: far, twice: s.twice}
	if far == len(r.words) {
		found.far = 0
	}
	seen := map[engine.Hand]bool{}
	for _, p := range at {
		// Words that all mean nothing are no cards.
		if p.stage.whole() && !seen[p.cards] && (p.cards != 0 || len(r.words) == 0) {
			seen[p.cards] = true
			found.hands = append(found.hands, p.cards)
		}
	}
	return found
}

// read goes on from a partial with everything that the next word can mean.
func (s *search) read(p partial, m meaning) {
	if m.passed && (!m.article || p.stage.whole()) {
		passed := p
		passed.last, passed.one = 0, p.one || m.article && len(m.ranks) > 0
		s.keep(passed)
	}
	if p.stage.whole() && !p.one {
		for _, g := range m.glued {
			if m.joined && gap(p.last, g.cards) || g.twice != engine.NoCard && !s.again {
				continue // "5h-7h" is no 5h and 7h
			}
			if g.twice != engine.NoCard {
				s.twice = g.twice
			}
			s.name(p, g.cards, partial{last: g.cards})
		}
	}
	for _, rank := range m.ranks {
		if !m.joined || !gap(p.last, rank) {
			s.rank(p, rank)
		}
	}
	for _, suit := range m.suits {
		s.suit(p, suit)
	}
}

// rank goes on with a rank.
func (s *search) rank(p partial, m engine.Hand) {
	switch {
	case p.stage == ranksOpen && p.open&m == 0 && !p.one:
		s.keep(partial{cards: p.cards, stage: ranksOpen, open: p.open | m, last: m})
	case p.stage == ranksOfSuit, p.stage == suitOpen && !p.apart:
		s.name(p, p.open&m, partial{stage: ranksOfSuit, open: p.open, last: m})
	}
	if p.stage.whole() {
		s.keep(partial{cards: p.cards, stage: ranksOpen, open: m, last: m, one: p.one})
	}
}

// suit goes on with a suit.
func (s *search) suit(p partial, m engine.Hand) {
	switch {
	case p.stage == ranksOpen && !p.apart:
		after := partial{}
		if p.open.Len() == len(signs) { // one rank
			after = partial{stage: suitsOfRank, open: p.open}
		}
		s.name(p, p.open&m, after)
	case p.stage == suitsOfRank:
		s.name(p, p.open&m, partial{stage: suitsOfRank, open: p.open})
	}
	if p.stage.whole() {
		s.keep(partial{cards: p.cards, stage: suitOpen, open: m})
	}
}

// name adds cards to a partial, which goes on as after says.
func (s *search) name(p partial, cards engine.Hand, after partial) {
	if twice := p.cards & cards; twice != 0 {
		if s.twice = twice.Cards()[0]; !s.again {
			return
		}
	}
	if cards&^s.among == 0 {
		after.cards = p.cards | cards
		s.keep(after)
	}
}

func (s *search) keep(p partial) {
	if len(s.next) < MaxReadings && !s.seen[p] {
		s.seen[p] = true
		s.next = append(s.next, p)
	}
}

// gap says whether a dash between two ranks, or two cards of a suit, leaves some out:
// it can mean a run from one to the other, and it can part the two.
func gap(a, b engine.Hand) bool {
	if a == 0 || a.Len() != b.Len() || a.Len() > 1 && a.Len() != len(signs) {
		return false
	}
	from, to := a.Cards()[0], b.Cards()[0]
	if a.Len() == 1 && from.Suit() != to.Suit() {
		return false
	}
	apart := (int(to.Rank()) - int(from.Rank()) + engine.Ranks) % engine.Ranks
	return apart > 1 && apart < engine.Ranks-1
}
