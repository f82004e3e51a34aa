package sitting

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// A Question is what one person has asked another at a table, as long as it is open.
type Question struct {
	By, Of Person
	Kind   Ask   // AsksTurn: By has nudged Of
	Number int64 // of the event that asked
}

// A Verdict is how a question ended.
type Verdict uint8

// The verdicts.
const (
	Unanswered Verdict = iota
	SaidYes
	SaidNo
)

// An Answered question isn't open any more.
type Answered struct {
	Question
	Verdict Verdict
}

// Questions returns what people have asked each other with events that made one state of another,
// and which questions those events ended.
func Questions(before, after State, events []Event) (asked []Question, ended []Answered) {
	was, is := before.questions(), after.questions()
	for _, q := range is {
		if q.Number > before.seq { // who comes back sees an older one again
			asked = append(asked, q)
		}
	}
	for _, q := range was {
		if !slices.Contains(is, q) {
			ended = append(ended, Answered{q, before.verdict(q, events)})
		}
	}
	return asked, append(ended, before.reversed(events)...)
}

// reversed lists the noes of people who had said yes to what is still open.
func (s *State) reversed(events []Event) (noes []Answered) {
	for _, e := range events {
		switch e := e.(type) { //nolint:exhaustive,gochecksumtype // the others answer nothing that was agreed to
		case EndAnswered:
			if wish := s.endings.wish; !e.Yes && slices.Contains(wish.agreed, e.Seat) {
				noes = append(noes, Answered{Question{wish.by, s.seats.at(e.Seat).Person, AsksEnd, wish.number}, SaidNo})
			}
		case TakebackAnswered:
			if wish := s.takebacks.wish; !e.Yes && slices.Contains(wish.agreed, e.Seat) {
				noes = append(noes, Answered{Question{s.seats.at(wish.seat).Person, s.seats.at(e.Seat).Person, AsksWish, wish.number}, SaidNo})
			}
		}
	}
	return noes
}

// questions lists what is open between people.
func (s *State) questions() []Question {
	var open []Question
	for _, i := range s.invites {
		if i.open {
			open = append(open, Question{i.by, i.person, AsksSeat, i.number})
		}
	}
	for _, a := range s.asks() {
		if a.kind == AsksSeat { // as above
			continue
		}
		for _, of := range a.of {
			open = append(open, Question{s.asker(a), of, a.kind, a.number})
		}
	}
	if of := s.WaitsOn(); of != "" && s.nudger != "" {
		open = append(open, Question{s.nudger, of, AsksTurn, s.nudged})
	}
	return open
}

// asker returns whose wish an ask is.
func (s *State) asker(a ask) Person {
	switch a.kind { //nolint:exhaustive // the others are of a seat
	case AsksEnd:
		return s.endings.wish.by
	case AsksHost:
		return s.sought.by
	}
	return s.seats.at(a.seat).Person
}

// verdict is what events say to a question that they ended.
func (s *State) verdict(q Question, events []Event) Verdict {
	of := func(at engine.Seat) bool { return s.seats.at(at).Person == q.Of }
	for _, e := range events {
		switch e := e.(type) { //nolint:exhaustive,gochecksumtype // the others answer nothing
		case Joined:
			if q.Kind == AsksSeat && e.Person == q.Of {
				return SaidYes
			}
		case Declined:
			if q.Kind == AsksSeat && e.Person == q.Of {
				return SaidNo
			}
		case EndAnswered:
			if q.Kind == AsksEnd && (of(e.Seat) || !e.Yes) {
				return verdictOf(e.Yes, of(e.Seat))
			}
		case TakebackAnswered:
			if q.Kind == AsksWish && (of(e.Seat) || !e.Yes) {
				return verdictOf(e.Yes, of(e.Seat))
			}
		case HostSeen:
			if q.Kind == AsksHost {
				return SaidYes
			}
		case Played:
			at, move := engine.MoveOf(e.Event)
			if q.Kind == AsksTurn && move != nil && of(at) && !s.seats.byComputer(at) {
				return SaidYes
			}
		}
	}
	return Unanswered
}

// verdictOf is what an answer means for somebody who was asked. Another's no settles it for them
// too, and isn't theirs.
func verdictOf(yes, own bool) Verdict {
	if own && !yes {
		return SaidNo
	}
	return SaidYes
}
