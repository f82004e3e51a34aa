package opponent

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
)

// A Level is how well a computer plays. The zero value is Easy.
type Level uint8

// The levels, from the weakest up.
const (
	Easy Level = iota // legal and sensible, without memory or foresight
)

// Levels lists all levels from the weakest up.
func Levels() []Level { return []Level{Easy} }

// String returns the level's word; [ParseLevel] reads it.
func (l Level) String() string {
	switch l {
	case Easy:
		return "easy"
	}
	return fmt.Sprintf("level-%d", uint8(l))
}

// ParseLevel reads a level's word, in any case and with spaces around it. Its
// error is an [*engine.ParseError].
func ParseLevel(text string) (Level, error) {
	word := strings.TrimSpace(text)
	for _, l := range Levels() {
		if strings.EqualFold(word, l.String()) {
			return l, nil
		}
	}
	return Easy, &engine.ParseError{Word: word}
}

// Choose returns a move that is legal for the viewer, who must be a seat that is
// to move; for any other, and for a level that is none, it is nil. The log is what the viewer saw since the
// deal. The source of chance decides between equals and is the caller's.
func Choose(l Level, v engine.View, _ []engine.PublicEvent, r *rand.Rand) engine.Move {
	if v.Seat == engine.Nobody || v.Seat != v.Turn {
		return nil
	}
	switch l {
	case Easy:
		return easy(v, r)
	}
	return nil
}
