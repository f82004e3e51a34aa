package sitting

import (
	"cmp"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
)

// Apply returns the state after an event that happened at a moment. It trusts the
// event: it was decided for this state, or was stored after being so.
func Apply(s State, e Event, at time.Time) State {
	s.fold(e, at)
	return s
}

// Replay folds events into a state; at says when each of them happened.
func Replay(id ID, events []Event, at []time.Time) State {
	s := New(id)
	for i, e := range events {
		s.fold(e, at[i])
	}
	return s
}

func (s *State) fold(e Event, at time.Time) {
	at = Whole(at)
	s.seq++
	if !isPosted(e) {
		s.moved = at
	}
	switch e := e.(type) {
	case Opened:
		s.server, s.channel, s.host, s.settings, s.opened = e.Server, e.Channel, e.Host, e.Settings, at
		s.seats.hand = []seat{{Sitter: Sitter{Person: e.Host}, since: s.seq}}
		s.hostSeen = at
		s.begin(Lobby, at)
	case Joined:
		s.stirs.add(e.Person)
		s.seated(e.Person)
		s.seats.add(s.phase == Lobby, seat{Sitter: Sitter{Person: e.Person}, since: s.seq})
	case ComputerSat:
		s.stirs.add("")
		s.seats.add(s.phase == Lobby, seat{Sitter: s.seats.cast(e.Character), since: s.seq})
	case Left:
		s.leaveMatch(s.seats.at(e.Seat).Sitter)
		s.leave(int(e.Seat), at)
		s.next = time.Time{}
	case RulesSet:
		s.stirs.add("")
		e.Settings.Lang = cmp.Or(e.Settings.Lang, s.settings.Lang)
		if e.Settings.Match != s.settings.Match {
			s.endMatch(-1)
			s.played = NoMatch
		}
		s.settings, s.next = e.Settings, time.Time{}
	case HostPassed:
		s.host, s.hostSeen, s.sought = e.To, at, nil
	case HostSought:
		s.sought = &sought{by: e.By, number: s.seq, at: at}
	case HostSeen:
		s.hostSeen, s.sought = at, nil
	case Frozen:
		s.freeze(e, at)
	case Committed:
		s.deal = s.committed(e)
	case Sealed:
		s.deal.message = e.Message
		s.plan(at)
	case Placed:
		s.deal.table = e.Message
	case CutGiven:
		s.stirs.add(e.By)
		s.deal.cut(givenCut{GivenCut(e), s.seq})
	case HandStarted:
		s.uninvite(func(invite) bool { return true })
		s.startHand(e, at)
	case Played:
		s.play(e.Event, at)
	case TakebackAsked:
		s.takebacks.wish = &wish{seat: e.Seat, number: s.seq, at: at}
	case TakebackAnswered:
		if e.Yes {
			s.takebacks.agree(e.Seat)
		} else {
			s.endWish(at)
		}
	case TakebackLapsed:
		s.endWish(at)
	case TookBack:
		s.stirs.add(s.seats.at(e.Seat).Person)
		s.takeBack(e, at)
	case WentAway:
		s.stirs.add(s.seats.at(e.Seat).Person)
		s.seats.setAway(e.Seat, true)
		s.next = time.Time{}
		s.absent(e.Seat, at)
	case CameBack:
		s.comeBack(e.Seat, at)
	case Reminded:
		s.reminded = true
		s.call(AsksTurn, at)
	case Called:
		s.call(e.Ask, at)
	case Nudged:
		s.seats.nudge(e.Seat, at)
		s.nudger, s.nudged = e.By, s.seq
		s.call(AsksTurn, at)
	case TimeLost:
		s.giveBack(e.For, at)
	case EndAsked:
		s.askToEnd(e, at)
	case EndAnswered:
		if e.Yes {
			s.endings.agree(e.Seat)
		} else {
			s.endings.wish = nil
		}
	case Invited:
		s.invited(e, at)
	case Declined:
		s.uninvite(func(i invite) bool { return i.person == e.Person })
	case Abandoned:
		s.takebacks = takebacks{}
		s.endHand()
		s.begin(Between, at)
	case Closed:
		s.idle, s.sought = e.Idle, nil
		s.endMatch(-1)
		if s.phase == Playing {
			s.endHand()
		}
		s.takebacks = takebacks{}
		if s.deal.sealed {
			s.deal.seed = deal.Seed{} // nobody will need it, and the store erases it
		}
		s.seats.hand = slices.Clone(s.seats.hand)
		for i := range s.seats.hand {
			s.seats.hand[i].Away = false // there is nothing to come back to
		}
		s.begin(Ended, at)
	}
	if s.phase == Ended || len(s.seats.staying()) >= s.settings.Seats {
		s.uninvite(func(invite) bool { return true })
	}
	s.note(e)
}

// startHand clears the table for a hand, fresh or dealt again.
func (s *State) startHand(e HandStarted, at time.Time) {
	s.hand, s.again, s.onTab = e.Hand, e.Again, e.Again == 0 || e.Tab
	if e.Again == 0 {
		s.dealt, s.deal = s.deal, dealing{}
		s.dealt.start = e.Interaction
	}
	if s.phase != Dealing {
		s.reseat()
	}
	if s.settings.Bare && slices.ContainsFunc(s.seats.hand, func(t seat) bool { return t.Person == "" }) {
		s.onTab = false
	}
	switch {
	case e.Match > 0:
		s.beginMatch(e.Match)
	case !s.match.runs():
		s.match = nil
	}
	s.log, s.game, s.plays, s.retaken = handLog{}, engine.State{}, 0, false
	s.begin(Playing, at)
}

// freeze has nothing that people do change the next hand any more.
func (s *State) freeze(e Frozen, at time.Time) {
	s.deals = engine.Nobody
	if s.fresh != nil {
		s.deals = s.seats.nextDealer(s.fresh, len(s.dealtTo()))
	}
	s.reseat()
	s.froze, s.deal.start, s.takebacks = true, e.Interaction, takebacks{}
	s.log, s.game = handLog{}, engine.State{} // its seats were others
	s.begin(Dealing, at)
}

// reseat gives the seats to those who sit in the next hand.
func (s *State) reseat() {
	wait := s.seats.wait
	if !s.match.runs() {
		wait = nil
	}
	s.seats = seating{hand: newHand(s.dealtTo()), wait: wait}
}

// leave empties a seat; one of a hand keeps its number until the next hand.
// Where the seats above it get other
// numbers, what was drawn for the old ones is stale, but for the moves of a hand.
func (s *State) leave(at int, when time.Time) {
	s.endings.drop(s.seats.at(engine.Seat(at)).Person)
	switch {
	case at >= len(s.seats.hand):
		at -= len(s.seats.hand)
		s.seats.wait = slices.Delete(slices.Clone(s.seats.wait), at, at+1)
		if s.phase != Playing {
			s.version = s.seq
		}
	case s.phase == Lobby:
		s.seats.hand = slices.Delete(slices.Clone(s.seats.hand), at, at+1)
		s.version = s.seq
	default:
		s.seats.hand = slices.Clone(s.seats.hand)
		s.seats.hand[at].Leaving, s.seats.hand[at].Away = true, false
		s.absent(engine.Seat(at), when)
	}
}

// absent has a computer take over a seat: nobody answers for its wish any more.
func (s *State) absent(at engine.Seat, when time.Time) {
	if wish := s.takebacks.wish; wish != nil && wish.seat == at {
		s.endWish(when)
	}
	if s.phase == Playing && s.game.Turn == at {
		s.acted = when
	}
}

// comeBack gives a seat back to its owner, who gets a turn under way anew. At a
// table that paused the computers' delay begins now.
func (s *State) comeBack(at engine.Seat, when time.Time) {
	if s.seats.deserted() {
		s.acted = when
	}
	s.seats.setAway(at, false)
	if s.phase == Playing && s.game.Turn == at {
		s.since, s.left = when, s.turnLimit()
	}
}

// play folds an event of the hand.
func (s *State) play(e engine.Event, at time.Time) {
	before := s.game
	s.game = engine.Apply(s.game, e)
	s.plays++
	if !s.blind {
		s.log.add(e, before)
	}
	s.keepStep(e, before, at)
	switch {
	case s.game.Phase == engine.Over:
		s.endHand()
		s.begin(Between, at)
		s.plan(at) // of a repeated deal: the next one was sealed before
	case s.game.Turns != before.Turns || before.Phase == engine.NotDealt:
		s.begin(Playing, at)
	default:
		s.version, s.acted = s.seq, at
	}
}

// giveBack gives what runs out back what it lost of its time.
func (s *State) giveBack(lost time.Duration, at time.Time) {
	s.settled = at
	if s.byPerson() && s.turnLimit() > 0 {
		s.left += lost
	}
	switch {
	case s.next.IsZero():
	case lost > longGone:
		s.next = time.Time{}
	default:
		s.next = s.next.Add(lost)
	}
	if s.endings.wish != nil {
		wish := *s.endings.wish
		wish.until = wish.until.Add(lost)
		s.endings.wish = &wish
	}
}
