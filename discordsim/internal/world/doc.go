// Package world is what a simulated Discord remembers – accounts, channels, messages, files, commands, interactions with
// their tokens – and what may be done to it by whom. A state file keeps it over a kill: each change is a line of a journal.
//
// Accounts and forms come in; what they change comes out as values to tell and as Events for those whom it concerns, but
// only when it is written. It speaks no HTTP, knows no socket, and takes no form that the rules refuse.
//
// Read first: World, State, Event.
package world
