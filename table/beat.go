package table

import (
	"context"
	"time"
)

// Unreachable says that players have not been able to reach the house since a
// moment, and can't until [House.Reachable] is called: no turn ends meanwhile, and
// the time doesn't count. Only the first of several calls matters.
func (h *House) Unreachable(since time.Time) { h.outages.begin(lineCut, since) }

// Reachable says that players can reach the house again.
func (h *House) Reachable() { h.mended(lineCut, true) }

// mended takes one reason away for which people can't play, and says whether there was that one. Without counts they could.
func (h *House) mended(c cut, counts bool) bool {
	was := h.outages.end(c, counts)
	if was && !h.outages.isDown() {
		h.runner.release()
	}
	return was
}

// noticeSleep has the tables look at their clocks when the machine was asleep.
func (h *House) noticeSleep() {
	if h.outages.noticeSleep() {
		h.runner.ringAll()
	}
}

// beatUntil keeps the time until ctx is done. Where that doesn't go for longer than a blink nobody's move can be kept.
func (h *House) beatUntil(ctx context.Context) {
	var cutOff *time.Timer // unless a beat is kept before; nil: the last one was
	for {
		h.noticeSleep()
		begun, failed := time.Now(), cutOff != nil
		if !failed {
			cutOff = time.AfterFunc(blink, func() {
				if h.outages.begin(storeCut, h.outages.lastKept()) {
					h.opt.Log.Warn("nothing can be stored, so no turn ends")
				}
			})
		}
		next := beatEvery
		if err := h.beat(ctx); err == nil {
			if !cutOff.Stop() { // an outage has ended, which is stored with the next, or one begins just now
				next = beatAgain
			}
			cutOff = nil
		} else if next = beatAgain; !failed && ctx.Err() == nil {
			h.opt.Log.Warn("time not kept", "error", err)
		}
		select {
		case <-ctx.Done():
			if cutOff != nil {
				cutOff.Stop()
			}
			return
		case <-time.After(time.Until(begun.Add(next))):
		}
	}
}

// beat keeps the time once, by which an outage of the store is over.
func (h *House) beat(ctx context.Context) error {
	could, err := h.outages.othersCould(ctx)
	if err != nil {
		return err
	}
	if err := h.outages.beat(ctx, could); err != nil {
		return err
	}
	if h.mended(storeCut, !could) { // not before: it may have been the last that could be read
		h.opt.Log.Info("it can be stored again what is done")
	}
	return nil
}

// lastBeat keeps the time at which the house ends, if that is soon.
func (h *House) lastBeat(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, blink)
	defer cancel()
	if err := h.outages.beat(ctx, false); err != nil {
		h.opt.Log.Warn("time not kept", "error", err)
	}
}
