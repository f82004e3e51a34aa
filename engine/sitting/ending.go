package sitting

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
)

// longestAsk is how long a wish to end a hand is open at most.
const longestAsk = 24 * time.Hour

// endings are the wishes of one hand to end it early.
type endings struct {
	asked []Person // who has asked in this hand
	wish  *ending  // nil: none is open
}

// An ending is somebody's wish to end the hand under way. It is never changed in place.
type ending struct {
	by     Person
	close  bool          // the table is to close with it
	number int64         // of the event that asked
	at     time.Time     // of that event
	until  time.Time     // when silence is taken for a yes
	agreed []engine.Seat // whose people said yes
	called bool          // those who are asked were called
}

// askFor returns how long a wish to end the hand is open.
func (s *State) askFor() time.Duration {
	if turn := s.turnLimit(); turn > 0 {
		return min(turn, longestAsk)
	}
	return longestAsk
}

// askToEnd opens a wish. Play goes on meanwhile.
func (s *State) askToEnd(e EndAsked, at time.Time) {
	s.endings = endings{
		asked: append(slices.Clip(s.endings.asked), e.By),
		wish:  &ending{by: e.By, close: e.Close, number: s.seq, at: at, until: at.Add(s.askFor())},
	}
}

// agree notes that a person agrees to the open wish.
func (t *endings) agree(at engine.Seat) {
	wish := *t.wish
	wish.agreed = append(slices.Clip(wish.agreed), at)
	t.wish = &wish
}

// call notes that those were called whom the open wish asks.
func (t *endings) call() {
	wish := *t.wish
	wish.called = true
	t.wish = &wish
}

// drop ends the open wish of a person who gets up.
func (t *endings) drop(by Person) {
	if t.wish != nil && t.wish.by == by {
		t.wish = nil
	}
}

// waits lists the seats whose people are present and haven't answered the wish.
func (e *ending) waits(seats *seating) []engine.Seat {
	return slices.DeleteFunc(seats.present(e.by), func(at engine.Seat) bool { return slices.Contains(e.agreed, at) })
}

// fulfilled is what happens when nobody has said no.
func (e *ending) fulfilled() Event {
	if e.close {
		return Closed{By: e.by}
	}
	return Abandoned{By: e.by}
}

// seen returns the wish as all see it; nil without one.
func (e *ending) seen(seats *seating) *Ending {
	if e == nil {
		return nil
	}
	return &Ending{By: e.by, Close: e.close, Number: e.number, Until: e.until, Waits: e.waits(seats)}
}

// mayEnd says why a person may not have the hand under way end early; 0 if they
// may. Managers needn't ask anybody, and who is alone has nobody to ask.
func (s *State) mayEnd(p Person, manager bool) Code {
	switch {
	case s.phase != Playing:
		return NoHand
	case s.needsNobody(p, manager):
		return 0
	case s.endings.wish != nil:
		return EndingOpen
	case slices.Contains(s.endings.asked, p):
		return EndingAsked
	}
	return 0
}

// needsNobody says whether a person may end the hand without asking.
func (s *State) needsNobody(p Person, manager bool) bool {
	return manager || len(s.seats.present(p)) == 0
}

// endHand notes how the hand ended, which is abandoned unless the game is over.
func (s *State) endHand() {
	s.last = resultOf(s)
	s.last.Remark = s.remarkOf(s.last)
	s.last.Story = s.storyOf(s.last)
	s.tally = s.tally.with(s.last)
	s.last.Scores = s.tally.ofAll(s.last.Seats)
	s.countForMatch(s.last)
	s.last.Match = s.match
	if s.again == 0 {
		s.fresh = s.last
	}
	s.endings = endings{}
}
