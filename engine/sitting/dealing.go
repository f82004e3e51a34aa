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
	early      bool   // the words came before the seal, whose message is the last cut
	sealed     bool   // the message that carries the seal is a cut
	message    string // its id; empty before it stands
	start      string // interaction that started the deal; empty before
	table      string // id of the hand's own table message; empty: it isn't a cut, or not yet
	seq        int64  // number of the event that committed it
}

// committed begins the deal that an event commits, with the words that were given before.
func (s *State) committed(e Committed) dealing {
	d := dealing{
		hand: e.Hand, seed: e.Seed, commitment: e.Seal, sealed: e.Seal != "", seq: s.seq,
		cuts: s.deal.cuts, given: s.deal.given, early: s.phase == Dealing, start: s.deal.start,
	}
	if !d.sealed {
		d.commitment = deal.Commitment(string(s.id), e.Hand, e.Seed)
	}
	return d
}

// ready says whether the deal can be cut: the channel shows what seals it, or it is yet to be
// committed.
func (d *dealing) ready() bool { return !d.sealed || d.message != "" }

// isWhole says whether the last cut is there: the id of a message that was posted once seats
// and words were frozen.
func (d *dealing) isWhole() bool { return d.early && d.message != "" || d.table != "" }

// isGone says whether the seed was erased.
func (d *dealing) isGone() bool { return d.sealed && d.seed == deal.Seed{} }

// all lists the cuts so far, in their order: of the ids those that are there.
func (d *dealing) all() []string {
	first := d.message // or the interaction that started a deal from before that was so
	if !d.sealed {
		first = d.start
	}
	words := make([]string, 0, len(d.cuts)+2)
	for _, c := range d.cuts {
		words = append(words, c.Word)
	}
	at := 0
	if d.early {
		at = len(words)
	}
	if first != "" {
		words = slices.Insert(words, at, first)
	}
	if d.table != "" {
		words = append(words, d.table)
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
	return DealFacts{
		Hand: d.hand, Commitment: d.commitment, Cuts: cuts, All: d.all(),
		Start: !d.sealed && d.start != "", Seal: d.message, Table: d.table, Early: d.early, Ready: d.ready(),
	}
}
