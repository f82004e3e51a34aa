package sitting

import "github.com/boathouse-rum/boathouse/engine"

// A Course is a hand that is over as it was played, every hand of cards open.
type Course struct {
	Result  *HandResult // who sat, and how it ended
	Moments []Moment    // the deal, then one a turn; of an abandoned hand as far as it came. Never empty
}

// A Moment is how a hand stood after its deal, or after one of its turns. It tells
// what everybody held, and nothing of what still lay in the stock.
type Moment struct {
	Did   []engine.PublicEvent         // in the turn, all cards named; none: it is the deal
	View  engine.View                  // as a spectator saw it
	Hands [engine.MaxSeats]engine.Hand // by seat
}

// Course returns the hand as it was played. Its error is a [*Refusal]: NoSuchHand for
// one that was never dealt, or HandUnderWay while its deal lies on the table. That is so
// also when it is played once more, seats turned: the players would see what they hold.
func (h PastHand) Course() (Course, error) {
	switch {
	case h.played:
		return Course{}, &Refusal{Code: HandUnderWay}
	case h.result == nil || len(h.events) == 0:
		return Course{}, &Refusal{Code: NoSuchHand}
	}
	c := Course{Result: h.result}
	var s engine.State
	for _, e := range h.events {
		did := openly(s, e)
		s = engine.Apply(s, e)
		switch e.(type) {
		case engine.Dealt, engine.Drew: // with which every turn begins
			c.Moments = append(c.Moments, Moment{})
		case engine.Melded, engine.LaidOff, engine.Discarded, engine.WentOut, engine.Won, engine.Blocked:
		}
		now := &c.Moments[len(c.Moments)-1]
		now.Did = append(now.Did, did...)
		now.View, now.Hands = engine.Watch(s), s.Hands
	}
	return c, nil
}

// openly is an event as who did it saw it; a draw from both piles is told as two.
func openly(before engine.State, e engine.Event) []engine.PublicEvent {
	seen, ok := engine.Public(before, e, engine.Nobody)
	drew, draws := e.(engine.Drew)
	switch {
	case !ok:
		return nil
	case !draws || seen.Hidden == 0:
		return []engine.PublicEvent{seen}
	}
	open := len(seen.Cards)
	stock := seen
	stock.Cards, stock.Hidden = drew.Cards[open:], 0
	if open == 0 {
		return []engine.PublicEvent{stock}
	}
	stock.Source, seen.Source, seen.Hidden = engine.FromStock, engine.FromDiscard, 0
	return []engine.PublicEvent{seen, stock}
}
