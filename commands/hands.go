package commands

import (
	"context"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// tokenLife is how long a private message can be changed after its latest
// click, less a little for the way to Discord.
const tokenLife = 14*time.Minute + 30*time.Second

// hands are the private hands that can still be changed, the newest of each
// person at each table. They are lost with the process, and nothing with them:
// an old hand heals on its first click.
type hands struct {
	mu   sync.Mutex
	live map[holder]liveHand
}

type holder struct {
	table  table.ID
	person table.Person
}

// A liveHand is a private hand on somebody's screen.
type liveHand struct {
	application, token string
	until              time.Time
	version            int64 // of the table that it shows
	words              lang.Lang
	order              render.Order
}

// maxHands bounds what is remembered.
const maxHands = 10_000

// keep remembers the hand that a visit has just been answered with. A new one
// takes the place of the person's earlier one, which is deleted.
func (h *hands) keep(ctx context.Context, v *visit, how manner) {
	now := v.hall.opt.Now()
	key := holder{v.snap.ID, v.me}
	fresh := liveHand{
		application: v.in.Application, token: v.in.Token, until: now.Add(tokenLife),
		version: v.snap.Version, words: v.words, order: v.order,
	}
	h.mu.Lock()
	before, had := h.live[key]
	if h.live == nil || len(h.live) >= maxHands {
		h.live = make(map[holder]liveHand)
	}
	h.live[key] = fresh
	h.mu.Unlock()
	if had && how != over && now.Before(before.until) {
		// The person may have dismissed it; then there is nothing to delete.
		if err := v.hall.opt.REST.DeleteOriginal(ctx, before.application, before.token); err != nil {
			v.hall.opt.Log.Debug("old hand not deleted", "table", v.snap.ID, "error", err)
		}
	}
}

// due gives the hand of the person whose turn it is, if one is on their screen
// and shows an older state.
func (h *hands) due(s *table.Snapshot, now time.Time) (holder, liveHand, bool) {
	if s.Phase != table.Playing || s.View.Turn == engine.Nobody {
		return holder{}, liveHand{}, false
	}
	key := holder{s.ID, s.Seats[s.View.Turn].Person}
	h.mu.Lock()
	defer h.mu.Unlock()
	hand, ok := h.live[key]
	if !ok || hand.version >= s.Version || !now.Before(hand.until) {
		return key, hand, false
	}
	hand.version = s.Version
	h.live[key] = hand
	return key, hand, true
}

// refresh brings the hand on the screen of the person whose turn has come up to
// the present. A failure is no loss: the hand heals on its next click.
func (h *Hall) refresh(ctx context.Context, s *table.Snapshot) {
	key, hand, ok := h.hands.due(s, h.opt.Now())
	if !ok {
		return
	}
	own, err := h.opt.Tables.Peek(ctx, key.table, key.person)
	if err == nil {
		var c cast
		if c, err = h.people.cast(ctx, &own); err == nil {
			m := screen{hall: h, words: hand.words, snap: &own, cast: c}.hand(hand.order, "")
			_, err = h.opt.REST.EditOriginal(ctx, hand.application, hand.token, rest.Payload{Body: m.Edit()})
		}
	}
	if err != nil {
		h.opt.Log.Debug("hand not refreshed", "table", key.table, "error", err)
	}
}
