package opponent

import (
	"fmt"
	"slices"
)

// A Character is who plays a computer's seat: a name, and the level it plays at. The
// zero Character is nobody.
type Character uint8

// The characters, two a level, from the weakest up. Events store their words, so the
// words are for ever.
const (
	Moby Character = iota + 1
	Kano
	Nemo
	Vela
	Triton
	Bora
)

// Characters lists them, from the weakest up.
func Characters() []Character { return []Character{Moby, Kano, Nemo, Vela, Triton, Bora} }

// Level returns how well the character plays.
func (c Character) Level() Level {
	switch c {
	case Moby, Kano:
		return Easy
	case Nemo, Vela:
		return Normal
	case Triton, Bora:
		return Hard
	}
	return Easy
}

// String returns the character's word; [ParseCharacter] reads it.
func (c Character) String() string {
	switch c {
	case Moby:
		return "moby"
	case Kano:
		return "kano"
	case Nemo:
		return "nemo"
	case Vela:
		return "vela"
	case Triton:
		return "triton"
	case Bora:
		return "bora"
	}
	return fmt.Sprintf("character-%d", uint8(c))
}

// Name returns what the character is called, in every language alike; "" for nobody.
func (c Character) Name() string {
	switch c {
	case Moby:
		return "Moby"
	case Kano:
		return "Kano"
	case Nemo:
		return "Nemo"
	case Vela:
		return "Vela"
	case Triton:
		return "Triton"
	case Bora:
		return "Bora"
	}
	return ""
}

// ParseCharacter reads the word of a character, as parsing a level does.
func ParseCharacter(text string) (Character, error) { return parse(text, Characters()) }

// FirstOf returns the first character of a level, which was seated where only the
// level was stored; nobody for a level that people don't choose from.
func FirstOf(l Level) Character {
	all := Characters()
	if at := slices.IndexFunc(all, func(c Character) bool { return c.Level() == l }); at >= 0 {
		return all[at]
	}
	return 0
}
