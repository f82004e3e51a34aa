// Package sitting is an evening at a table, as a value: who sits down, which hands
// are dealt and played, what is taken back, until the table is closed. It does for
// an evening what package engine does for a hand, with the same four verbs.
//
// In goes a [State] and the [Command] of a person; [Decide] gives the events that
// it brings about, or the [Refusal] that says why not. [Apply] folds an event into
// the next State. [See] and [Watch] give what one viewer may know, a [Sight]. What
// an evening does by itself, and when, a [Clock] reckons. Events are facts and are
// what is stored, in the form that [EncodeEvent] gives them; [Audit] judges a list
// of them that it doesn't trust.
//
// It reads no clock and draws no secret: times come in as arguments, and a [Dealer]
// is who has cards and seeds. It starts nothing, locks nothing, logs nothing, and
// shows no hidden card and no seed of a hand that isn't over: a Sight has no field
// for one.
//
// Names to read first: [State], [Decide], [Sight].
package sitting
