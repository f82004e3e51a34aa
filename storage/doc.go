// Package storage says what a store of tables holds, whatever database keeps it:
// how events and entries are sealed and chained, what ties them to the rows beside
// them, how posts are packed into receipts, and what must be true of all of it.
//
// In go events, entries and rows; out come their stored forms and hashes, and what
// a [Doctor] finds wrong when it is told every row. Each row carries the hash of the
// one before, so that what was changed behind a store's back is found. The Doctor
// plays the games again, too: whatever stands beside the events must be what they
// say. Receipts, tabs and who people are tie to events by hashes in them. People are
// named by pseudonym everywhere but in one table, and free text lies apart, so both
// can be erased and every hash and sum still holds.
//
// The package opens no file, speaks no SQL and to nobody: the packages below it do,
// one a database.
//
// Names to read first: [Hasher], [Sealed], [Doctor].
package storage
