// Package sqlstore is what stores in SQL have in common: each statement said once,
// the steps of a change, and all reading.
//
// A statement is written in what SQLite and PostgreSQL both take, with ? and ?1 where
// values stand; what is under it, a driver of database/sql, is the dialect. A store of
// its own is left to open, to begin and end transactions, and to be the [Keeper] of a
// change: to keep two of them from writing to one owner at once, each in the way of its
// database.
//
// The package decides nothing about the game and opens nothing.
//
// Names to read first: [Reader], [Store], [Tx], [Keeper].
package sqlstore
