// Package lesson teaches the game by playing it: three lessons, each a hand that
// is dealt and played up to where the learner is asked for something.
//
// In goes a [Place], which is all that there is to keep of a learner, and the move
// that they make; out come what they see there and the place that it leads to. A
// lesson is data, a deal and its moves; of what is asked the rules are the judge.
// A step is done when the hand stands as it does after the move that was asked
// for, however that was brought about.
//
// It has no sentences, remembers nothing and asks for no more than one move.
//
// Read first: [Place], [Place.Look], [Place.Try].
package lesson
