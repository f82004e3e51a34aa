package lang

import "strconv"

// An Arg fills one placeholder of a sentence. Texts in it are shown as they
// are, so names and words are made safe before.
type Arg struct{ name, value string }

// Name fills {name}: the one whom a sentence is about.
func Name(s string) Arg { return Arg{"name", s} }

// Other fills {other}: the second person of a sentence.
func Other(s string) Arg { return Arg{"other", s} }

// N fills {n}: the number that chose the plural form, or the only number.
func N(n int) Arg { return Arg{"n", strconv.Itoa(n)} }

// Total fills {count}: the number that {n} is one of.
func Total(n int) Arg { return Arg{"count", strconv.Itoa(n)} }

// Cards fills {cards}: several cards, or a count of them in words.
func Cards(s string) Arg { return Arg{"cards", s} }

// Card fills {card}: one card.
func Card(s string) Arg { return Arg{"card", s} }

// Meld fills {meld}: the number of a meld as people count, from 1.
func Meld(n int) Arg { return Arg{"meld", strconv.Itoa(n)} }

// Seat fills {seat}: the number of a seat as people count, from 1.
func Seat(n int) Arg { return Arg{"seat", strconv.Itoa(n)} }

// Hand fills {hand}: the number of a hand at its table, from 1.
func Hand(n int) Arg { return Arg{"hand", strconv.Itoa(n)} }

// When fills {when}: a time or a length of time.
func When(s string) Arg { return Arg{"when", s} }

// List fills {list}: several things, put together already.
func List(s string) Arg { return Arg{"list", s} }

// Word fills {word}: what a person wrote, or a code to copy.
func Word(s string) Arg { return Arg{"word", s} }

// Sum fills {sum}: arithmetic in figures.
func Sum(s string) Arg { return Arg{"sum", s} }
