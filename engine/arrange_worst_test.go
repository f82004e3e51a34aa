package engine

import (
	"math/rand/v2"
	"os"
	"testing"
)

// A worstHand is the hand of its size that took [cheapest] most steps of all
// that long searches tried.
type worstHand struct {
	hand  Hand
	steps int
}

func worstHands() []worstHand {
	return []worstHand{
		{0x2e88701b817c, 432},
		{0xef0f057817e05, 1344},
		{0xf33f02ff07e13, 2304},
		{0xf53f557fd7e19, 4090},
		{0xfe9ff23fdbff6, 8370},
		{0xffeffcbfffff8, 12440},
		{wholePack, 50736},
	}
}

// work counts the steps that [cheapest] takes over a hand: prices looked up, or
// ways from rank to rank. Each is some nanoseconds.
func work(h Hand) int {
	three, four := setRanks(h)
	if three&(three-1)|four == 0 {
		return 1 + three.Len()
	}
	inRun := inRuns(h)
	q := questionsOf(h, three, four, inRun)
	if q.count() > mostAsked {
		return workByRank(h)
	}
	choices := 1 << q.ask.Len()
	for ; q.four != 0; q.four &= q.four - 1 {
		choices *= 2 + (oneRank * (q.four & -q.four) & inRun).Len()
	}
	return choices
}

// workByRank counts the ways from rank to rank that [cheapestByRank] goes.
func workByRank(h Hand) int {
	first := (emptiestRank(h) + 1) % Ranks
	var fronts [2]front
	for state := range fronts[0].least {
		fronts[0].least[state], fronts[1].least[state] = unreached, unreached
	}
	steps := 0
	round := func(start row) *front {
		from, to := &fronts[0], &fronts[1]
		from.reach(start, bias)
		for i := range Ranks {
			_, choices := keptAt(h, (first+i)%Ranks)
			steps += from.count * choices
			from.step(to, h, (first+i)%Ranks)
			from, to = to, from
		}
		return from
	}
	ends := round(0)
	starts := append([]row(nil), ends.states[:ends.count]...)
	ends.empty()
	for _, start := range starts {
		if start != 0 {
			round(start).empty()
		}
	}
	return steps
}

// climb looks for a hand that takes many steps: it changes a card of a random
// hand for another as long as that takes no fewer.
func climb(r *rand.Rand, cards, changes int) (Hand, int) {
	h := randomHand(r, cards, wholePack)
	most := work(h)
	for range changes {
		other := h&^randomHand(r, 1, h) | randomHand(r, 1, wholePack&^h)
		if n := work(other); n >= most {
			h, most = other, n
		}
	}
	return h, most
}

func TestNoHandTakesMoreStepsThanTheWorstKnown(t *testing.T) {
	const mostSteps = 60_000 // which a machine does within 1 ms
	searches, changes := uint64(2), 500
	if os.Getenv("BOATHOUSE_LONG") != "" {
		searches, changes = 40, 4000
	}
	for _, worst := range worstHands() {
		if got := work(worst.hand); got != worst.steps || got > mostSteps {
			t.Errorf("%v takes %d steps, not %d", worst.hand, got, worst.steps)
		}
		cards, best := worst.hand.Len(), 0
		for seed := range searches {
			if worst.hand == wholePack {
				break // there is no other
			}
			h, steps := climb(rand.New(rand.NewPCG(seed, uint64(cards))), cards, changes)
			if steps > worst.steps {
				t.Errorf("%d cards: %#x (%v) takes %d steps, more than the worst known, %d", cards, uint64(h), h, steps, worst.steps)
			}
			best = max(best, steps)
		}
		if best < worst.steps/4 && worst.hand != wholePack {
			t.Errorf("%d cards: the search found no more than %d steps of %d", cards, best, worst.steps)
		}
	}
}
