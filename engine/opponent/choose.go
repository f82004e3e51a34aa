package opponent

import (
	"cmp"
	"math/rand/v2"

	"github.com/boathouse-rum/boathouse/engine"
)

// Choose returns a legal move for the seat whose view it is, chosen at a level's
// skill; nil when it isn't that seat's turn. log is the hand as that seat saw
// it. The same input gives the same move, unless the budget is stopped by a clock.
func Choose(level Level, v engine.View, log []engine.PublicEvent, r *rand.Rand, b Budget) engine.Move {
	if v.Seat == engine.Nobody || v.Turn != v.Seat {
		return nil
	}
	switch level {
	case Easy:
		return easy(v, r)
	case Hard:
		return hard(v, log, r, b)
	case Normal:
		return normal(v, log, r)
	case Random:
		return random(v, r)
	case MeldsAtOnce:
		return meldsAtOnce(v, r)
	case HoldsForRummy:
		return holdsForRummy(v, r)
	}
	return nil
}

// cheapest returns one of the things with the lowest price, each as likely as the others.
func cheapest[T any, P cmp.Ordered](things []T, r *rand.Rand, price func(T) P) T {
	best, lowest, equals := things[0], price(things[0]), 1
	for _, t := range things[1:] {
		switch p := price(t); {
		case p < lowest:
			best, lowest, equals = t, p, 1
		case p == lowest:
			equals++
			if r.IntN(equals) == 0 {
				best = t
			}
		}
	}
	return best
}
