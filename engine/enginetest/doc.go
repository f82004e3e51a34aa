// Package enginetest is what tests of the rules, and of those who use them, have
// in common: random legal hands, the invariants that every state must hold, a
// slow and simple arranger and go-out search that share no code with the engine's,
// and positions drawn as text.
//
// In go a *rand.Rand with the caller's seed and the rules to play; out come
// events, states and errors. Only tests import it, and it changes nothing in the
// engine to do its work.
//
// Read first: [Play], [Check], [Position].
package enginetest
