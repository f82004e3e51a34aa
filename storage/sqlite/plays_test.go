package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// recorded lists the rows of all records, by person and event.
func recorded(tb testing.TB, path string) []string {
	tb.Helper()
	db := raw(tb, path)
	defer func() { is(tb, db.Close(), nil) }()
	rows, err := column(tb, db, "SELECT format('%s %d %s %d %d %d %d %Q', user, event, server, alone, won, rummy, pips, against) FROM plays JOIN people USING (person) ORDER BY user, event")
	is(tb, err, nil)
	return rows
}

// unkept makes a file one of before there were records.
func unkept(tb testing.TB, path string) {
	tb.Helper()
	db := raw(tb, path)
	defer func() { is(tb, db.Close(), nil) }()
	for _, query := range []string{
		"ALTER TABLE tables DROP COLUMN channel_gone", "DROP TABLE shares", "DROP TABLE redraws", "DROP TABLE facts", "DROP TABLE departures", "DROP TABLE losses", "DROP TABLE asks", "DROP TABLE session", "DROP TABLE calendars", "DROP TABLE seasons", "ALTER TABLE quarters DROP COLUMN all_pips", "ALTER TABLE quarters DROP COLUMN all_hands",
		"ALTER TABLE quarters DROP COLUMN all_wins", "ALTER TABLE quarters DROP COLUMN all_rummies",
		"DROP TABLE checkpoints", "DROP INDEX tables_waits", "DROP INDEX tables_low", "DROP INDEX tables_high", "DROP INDEX names_of_server",
		"DROP TABLE plays", "DROP TABLE watches", "DROP TABLE servers", "DROP TABLE absences", "DROP TABLE letgo", "DROP INDEX tables_of_server",
		"DROP INDEX tables_agreed", "DROP INDEX entries_of_pair", "DROP INDEX entries_of_hand", "CREATE INDEX entries_of_table ON entries (table_id)", "ALTER TABLE balances DROP COLUMN hands",
		"DROP INDEX tables_one_alone", "DROP INDEX tables_one_between", "DROP INDEX entries_of_ref", "DROP INDEX entries_of_person",
		"ALTER TABLE tables DROP COLUMN sort", "ALTER TABLE tables DROP COLUMN low", "ALTER TABLE tables DROP COLUMN high",
		"CREATE UNIQUE INDEX tables_one_alone ON tables (opener) WHERE open = 1 AND channel = ''", "DELETE FROM goose_db_version WHERE version_id >= 13",
		"UPDATE sqlite_sequence SET seq = (SELECT max(id) FROM goose_db_version) WHERE name = 'goose_db_version'",
	} {
		_, err := db.ExecContext(tb.Context(), query)
		is(tb, err, nil)
	}
}

// TestRecordsAreKeptAlikeInOldFilesAndNew has the migration fill a file in which people
// played when there were no records: they are what they are where each hand was written
// as it ended.
func TestRecordsAreKeptAlikeInOldFilesAndNew(t *testing.T) {
	path := gamesAnd(t, func(*party) {}) // a file from before people settled
	want := recorded(t, path)
	if len(want) < 8 { // two hands of two, one of three, one elsewhere; a turning isn't counted
		t.Fatalf("only %q is kept: the test shows nothing", want)
	}
	before := copied(t, path)
	unkept(t, before)
	is(t, sqlite.Migrate(t.Context(), before), nil)
	equal(t, recorded(t, before), want)
	mustBeWhole(t, before)

	// Of whom nobody knows any more who they were, nothing is kept.
	db := open(t, path)
	p := newParty(t, db)
	is(t, db.Erase(t.Context(), p.who["ann"]), nil)
	is(t, db.Close(), nil)
	left := recorded(t, path)
	if len(left) == 0 || len(left) >= len(want) {
		t.Fatalf("%d of %d rows are left", len(left), len(want))
	}
	mustBeWhole(t, path)
	unkept(t, path)
	is(t, sqlite.Migrate(t.Context(), path), nil)
	equal(t, recorded(t, path), left)
	mustBeWhole(t, path)
}

func mustBeWhole(tb testing.TB, path string) {
	tb.Helper()
	db := open(tb, path)
	defer func() { is(tb, db.Close(), nil) }()
	f, err := db.Check(tb.Context())
	is(tb, err, nil)
	for _, w := range f.Wrong {
		tb.Errorf("%s: %+v", w.Code, w)
	}
}

// TestOldGamesGoOnRecord compares the records of files in which people played under earlier
// versions with the hands that these export.
func TestOldGamesGoOnRecord(t *testing.T) {
	files, err := filepath.Glob("testdata/games-v*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("no old files: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			path := old(t, file)
			db := open(t, path)
			played := 0
			for h, err := range db.Hands(t.Context()) {
				is(t, err, nil)
				hand := make(map[sitting.Server]tab.Tally)
				if h.Again == 0 {
					count(&h, hand)
				}
				played += int(hand[h.Server].Hands)
			}
			rows := recorded(t, path)
			if away := played - len(rows); played == 0 || away < 0 || away > 1 {
				t.Errorf("%d people ended hands, and %d rows are kept", played, len(rows))
			}
		})
	}
}

// TestARecordIsOfAServerAndOfComputersAnywhere reads what is kept of one person.
func TestARecordIsOfAServerAndOfComputersAnywhere(t *testing.T) {
	db, path := fresh(t)
	ann := person(t, db, "1001", "Ann")
	rooms := openRooms(t, db, 2)
	ends := func(r int, server sitting.Server, plays ...tab.Play) {
		t.Helper()
		b := rooms[r].Batch("", sitting.RulesSet{})
		b.Head.Server = server
		b.Ended = sitting.Finish{Seq: b.From + 1, Plays: plays}
		add(t, db, b)
	}
	mine := func(pips int64, alone bool) tab.Play {
		return tab.Play{Person: ann, Alone: alone, Won: pips > 0, Pips: pips, Against: "moby"}
	}
	ends(0, "here", mine(5, false), tab.Play{Person: "pnobody", Pips: -5})
	ends(1, "there", mine(7, false))
	ends(1, "there", mine(-9, true))
	ends(0, "here", mine(11, true))
	for server, want := range map[sitting.Server][]tab.Play{
		"here":  {mine(5, false), mine(-9, true), mine(11, true)},
		"there": {mine(7, false), mine(-9, true), mine(11, true)},
		"":      {mine(-9, true), mine(11, true)},
	} {
		got, err := db.Plays(t.Context(), server, ann)
		is(t, err, nil)
		equal(t, got, want)
	}
	nobody, err := db.Plays(t.Context(), "here", "pnobody")
	is(t, err, nil)
	equal(t, len(nobody), 0)
	is(t, db.Erase(t.Context(), ann), nil)
	equal(t, len(recorded(t, path)), 0)
	for _, w := range found(t, path) {
		if w.Code == storage.PlayChanged || w.Code == storage.Damaged {
			t.Errorf("%+v", w)
		}
	}
}
