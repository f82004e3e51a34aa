package commands

import (
	"context"
	"errors"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
)

// follow brings hands after the table message: that of the person whose turn has
// come up to the present, at the end of a hand all of them. Where the message stood
// before elsewhere than now, those that can still be are sent again below it, that of whoever
// plays first, since a channel takes only so many. A failure is no loss: a hand heals on its
// next click.
func (h *hands) follow(ctx context.Context, from table.Peeker, s *sitting.Sight, before, now string) {
	playing := s.Phase == sitting.Playing
	first := 0
	if playing && s.View.Turn != engine.Nobody {
		first = int(s.View.Turn)
	}
	for i := range s.Seats {
		seat := (first + i) % len(s.Seats)
		key := holder{s.ID, s.Seats[seat].Person}
		if key.person == "" {
			continue
		}
		if before != "" && now != before {
			h.sendAgain(ctx, from, key, now)
		}
		if (!playing || s.View.Turn == engine.Seat(seat)) && h.due(key, s.Version) {
			h.bring(ctx, from, key)
		}
	}
}

// bring has news come to a person's hand: as a new message to who wants them announced,
// since nobody is told of an edit who doesn't see it; else in place.
func (h *hands) bring(ctx context.Context, from table.Peeker, key holder) {
	prefs, err := h.people.prefs(ctx, key.person)
	if err != nil {
		h.line.Log.Warn("settings not read", "by", key.person, "error", err)
	}
	if prefs.Announce && h.sendAgain(ctx, from, key, "") {
		return
	}
	h.rewrite(ctx, from, key)
}

// sendAgain sends a person's hand once more, as it is now and below what stands in
// the channel, and deletes the one above. One that is below the table message stays,
// where one is named. Where the person was shown another meanwhile it is that one's turn.
// False: what stands still is as it was.
func (h *hands) sendAgain(ctx context.Context, from table.Peeker, key holder, tableMessage string) bool {
	for above, ok := h.above(key, tableMessage); ok; above, ok = h.above(key, tableMessage) {
		below, err := h.below(ctx, from, key, above)
		if err != nil || below.message == "" {
			h.line.Log.Debug("hand not sent again", "table", key.table, "error", err)
			return false
		}
		if h.replace(key, above, below) {
			h.discard(ctx, key, above)
			return true
		}
		h.discard(ctx, key, below)
	}
	return false
}

// below sends a hand by the token of the one above; nothing for who has none any more,
// or where the channel takes no more now.
func (h *hands) below(ctx context.Context, from table.Peeker, key holder, above liveHand) (liveHand, error) {
	m, channel, state, err := h.drawn(ctx, from, key, above)
	if err != nil || state == 0 || !h.sends.take(channel, h.now()) {
		return liveHand{}, err
	}
	made, _, err := h.line.show(ctx, draft{Message: m, in: above.where, once: true, alone: true}, func(ctx context.Context, p rest.Payload) (*rest.Message, error) {
		return h.line.REST.FollowUp(ctx, h.line.Application, above.token, p)
	})
	if err != nil {
		h.sends.heed(channel, h.now(), err)
		return liveHand{}, err
	}
	hand := above
	hand.own, hand.id, hand.message, hand.above = true, made.ID, made.ID, above.id
	hand.drawn, hand.shows = state, max(above.shows, state)
	return hand, nil
}

// restyle has a person's hands be drawn anew, who wants to see them otherwise from now on.
func (h *hands) restyle(ctx context.Context, from table.Peeker, p sitting.Person) {
	h.anew(ctx, from, heldBy(p))
}

// anew has hands be drawn anew though their tables are as they were.
func (h *hands) anew(ctx context.Context, from table.Peeker, of func(holder) bool) {
	for _, key := range h.doubtAll(of) {
		h.rewrite(ctx, from, key)
	}
}

// rewrite writes the present to the person's hand, as long as they were shown a
// newer version than it shows. What is about to be changed is left to whoever does that.
func (h *hands) rewrite(ctx context.Context, from table.Peeker, key holder) {
	for hand, ok := h.begin(key); ok; hand, ok = h.begin(key) {
		version, overtaken, err := h.refresh(ctx, from, key, hand)
		if !overtaken && (err != nil || version <= hand.drawn) {
			h.line.Log.Debug("hand not refreshed", "table", key.table, "error", err)
			switch {
			case isLost(err):
				h.lost(key, hand)
			case errors.Is(err, errPanicked): // it would again: the next state may fare better
				h.wrote(key, hand, hand.shows)
			}
			return
		}
	}
}

// refresh is an edit from its beginning to its end, whatever happens in it.
func (h *hands) refresh(ctx context.Context, from table.Peeker, key holder, hand liveHand) (state int64, overtaken bool, err error) {
	defer func() {
		var gone []liveHand
		overtaken, gone = h.end(key)
		for _, hand := range gone {
			h.discard(ctx, key, hand)
		}
	}()
	if state, err = h.redraw(ctx, from, key, hand); err == nil {
		h.wrote(key, hand, state)
	}
	return state, overtaken, err
}

// discard deletes a hand that another has taken the place of. While an edit is under way it waits
// for that, which may be of this hand.
func (h *hands) discard(ctx context.Context, key holder, hand liveHand) {
	if h.now().Before(hand.until) && !h.isLeft(key, hand) {
		h.line.remove(ctx, hand.token, hand.message)
	}
}

// redraw writes the present to a hand, and says which state that is; 0 where nothing may be
// written now.
func (h *hands) redraw(ctx context.Context, from table.Peeker, key holder, hand liveHand) (int64, error) {
	m, channel, state, err := h.drawn(ctx, from, key, hand)
	switch {
	case err != nil:
		return 0, err
	case state == 0:
		return hand.shows, nil
	case !h.may(channel, h.now()):
		return 0, nil
	}
	send := func(ctx context.Context, p rest.Payload) (*rest.Message, error) {
		return h.line.REST.EditFollowUp(ctx, h.line.Application, hand.token, hand.message, p)
	}
	_, _, err = h.line.show(ctx, draft{Message: m, in: hand.where, edits: true, over: hand.id, once: true, again: send}, send)
	h.sends.heed(channel, h.now(), err)
	return state, err
}

// drawn is what a person's message shows now. Where that can't be drawn, nobody else's waits for it.
func (h *hands) drawn(ctx context.Context, from table.Peeker, key holder, hand liveHand) (m render.Message, in sitting.Channel, state int64, err error) {
	defer h.line.survived("private message not drawn", func() { err = errPanicked })
	return h.draw(ctx, from, key, hand)
}

// own draws the person's hand as it is now; it isn't theirs any more who has left and has none.
func (h *hands) own(i *ink, tips *hints) drawing {
	return func(ctx context.Context, from table.Peeker, key holder, hand liveHand) (render.Message, sitting.Channel, int64, error) {
		own, err := from.Peek(ctx, key.table, key.person)
		if err != nil || own.Me == engine.Nobody {
			return render.Message{}, "", 0, err
		}
		if own.Alone {
			own.Server = hand.server
		}
		r, err := h.people.reader(ctx, &own)
		if err != nil {
			return render.Message{}, "", 0, err
		}
		prefs, err := h.people.prefs(ctx, key.person)
		if err != nil {
			return render.Message{}, "", 0, err
		}
		at := screen{ink: i, words: i.reading(prefs, hand.words), snap: &own, reader: r, now: h.now()}
		if hand.stops {
			m, ok := at.pastHand(prefs)
			if !ok {
				return render.Message{}, "", 0, nil
			}
			return m, own.Channel, own.Version, nil
		}
		m := at.hand(prefs, tips.tip(ctx, key.person, &own, prefs.Tips))
		if note := h.line.missed.note(string(key.person)); note != nil {
			m = m.Headed(render.Refusal(at.words, r, &own, note))
		}
		if why, refused := from.Refusal(own.ID); refused {
			m = m.Headed(render.Unshown(at.words, r, &own, h.line.lacking.shut(why)))
		}
		if own.Alone {
			m = render.Sealed(at.words, &own, hand.id, m)
		}
		return m, own.Channel, own.Version, nil
	}
}
