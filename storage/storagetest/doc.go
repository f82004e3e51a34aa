// Package storagetest demands of a store what the house and the hall rely on,
// whatever database keeps it.
//
// In goes a place for a store; out come failed tests. A store's own tests run [Test],
// and use the rooms of this package for what only they can know: files, kills, old
// versions.
//
// The package is for tests alone, and knows no database.
//
// Names to read first: [Test], [Place], [Room].
package storagetest
