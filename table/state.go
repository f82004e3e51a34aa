package table

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
)

// A state is a table as its events made it. It holds every hidden card and the
// seed, so it never leaves this package: others get a [Snapshot].
//
// Copies share their slices and what last points to. These are never changed
// in place; only log, drawn and stirs grow, beyond the length that older copies see,
// and only the one newest copy is folded on.
type state struct {
	id       ID
	blind    bool // nobody will look at it, so log and drawn stay empty
	server   Server
	channel  Channel
	lang     string
	phase    Phase // 0: no such table
	host     Person
	settings Settings
	seats    []seat // by seat of the hand under way or last played, or of the next in the lobby
	waiting  []seat // who joins with the next hand
	hand     int    // number of the hand under way or of the last one
	again    int    // 0: it was dealt fresh; k: the k-th turning of its deal
	onTab    bool   // it counts on the tab
	game     engine.State
	log      []engine.PublicEvent // of the hand, as a spectator saw it
	drawn    []ownDraw            // the draws in log that hide cards
	dealt    dealing              // of the hand under way or of the last one
	deal     dealing              // of the next hand, once committed
	last     *HandResult
	fresh    *HandResult // the newest of a hand that was dealt fresh
	steps    []step      // the plays of one turn that can be taken back, until somebody draws
	denied   bool        // the newest of them was asked back in vain
	wish     *wish       // to take the newest of them back; nil: none is open

	stirs []Person // who did what can be done over and over in this lobby, hand or pause, each time; "" for a host

	seq     int64     // number of the newest event
	version int64     // number of the newest event of the hand or phase, or that gave seats other numbers
	began   int64     // number of the event that began the turn or phase
	since   time.Time // when the turn or phase began, or its seat was given back
	acted   time.Time // when a computer's delay began

	left     time.Duration // that the turn has from since on, of the time that counts; 0 without a limit
	settled  time.Time     // up to when lost time was made up for
	reminded bool          // half of the turn's time is over, and its person was told
	called   bool          // the ping that quiet hours held back was made up for
}

// A seat is a sitter and the number of the event that seated it.
type seat struct {
	Sitter
	since int64
}

// An ownDraw is a draw as the one who drew saw it.
type ownDraw struct {
	at    int // index in the log
	event engine.PublicEvent
}

// A dealing is one fair deal: the seed, fixed first, and what goes into it.
type dealing struct {
	hand       int // 0: not committed
	seed       deal.Seed
	commitment string
	cuts       []GivenCut
	given      int // words, those replaced among them
	start      string
}

// words lists what is cut into the deal: the interaction that started it, then
// the players' words.
func (d dealing) words() []string {
	words := []string{d.start}
	for _, c := range d.cuts {
		words = append(words, c.Word)
	}
	return words
}

// seatOf returns the seat that a person has and has not left; Nobody without one.
func (s *state) seatOf(p Person) engine.Seat {
	if p == "" {
		return engine.Nobody
	}
	return engine.Seat(slices.IndexFunc(s.seats, func(t seat) bool { return t.Person == p && !t.Leaving }))
}

// waits says whether a person joins with the next hand.
func (s *state) waits(p Person) bool {
	return p != "" && slices.ContainsFunc(s.waiting, func(t seat) bool { return t.Person == p })
}

// sits says whether a person has a seat, in this hand or from the next on.
func (s *state) sits(p Person) bool { return s.seatOf(p) != engine.Nobody || s.waits(p) }

// staying lists who sits in the next hand, in the order of its seats.
func (s *state) staying() []seat {
	stay := make([]seat, 0, len(s.seats)+len(s.waiting))
	for _, t := range s.seats {
		if !t.Leaving {
			stay = append(stay, t)
		}
	}
	return append(stay, s.waiting...)
}

// heir returns the person who has been seated longest, of those who are not away
// if there are any; "" when no person is left.
func (s *state) heir() Person {
	var heir seat
	for _, t := range s.staying() {
		switch {
		case t.Person == "":
		case heir.Person == "", heir.Away && !t.Away, heir.Away == t.Away && t.since < heir.since:
			heir = t
		}
	}
	return heir.Person
}

// place returns the number of a person's seat, of those in the hand and on from
// there of those waiting; Nobody without one.
func (s *state) place(p Person) engine.Seat {
	if at := s.seatOf(p); at != engine.Nobody {
		return at
	}
	return s.waitingSeat(p)
}

// isAway says whether a person's seat is played for them until they come back.
func (s *state) isAway(p Person) bool {
	at := int(s.place(p))
	switch {
	case at < 0:
		return false
	case at < len(s.seats):
		return s.seats[at].Away
	}
	return s.waiting[at-len(s.seats)].Away
}

// byComputer says whether a computer plays a seat of the hand.
func (s *state) byComputer(at engine.Seat) bool {
	t := s.seats[at]
	return t.Person == "" || t.Away || t.Leaving
}

// paused says whether there are people at the table but every one is away:
// nothing then happens until one comes back.
func (s *state) paused() bool {
	people := false
	for _, t := range s.staying() {
		if t.Person != "" && !t.Away {
			return false
		}
		people = people || t.Person != ""
	}
	return people
}

// stakes says whether the hand can end with a debt between people.
func (s *state) stakes() bool {
	if !s.onTab {
		return false
	}
	people := 0
	for _, t := range s.seats {
		if t.Person != "" {
			people++
		}
	}
	return people > 1
}

// byPerson says whether the hand waits for a person to move.
func (s *state) byPerson() bool {
	return s.phase == Playing && !s.byComputer(s.game.Turn)
}

// waitsOn returns the person whom the hand waits for; empty for nobody.
func (s *state) waitsOn() Person {
	if !s.byPerson() {
		return ""
	}
	return s.seats[s.game.Turn].Person
}

// seen returns the hand's log as a viewer saw it.
func (s *state) seen(viewer engine.Seat) []engine.PublicEvent {
	if viewer == engine.Nobody {
		return slices.Clip(s.log)
	}
	log := slices.Clone(s.log)
	for _, d := range s.drawn {
		if d.event.Seat == viewer {
			log[d.at] = d.event
		}
	}
	return log
}
