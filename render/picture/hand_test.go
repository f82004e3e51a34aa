package picture

import (
	"fmt"
	"slices"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
)

// underneath says what stands under a card of a hand: which bracket, with which letter,
// and whether a bar.
type underneath struct {
	bracket int // its place among all; -1: none
	letter  string
	loose   bool
}

// marks reads a sheet: what stands under each card of the hand.
func marks(s *sheet) map[engine.Card]underneath {
	found := map[engine.Card]underneath{}
	for _, o := range s.ops {
		if o.kind != aCard || o.size != large && o.size != short {
			continue
		}
		of := underneath{-1, "", o.mark&loose != 0}
		foot := o.y + o.lift + o.h
		for i, line := range s.ops {
			if line.kind != aPanel || line.ink != mint || line.h != 4 || line.y < foot || line.y > foot+20 || line.x > o.x+10 || line.x+line.w < o.x+o.w-10 {
				continue
			}
			of.bracket = i
			for _, t := range s.ops {
				if t.kind == aText && t.ink == black && t.x > line.x && t.x < line.x+line.w && t.y > foot && t.y < foot+30 {
					of.letter = t.text
				}
			}
		}
		found[o.card] = of
	}
	return found
}

// mismarked says what a hand's marks say wrongly of its melds.
func mismarked(h Hand, found map[engine.Card]underneath) (wrong []string) {
	for _, c := range slices.Concat(h.Groups...) {
		of, m := found[c], h.meldOf(c)
		if (of.bracket >= 0) != (m >= 0) || of.loose != h.Loose.Has(c) {
			wrong = append(wrong, fmt.Sprintf("%v has %+v", c, of))
		}
		for _, other := range slices.Concat(h.Groups...) {
			joined := of.bracket >= 0 && of.bracket == found[other].bracket || of.letter != "" && of.letter == found[other].letter
			if same := m >= 0 && m == h.meldOf(other); same != joined {
				wrong = append(wrong, fmt.Sprintf("%v and %v: one meld %v, joined %v", c, other, same, joined))
			}
		}
	}
	return wrong
}

// TestMeldsAreSeenInAnyOrder has random hands, whose melds lie apart as they do in the
// order of suits, and finds each card joined with those of its meld and no others.
func TestMeldsAreSeenInAnyOrder(t *testing.T) {
	a, d := New(), newDealer(9)
	apart := 0
	for range 2000 {
		h := d.hand()
		found := marks(laid(a, h))
		if wrong := mismarked(h, found); len(wrong) > 0 {
			t.Fatalf("%q of %+v", wrong, h)
		}
		for _, of := range found {
			if of.letter != "" {
				apart++
			}
		}
	}
	if apart < 1000 {
		t.Errorf("only %d cards of melds that lie apart", apart)
	}
	h := ten(t) // the control
	for name, change := range map[string]func(map[engine.Card]underneath){
		"no bracket":     func(m map[engine.Card]underneath) { m[cards(t, "4S")[0]] = underneath{bracket: -1} },
		"another":        func(m map[engine.Card]underneath) { m[cards(t, "4S")[0]] = m[cards(t, "JC")[0]] },
		"no bar":         func(m map[engine.Card]underneath) { m[cards(t, "KS")[0]] = underneath{bracket: -1} },
		"a bar too much": func(m map[engine.Card]underneath) { c := cards(t, "4S")[0]; u := m[c]; u.loose = true; m[c] = u },
	} {
		found := marks(laid(a, h))
		if change(found); len(mismarked(h, found)) == 0 {
			t.Errorf("%s: nothing is noticed", name)
		}
	}
}

// TestNeighboursOfAMeldShareABracket has a meld of three suits lie together in a hand by suits, and one apart: the first has one bracket and
// no letter, the other a bracket for each part, with the same letter.
func TestNeighboursOfAMeldShareABracket(t *testing.T) {
	h := Hand{
		Groups: [][]engine.Card{cards(t, "9C JC"), cards(t, "JD"), cards(t, "JH QH"), cards(t, "9S 9H")},
		Found:  []engine.Hand{engine.HandOf(cards(t, "JC JD JH")...), engine.HandOf(cards(t, "9C 9S 9H")...)}, Loose: engine.HandOf(cards(t, "QH")...), Count: 10,
	}
	found, brackets := marks(laid(New(), h)), map[int]string{}
	for _, of := range found {
		if of.bracket >= 0 {
			brackets[of.bracket] = of.letter
		}
	}
	together, apart := found[cards(t, "JD")[0]], found[cards(t, "9C")[0]]
	if len(brackets) != 3 || together.letter != "" || apart.letter != "a" {
		t.Errorf("there are brackets with %v; of what lies together %+v, of what doesn't %+v", brackets, together, apart)
	}
}
