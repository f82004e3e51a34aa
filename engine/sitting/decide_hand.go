package sitting

import (
	"errors"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
)

func (h *hearing) start(do Start) ([]Event, error) {
	switch {
	case h.hosts():
	case h.s.phase != Lobby || !h.sits() || do.host.now.IsZero():
		return nil, &Refusal{Code: NotHost}
	case do.host.now.Before(do.host.starts):
		return nil, &Refusal{Code: HostFirst, Until: do.host.starts}
	}
	switch {
	case h.stale():
		return nil, &Refusal{Code: Stale}
	}
	return h.deal()
}

func (h *hearing) next() ([]Event, error) {
	switch {
	case !h.sits():
		return nil, &Refusal{Code: NotSeated}
	case h.s.phase == Lobby:
		return nil, &Refusal{Code: InLobby}
	case h.s.isMidHand() && h.s.seats.waiting(h.c.By) != engine.Nobody:
		return nil, &Refusal{Code: h.s.joins()}
	case h.s.isMidHand():
		return nil, nil // somebody else was first
	}
	return h.deal()
}

// deal freezes the next hand, which is dealt to everyone who stays and who waits as soon as its
// last cut is there.
func (h *hearing) deal() ([]Event, error) {
	s := h.s
	switch {
	case s.phase == Playing:
		return nil, &Refusal{Code: HandUnderWay}
	case s.phase == Dealing:
		return nil, nil
	case len(s.dealtTo()) < MinSeats:
		return nil, &Refusal{Code: TooFew}
	case !s.deal.ready() && !s.alone(): // whose seal is brought once the hand is frozen
		return nil, &Refusal{Code: NotSealed}
	}
	return []Event{Frozen{Hand: s.hand + 1, Interaction: h.c.Key}}, nil
}

// dealt returns the events that deal the next hand by its seed and cuts; by deals it, Nobody
// where the cut deck says who does.
func dealt(s *State, by engine.Seat, d Dealer) ([]Event, error) {
	deal, players := &s.deal, len(s.dealtTo())
	if by == engine.Nobody {
		by = d.FirstDealer(deal.seed, deal.commitment, deal.all(), players)
	}
	cards := d.Deck(deal.seed, deal.commitment, deal.all())
	dealt, err := engine.Deal(s.settings.Rules, players, by, cards)
	if err != nil {
		return nil, err
	}
	return []Event{HandStarted{Hand: deal.hand, Interaction: deal.start, Match: s.forMatch()}, Played{dealt}}, nil
}

func (h *hearing) cut(do Cut) ([]Event, error) {
	switch {
	case !h.sits():
		return nil, &Refusal{Code: NotSeated}
	case h.s.isMidHand():
		return nil, &Refusal{Code: HandUnderWay}
	case h.s.alone(): // where nobody has to be sure of anybody
		return nil, &Refusal{Code: NoTable}
	}
	word, err := deal.CleanWord(do.Word)
	if err != nil {
		no := &Refusal{Code: BadWord}
		if !errors.As(err, &no.Word) {
			return nil, err
		}
		return nil, no
	}
	if !h.s.deal.ready() {
		return nil, &Refusal{Code: NotSealed}
	}
	if !h.s.deal.takes(h.c.By, h.s.seats.staying()) {
		return nil, &Refusal{Code: WordsFull, Most: maxWords}
	}
	return []Event{CutGiven{By: h.c.By, Word: word}}, nil
}

func (h *hearing) play(do Play) ([]Event, error) {
	at := h.s.seats.of(h.c.By)
	switch {
	case h.s.seats.waiting(h.c.By) != engine.Nobody && h.s.phase == Playing:
		return nil, &Refusal{Code: h.s.joins()}
	case !h.sits():
		return nil, &Refusal{Code: NotSeated}
	case h.stale():
		return nil, &Refusal{Code: Stale}
	case h.s.phase != Playing:
		return nil, &Refusal{Code: NoHand}
	}
	return Move(*h.s, at, do.Moves)
}
