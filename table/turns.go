package table

import (
	"cmp"
	"context"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// Turns lists the tables whose hand waits for a person, the most urgent first and
// those without a limit last. The person isn't taken to have done anything there. A
// table that can't be read is left out.
// Errors: ctx.Err(), faults.
func (h *House) Turns(ctx context.Context, p sitting.Person) ([]Turn, error) {
	if p == "" {
		return nil, nil
	}
	turns, err := h.opt.Store.Turns(ctx, p)
	if err != nil {
		return nil, err
	}
	waiting := turns[:0]
	for _, t := range turns {
		s, err := h.Peek(ctx, t.Table, p)
		switch {
		case isRefusal(err), isBroken(err): // closed and gone meanwhile, or never to be played on
		case err != nil:
			return nil, err
		case s.Phase == sitting.Playing && s.Me == s.View.Turn && !s.Seats[s.Me].Away:
			t.Deadline = s.Deadline
			waiting = append(waiting, t)
		}
	}
	slices.SortStableFunc(waiting, func(a, b Turn) int {
		if a.Deadline.IsZero() != b.Deadline.IsZero() {
			return cmp.Compare(b.Deadline.Unix(), a.Deadline.Unix())
		}
		return a.Deadline.Compare(b.Deadline)
	})
	return waiting, nil
}
