package sitting

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
)

// A Dealer has the cards: a deck that follows from a seed and what was cut into
// it, and a new seed when the next hand is to be committed.
type Dealer struct {
	Deck        func(seed deal.Seed, commitment string, cuts []string) [engine.PackSize]engine.Card
	FirstDealer func(seed deal.Seed, commitment string, cuts []string, seats int) engine.Seat
	Seed        func() (deal.Seed, error) // one that nobody can foresee
}

// Fair returns the dealer of the fair deal, who gets seeds from a source.
func Fair(seed func() (deal.Seed, error)) Dealer {
	return Dealer{Deck: deal.Deck, FirstDealer: deal.FirstDealer, Seed: seed}
}

// A dealing is one fair deal: the seed, fixed first, and what goes into it.
type dealing struct {
	hand       int // 0: not committed
	seed       deal.Seed
	commitment string
	cuts       []givenCut
	given      int    // words, those replaced among them
	sealed     bool   // the message that carries the seal is the first cut
	message    string // its id; empty before it stands
	start      string // interaction that started the deal; empty before
	seq        int64  // number of the event that committed it
}

// committed begins the deal that an event commits.
func (s *State) committed(e Committed) dealing {
	d := dealing{hand: e.Hand, seed: e.Seed, commitment: e.Seal, sealed: e.Seal != "", seq: s.seq}
	if !d.sealed {
		d.commitment = deal.Commitment(string(s.id), e.Hand, e.Seed)
	}
	return d
}

// ready says whether the channel shows what seals the deal, so that it can be cut and dealt.
func (d *dealing) ready() bool { return !d.sealed || d.message != "" }

// isGone says whether the seed was erased.
func (d *dealing) isGone() bool { return d.sealed && d.seed == deal.Seed{} }

// first returns the first cut: the message that carries the seal, or the interaction
// that started a deal from before that was so.
func (d *dealing) first() string {
	if d.sealed {
		return d.message
	}
	return d.start
}

// words lists what is cut into the deal: the first cut, then the players' words.
func (d *dealing) words() []string {
	words := []string{d.first()}
	for _, c := range d.cuts {
		words = append(words, c.Word)
	}
	return words
}

// A givenCut is a word and the number of the event that gave it.
type givenCut struct {
	GivenCut
	number int64
}

// cut gives a person's word, in place of an earlier one.
func (d *dealing) cut(c givenCut) {
	cuts := slices.DeleteFunc(slices.Clone(d.cuts), func(old givenCut) bool { return old.By == c.By })
	d.cuts = append(cuts, c)
	d.given++
}

// has says whether a word of a person's is in the deal.
func (d *dealing) has(p Person) bool {
	return slices.ContainsFunc(d.cuts, func(c givenCut) bool { return c.By == p })
}

// takes says whether the deal takes another word of a person, of those who will
// sit in it.
func (d *dealing) takes(by Person, sitting []seat) bool {
	left := maxWords - d.given
	if !d.has(by) {
		return left > 0
	}
	for _, t := range sitting {
		if t.Person != "" && !d.has(t.Person) {
			left--
		}
	}
	return left > 0
}

// isErased says whether a word of the deal is gone.
func (d *dealing) isErased() bool {
	return slices.ContainsFunc(d.cuts, func(c givenCut) bool { return c.Word == "" })
}

// facts returns what anyone may know of a deal: all but the seed.
func (d *dealing) facts() DealFacts {
	var cuts []GivenCut
	for _, c := range d.cuts {
		cuts = append(cuts, c.GivenCut)
	}
	return DealFacts{Hand: d.hand, Commitment: d.commitment, Cuts: cuts, First: d.first(), Seal: d.message, Ready: d.ready()}
}
