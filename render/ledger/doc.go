// Package ledger writes the tab in formats that other programs read: CSV for spreadsheets, JSON, and a journal for
// hledger. docs/EXPORT.md says what stands in each.
//
// In go entries in their order; out come bytes. It asks nobody for anything, names nobody by itself and knows no
// language: what a person or a server is called is what it is given.
//
// Names to read first: [Table], [Own], [Journal].
package ledger
