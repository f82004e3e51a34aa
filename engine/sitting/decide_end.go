package sitting

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

func (h *hearing) end(do End) ([]Event, error) {
	if !h.hosts() {
		return nil, &Refusal{Code: NotHost}
	}
	return h.endHand(do.Sure, false)
}

func (h *hearing) close(do Close) ([]Event, error) {
	if !h.hosts() {
		if asked, err := h.inLieu(do.host); len(asked) > 0 || err != nil {
			return asked, err
		}
	}
	if h.s.phase == Playing {
		return h.endHand(do.Sure, true)
	}
	return []Event{Closed{By: h.c.By}}, nil
}

// endHand ends the hand under way, and the table with it if that is to close, or
// asks whoever else is present to.
func (h *hearing) endHand(sure, closes bool) ([]Event, error) {
	code := h.s.mayEnd(h.c.By, h.c.Manager)
	switch {
	case code == EndingOpen:
		return nil, &Refusal{Code: code, Until: h.s.endings.wish.until}
	case code != 0:
		return nil, &Refusal{Code: code}
	case !sure:
		return nil, &Refusal{Code: NotSure}
	case h.s.needsNobody(h.c.By, h.c.Manager):
		wish := ending{by: h.c.By, close: closes}
		return []Event{wish.fulfilled()}, nil
	}
	return []Event{EndAsked{By: h.c.By, Close: closes}}, nil
}

func (h *hearing) vote(do Vote) ([]Event, error) {
	at, wish := h.s.seats.of(h.c.By), h.s.endings.wish
	switch {
	case !h.sits():
		return nil, &Refusal{Code: NotSeated}
	case wish == nil || wish.number != do.Number:
		return nil, &Refusal{Code: EndingOver}
	case at == engine.Nobody || h.c.By == wish.by:
		return nil, &Refusal{Code: NotAsked}
	case do.Yes && slices.Contains(wish.agreed, at):
		return nil, nil
	}
	return []Event{EndAnswered{Seat: at, Yes: do.Yes}}, nil
}
