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
	s.last = s.last.withTabHead(log)
	return s
}

// with returns the state after an event, which it trusts: it was decided for
// this state, or was stored after being so.
func (s state) with(e Event, at time.Time) state {
	s.fold(e, at)
	return s
}

func (s *state) fold(e Event, at time.Time) {
	at = toStored(at)
	s.seq++
	switch e := e.(type) {
	case Opened:
		s.server, s.channel, s.lang, s.host, s.settings = e.Server, e.Channel, e.Lang, e.Host, e.Settings
		s.seats = []seat{{Sitter{Person: e.Host}, s.seq}}
		s.begin(Lobby, at)
	case Joined:
		s.stir(e.Person)
		s.sit(Sitter{Person: e.Person})
	case ComputerSat:
		s.stir("")
		s.sit(Sitter{Computer: e.Level})
	case Left:
		s.leave(int(e.Seat), at)
	case RulesSet:
		s.stir("")
		s.settings = e.Settings
	case HostPassed:
		s.host = e.To
	case Committed:
		s.deal = dealing{hand: e.Hand, seed: e.Seed, commitment: deal.Commitment(string(s.id), e.Hand, e.Seed)}
	case CutGiven:
		s.stir(e.By)
		s.cut(GivenCut(e))
	case HandStarted:
		s.startHand(e, at)
	case Played:
		s.play(e.Event, at)
	case TakebackAsked:
		s.wish = &wish{seat: e.Seat, at: at}
	case TakebackAnswered:
		s.answer(e, at)
	case TakebackLapsed:
		s.endWish(at)
	case TookBack:
		s.stir(s.personAt(e.Seat))
		s.takeBack(e, at)
	case WentAway:
		s.stir(s.personAt(e.Seat))
		s.goAway(e.Seat, at)
	case CameBack:
		s.comeBack(e.Seat, at)
	case Reminded:
		s.reminded, s.called = true, true
	case Called:
		s.called = true
	case TimeLost:
		s.left, s.settled = s.left+e.For, at
	case Closed:
		if s.phase == Playing {
			s.last = s.result()
		}
		s.steps, s.wish = nil, nil
		s.seats = slices.Clone(s.seats)
		for i := range s.seats {
			s.seats[i].Away = false // there is nothing to come back to
		}
		s.begin(Ended, at)
	}
}

// toStored gives a time as it comes back from the store, so that a state is the
// same before and after a restart.
func toStored(at time.Time) time.Time { return time.UnixMilli(at.UnixMilli()).UTC() }

// begin enters a phase, or a turn.
func (s *state) begin(p Phase, at time.Time) {
	if p != s.phase {
		s.stirs = nil
	}
	s.phase, s.version, s.began, s.since, s.acted = p, s.seq, s.seq, at, at
	s.left, s.reminded, s.called = s.settings.Turn, false, false
}

// startHand clears the table for a hand, fresh or dealt again.
func (s *state) startHand(e HandStarted, at time.Time) {
	s.hand, s.again, s.onTab = e.Hand, e.Again, e.Again == 0 || e.Tab
	if e.Again == 0 {
		s.dealt, s.deal = s.deal, dealing{}
		s.dealt.start = e.Interaction
	}
	s.seats, s.waiting = s.staying(), nil
	s.log, s.drawn, s.game = nil, nil, engine.State{}
	s.begin(Playing, at)
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
		s.absent(engine.Seat(at), when)
	}
}

func (s *state) goAway(at engine.Seat, when time.Time) {
	s.setAway(at, true)
	s.absent(at, when)
}

// absent has a computer take over a seat: nobody answers for its wish any more.
func (s *state) absent(at engine.Seat, when time.Time) {
	if s.wish != nil && s.wish.seat == at {
		s.endWish(when)
	}
	if s.phase == Playing && s.game.Turn == at {
		s.acted = when
	}
}

// comeBack gives a seat back to its owner, who gets a turn under way anew. At a
// table that paused the computers' delay begins now.
func (s *state) comeBack(at engine.Seat, when time.Time) {
	if s.paused() {
		s.acted = when
	}
	s.setAway(at, false)
	if s.phase == Playing && s.game.Turn == at {
		s.since, s.left = when, s.settings.Turn
	}
}

// setAway marks a seat; seats from len(s.seats) on are those waiting.
func (s *state) setAway(at engine.Seat, away bool) {
	if i := int(at) - len(s.seats); i >= 0 {
		s.waiting = slices.Clone(s.waiting)
		s.waiting[i].Away = away
		return
	}
	s.seats = slices.Clone(s.seats)
	s.seats[at].Away = away
}

// cut gives a person's word, in place of an earlier one.
func (s *state) cut(c GivenCut) {
	cuts := slices.DeleteFunc(slices.Clone(s.deal.cuts), func(old GivenCut) bool { return old.By == c.By })
	s.deal.cuts = append(cuts, c)
	s.deal.given++
}

// play folds an event of the hand.
func (s *state) play(e engine.Event, at time.Time) {
	before := s.game
	s.game = engine.Apply(s.game, e)
	s.step(e, before, at)
	if !s.blind {
		s.show(e, before)
	}
	switch {
	case s.game.Phase == engine.Over:
		s.last = s.result()
		if s.again == 0 {
			s.fresh = s.last
		}
		s.begin(Between, at)
	case s.game.Turns != before.Turns || before.Phase == engine.NotDealt:
		s.begin(Playing, at)
	default:
		s.version, s.acted = s.seq, at
	}
}

// show keeps an event of the hand as it was seen.
func (s *state) show(e engine.Event, before engine.State) {
	if seen, ok := engine.Public(before, e, engine.Nobody); ok {
		s.log = append(s.log, seen)
	}
	if drew, ok := e.(engine.Drew); ok {
		if own, ok := engine.Public(before, e, drew.Seat); ok {
			s.drawn = append(s.drawn, ownDraw{len(s.log) - 1, own})
		}
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
		Commitment: s.dealt.commitment,
		Seed:       hex.EncodeToString(s.dealt.seed[:]),
		Cuts:       s.dealt.words(),
		Again:      s.again,
		OnTab:      s.onTab,
		ended:      s.seq,
	}
}

// key names the hand.
func (l *HandResult) key() HandKey { return HandKey{Hand: l.Hand, Again: l.Again} }

func sitters(seats []seat) []Sitter {
	out := make([]Sitter, len(seats))
	for i, t := range seats {
		out[i] = t.Sitter
	}
	return out
}
