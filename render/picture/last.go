package picture

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// A step is one thing that was done in a turn, or a part of it.
type step struct {
	sign   glyph
	signed bool // the sign stands before it
	gold   bool // the sign is gold
	number int  // of the meld that it went to; 0: none
	owner  int  // whose that is
	blind  int
	cards  []engine.Card
}

// What stands where in the line of the last turn.
const (
	lastSign  = 28
	lastBack  = 18 // how far backs stand apart
	lastDisc  = 40
	lastInset = lastDisc + 2*blockPad
	lastRoom  = Width - 2*side - lastInset - blockPad
	lastGap   = 14
)

// steps are what somebody did, in order.
func (t Turn) steps() []step {
	var all []step
	if t.Blind > 0 {
		all = append(all, step{sign: up, signed: true, blind: t.Blind})
	}
	if len(t.Drew) > 0 {
		all = append(all, step{sign: up, signed: t.Blind == 0, cards: t.Drew})
	}
	for i, m := range t.Laid {
		all = append(all, step{sign: onward, signed: i == 0, number: m.Number, owner: m.Owner, cards: m.Cards})
	}
	if t.Threw != engine.NoCard {
		all = append(all, step{sign: down, signed: true, cards: []engine.Card{t.Threw}})
	}
	if t.Out {
		all = append(all, step{sign: crown, signed: true, gold: true})
	}
	return all
}

func (s *sheet) stepWide(p step) (w int) {
	if p.signed {
		w += lastSign + 8
	}
	if p.number > 0 {
		w += s.tagWide(p.number) + 6
	}
	c := small.measure().w
	if p.blind > 0 {
		w += c + (p.blind-1)*lastBack
	}
	if n := len(p.cards); n > 0 {
		w += c + (n-1)*small.step()
	}
	return w
}

// last draws what happened in the last turn, and tells where it ends.
func (s *sheet) last(y int, t Table) int {
	const pad = 10
	c := small.measure()
	lines := slices.Collect(wrap(t.Last.steps(), s.stepWide, lastRoom, lastGap))
	high := 2*pad + max(len(lines), 1)*(c.h+pad) - pad
	s.panel(side, y, Width-2*side, high, 12, panel)
	s.disc(side+blockPad, y+pad+(c.h-lastDisc)/2, lastDisc, seatOf(t.Seats, t.Last.Seat))
	at := y + pad
	for _, line := range lines {
		x := side + lastInset
		for _, p := range line {
			s.step(x, at, p)
			x += s.stepWide(p) + lastGap
		}
		at += c.h + pad
	}
	return y + high + between
}

func (s *sheet) step(x, y int, p step) {
	m := small.measure()
	if p.signed {
		of := mint
		if p.gold {
			of = gold
		}
		s.sign(x, y+(m.h-lastSign)/2, p.sign, lastSign, of)
		x += lastSign + 8
	}
	if p.number > 0 {
		x += s.tag(x, y+(m.h-tagHigh)/2, p.number, p.owner) + 6
	}
	for i := range p.blind {
		s.back(x+i*lastBack, y, small)
	}
	if len(p.cards) > 0 {
		s.row(x, y, small, small.step(), p.cards, nil)
	}
}
