// Package engine is the rules of Boathouse Rum and nothing else.
//
// In goes a [State], a [Seat] and the [Move] that the seat asks for; out come the
// events that the move brings about, or the [Refusal] that says why not.
// Everything is a value: [Decide] and [Apply] change nothing that they are given,
// a [State] can be compared with ==, and the same events always fold to the same
// State. Events are facts and are what is stored; texts of moves and events
// parse back to the same value.
//
// It never looks at a clock, throws a die, reads a file or writes a sentence for
// people, and it never shows a hidden card: who draws screens or plays gets a
// [View], which has no field for one.
//
// Read first: [State], [Decide], [See].
package engine
