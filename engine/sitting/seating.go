package sitting

import (
	"cmp"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// A Sitter is who has a seat.
type Sitter struct {
	Person   Person             // empty for a computer
	Computer opponent.Character // of a computer
	Twin     int                // of a computer: the character has so many other seats with lower numbers in its name
	Away     bool               // a computer plays for the person until they do anything
	Leaving  bool               // a computer plays the hand out; the seat opens after it
}

// Is says whether two are the same person, or the same seat of a character.
func (t Sitter) Is(other Sitter) bool {
	return t.Person == other.Person && t.Computer == other.Computer && t.Twin == other.Twin
}

// Cast returns the seat that a character would take beside these.
func Cast(c opponent.Character, lists ...[]Sitter) Sitter {
	s, seated := Sitter{Computer: c}, slices.Concat(lists...)
	for slices.ContainsFunc(seated, s.Is) {
		s.Twin++
	}
	return s
}

// A seat is a sitter and what only the state knows of one.
type seat struct {
	Sitter
	since  int64     // number of the event that seated them
	nudged time.Time // when they were nudged last
	here   bool      // they did something in the hand under way or last played
	played bool      // they made a move of it themselves
}

// A seating is who sits where. Where a seat has a number, those of the hand come
// first, and those who wait are numbered on from there.
type seating struct {
	hand []seat // by seat of the hand under way or last played, or of the next in the lobby
	wait []seat // who joins with the next hand
}

// of returns the seat of the hand that a person has and has not left; Nobody without one.
func (t *seating) of(p Person) engine.Seat {
	if p == "" {
		return engine.Nobody
	}
	return engine.Seat(slices.IndexFunc(t.hand, func(t seat) bool { return t.Person == p && !t.Leaving }))
}

// waiting returns the number under which a person waits for the next hand; Nobody
// if they don't.
func (t *seating) waiting(p Person) engine.Seat {
	for i, w := range t.wait {
		if p != "" && w.Person == p {
			return engine.Seat(len(t.hand) + i)
		}
	}
	return engine.Nobody
}

// place returns the number of a person's seat; Nobody without one.
func (t *seating) place(p Person) engine.Seat {
	if at := t.of(p); at != engine.Nobody {
		return at
	}
	return t.waiting(p)
}

// sits says whether a person has a seat, in this hand or from the next on.
func (t *seating) sits(p Person) bool { return t.place(p) != engine.Nobody }

// at returns the seat of a number, which there is.
func (t *seating) at(number engine.Seat) seat {
	if i := int(number) - len(t.hand); i >= 0 {
		return t.wait[i]
	}
	return t.hand[number]
}

// occupied says whether somebody sits there who hasn't left.
func (t *seating) occupied(number engine.Seat) bool {
	i := int(number)
	switch {
	case i < 0 || i >= len(t.hand)+len(t.wait):
		return false
	case i < len(t.hand):
		return !t.hand[i].Leaving
	}
	return true
}

// ofPerson says whether a person sits there who hasn't left.
func (t *seating) ofPerson(number engine.Seat) bool {
	return t.occupied(number) && t.at(number).Person != ""
}

// isAway says whether a person's seat is played for them until they come back.
func (t *seating) isAway(p Person) bool {
	number := t.place(p)
	return number != engine.Nobody && t.at(number).Away
}

// byComputer says whether a computer plays a seat of the hand.
func (t *seating) byComputer(number engine.Seat) bool {
	s := t.hand[number]
	return s.Person == "" || s.Away || s.Leaving
}

// present lists the seats of the hand whose people are there to answer, one person
// left out.
func (t *seating) present(but Person) []engine.Seat {
	var there []engine.Seat
	for i, s := range t.hand {
		if at := engine.Seat(i); !t.byComputer(at) && s.Person != but {
			there = append(there, at)
		}
	}
	return there
}

// staying lists who sits in the next hand, in the order of its seats.
func (t *seating) staying() []seat {
	stay := make([]seat, 0, len(t.hand)+len(t.wait))
	for _, s := range t.hand {
		if !s.Leaving {
			stay = append(stay, s)
		}
	}
	return append(stay, t.wait...)
}

// deserted says whether there are people at the table but every one is away.
func (t *seating) deserted() bool {
	people := false
	for _, s := range t.staying() {
		if s.Person != "" && !s.Away {
			return false
		}
		people = people || s.Person != ""
	}
	return people
}

// heir returns the person who has been seated longest, of those who are not away
// if there are any; "" when no person is left.
func (t *seating) heir() Person {
	if line := t.line(""); len(line) > 0 {
		return line[0]
	}
	return ""
}

// line lists the persons who sit, one left out: those who aren't away first, and among these who
// has been seated longest.
func (t *seating) line(but Person) []Person {
	sit := slices.DeleteFunc(t.staying(), func(s seat) bool { return s.Person == "" || s.Person == but })
	slices.SortFunc(sit, func(a, b seat) int {
		if a.Away != b.Away {
			if a.Away {
				return 1
			}
			return -1
		}
		return cmp.Compare(a.since, b.since)
	})
	line := make([]Person, len(sit))
	for i, s := range sit {
		line[i] = s.Person
	}
	return line
}

// nextDealer says who deals after a hand that these sat in, as a seat of the next,
// which has so many players.
// Two players: as the rules say, if that one is still there. Otherwise the deal
// passes to the left of the last dealer; where that one has left, to whoever
// would have been next.
func (t *seating) nextDealer(last *HandResult, players int) engine.Seat {
	old := last.Dealer
	if players == 2 {
		if by := engine.NextDealer(players, old, last.Result); !t.hand[by].Leaving {
			return t.stayingBefore(by)
		}
	}
	next := t.stayingBefore(old)
	if !t.hand[old].Leaving {
		next++
	}
	return next % engine.Seat(players)
}

// stayingBefore counts the seats below one that stay for the next hand: its new
// number, if it stays too.
func (t *seating) stayingBefore(at engine.Seat) engine.Seat {
	n := engine.Seat(0)
	for _, s := range t.hand[:at] {
		if !s.Leaving {
			n++
		}
	}
	return n
}

// add seats someone: in the lobby at once, later from the next hand on.
func (t *seating) add(lobby bool, s seat) {
	if lobby {
		t.hand = append(slices.Clip(t.hand), s)
		return
	}
	t.wait = append(slices.Clip(t.wait), s)
}

// setAway marks a seat, in a copy of the list that it is in.
func (t *seating) setAway(number engine.Seat, away bool) {
	if i := int(number) - len(t.hand); i >= 0 {
		t.wait = slices.Clone(t.wait)
		t.wait[i].Away = away
		return
	}
	t.hand = slices.Clone(t.hand)
	t.hand[number].Away = away
}

// nudge notes that the person of a seat of the hand was nudged, in a copy of the list.
func (t *seating) nudge(number engine.Seat, at time.Time) {
	t.hand = slices.Clone(t.hand)
	t.hand[number].nudged = at
}

// cast returns a computer's seat, told apart from those that the same character has.
func (t *seating) cast(c opponent.Character) Sitter {
	return Cast(c, sitters(t.hand), sitters(t.wait))
}

// freest returns the character of a level that has the fewest seats, the first of these.
func (t *seating) freest(l opponent.Level) opponent.Character {
	least, fewest := opponent.Character(0), 0
	for _, c := range opponent.Characters() {
		if c.Level() != l {
			continue
		}
		if n := t.cast(c).Twin; least == 0 || n < fewest {
			least, fewest = c, n
		}
	}
	return least
}

// sitters lists who sits, without what only the state knows.
func sitters(seats []seat) []Sitter {
	out := make([]Sitter, len(seats))
	for i, t := range seats {
		out[i] = t.Sitter
	}
	return out
}
