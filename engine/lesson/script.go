package lesson

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
)

// players is how many sit in each lesson.
const players = 3

// A script is one lesson: a hand as it is dealt, and what is played in it.
type script struct {
	dealer engine.Seat
	hands  [players]string // as dealt, by seat
	upCard string
	stock  string // from its top, as far as it is drawn
	plays  []play
}

// A play is one move of a script.
type play struct {
	seat  engine.Seat
	move  string // as [engine.ParseMove] reads it; of a going out the discard is enough
	asked bool   // it is what a step asks of the learner
}

// others is a move that is played, asks is one that a step asks for.
func others(seat engine.Seat, move string) play { return play{seat: seat, move: move} }
func asks(move string) play                     { return play{seat: Learner, move: move, asked: true} }

// scripts are the lessons. What is asked in each is legal, and the others play
// what they hold: a test has the referee judge all of it. Steps are kept by their
// number, so a lesson that gets another one gets it at its end.
//
//nolint:gochecknoglobals // constant table
var scripts = [...]script{
	{ // a turn: draw, discard
		dealer: 2,
		hands:  [players]string{"7C 8C QH QS 4D 6H AS", "3S KC JD 9H 5S TD 2C", "QC 8D 3C JC 6S KH 4C"},
		upCard: "TH",
		stock:  "9C 2H 5H 8S AD 7H",
		plays: []play{
			asks("draw stock"), asks("discard AS"),
			others(1, "draw stock"), others(1, "discard 3S"),
			others(2, "draw stock"), others(2, "discard QC"),
			asks("draw discard"), asks("discard 6H"),
		},
	},
	{ // meld, lay off, and the card that is barred
		dealer: 0,
		hands:  [players]string{"JC JH 8H 9C 3D 2S 6C", "5H 6H 7H KS TD 4C AC", "JD 8S QC 2D 9D KC 3H"},
		upCard: "TS",
		stock:  "9S 3C 6D 2C",
		plays: []play{
			others(1, "draw stock"), others(1, "meld 5H 6H 7H"), others(1, "discard KS"),
			others(2, "draw stock"), others(2, "discard JD"),
			asks("draw discard"), asks("meld JC JD JH"), asks("layoff 0 8H"), asks("discard 9C"),
		},
	},
	{ // going out, and the double for a rummy
		dealer: 0,
		hands:  [players]string{"3S 4S 7S 9D 9H 2D AC", "KC KD KH 6S TD 4C 8D", "9C JD QH 5D 6H TC 4H"},
		upCard: "TS",
		stock:  "2C JC QD 3D 5S KS 7H 3C 8S 2H",
		plays: []play{
			others(1, "draw stock"), others(1, "meld KC KD KH"), others(1, "discard 8D"),
			others(2, "draw stock"), others(2, "discard JD"),
			asks("draw stock"), asks("discard AC"),
			others(1, "draw stock"), others(1, "discard 6S"),
			others(2, "draw stock"), others(2, "discard 9C"),
			asks("draw discard"), asks("goout ; 2D"),
		},
	},
}

// steps is how many moves the script asks for.
func (s *script) steps() int {
	n := 0
	for _, p := range s.plays {
		if p.asked {
			n++
		}
	}
	return n
}

// A played script is how its hand stands where a step begins, and how it came to that.
type played struct {
	state  engine.State
	events []engine.Event
	asks   engine.Move // nil after the last step
}

// play plays the script until a step, from 0, asks for something.
func (s *script) play(step int) played {
	dealt := s.deal()
	p := played{state: engine.Apply(engine.State{}, dealt), events: []engine.Event{dealt}}
	for _, next := range s.plays {
		move := whole(p.state, mustRead(engine.ParseMove(next.move)))
		if next.asked {
			if step == 0 {
				p.asks = move
				return p
			}
			step--
		}
		events, err := engine.Decide(p.state, next.seat, move)
		mustRead(events, err)
		for _, e := range events {
			p.state = engine.Apply(p.state, e)
		}
		p.events = append(p.events, events...)
	}
	return p
}

// deal puts the pack into the order in which these hands are dealt: what the script
// doesn't name comes last.
func (s *script) deal() engine.Dealt {
	var order []engine.Card
	for round := range engine.HandSize(players) {
		for i := range players {
			seat := (int(s.dealer) + 1 + i) % players
			order = append(order, card(strings.Fields(s.hands[seat])[round]))
		}
	}
	for _, word := range strings.Fields(s.upCard + " " + s.stock) {
		order = append(order, card(word))
	}
	named := engine.HandOf(order...)
	for c := range engine.Card(engine.PackSize) {
		if !named.Has(c) {
			order = append(order, c)
		}
	}
	return mustRead(engine.Deal(engine.Boathouse.Rules(), players, s.dealer, [engine.PackSize]engine.Card(order)))
}

func card(word string) engine.Card { return mustRead(engine.ParseCard(word)) }

// mustRead is what a constant of this file says.
func mustRead[T any](value T, err error) T {
	if err != nil {
		panic("lesson: " + err.Error())
	}
	return value
}
