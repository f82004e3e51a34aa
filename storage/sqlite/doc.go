// Package sqlite keeps everything in one SQLite file: what tables did, who owes
// whom how many pips, and who people are.
//
// In go batches of events with the debts, posts and clocks that belong to them;
// out come logs, receipts and books. A batch is stored whole or not at all, and
// an answer is given only after it is on the disk. Events and entries of the tab
// are never changed: the file itself refuses it. What rows hold and how they are
// chained is [storage]'s; [Reader.Check] reads all of it to a [storage.Doctor], and
// looks at what only the file has: its pages, its schema, its versions.
//
// One goroutine writes. Callers that wait together share one transaction, and
// none waits for another when it is alone. One process writes: a lock on the
// database, whatever its name, and a lock file beside it say which, while any
// number of others may read. A file that loses its name under the writer is
// noticed before anything more is acknowledged, and written to another.
//
// The package decides nothing about the game, speaks to nobody, and never falls
// back to memory: what it can't store it refuses.
//
// Names to read first: [Open], [DB], [Reader].
package sqlite
