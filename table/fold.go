package table

import (
	"encoding/hex"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
)

// replay folds a stored table, all of it or its first events, into its state.
func replay(id ID, log Log) state {
	s := state{id: id}
	for i, e := range log.Events {
		s = s.with(e, log.At[i])
	}
	if s.last != nil {
		s = s.withTabHead(log.Heads[s.last.Hand])
	}
	return s
}

// withTabHead returns the state with the head of the tab's chain after the last hand.
func (s state) withTabHead(head string) state {
	last := *s.last
	last.TabHead = head
	s.last = &last
	return s
}

// with returns the state after an event, which it trusts: it was decided for
// this state, or was stored after being so.
func (s state) with(e Event, at time.Time) state {
	at = toStored(at)
	s.seq++
	switch e := e.(type) {
	case Opened:
		s.server, s.channel, s.lang, s.host, s.settings = e.Server, e.Channel, e.Lang, e.Host, e.Settings
		s.seats = []seat{{Sitter{Person: e.Host}, s.seq}}
		s.begin(Lobby, at)
	case Joined:
		s.sit(Sitter{Person: e.Person})
	case ComputerSat:
		s.sit(Sitter{Computer: e.Level})
	case Left:
		s.leave(int(e.Seat), at)
	case RulesSet:
		s.settings = e.Settings
	case HostPassed:
		s.host = e.To
	case Committed:
		s.deal = dealing{hand: e.Hand, seed: e.Seed, commitment: deal.Commitment(string(s.id), e.Hand, e.Seed)}
	case CutGiven:
		s.cut(GivenCut(e))
	case HandStarted:
		s.hand, s.deal.start = e.Hand, e.Interaction
		s.seats, s.waiting = s.staying(), nil
		s.log, s.drawn, s.game = nil, nil, engine.State{}
		s.begin(Playing, at)
	case Played:
		s.play(e.Event, at)
	case WentAway:
		s.setAway(e.Seat, true)
		s.acted = at
	case CameBack:
		s.setAway(e.Seat, false)
		if s.phase == Playing && s.game.Turn == e.Seat {
			s.since = at
		}
	case Closed:
		if s.phase == Playing {
			s.last = s.result()
		}
		s.seats = slices.Clone(s.seats)
		for i := range s.seats {
			s.seats[i].Away = false // there is nothing to come back to
		}
		s.begin(Ended, at)
	}
	return s
}

// toStored gives a time as it comes back from the store, so that a state is the
// same before and after a restart.
func toStored(at time.Time) time.Time { return time.UnixMilli(at.UnixMilli()).UTC() }

// begin enters a phase.
func (s *state) begin(p Phase, at time.Time) {
	s.phase, s.version, s.began, s.since, s.acted = p, s.seq, s.seq, at, at
}

// sit seats someone, from the next hand on once one has been dealt.
func (s *state) sit(t Sitter) {
	if s.phase == Lobby {
		s.seats = append(slices.Clip(s.seats), seat{t, s.seq})
		return
	}
	s.waiting = append(slices.Clip(s.waiting), seat{t, s.seq})
}

// leave empties a seat; one of a hand keeps its number until the next hand.
// Seats from len(s.seats) on are those waiting. Where the seats above it get other
// numbers, what was drawn for the old ones is stale, but for the moves of a hand.
func (s *state) leave(at int, when time.Time) {
	switch {
	case at >= len(s.seats):
		at -= len(s.seats)
		s.waiting = slices.Delete(slices.Clone(s.waiting), at, at+1)
		if s.phase != Playing {
			s.version = s.seq
		}
	case s.phase == Lobby:
		s.seats = slices.Delete(slices.Clone(s.seats), at, at+1)
		s.version = s.seq
	default:
		s.seats = slices.Clone(s.seats)
		s.seats[at].Leaving, s.seats[at].Away = true, false
		s.acted = when
	}
}

func (s *state) setAway(at engine.Seat, away bool) {
	s.seats = slices.Clone(s.seats)
	s.seats[at].Away = away
}

// cut gives a person's word, in place of an earlier one.
func (s *state) cut(c GivenCut) {
	cuts := slices.DeleteFunc(slices.Clone(s.deal.cuts), func(old GivenCut) bool { return old.By == c.By })
	s.deal.cuts = append(cuts, c)
}

// play folds an event of the hand.
func (s *state) play(e engine.Event, at time.Time) {
	before := s.game
	s.game = engine.Apply(s.game, e)
	if seen, ok := engine.Public(before, e, engine.Nobody); ok {
		s.log = append(s.log, seen)
	}
	if drew, ok := e.(engine.Drew); ok {
		if own, ok := engine.Public(before, e, drew.Seat); ok {
			s.drawn = append(s.drawn, ownDraw{len(s.log) - 1, own})
		}
	}
	switch {
	case s.game.Phase == engine.Over:
		s.last = s.result()
		s.begin(Between, at)
	case s.game.Turns != before.Turns || before.Phase == engine.NotDealt:
		s.begin(Playing, at)
	default:
		s.version, s.acted = s.seq, at
	}
}

// result returns how the hand ended, or how far it came if it is abandoned.
func (s *state) result() *HandResult {
	table := engine.Watch(s.game)
	result, over := engine.Outcome(s.game)
	return &HandResult{
		Hand:       s.hand,
		Seats:      sitters(s.seats),
		Dealer:     s.game.Dealer,
		Rules:      s.game.Rules,
		Abandoned:  !over,
		Result:     result,
		Melds:      slices.Clone(table.Melds[:table.MeldCount]),
		Commitment: s.deal.commitment,
		Seed:       hex.EncodeToString(s.deal.seed[:]),
		Cuts:       s.deal.words(),
	}
}

func sitters(seats []seat) []Sitter {
	out := make([]Sitter, len(seats))
	for i, t := range seats {
		out[i] = t.Sitter
	}
	return out
}
