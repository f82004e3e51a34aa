// Package wirelog keeps what went over a simulator's wire: each request with its answer, each frame of the gateway, each file
// that was fetched, and what Discord would not have liked about them.
//
// Exchanges and violations come in; lists of them go out, oldest first and without tokens. It judges nothing itself and
// writes nothing to disk.
//
// Read first: Log, Exchange, Violation.
package wirelog
