package lesson

import "github.com/boathouse-rum/boathouse/engine"

// Learner is the seat of who learns.
const Learner engine.Seat = 0

// A Place is where a learner stands. The zero value is the start.
type Place struct {
	Lesson int // from 0, below [Count]
	Step   int // from 0; as many as there are steps: the lesson is over
	Slips  int // moves in this lesson that weren't what was asked, 9 at most; more than [Forgiven] when a step was shown
}

// Forgiven is how many slips there may be in a lesson that is passed.
const Forgiven = 2

// mostSlips is what slips are counted to.
const mostSlips = 9

// Count is how many lessons there are.
func Count() int { return len(scripts) }

// Steps is how many steps the lesson has.
func (p Place) Steps() int { return scripts[p.Lesson].steps() }

// Over says whether the lesson is.
func (p Place) Over() bool { return p.Step >= p.Steps() }

// Last says whether no lesson comes after this one.
func (p Place) Last() bool { return p.Lesson == Count()-1 }

// Passed says whether the lesson is over and the learner did it.
func (p Place) Passed() bool { return p.Over() && p.Slips <= Forgiven }

// Again is the start of the same lesson.
func (p Place) Again() Place { return Place{Lesson: p.Lesson} }

// Next is the start of the lesson that follows; after the last it is the first.
func (p Place) Next() Place { return Place{Lesson: (p.Lesson + 1) % Count()} }

// Same says whether two places are at the same step.
func (p Place) Same(other Place) bool { return p.Lesson == other.Lesson && p.Step == other.Step }

// A Sight is what there is to see at a place.
type Sight struct {
	View engine.View          // the learner's
	Log  []engine.PublicEvent // of the hand, as the learner saw it
	Asks engine.Move          // what the step asks for, a legal move; nil when the lesson is over
	Over *engine.Result       // how the hand ended; nil while it goes on
}

// Look says what there is to see.
func (p Place) Look() Sight {
	played := scripts[p.Lesson].play(p.Step)
	s := Sight{View: engine.See(played.state, Learner), Asks: played.asks}
	before := engine.State{}
	for _, e := range played.events {
		if saw, public := engine.Public(before, e, Learner); public {
			s.Log = append(s.Log, saw)
		}
		before = engine.Apply(before, e)
	}
	if r, over := engine.Outcome(played.state); over {
		s.Over = &r
	}
	return s
}

// Try has the learner make a move. Where it leaves the hand as the move does that
// is asked, the step is done. Any other legal move is a slip, and so is one that
// the rules refuse: its error is their [*engine.Refusal]. A going out that names no
// more than its discard goes any way that there is. At the end of a lesson nothing
// is asked, and the place stays.
func (p Place) Try(m engine.Move) (Place, error) {
	at := scripts[p.Lesson].play(p.Step)
	if at.asks == nil {
		return p, nil
	}
	got, err := after(at.state, m)
	if err != nil {
		return p.slipped(1), err
	}
	if asked, _ := after(at.state, at.asks); !alike(got, asked) {
		return p.slipped(1), nil
	}
	p.Step++
	return p, nil
}

// Shown is the place after a step that was done for the learner.
func (p Place) Shown() Place {
	if !p.Over() {
		p = p.slipped(Forgiven + 1)
		p.Step++
	}
	return p
}

func (p Place) slipped(n int) Place {
	p.Slips = min(mostSlips, p.Slips+n)
	return p
}

// after gives the hand after the learner's move.
func after(s engine.State, m engine.Move) (engine.State, error) {
	events, err := engine.Decide(s, Learner, whole(s, m))
	for _, e := range events {
		s = engine.Apply(s, e)
	}
	return s, err
}

// whole completes a going out that names no more than its discard.
func whole(s engine.State, m engine.Move) engine.Move {
	out, ok := m.(engine.GoOut)
	if !ok || len(out.Melds)+len(out.LayOffs) > 0 {
		return m
	}
	if way, ok := engine.FindGoOut(engine.See(s, Learner), out.Discard); ok {
		return way
	}
	return engine.NearGoOut(engine.See(s, Learner), out.Discard)
}

// alike says whether two hands stand alike: those that are over, when they ended alike.
func alike(a, b engine.State) bool {
	endA, overA := engine.Outcome(a)
	endB, overB := engine.Outcome(b)
	if overA && overB {
		return endA == endB
	}
	return a == b
}

// ParsePlace reads what [Place.String] gives. Whatever is none is the start.
func ParsePlace(text string) Place {
	if len(text) != 2 {
		return Place{}
	}
	number, slips := digit(text[0]), digit(text[1])
	for p := (Place{}); p.Lesson < Count(); p.Lesson++ {
		if steps := p.Steps(); number > steps {
			number -= steps + 1
			continue
		}
		p.Step, p.Slips = number, min(slips, mostSlips)
		return p
	}
	return Place{}
}

// String gives a place in two signs, each a digit or a small letter.
func (p Place) String() string {
	number := p.Step
	for before := (Place{}); before.Lesson < p.Lesson; before.Lesson++ {
		number += before.Steps() + 1
	}
	return string([]byte{signs[number], signs[p.Slips]})
}

const signs = "0123456789abcdefghijklmnopqrstuvwxyz"

func digit(sign byte) int {
	switch {
	case sign >= '0' && sign <= '9':
		return int(sign - '0')
	case sign >= 'a' && sign <= 'z':
		return int(sign-'a') + 10
	}
	return 0
}
