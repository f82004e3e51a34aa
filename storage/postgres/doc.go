// Package postgres keeps everything in a PostgreSQL database: what tables did, who
// owes whom how many pips, and who people are, as package sqlite does in a file. What
// is said and read is [sqlstore]'s; what rows hold and how they are chained is
// [storage]'s.
//
// Each change is one transaction that first locks what it changes: the owner, then the
// list of tables if it opens one, then the tab of the server. So any number of callers,
// in any number of processes, may change a database at once: whoever claims an owner
// makes the claims before it stale, and what was decided under them isn't stored. A
// change that the server undid, or of which nobody knows whether it was stored, is made
// again: its locks wait for the end of the first try, and its key tells of it.
//
// Nothing is prepared on the server and nothing is kept in a session, so that pgbouncer
// may stand between, each transaction on another connection.
//
// Names to read first: [Open], [DB].
package postgres
