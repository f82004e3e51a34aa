package sitting

import (
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// An ID names a sitting, in the fair deal too: eight characters of a–z and 2–7.
type ID string

// A Person is a pseudonym.
type Person = tab.Person

// A Server is the outer id of the community that a table and a tab belong to.
type Server string

// A Channel is the outer id of the place where a table stands.
type Channel string

// A Phase is where a sitting is in its life. The zero Phase is before that: nobody
// has opened it.
type Phase uint8

// The phases.
const (
	Lobby Phase = iota + 1
	Playing
	Between
	Ended
	Dealing // seats and words of the next hand are frozen: it is dealt once its last cut is stored
)

// A State is a sitting as its events made it. It holds every hidden card and the
// seed, so it is for who keeps and decides; others get a [Sight].
//
// Copies share their slices and what last points to. These are never changed
// in place; only the log and stirs grow, beyond the length that older copies see,
// and only the one newest copy is folded on.
type State struct {
	id       ID
	blind    bool // nobody will look at it, so log stays empty
	server   Server
	channel  Channel
	phase    Phase
	host     Person
	settings Settings
	seats    seating
	hand     int  // number of the hand under way or of the last one
	again    int  // 0: it was dealt fresh; k: the k-th turning of its deal
	onTab    bool // it counts on the tab
	game     engine.State
	plays    int     // events of the hand, without those taken back
	retaken  bool    // turns of computers were taken back
	log      handLog // of the hand
	still    still
	dealt    dealing     // of the hand under way or of the last one
	deal     dealing     // of the next hand; only its words before it is committed
	deals    engine.Seat // who deals a hand that is frozen; Nobody: the cut deck says
	froze    bool        // a hand was: none is dealt any more without
	last     *HandResult
	fresh    *HandResult // the newest of a hand that was dealt fresh
	tally    tally       // of all hands
	match    *MatchFacts // under way, or over since the last hand; nil: none
	played   Match       // that was over last, which a table like this one plays too
	stirs    stirs       // of this lobby, hand or pause

	takebacks takebacks
	endings   endings
	sought    *sought       // whether the host is there is asked; nil: it isn't
	hostSeen  time.Time     // when the host was seen last, of what is stored, or became host
	invites   []invite      // who was asked to take a seat and has none; never changed in place
	idle      time.Duration // what the table closed after, because nobody did anything; 0: it didn't

	opened  time.Time // when the table was
	seq     int64     // number of the newest event
	moved   time.Time // when the newest event happened that doesn't tell of a message alone
	version int64     // number of the newest event of the hand or phase, or that gave seats other numbers
	began   int64     // number of the event that began the turn or phase
	since   time.Time // when the turn or phase began, or its seat was given back
	acted   time.Time // when a computer's delay began

	next     time.Time     // when the next hand is dealt by itself; zero: when somebody asks
	left     time.Duration // that the turn has from since on, of the time that counts; 0 without a limit
	settled  time.Time     // up to when lost time was made up for
	reminded bool          // half of the turn's time is over, and its person was told
	called   bool          // the turn's person was called
	calledAt time.Time     // when, the last time; meaningless unless called
	nudger   Person        // who called them last beside the clock; empty: nobody
	nudged   int64         // number of the event by which the nudger did
}

// New returns a sitting that nobody has opened yet.
func New(id ID) State { return State{id: id} }

// Phase returns where the sitting is in its life.
func (s *State) Phase() Phase { return s.phase }

// Seq returns the number of the newest event, from 1; 0 without events.
func (s *State) Seq() int64 { return s.seq }

// Moved returns when the newest event happened that doesn't tell of a message alone.
func (s *State) Moved() time.Time { return s.moved }

// Version returns what [Sight] calls so.
func (s *State) Version() int64 { return s.version }

// Began returns the number of the event that began the turn or phase.
func (s *State) Began() int64 { return s.began }

// Hand returns the number of the hand under way or of the last one; 0 in the lobby.
func (s *State) Hand() int { return s.hand }

// Last returns the newest finished hand; nil before. It is shared, for reading only.
func (s *State) Last() *HandResult { return s.last }

// Unsealed returns the number of the next hand as long as no message carries its seal; 0
// when one does, or none will.
func (s *State) Unsealed() int {
	if s.phase == Ended || s.deal.ready() {
		return 0
	}
	return s.deal.hand
}

// Unplaced returns the number of the frozen hand as long as the id of its table message is
// the cut that is missing; else 0.
func (s *State) Unplaced() int {
	if s.phase != Dealing || !s.deal.ready() || s.isCut() {
		return 0
	}
	return s.deal.hand
}

// isCut says whether every cut of the frozen hand is stored, so that it is dealt.
func (s *State) isCut() bool {
	return s.phase == Dealing && s.deal.hand == s.hand+1 && s.deal.ready() && (s.alone() || s.deal.isWhole())
}

// Unused returns the number of the event whose seed nobody will ever need: that of the
// hand which a closed table never dealt. 0: there is none, or its seed isn't stored apart.
func (s *State) Unused() int64 {
	if s.phase != Ended || !s.deal.sealed {
		return 0
	}
	return s.deal.seq
}

// WithTabHead returns the state with what the tab's chain came to by the newest
// finished hand, which no event tells.
func (s State) WithTabHead(head string) State {
	if s.last != nil {
		last := *s.last
		last.TabHead = head
		s.last = &last
	}
	return s
}

// A Head is what is to be known of a sitting without reading its events.
type Head struct {
	Table   ID
	Server  Server
	Channel Channel
	Open    bool
}

// Head returns what the events say of the head.
func (s *State) Head() Head {
	return Head{Table: s.id, Server: s.server, Channel: s.channel, Open: s.phase != Ended}
}

// People lists the persons who have a seat, in this hand or from the next on, and
// haven't left it.
func (s *State) People() []Person {
	var people []Person
	for _, t := range s.seats.staying() {
		if t.Person != "" {
			people = append(people, t.Person)
		}
	}
	return people
}

// stakes says whether the hand can end with a debt between people.
func (s *State) stakes() bool {
	if !s.onTab {
		return false
	}
	people := 0
	for _, t := range s.seats.hand {
		if t.Person != "" {
			people++
		}
	}
	return people > 1
}

// alone says whether the table has no channel: it is its host's, who plays against
// computers, and nobody else hears of it.
func (s *State) alone() bool { return s.phase != 0 && s.channel == "" }

// Alone says what [Sight] calls so.
func (s *State) Alone() bool { return s.alone() }

// byPerson says whether the hand waits for a person to move.
func (s *State) byPerson() bool {
	return s.phase == Playing && !s.seats.byComputer(s.game.Turn)
}

// WaitsOn returns the person whom the hand waits for; empty for nobody.
func (s *State) WaitsOn() Person {
	if !s.byPerson() {
		return ""
	}
	return s.seats.hand[s.game.Turn].Person
}

// nextSeats lists who sits in the hand under way, or would in one that was dealt now.
func (s *State) nextSeats() []seat {
	if s.phase == Playing {
		return s.seats.hand
	}
	return s.dealtTo()
}

// paused says whether nothing happens in the hand until somebody comes back.
func (s *State) paused() bool { return s.phase == Playing && s.seats.deserted() }

// turnLimit returns the time for a turn of the hand under way; 0 is no limit. It
// stays as it was when the hand was dealt: in mid-hand no seat is taken or given
// up, and no setting changes.
func (s *State) turnLimit() time.Duration { return s.settings.Limit(len(s.seats.hand)) }

// begin enters a phase, or a turn.
func (s *State) begin(p Phase, at time.Time) {
	if p != s.phase {
		s.stirs = nil
	}
	s.phase, s.version, s.began, s.since, s.acted = p, s.seq, s.seq, at, at
	s.next, s.left, s.reminded, s.called, s.nudger = time.Time{}, s.turnLimit(), false, false, ""
	s.still = still{game: s.game, log: len(s.log.public), seats: s.seats.hand}
}

// isMidHand says whether a hand is under way or frozen: seats and settings stay as they are.
func (s *State) isMidHand() bool { return s.phase == Playing || s.phase == Dealing }
