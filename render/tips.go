package render

import (
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// Tips say with which hands a line above the choices says what can be done, and why
// one would. They go with two hands, whatever tables these are at, and then no more.
type Tips uint8

// The tips. What follows TipsOn says which hands they go with: the first of the
// two, then the second, by a number made of its table and its own.
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

// With says whether tips go with a hand of a table, and which they are once it was shown.
// Two hands of one table that follow each other are always told apart, those of two tables
// nearly always: else tips stay for a hand more.
func (t Tips) With(table sitting.ID, hand int) (shown bool, next Tips) {
	for _, sign := range []byte(table) {
		hand += int(sign)
	}
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
