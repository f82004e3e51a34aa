package sitting

import "github.com/boathouse-rum/boathouse/engine"

func (h *hearing) leave(do Leave) ([]Event, error) {
	at := h.s.seats.place(h.c.By)
	if at == engine.Nobody {
		return nil, &Refusal{Code: NotSeated}
	}
	return h.empty(at, do.Sure)
}

func (h *hearing) away() ([]Event, error) {
	at := h.s.seats.place(h.c.By)
	switch {
	case at == engine.Nobody:
		return nil, &Refusal{Code: NotSeated}
	case h.s.seats.isAway(h.c.By), h.s.alone(): // where nobody waits for them
		return nil, nil
	case h.s.stirs.restless(h.c.By):
		return nil, &Refusal{Code: Restless}
	}
	return []Event{WentAway{at}}, nil
}

func (h *hearing) remove(do Remove) ([]Event, error) {
	switch {
	case !h.hosts():
		return nil, &Refusal{Code: NotHost}
	case !h.s.isMidHand() && h.stale(): // a hand changes no seat's number
		return nil, &Refusal{Code: Stale}
	case !h.s.seats.occupied(do.Seat):
		return nil, &Refusal{Code: EmptySeat, Seat: do.Seat}
	}
	return h.empty(do.Seat, do.Sure)
}

// empty empties a seat, in mid-hand one of the hand only when sure.
func (h *hearing) empty(at engine.Seat, sure bool) ([]Event, error) {
	if h.s.isMidHand() && int(at) < len(h.s.seats.hand) && !sure {
		return nil, &Refusal{Code: NotSure}
	}
	return []Event{Left{Seat: at, By: h.c.By}}, nil
}
