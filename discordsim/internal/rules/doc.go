// Package rules is what Discord takes and what it refuses: a parsed request goes in, and out comes either a value in which
// every documented limit is kept, or a Refusal with Discord's code and, for a form, the tree that names each fault at its
// place.
//
// All of it is pure. It has no clock, lock or state and speaks no HTTP; where a rule asks whether something exists (an
// emoji, a person who was chosen), the caller gives a function that knows. Pictures keep the address that the request gave
// them: whoever keeps the files gives them others.
//
// Read first: Form, Compose, Refusal.
package rules
