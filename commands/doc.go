// Package commands is the hall. At its [Door] an interaction of Discord's comes in,
// a typed call goes on to a table, and the answer goes out; on its [Noticeboard]
// the posts are made that tables owe their channels.
//
// In come the raw bytes of INTERACTION_CREATE ([Door.Handle]) and owed posts
// ([Noticeboard.Post]); out go calls of [Tables] and, through commands/rest,
// messages that render drew. It decides no rule, stores nothing, writes no
// sentence, and acknowledges nothing that isn't stored.
//
// Read first: row (one thing that can be asked for), visit (one interaction on its
// way) and answer (what has been said to Discord about it so far).
package commands
