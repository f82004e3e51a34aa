package sitting

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// See gives what a person may know. Who has no seat sees what a spectator does.
// quiet are the quiet hours that the deadline goes by.
func See(s State, viewer Person, quiet QuietHours) Sight {
	me := s.seats.of(viewer)
	sight := Sight{
		ID: s.id, Server: s.server, Channel: s.channel, Alone: s.alone(),
		Phase: s.phase, Host: s.host, Opened: s.opened, Settings: s.settings,
		Seats: sitters(s.seats.hand), Scores: s.tally.ofAll(sitters(s.seats.hand)), Waiting: sitters(s.seats.wait),
		Me: me, Hand: s.hand, Limit: s.settings.Limit(len(s.nextSeats())),
		Version: s.version, Seq: s.seq, Since: s.since,
		Deadline: s.deadline(quiet), Next: s.nextAt(quiet),
		Deal: shown(&s).facts(), Last: s.last,
		Again: s.again, OnTab: s.onTab, Stakes: s.stakes(),
		Paused: s.paused(), Repeatable: mayAgain(&s) == 0,
		Takeback: s.takebacks.open(&s.game, &s.seats), MayTakeBack: s.takebacks.may(me) == 0, Retaken: s.retaken, NudgeFrom: s.nudgeFrom(),
		Ending: s.endings.wish.seen(&s.seats), Others: len(s.seats.present(viewer)) > 0, MayEnd: s.mayEnd(viewer, false) == 0, AskFor: s.askFor(), Idle: s.idle,
		Sought: s.seenSought(viewer), Nudger: s.nudger, Invited: s.invitees(), Evening: s.Evening(), Match: s.match,
	}
	if s.hand > 0 {
		sight.View = engine.See(s.game, me)
		sight.Log = s.log.seenBy(me)
		sight.Still = s.still.seen(&s.log)
	}
	return sight
}

// Watch gives what a spectator may know: no hand at all.
func Watch(s State, quiet QuietHours) Sight { return See(s, "", quiet) }

// News returns what happened in the hand between two states, as a viewer of the
// later one saw it.
func News(before, after State, viewer Person) []engine.PublicEvent {
	if after.hand == 0 || after.phase == Dealing {
		return nil
	}
	log := after.log.seenBy(after.seats.of(viewer))
	switch {
	case before.hand != after.hand || before.again != after.again:
		return log
	case after.plays < before.plays: // taken back, maybe with what computers did
		return log[len(log)-1:]
	}
	return log[len(before.log.public):]
}

// A ComputersTurn is what a computer decides its next move by: what its seat may know.
type ComputersTurn struct {
	Version int64 // of the state
	Seat    engine.Seat
	Level   opponent.Level
	View    engine.View
	Log     []engine.PublicEvent
}

// SeeTurn gives what the computer may know whose turn it is in a hand.
func SeeTurn(s State) ComputersTurn {
	at := s.game.Turn
	level := s.seats.hand[at].Computer.Level()
	if s.seats.hand[at].Person != "" {
		level = s.settings.Level
	}
	return ComputersTurn{Version: s.version, Seat: at, Level: level, View: engine.See(s.game, at), Log: s.log.seenBy(at)}
}

// shown returns the deal that the channel sees: of the hand under way, or of the
// next one while none is.
func shown(s *State) *dealing {
	if s.phase == Playing || s.phase != Lobby && s.deal.hand == 0 {
		return &s.dealt
	}
	return &s.deal
}
