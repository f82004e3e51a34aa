package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// TestAHandThatAComputerEndedIsOnTheRecord has bob make moves of a hand and leave it. It is on his
// record, marked, and no win; and so it is once a file is brought up from before it was kept there.
func TestAHandThatAComputerEndedIsOnTheRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "apart.db")
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	is(t, err, nil)
	p := newParty(t, db)
	for _, channel := range []sitting.Channel{"2001", "2002", "2003", "2004"} {
		left := p.opensFor(channel, sitting.NoMatch, "ann", "bob")
		p.does(left, "ann", sitting.Start{})
		p.plays(left, 5)
		p.does(left, "bob", sitting.Leave{Sure: true})
		p.playsBeside(left, -1, "ann")
	}
	is(t, db.Close(), nil)
	rows := func() string {
		return all(t, path, "SELECT count(*) || ' ' || sum(apart) || ' ' || sum(won * apart) FROM plays")
	}
	equal(t, rows(), "8 4 0")
	mustBeWhole(t, path)

	file := raw(t, path)
	for _, change := range []string{
		"ALTER TABLE tables DROP COLUMN channel_gone", "DROP TABLE shares", "DROP TABLE redraws", "DROP TABLE facts", "DROP TABLE departures", "DROP TABLE losses", "DELETE FROM plays WHERE apart = 1", "ALTER TABLE plays DROP COLUMN apart", "DELETE FROM goose_db_version WHERE version_id >= 42",
		"UPDATE sqlite_sequence SET seq = (SELECT max(id) FROM goose_db_version) WHERE name = 'goose_db_version'",
	} {
		_, err := file.ExecContext(t.Context(), change)
		is(t, err, nil)
	}
	is(t, file.Close(), nil)
	is(t, open(t, path).Close(), nil)
	equal(t, rows(), "8 4 0")
	mustBeWhole(t, path)
}
