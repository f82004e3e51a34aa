package table

import (
	"context"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// settleWait bounds how long somebody who plays alone waits for the turns of the computers.
const settleWait = 10 * time.Second

// Seal notes which message carries the seal of a hand that somebody plays alone, which deals
// it: there is no channel to post it in, so whoever answers them brings it. It does nothing
// where that is known, and the first one stays. The sight is as of Look; errors too.
func (h *House) Seal(ctx context.Context, id sitting.ID, p sitting.Person, hand int, message string) (sitting.Sight, error) {
	return ask(ctx, h, id, "seal", p, func(ctx context.Context, v *evening) (sitting.Sight, error) {
		if _, err := v.look(ctx, "seal", p); err != nil {
			return sitting.Sight{}, err
		}
		if v.state.Alone() {
			if err := v.learnsOf(ctx, sitting.Sealed{Hand: hand, Message: message}); err != nil {
				return sitting.Sight{}, v.fault("seal", p, err)
			}
		}
		return v.look(ctx, "seal", p)
	})
}

// Settle is Peek once no computer is to move: who plays alone is answered with what the
// computers did. After settleWait it is what Peek is.
func (h *House) Settle(ctx context.Context, id sitting.ID, p sitting.Person) (sitting.Sight, error) {
	patience := time.NewTimer(settleWait)
	defer patience.Stop()
	for late := false; ; {
		var settled <-chan struct{}
		s, err := ask(ctx, h, id, "settle", p, func(ctx context.Context, v *evening) (sitting.Sight, error) {
			s, err := v.look(ctx, "settle", p)
			if err == nil && v.isComputersTurn() && !h.runner.isStopping() {
				if v.settled == nil {
					v.settled = make(chan struct{})
				}
				settled = v.settled
			}
			return s, err
		})
		if err != nil || settled == nil || late {
			return s, err
		}
		select {
		case <-settled:
		case <-patience.C:
			late = true
		case <-ctx.Done():
			return s, ctx.Err()
		}
	}
}

// isComputersTurn says whether a hand is under way and no person is to move.
func (v *evening) isComputersTurn() bool {
	return v.state.Phase() == sitting.Playing && v.state.WaitsOn() == ""
}

// calm lets those go on who waited for computers, once none is to move.
func (v *evening) calm() {
	if !v.isComputersTurn() {
		goOn(&v.settled)
	}
}
