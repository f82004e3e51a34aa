package sitting

import "fmt"

// Decide says what a command makes happen: the events of it, none when it asks
// for what is so already. It changes nothing. A command not taken comes back as
// a [*Refusal] or an [*engine.Refusal]. What the events bring about by themselves
// is for [Follow].
func Decide(s State, c Command, d Dealer) ([]Event, error) {
	h := hearing{s: &s, c: c, dealer: d}
	_, opens := c.Do.(Open)
	switch {
	case opens:
	case s.phase == 0:
		return nil, &Refusal{Code: NoTable}
	case s.alone() && c.By != s.host:
		return nil, &Refusal{Code: NoTable}
	case s.phase == Ended:
		return nil, &Refusal{Code: IsClosed}
	}
	switch do := c.Do.(type) {
	case Open:
		return h.open(do)
	case Join:
		return h.join()
	case Leave:
		return h.leave(do)
	case AddComputer:
		return h.addComputer(do)
	case Remove:
		return h.remove(do)
	case SetSettings:
		return h.setSettings(do)
	case Start:
		return h.start(do)
	case Next:
		return h.next()
	case Again:
		return h.again()
	case Cut:
		return h.cut(do)
	case Play:
		return h.play(do)
	case TakeBack:
		return h.takeBack(do)
	case Agree:
		return h.agree(do)
	case Nudge:
		return h.nudge(do)
	case End:
		return h.end(do)
	case Vote:
		return h.vote(do)
	case Close:
		return h.close(do)
	case Away:
		return h.away()
	case Back:
		return nil, nil
	case Invite:
		return h.invite(do)
	case Respond:
		return h.respond(do)
	}
	panic(fmt.Sprintf("sitting: a command without a verb: %T", c.Do))
}

// Return gives back the seat of who asks for something while they are away,
// whatever becomes of what they ask; nil when they aren't, or want to be.
func Return(s State, c Command) Event {
	if _, goes := c.Do.(Away); goes || !s.seats.isAway(c.By) {
		return nil
	}
	return CameBack{s.seats.place(c.By)}
}
