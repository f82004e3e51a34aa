package render

import "github.com/boathouse-rum/boathouse/engine"

// Tips say with which hands a line above the choices says what can be done, and why
// one would. They go with two hands, whatever tables these are at, and then no more.
type Tips uint8

// The tips. What follows TipsOn says which hands they go with: the first of the
// two, then the second, by its number as far as it tells two that follow each other apart.
const (
	TipsUnset Tips = iota // nobody has said anything
	TipsOff
	TipsOn // with the next two hands
	tipsFirst
	tipsSecond = tipsFirst + tipsHands
	tipsEnd    = tipsSecond + tipsHands
)

// tipsHands is how many hands have numbers of their own.
const tipsHands = 16

// With says whether tips go with a hand, by its number, and which they are once it
// was shown.
func (t Tips) With(hand int) (shown bool, next Tips) {
	first, second := tipsFirst+Tips(hand%tipsHands), tipsSecond+Tips(hand%tipsHands)
	switch {
	case t == TipsUnset || t == TipsOff:
		return false, t
	case t == TipsOn:
		return true, first
	case t == first || t == second:
		return true, t
	case t < tipsSecond:
		return true, second
	}
	return false, TipsOff
}

// Are says whether there are any to come.
func (t Tips) Are() bool { return t >= TipsOn }

func (t Tips) sign() byte { return signs[t] }

func tipsOf(sign byte) Tips {
	for t := range tipsEnd {
		if signs[t] == sign {
			return t
		}
	}
	return TipsUnset
}

const signs = "0123456789abcdefghijklmnopqrstuvwxyz"

// A tip is what can be done, and why one would: a move that the rules allow.
type tip struct {
	says []sentence
	move engine.Move
}
