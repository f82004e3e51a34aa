package commands

import (
	"context"

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
		if !playing || s.View.Turn == engine.Seat(seat) {
			if _, due := h.due(key, s.Version, h.now()); due {
				h.bring(ctx, from, key)
			}
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
	m, of, err := h.present(ctx, from, key, above)
	if err != nil || of.Version == 0 || !h.sends.take(of.Channel, h.now()) {
		return liveHand{}, err
	}
	made, err := h.line.REST.FollowUp(ctx, h.line.Application, above.token, unasked(m))
	if err != nil {
		h.sends.heed(of.Channel, h.now(), err)
		return liveHand{}, err
	}
	hand := above
	hand.own, hand.id, hand.message, hand.above = true, made.ID, made.ID, above.id
	hand.drawn, hand.shows = of.Version, max(above.shows, of.Version)
	return hand, nil
}

// rewrite writes the present to the person's hand, as long as they were shown a
// newer version than it shows. What is about to be changed is left to whoever does that.
func (h *hands) rewrite(ctx context.Context, from table.Peeker, key holder) {
	for hand, ok := h.begin(key); ok; hand, ok = h.begin(key) {
		version, err := h.redraw(ctx, from, key, hand)
		overtaken, gone := h.end(key)
		for _, hand := range gone {
			h.discard(ctx, key, hand)
		}
		if !overtaken && (err != nil || version <= hand.drawn) {
			h.line.Log.Debug("hand not refreshed", "table", key.table, "error", err)
			return
		}
		if err == nil {
			h.wrote(key, hand, version)
		}
	}
}

// discard deletes a hand that another has taken the place of. While an edit is under way it waits
// for that, which may be of this hand.
func (h *hands) discard(ctx context.Context, key holder, hand liveHand) {
	if h.now().Before(hand.until) && !h.isLeft(key, hand) {
		h.line.remove(ctx, hand.token, hand.message)
	}
}

// redraw writes the present to a hand, and says which version that is.
func (h *hands) redraw(ctx context.Context, from table.Peeker, key holder, hand liveHand) (int64, error) {
	m, of, err := h.present(ctx, from, key, hand)
	switch {
	case err != nil:
		return 0, err
	case of.Version == 0:
		return hand.shows, nil
	case !h.sends.open(of.Channel, h.now()):
		return 0, nil
	}
	_, err = h.line.REST.EditFollowUp(ctx, h.line.Application, hand.token, hand.message, unasked(m.Edit()))
	h.sends.heed(of.Channel, h.now(), err)
	return of.Version, err
}

// unasked is the payload of what nobody waits for, that isn't repeated when a limit of the place is reached.
func unasked(m render.Message) rest.Payload {
	p := payload(m)
	p.Once = true
	return p
}

// present draws the person's hand as it is now, with the table that it shows; none for who
// has left and has none any more.
func (h *hands) present(ctx context.Context, from table.Peeker, key holder, hand liveHand) (render.Message, *sitting.Sight, error) {
	own, err := from.Peek(ctx, key.table, key.person)
	if err != nil || own.Me == engine.Nobody {
		return render.Message{}, &sitting.Sight{}, err
	}
	if own.Alone {
		own.Server = hand.server
	}
	r, err := h.people.reader(ctx, &own)
	if err != nil {
		return render.Message{}, &sitting.Sight{}, err
	}
	at := screen{ink: h.ink, words: hand.words, snap: &own, reader: r, now: h.now()}
	m := at.hand(hand.prefs, nil)
	if own.Alone {
		m = render.Sealed(hand.words, &own, hand.id, m)
	}
	return m, &own, nil
}
