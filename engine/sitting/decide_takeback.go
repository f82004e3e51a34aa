package sitting

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

func (h *hearing) takeBack(do TakeBack) ([]Event, error) {
	at, open := h.s.seats.of(h.c.By), h.s.takebacks.wish
	code := h.s.takebacks.may(at)
	switch {
	case !h.sits():
		return nil, &Refusal{Code: NotSeated}
	case h.stale():
		return nil, &Refusal{Code: Stale}
	case open != nil && open.seat == at:
		return nil, nil
	case code != 0:
		return nil, &Refusal{Code: code}
	case h.s.stirs.restless(h.c.By):
		return nil, &Refusal{Code: Restless}
	case !do.Sure && !h.s.retaken && h.s.backPastOthers():
		return nil, &Refusal{Code: NotSure}
	}
	return []Event{TakebackAsked{at}}, nil
}

func (h *hearing) agree(do Agree) ([]Event, error) {
	at, open := h.s.seats.of(h.c.By), h.s.takebacks.wish
	switch {
	case !h.sits():
		return nil, &Refusal{Code: NotSeated}
	case h.stale():
		return nil, &Refusal{Code: Stale}
	case open == nil:
		return nil, &Refusal{Code: TakebackOver}
	case at == engine.Nobody || at == open.seat:
		return nil, &Refusal{Code: NotAsked}
	case do.Yes && slices.Contains(open.agreed, at):
		return nil, nil
	}
	return []Event{TakebackAnswered{Seat: at, Yes: do.Yes}}, nil
}
