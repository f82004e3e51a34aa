package opponent

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// A Turn is a turn as its seat played it to the end: its draw and what followed.
type Turn []Play

// A Play is a move, and what its seat knew when it made it.
type Play struct {
	View engine.View
	Log  []engine.PublicEvent // as the seat saw it
	Move engine.Move
}

// A Miss is a turn in which there was something better to do than what was done,
// going by what the seat knew then.
type Miss struct {
	What   Missed
	Turn   int           // index of the turn
	View   engine.View   // when it was missed
	Played []engine.Move // what the seat did then: of a draw that alone, else all to the end of the turn
	Better []engine.Move // what it could have done, one after the other; of cards laid down, these alone
	Why    Why           // of the first of these

	Known  bool // playouts tell the two apart; always so but of MissedOut
	Pips   int  // by which Better gains more; 0, of MissedOut alone: it gains about as much, or that isn't Known
	Within int  // of Pips where these aren't 0: two standard errors, rounded up
}

// A Missed is what was missed.
type Missed uint8

// What can be missed. The rules prove each of them possible; that it is better is
// what playouts say of all but the first.
const (
	MissedOut     Missed = iota + 1 // Better goes out, and ends with that
	MissedMeld                      // Better lays down all that it can, melds among it
	MissedLayOff                    // Better lays off all that it can
	MissedHold                      // Better is a discard; what was laid down stays in hand
	MissedDraw                      // Better is another draw
	MissedDiscard                   // Better is another discard
)

// String gives the word of what was missed, for logs.
func (m Missed) String() string {
	switch m {
	case MissedOut:
		return "out"
	case MissedMeld:
		return "meld"
	case MissedLayOff:
		return "layoff"
	case MissedHold:
		return "hold"
	case MissedDraw:
		return "draw"
	case MissedDiscard:
		return "discard"
	}
	return "??"
}

const (
	mostMisses = 3
	mostLooked = 80 // decisions that are looked at, the last ones of a hand that goes on and on
	mostDeep   = 4  // decisions that are thought over with the whole budget
	glanced    = 4  // budgets that all decisions share, to find those
	glance     = 5  // the part of a budget, at most, that goes into a glance
	nearlySure = 3  // standard errors beyond which a miss is told, since many decisions are tried
)

// Review finds the turns of a hand in which its seat missed most: at most three, a
// way out first, else the dearest first. Every way out that was missed is found. Of all
// else hard says at a glance what it would have done, and where that promises most it
// is played out against what was done, from the same guesses. The same turns, seed and
// budget give the same misses, unless the budget is stopped by a clock; then whole is
// false, and what was found until then is given. advised gives the move that hard advised where
// somebody asked at the time, which is not thought over again; nil: nobody did.
func Review(
	turns []Turn, seed uint64, b Budget, advised func(Play) (engine.Move, bool),
) (misses []Miss, whole bool) {
	r := reviewer{seed: seed, budget: b, advised: advised}
	for i, t := range turns {
		r.turn(i, t)
	}
	r.glance()
	r.weigh()
	return r.told(), !r.stopped()
}

// A reviewer goes through the turns of a hand.
type reviewer struct {
	seed    uint64
	budget  Budget
	advised func(Play) (engine.Move, bool)
	asked   []decision
	doubts  []doubt
}

// A decision is one that may have been wrong.
type decision struct {
	Play
	turn  int
	lines []line // that there were
	made  []engine.Move
}

// A doubt is a decision and what may have been better.
type doubt struct {
	decision
	better  line
	miss    Miss
	glimpse contest // of the better line and what was made
}

func (r *reviewer) stopped() bool { return r.budget.Stop != nil && r.budget.Stop() }

// dice are those of one thought about one decision; the judge's are those of thought 0.
func (r *reviewer) dice(d *decision, n uint64) *rand.Rand { return thought(r.seed, &d.View, n) }

// turn notes the way out that was missed in a turn, or else what there was to decide.
// Whoever went out did all that can be done.
func (r *reviewer) turn(i int, t Turn) {
	moves := make([]engine.Move, len(t))
	for j, p := range t {
		moves[j] = p.Move
	}
	if len(t) < 2 || goesOut(t[len(t)-1]) {
		return
	}
	ask := func(at int, lines []line, made []engine.Move) {
		if len(lines) > 0 {
			r.asked = append(r.asked, decision{t[at], i, lines, made})
		}
	}
	if out, ok := engine.FindGoOut(t[1].View, engine.NoCard); ok {
		r.proven(decision{t[1], i, nil, moves[1:]}, []engine.Move{out})
		return
	}
	if draw, out, ok := outAfterDraw(t[0].View, t[0].Log); ok {
		r.proven(decision{t[0], i, nil, moves[:1]}, []engine.Move{draw, out})
		return
	}
	var draws []line
	for _, from := range engine.LegalView(t[0].View).Draws {
		draws = append(draws, line{move: engine.Draw{Source: from}})
	}
	ask(0, draws, moves[:1])
	last := len(t) - 1
	if last > 1 {
		ask(1, plays(t[1].View), moves[1:])
	}
	ask(last, plays(t[last].View), moves[last:])
}

// goesOut says whether a move empties the hand.
func goesOut(p Play) bool { return played(p.View, p.Move) == p.View.Hand }

// outAfterDraw finds a draw of which every card is known and after which the
// viewer can go out.
func outAfterDraw(v engine.View, log []engine.PublicEvent) (engine.Draw, engine.GoOut, bool) {
	past := recall(v, log)
	for _, from := range engine.LegalView(v).Draws {
		known, barred, unknown := drawn(v, past, from)
		if unknown > 0 {
			continue
		}
		after := v
		after.Phase, after.Hand, after.Barred = engine.ToPlay, v.Hand|known, barred
		if out, ok := engine.FindGoOut(after, engine.NoCard); ok {
			return engine.Draw{Source: from}, out, true
		}
	}
	return engine.Draw{}, engine.GoOut{}, false
}

// proven notes a way out that was missed.
func (r *reviewer) proven(d decision, better []engine.Move) {
	miss := Miss{What: MissedOut, Turn: d.turn, View: d.View, Played: d.made, Better: better}
	r.doubts = append(r.doubts, doubt{decision: d, better: line{made: better}, miss: miss})
}

// glance has hard look at each decision, all for so much together, and notes what it
// would have done better, what promises most first.
func (r *reviewer) glance() {
	proven := len(r.doubts)
	asked := r.asked[max(0, len(r.asked)-mostLooked):]
	for i := range asked {
		if r.stopped() {
			return
		}
		d := &asked[i]
		turns := r.turns(d) * glanced / max(glanced*glance, 2*len(asked)) // twice
		better, ok := r.better(d, turns)
		if !ok {
			continue
		}
		doubtful := doubt{decision: *d, better: better, miss: d.miss(better.move)}
		if doubtful.glimpse = r.compare(&doubtful, turns, 1); doubtful.glimpse.sum > 0 {
			r.doubts = append(r.doubts, doubtful)
		}
	}
	slices.SortStableFunc(r.doubts[proven:], func(a, b doubt) int {
		return cmp.Compare(b.glimpse.sum*a.glimpse.batches, a.glimpse.sum*b.glimpse.batches)
	})
}

// turns is how many may be thought through with the whole budget.
func (r *reviewer) turns(d *decision) int { return r.budget.turns(slices.Max(d.View.Counts[:])) }

// better is what hard would rather have done; false if it is what was done, or lays
// down what was laid down.
func (r *reviewer) better(d *decision, turns int) (line, bool) {
	best := d.lines[0]
	if move, ok := r.saidThen(d); ok {
		best = line{move: move}
	} else if len(d.lines) > 1 {
		s := newSearch(&d.View, d.Log, r.dice(d, 0), slices.Clone(d.lines))
		s.run(turns, r.budget.Stop)
		best = line{move: s.best()}
	}
	if lays(best.move) && lays(d.made[0]) || best.move.String() == d.made[0].String() {
		return line{}, false
	}
	return best, true
}

// saidThen is what hard advised when the decision was made.
func (r *reviewer) saidThen(d *decision) (engine.Move, bool) {
	if r.advised == nil {
		return nil, false
	}
	return r.advised(d.Play)
}

func lays(m engine.Move) bool { return shown(m) != 0 }

// miss describes what hard would rather have done.
func (d *decision) miss(better engine.Move) Miss {
	m := Miss{Turn: d.turn, View: d.View, Played: d.made, Better: []engine.Move{better}}
	switch better.(type) {
	case engine.Draw:
		m.What = MissedDraw
	case engine.Meld, engine.LayOff:
		m.What, m.Better = MissedLayOff, engine.LayAll(d.View)
		if slices.ContainsFunc(m.Better, func(m engine.Move) bool { _, melds := m.(engine.Meld); return melds }) {
			m.What = MissedMeld
		}
	case engine.Discard, engine.GoOut:
		m.What = MissedDiscard
		if lays(d.made[0]) {
			m.What = MissedHold
		}
	}
	return m
}

// compare plays what may have been better out against what was done.
func (r *reviewer) compare(d *doubt, turns int, thought uint64) contest {
	s := newSearch(&d.View, d.Log, r.dice(&d.decision, thought), []line{{move: d.better.move, made: d.better.made}, {made: d.made}})
	return s.compare(turns, r.budget.Stop)
}

// weigh plays the doubts that promise most out with the whole budget each.
func (r *reviewer) weigh() {
	for i := range r.doubts[:min(len(r.doubts), mostDeep)] {
		if r.stopped() {
			return
		}
		d := &r.doubts[i]
		if !r.judged(d) {
			continue
		}
		c := r.compare(d, r.turns(&d.decision), 2)
		if c.batches < fewestBatches {
			continue
		}
		even, known := c.told()
		switch {
		case c.sum > 0 && c.beyond(nearlySure) && c.pips() > 0:
			d.miss.Known, d.miss.Pips, d.miss.Within = true, c.pips(), max(1, c.within(2))
		case known && even == 0:
			d.miss.Known = true
		}
	}
}

// judged has the judge that gives hints say what was better in a doubt, with all the thought that
// a hint has; false if that is what was done. A way out needs no judge.
func (r *reviewer) judged(d *doubt) bool {
	if d.miss.What == MissedOut {
		return true
	}
	better, ok := r.better(&d.decision, r.turns(&d.decision))
	if !ok || r.stopped() {
		return false
	}
	d.better, d.miss = better, d.decision.miss(better.move)
	return true
}

// told lists the misses that there are, one of a turn.
func (r *reviewer) told() []Miss {
	var found []Miss
	for _, d := range r.doubts {
		if d.miss.Pips > 0 || d.miss.What == MissedOut {
			d.miss.Why = why(d.View, d.Log, d.miss.Better[0])
			found = append(found, d.miss)
		}
	}
	slices.SortStableFunc(found, func(a, b Miss) int {
		return cmp.Or(cmp.Compare(b.first(), a.first()), cmp.Compare(b.Pips, a.Pips), cmp.Compare(a.Turn, b.Turn))
	})
	told := found[:0]
	for _, m := range found {
		if !slices.ContainsFunc(told, func(other Miss) bool { return other.Turn == m.Turn }) {
			told = append(told, m)
		}
	}
	return told[:min(len(told), mostMisses)]
}

// first is 1 for what is told before all else: a way out, unless it gained nothing.
func (m *Miss) first() int {
	if m.What == MissedOut && (m.Pips > 0 || !m.Known) {
		return 1
	}
	return 0
}
