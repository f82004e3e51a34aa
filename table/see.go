package table

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// snapshot returns what a viewer may know of a table; the empty Person is a spectator.
func (r *room) snapshot(viewer Person) Snapshot {
	s := &r.state
	me := s.seatOf(viewer)
	snap := Snapshot{
		ID: s.id, Server: s.server, Channel: s.channel, Lang: s.lang,
		Phase: s.phase, Host: s.host, Settings: s.settings,
		Seats: sitters(s.seats), Waiting: sitters(s.waiting),
		Me: me, Hand: s.hand,
		Version: s.version, Seq: s.seq, Since: s.since,
		Deal: s.shown().facts(), Last: s.last,
		Again: s.again, OnTab: s.onTab, Stakes: s.stakes(),
		Paused: s.phase == Playing && s.paused(), Repeatable: s.mayAgain() == 0,
		Takeback: s.takeback(), MayTakeBack: s.mayTakeBack(me) == 0,
	}
	if s.byPerson() {
		snap.Deadline = r.deadline(s)
	}
	if s.hand > 0 {
		snap.View = engine.See(s.game, me)
		snap.Log = s.seen(me)
	}
	return snap
}

// shown returns the deal that the channel sees: of the hand under way, or of the
// next one while none is.
func (s *state) shown() dealing {
	if s.phase == Playing || s.deal.hand == 0 {
		return s.dealt
	}
	return s.deal
}

// facts returns what anyone may know of a deal: all but the seed.
func (d dealing) facts() DealFacts {
	return DealFacts{Hand: d.hand, Commitment: d.commitment, Cuts: slices.Clip(d.cuts), Start: d.start}
}

// news returns what happened in the hand after an earlier state, as a viewer
// of this one saw it.
func (s *state) news(before *state, viewer Person) []engine.PublicEvent {
	if s.hand == 0 {
		return nil
	}
	log := s.seen(s.seatOf(viewer))
	if before.hand == s.hand && before.again == s.again {
		return log[len(before.log):]
	}
	return log
}
