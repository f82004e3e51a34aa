// Package table is the one room where time passes: it runs the tables that
// people sit at, from the lobby over many hands until they close.
//
// In go typed commands of people who are known by pseudonym; out come sights, each
// cut to what its one viewer may know, and posts that the channel of a table is
// owed. A table is folded from its events, and a command is decided on that state,
// by package sitting; its events are stored, and only then does anyone hear of them.
//
// Whatever has a queue, a clock and owed posts is an owner, and a runner runs owners
// without knowing what they are. A table in memory is one: an evening. A click, a
// clock and a computer's turn are all jobs in its queue, so a table does one thing
// at a time and needs no lock. What a computer will play is thought of beside the
// queue, while its delay runs.
//
// An owner is in memory while something happens to it and a while longer; of the
// others the runner knows when they next do something, and has them read then.
//
// Clocks are absolute times. They leave out when nobody could play: the house was
// away, the line to the players was cut, and for long turns the quiet hours of
// whose turn it is.
//
// The package never calls a chat service, writes SQL or makes a sentence, and
// never lets a hidden card or an unshown seed out of its own memory but to the
// store. It holds no lock, and lets nothing in a queue wait, while a post is made.
//
// Names to read first: [House], [Store], [Batch].
package table
