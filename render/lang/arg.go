package lang

import "strconv"

// An Arg fills one placeholder of a sentence. Texts in it are shown as they
// are, so names and words are made safe before.
type Arg struct {
	name, value string
	figure      bool // value is a whole number, which a language may group
}

// Name fills {name}: the one whom a sentence is about.
func Name(s string) Arg { return Arg{name: "name", value: s} }

// Other fills {other}: the second person of a sentence.
func Other(s string) Arg { return Arg{name: "other", value: s} }

// N fills {n}: the number that chose the plural form, or the only number.
func N(n int) Arg { return Arg{name: "n", value: strconv.Itoa(n), figure: true} }

// Total fills {count}: the number that {n} is one of.
func Total(n int) Arg { return Arg{name: "count", value: strconv.Itoa(n), figure: true} }

// Cards fills {cards}: several cards, or a count of them in words.
func Cards(s string) Arg { return Arg{name: "cards", value: s} }

// Card fills {card}: one card.
func Card(s string) Arg { return Arg{name: "card", value: s} }

// Meld fills {meld}: the number of a meld as people count, from 1.
func Meld(n int) Arg { return Arg{name: "meld", value: strconv.Itoa(n)} }

// Seat fills {seat}: the number of a seat as people count, from 1.
func Seat(n int) Arg { return Arg{name: "seat", value: strconv.Itoa(n)} }

// Hand fills {hand}: the number of a hand at its table, from 1.
func Hand(n int) Arg { return Arg{name: "hand", value: strconv.Itoa(n)} }

// When fills {when}: a time or a length of time.
func When(s string) Arg { return Arg{name: "when", value: s} }

// List fills {list}: several things, put together already.
func List(s string) Arg { return Arg{name: "list", value: s} }

// Word fills {word}: what a person wrote, or a code to copy.
func Word(s string) Arg { return Arg{name: "word", value: s} }

// Sum fills {sum}: arithmetic in figures.
func Sum(s string) Arg { return Arg{name: "sum", value: s} }
