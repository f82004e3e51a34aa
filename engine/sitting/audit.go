package sitting

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
)

// An Audit replays a stored sitting event by event and says what the events imply:
// which debts, which head, which posts. It judges each event by the state before
// it, with the code that decides in play, so that a list of events which the
// rules could never have led to is noticed though every hash in it holds.
//
// Hands dealt by other house rules stay valid, because their deals carry them.
// What nobody stores is taken as it is: who was about, and who managed the server.
type Audit struct {
	state State
	next  []engine.Event // what the newest event brings about at once, and so has to follow
	ended *HandResult    // the hand that the newest event ended; nil: none
	kept  int64          // number of the event with a seed that was there still when the table closed; 0: none

	compared *comparison // nil: nothing is
}

// NewAudit begins at a sitting without events.
func NewAudit(id ID) *Audit { return &Audit{state: State{id: id, blind: true}} }

// Next takes the next event. A *Flaw says why it can't have followed; then the
// audit is over, because what the rest implies isn't known. Only after OtherDeck
// it goes on: the hand was played with the cards that the event holds.
func (a *Audit) Next(e Event, at time.Time) error {
	flaw := a.judge(e, Whole(at))
	if flaw != 0 && flaw != OtherDeck {
		return &Flaw{flaw}
	}
	last := a.state.last
	a.state.fold(e, at)
	if a.compared != nil {
		a.compared.next(&a.state, e, at)
	}
	if a.ended = nil; a.state.last != last {
		a.ended = a.state.last
	}
	if flaw != 0 {
		return &Flaw{flaw}
	}
	return nil
}

// judge says what is wrong with an event after those before; 0 for nothing.
func (a *Audit) judge(e Event, at time.Time) FlawCode {
	played, plays := e.(Played)
	switch {
	case len(a.next) > 0:
		if !plays {
			return BrokenOff
		}
		return a.judgeFollowing(played.Event)
	case plays:
		return a.judgePlay(played.Event)
	}
	if _, deals := e.(HandStarted); a.state.isCut() && !deals {
		return BrokenOff
	}
	switch e := e.(type) { //nolint:exhaustive,gochecksumtype // the others are judged by allows
	case Frozen:
		return a.judgeFreeze(e, at)
	case HandStarted:
		return a.judgeStart(e, at)
	case Closed:
		if d := &a.state.deal; d.sealed && !d.isGone() {
			a.kept = d.seq
		}
	}
	if !a.allows(e, at) {
		return OutOfPlace
	}
	return 0
}

// judgeFollowing compares an event with what had to follow.
func (a *Audit) judgeFollowing(e engine.Event) FlawCode {
	want := a.next[0]
	a.next = a.next[1:]
	dealt, deals := want.(engine.Dealt)
	if !deals {
		if e != want { // Won or Blocked, of plain values both
			return OtherResult
		}
		return 0
	}
	got, ok := e.(engine.Dealt)
	switch {
	case !ok || got.Rules != dealt.Rules || got.Players != dealt.Players:
		return OutOfPlace
	case a.state.dealt.isErased():
		return 0 // the cards followed from a word that nobody has any more
	case got.Deck != dealt.Deck || a.state.fresh == nil && got.Dealer != dealt.Dealer:
		return OtherDeck
	}
	return 0 // whose turn it is to deal has changed in time, and owes nobody anything
}

// judgePlay has the engine decide the move of a seat again.
func (a *Audit) judgePlay(e engine.Event) FlawCode {
	s := &a.state
	if s.phase != Playing {
		return OutOfPlace
	}
	seat, move := engine.MoveOf(e)
	if move == nil {
		return OutOfPlace
	}
	decided, err := engine.Decide(s.game, seat, move)
	if err != nil {
		return OutOfPlace
	}
	if drew, ok := e.(engine.Drew); ok && !slices.Equal(drew.Cards, decided[0].(engine.Drew).Cards) {
		return OutOfPlace
	}
	a.next = decided[1:]
	return 0
}

// judgeStart has the hand dealt again, from the seed and what was cut into it.
func (a *Audit) judgeStart(e HandStarted, at time.Time) FlawCode {
	s := &a.state
	var want []Event
	var err error
	switch {
	case s.phase == 0 || s.phase == Ended || e.Again > 0 && e.Tab && s.froze: // since then none counts
		return OutOfPlace
	case e.Again == 0 && s.deal.isGone():
		return SeedMissing
	case e.Again == 0 && s.isCut():
		want, err = dealt(s, s.deals, Fair(nil))
	case e.Again == 0:
		if s.froze || !s.deal.ready() || !a.mayDeal(e.Interaction, at) {
			return OutOfPlace
		}
		want, err = a.dealtAtOnce(e)
	default:
		h := hearing{s: s, c: Command{Key: e.Interaction, By: s.seats.heir()}, dealer: Fair(nil)}
		if want, err = h.again(); err == nil {
			want[0] = HandStarted{Hand: s.hand, Interaction: e.Interaction, Again: s.again + 1, Tab: e.Tab}
		}
	}
	if err != nil || !sameStart(want[0], e) {
		return OutOfPlace
	}
	a.next = []engine.Event{want[1].(Played).Event}
	return 0
}

// judgeFreeze says whether the next hand can have been frozen.
func (a *Audit) judgeFreeze(e Frozen, at time.Time) FlawCode {
	if e.Hand != a.state.hand+1 || !a.mayDeal(e.Interaction, at) {
		return OutOfPlace
	}
	return 0
}

// mayDeal says whether the next hand can have been asked for, or was due where nobody asked.
func (a *Audit) mayDeal(asked string, at time.Time) bool {
	s := &a.state
	h := hearing{s: s, c: Command{Key: asked}}
	want, err := h.deal()
	return err == nil && len(want) > 0 && (asked != "" || !s.next.IsZero() && !at.Before(s.next))
}

// dealtAtOnce returns what dealt a hand before hands were frozen: with the last word as its
// last cut.
func (a *Audit) dealtAtOnce(e HandStarted) ([]Event, error) {
	s, by := a.state, engine.Nobody
	s.deal.start = e.Interaction
	if s.fresh != nil {
		by = s.seats.nextDealer(s.fresh, len(s.dealtTo()))
	}
	return dealt(&s, by, Fair(nil))
}

// sameStart says whether a hand can have started so. What wins a match may have been
// another number when it began.
func sameStart(want Event, got HandStarted) bool {
	start, ok := want.(HandStarted)
	if ok && start.Match > 0 && got.Match > 0 {
		start.Match = got.Match
	}
	return ok && start == got
}

// Last returns the newest hand that is over; nil before.
func (a *Audit) Last() *HandResult { return a.state.last }

// End says whether the events may end here, as those of a whole batch do.
func (a *Audit) End() error {
	s := &a.state
	switch {
	case len(a.next) > 0 || s.phase == 0 || s.commits() || s.isCut():
		return &Flaw{BrokenOff}
	case s.phase != Ended && s.deal.isGone():
		return &Flaw{SeedMissing}
	}
	return nil
}

// Kept returns the number of the event whose seed the store was to erase when the
// table closed, and that was told with it nevertheless; 0 for none.
func (a *Audit) Kept() int64 { return a.kept }

// Ended says whether the newest event ended a hand that wasn't abandoned.
func (a *Audit) Ended() (Finish, bool) {
	if a.ended == nil || a.ended.Abandoned {
		return Finish{}, false
	}
	return a.ended.Finish(), true
}

// AtOnce says whether the newest event ended a hand that was won all at once where that
// pays no more. Books of old counted it as a rummy.
func (a *Audit) AtOnce() bool {
	return a.ended != nil && !a.ended.Abandoned && a.ended.Result.Rummy && !a.ended.isRummy()
}

// Head returns the head that the events imply.
func (a *Audit) Head() Head { return a.state.Head() }

// Waits returns whose turn it is; empty: nobody's.
func (a *Audit) Waits() Person { return a.state.WaitsOn() }

// Watch returns what a spectator may know after the newest event, but for the log.
func (a *Audit) Watch() Sight { return Watch(a.state, nil) }

// MayWake says whether a table that stands as it does now can have been left to
// wake at a time. When exactly depends on who was about and on quiet hours,
// which aren't events. Only a closed one does nothing more by itself.
func (a *Audit) MayWake(at time.Time) bool { return at.IsZero() == (a.state.phase == Ended) }

// Hands says how far the hands are: the number of the newest dealt and of the
// newest committed.
func (a *Audit) Hands() (dealt, committed int) {
	return a.state.hand, max(a.state.hand, a.state.deal.hand)
}

// A FlawCode says why an event can't have followed those before it.
type FlawCode uint8

// The codes.
const (
	OutOfPlace  FlawCode = iota + 1 // no rule leads to it
	OtherDeck                       // cards other than the deal's seed and cuts give
	OtherResult                     // a hand ended otherwise than the rules say
	BrokenOff                       // the rest of what happened at once is missing
	SeedMissing                     // the seed of a hand was erased, though its table didn't close before
)

// String returns the code as words for logs.
func (c FlawCode) String() string {
	switch c {
	case OutOfPlace:
		return "out of place"
	case OtherDeck:
		return "not the cards of its seed"
	case OtherResult:
		return "not the result of its hand"
	case BrokenOff:
		return "broken off"
	case SeedMissing:
		return "without its seed"
	}
	return "flaw"
}

// A Flaw is the error of an [Audit]. It quotes no event.
type Flaw struct{ Code FlawCode }

// Error implements error, for logs.
func (f *Flaw) Error() string { return "sitting: " + f.Code.String() }
