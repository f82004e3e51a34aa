package opponent

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// What hard reckons with, found by playing.
const (
	widest   = 9   // discards that leave so many pips more than the best are not thought about
	burnIn   = 500 // steps before the first guess
	thinning = 4   // steps from one guess to the next
)

// hard guesses what the others hold, plays the hand out from there after each of
// its own moves, and makes the move that gains the most pips.
func hard(v engine.View, log []engine.PublicEvent, r *rand.Rand, b Budget) engine.Move {
	var lines []line
	switch v.Phase {
	case engine.ToDraw:
		if draw, _, ok := outAfterDraw(v, log); ok {
			return draw
		}
		for _, from := range engine.LegalView(v).Draws {
			lines = append(lines, line{move: engine.Draw{Source: from}})
		}
	case engine.ToPlay:
		if out, ok := engine.FindGoOut(v, engine.NoCard); ok {
			return out
		}
		lines = plays(v)
	case engine.NotDealt, engine.Over:
	}
	switch len(lines) {
	case 0:
		return nil
	case 1:
		return lines[0].move
	}
	s := newSearch(&v, log, r, lines)
	s.run(b.turns(slices.Max(v.Counts[:])), b.Stop)
	return s.best()
}

// A line is a move that hard thinks about, and what came of it. A meld or lay-off
// stands for laying down all that can be.
type line struct {
	move engine.Move
	made []engine.Move // instead of move: moves as they were or could be made, a meld or lay-off by itself
	gain int           // pips, over all playouts
}

// plays lists the discards that are worth a thought, and laying down what can be
// where that may serve: where cards in hand are paid for whether they are matched
// or not, and where others have shown or a lay-off is possible.
func plays(v engine.View) []line {
	var left [engine.PackSize]engine.Pips
	engine.DiscardPips(v.Hand, &left)
	free := v.Hand &^ v.Barred
	least := left[lowest(free)]
	for c := range free.All() {
		least = min(least, left[c])
	}
	var lines []line
	for c := range free.All() {
		if left[c] <= least+widest {
			lines = append(lines, line{move: engine.Discard{Card: c}})
		}
	}
	if v.Rules.Pay == engine.PayHand || v.MeldCount > 0 {
		if moves := engine.LayAll(v); len(moves) > 0 {
			lines = append(lines, line{move: moves[0]})
		}
	}
	return lines
}

// A search plays lines out.
type search struct {
	viewer  engine.Seat
	guesser *guesser
	habit   habit
	lines   []line
}

func newSearch(v *engine.View, log []engine.PublicEvent, r *rand.Rand, lines []line) *search {
	return &search{viewer: v.Seat, guesser: newGuesser(v, log, r), habit: usual(), lines: lines}
}

// run plays each line out from the same guesses. Whenever as much of the budget
// is spent as each of the halvings may cost, the worse half of the lines is
// dropped. It returns how many turns were thought through.
func (s *search) run(turns int, stop func() bool) (spent int) {
	spent = s.burnIn(turns)
	share := max(1, turns/bits.Len(uint(len(s.lines)-1)))
	for limit := share; len(s.lines) > 1; {
		guess, steps := s.nextGuess()
		spent += steps
		for i := range s.lines {
			spent += s.play(&s.lines[i], guess)
		}
		if spent >= limit {
			s.sort()
			s.lines = s.lines[:(len(s.lines)+1)/2]
			limit += share
		}
		if stop != nil && stop() {
			break
		}
	}
	return spent
}

// burnIn leaves the first deal behind, which is possible but may not be likely.
func (s *search) burnIn(turns int) (spent int) {
	for n := 0; n < burnIn && spent < turns/burnInShare; n++ {
		spent += s.guesser.step()
	}
	return spent
}

// nextGuess goes on to a guess that is not too much like the one before.
func (s *search) nextGuess() (guess engine.State, spent int) {
	for range thinning {
		spent += s.guesser.step()
	}
	return s.guesser.guess(), spent
}

// play plays a line out from a guess, and returns how many turns that took.
func (s *search) play(l *line, guess engine.State) (spent int) {
	p := playout{guess}
	spent = p.playOn(l, &s.habit)
	l.gain += p.gain(s.viewer)
	return spent
}

func (s *search) sort() {
	slices.SortStableFunc(s.lines, func(a, b line) int { return b.gain - a.gain })
}

func (s *search) best() engine.Move {
	s.sort()
	return s.lines[0].move
}

// playOn makes the moves of a line, plays the hand to its end and returns how many turns it went on.
func (p *playout) playOn(l *line, h *habit) int {
	begun := p.Turns
	for _, m := range l.made {
		p.follow(m)
	}
	switch m := l.move.(type) {
	case engine.Meld, engine.LayOff:
		p.layAll()
	case engine.Draw, engine.Discard, engine.GoOut:
		p.follow(m)
	}
	for p.Phase != engine.Over {
		p.turn(h)
	}
	return int(p.Turns - begun)
}

// follow makes a move as it is.
func (p *playout) follow(m engine.Move) {
	switch m := m.(type) {
	case engine.Draw:
		p.draw(m.Source)
	case engine.Meld:
		p.meld(m.Cards)
	case engine.LayOff:
		p.layOff(m.Meld, m.Cards)
	case engine.Discard:
		p.discard(m.Card)
	case engine.GoOut:
		p.goOut()
	}
}
