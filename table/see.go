package table

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// snapshot returns what a viewer may know of a table; the empty Person is a spectator.
func (s *state) snapshot(viewer Person) Snapshot {
	me := s.seatOf(viewer)
	snap := Snapshot{
		ID: s.id, Server: s.server, Channel: s.channel, Lang: s.lang,
		Phase: s.phase, Host: s.host, Settings: s.settings,
		Seats: sitters(s.seats), Waiting: sitters(s.waiting),
		Me: me, Hand: s.hand,
		Version: s.version, Seq: s.seq, Since: s.since, Deadline: s.deadline(),
		Deal: s.deal.facts(), Last: s.last,
	}
	if s.hand > 0 {
		snap.View = engine.See(s.game, me)
		snap.Log = s.seen(me)
	}
	return snap
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
	if before.hand == s.hand {
		return log[len(before.log):]
	}
	return log
}
