package sitting

import (
	"errors"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
)

func (h *hearing) start() ([]Event, error) {
	switch {
	case !h.hosts():
		return nil, &Refusal{Code: NotHost}
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
	case h.s.phase == Playing && h.s.seats.waiting(h.c.By) != engine.Nobody:
		return nil, &Refusal{Code: h.s.joins()}
	case h.s.phase == Playing:
		return nil, nil // somebody else was first
	}
	return h.deal()
}

// deal deals the hand that is committed, to everyone who stays and who waits.
func (h *hearing) deal() ([]Event, error) {
	s := h.s
	players := len(s.dealtTo())
	switch {
	case s.phase == Playing:
		return nil, &Refusal{Code: HandUnderWay}
	case players < MinSeats:
		return nil, &Refusal{Code: TooFew}
	case !s.deal.ready():
		return nil, &Refusal{Code: NotSealed}
	}
	d := s.deal
	d.start = h.c.Key
	var dealer engine.Seat
	if s.fresh == nil {
		dealer = h.dealer.FirstDealer(d.seed, d.commitment, d.words(), players)
	} else {
		dealer = s.seats.nextDealer(s.fresh, players)
	}
	dealt, err := engine.Deal(s.settings.Rules, players, dealer, h.dealer.Deck(d.seed, d.commitment, d.words()))
	if err != nil {
		return nil, err
	}
	return []Event{HandStarted{Hand: d.hand, Interaction: h.c.Key, Match: s.forMatch()}, Played{dealt}}, nil
}

func (h *hearing) cut(do Cut) ([]Event, error) {
	switch {
	case !h.sits():
		return nil, &Refusal{Code: NotSeated}
	case h.s.phase == Playing:
		return nil, &Refusal{Code: HandUnderWay}
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
