// Package opponent plays seats for which nobody is there.
//
// In go a level of skill, what the seat may know ([engine.View] and the log as
// it saw it) and a source of chance; out comes one legal move, and for people who
// ask the reason for it and the road not taken. The same input gives the same
// move, unless a clock of the caller's stops the search. A computer player never
// sees a card that a person in its seat would not, so the package takes no
// [engine.State] but those that it guesses; it waits for nothing and remembers
// nothing.
//
// Of a hand that is over it finds what a seat missed, by what that seat knew then.
//
// Names to read first: [Choose], [Level], [Advise], [Road], [Review].
package opponent
