package table

import (
	"errors"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
)

// toWhole cuts a duration to what the store keeps of it.
func toWhole(d time.Duration) time.Duration { return d.Truncate(time.Millisecond) }

func (s *state) decideStart(c Command, opt *Options) ([]Event, error) {
	switch {
	case !s.hosts(c):
		return nil, &Refusal{Code: NotHost}
	case s.stale(c):
		return nil, &Refusal{Code: Stale}
	}
	return s.dealHand(c.Key, opt)
}

func (s *state) decideNext(c Command, opt *Options) ([]Event, error) {
	switch {
	case !s.sits(c.By):
		return nil, &Refusal{Code: NotSeated}
	case s.stale(c):
		return nil, &Refusal{Code: Stale}
	case s.phase == Lobby:
		return nil, &Refusal{Code: InLobby}
	}
	return s.dealHand(c.Key, opt)
}

// dealHand deals the hand that is committed, to everyone who stays and who waits.
func (s *state) dealHand(interaction string, opt *Options) ([]Event, error) {
	players := len(s.staying())
	switch {
	case s.phase == Playing:
		return nil, &Refusal{Code: HandUnderWay}
	case players < MinSeats:
		return nil, &Refusal{Code: TooFew}
	}
	d := s.deal
	d.start = interaction
	var dealer engine.Seat
	if s.fresh == nil {
		dealer = opt.FirstDealer(d.seed, d.commitment, d.words(), players)
	} else {
		dealer = s.nextDealer(players)
	}
	dealt, err := engine.Deal(s.settings.Rules, players, dealer, opt.Deck(d.seed, d.commitment, d.words()))
	if err != nil {
		return nil, err
	}
	return []Event{HandStarted{Hand: d.hand, Interaction: interaction}, Played{dealt}}, nil
}

// nextDealer says who deals after the last hand, as a seat of the next. Two
// players: as the rules say, if that one is still there. Otherwise the deal
// passes to the left of the last dealer; where that one has left, to whoever
// would have been next.
func (s *state) nextDealer(players int) engine.Seat {
	old := s.fresh.Dealer
	if players == 2 {
		if by := engine.NextDealer(players, old, s.fresh.Result); !s.seats[by].Leaving {
			return s.stayingBefore(by)
		}
	}
	next := s.stayingBefore(old)
	if !s.seats[old].Leaving {
		next++
	}
	return next % engine.Seat(players)
}

// stayingBefore counts the seats below one that stay for the next hand: its new
// number, if it stays too.
func (s *state) stayingBefore(at engine.Seat) engine.Seat {
	n := engine.Seat(0)
	for _, t := range s.seats[:at] {
		if !t.Leaving {
			n++
		}
	}
	return n
}

func (s *state) decideCut(c Command, do Cut) ([]Event, error) {
	switch {
	case !s.sits(c.By):
		return nil, &Refusal{Code: NotSeated}
	case s.phase == Playing:
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
	if !s.takesWord(c.By) {
		return nil, &Refusal{Code: WordsFull, Most: maxWords}
	}
	return []Event{CutGiven{By: c.By, Word: word}}, nil
}

func (s *state) decidePlay(c Command, do Play) ([]Event, error) {
	at := s.seatOf(c.By)
	switch {
	case s.waits(c.By) && s.phase == Playing:
		return nil, &Refusal{Code: JoinsLater}
	case !s.sits(c.By):
		return nil, &Refusal{Code: NotSeated}
	case s.stale(c):
		return nil, &Refusal{Code: Stale}
	case s.phase != Playing:
		return nil, &Refusal{Code: NoHand}
	}
	return s.moves(at, do.Moves)
}

// moves makes moves for a seat, all or none.
func (s *state) moves(at engine.Seat, moves []engine.Move) ([]Event, error) {
	var events []Event
	game := s.game
	for _, m := range moves {
		made, err := engine.Decide(game, at, m)
		if err != nil {
			return nil, err
		}
		for _, e := range made {
			game = engine.Apply(game, e)
			events = append(events, Played{e})
		}
	}
	return events, nil
}
