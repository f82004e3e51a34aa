package opponent

import (
	"fmt"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
)

// A Level is how well a computer plays. The zero value is Easy.
type Level uint8

// The levels that people choose from, from the weakest up, and the reference
// players that the levels are measured against.
const (
	Easy   Level = iota // a friendly beginner: lays down what it can, without memory or foresight
	Normal              // heuristics over what it sees and saw
	Hard                // search

	Random        // any legal move
	MeldsAtOnce   // lays down what it can as soon as it can
	HoldsForRummy // lays nothing down until everything can go out at once
)

// Levels lists the levels that people choose from, from the weakest up.
func Levels() []Level { return []Level{Easy, Normal, Hard} }

// References lists the reference players.
func References() []Level { return []Level{Random, MeldsAtOnce, HoldsForRummy} }

// String returns the level's word; [ParseLevel] reads it.
func (l Level) String() string {
	switch l {
	case Easy:
		return "easy"
	case Normal:
		return "normal"
	case Hard:
		return "hard"
	case Random:
		return "random"
	case MeldsAtOnce:
		return "melds"
	case HoldsForRummy:
		return "holds"
	}
	return fmt.Sprintf("level-%d", uint8(l))
}

// ParseLevel reads the word of a level that people choose, in any case and with
// spaces around it. Its error is an [*engine.ParseError].
func ParseLevel(text string) (Level, error) { return parse(text, Levels()) }

// ParsePlayer is ParseLevel for the reference players too.
func ParsePlayer(text string) (Level, error) { return parse(text, append(Levels(), References()...)) }

func parse[T fmt.Stringer](text string, among []T) (found T, err error) {
	word := strings.TrimSpace(text)
	for _, one := range among {
		if strings.EqualFold(word, one.String()) {
			return one, nil
		}
	}
	return found, &engine.ParseError{Word: word}
}
