// Package commands is the hall: an interaction of Discord's comes in, a typed
// call goes on to a table, and the answer goes out; and it is where a table's
// owed posts are brought to the channel.
//
// In come the raw bytes of INTERACTION_CREATE ([Hall.Handle]) and posts that
// tables owe ([Hall.Post]); out go calls of [Tables] and, through commands/rest,
// messages that render drew. It decides no rule, stores nothing, writes no
// sentence, and acknowledges nothing that isn't stored.
//
// Read first: [Hall], visit (one interaction on its way through) and answer
// (what has been said to Discord about it so far).
package commands
