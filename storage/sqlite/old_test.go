package sqlite_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

// dump writes testdata/vN.sql and evenings-vN.sql, N the present version of the file, once
// and for all; run it when a migration was added:
//
//	go test ./storage/sqlite -run TestOldFilesPlayOn -dump
var dump = flag.Bool("dump", false, "write a file of the present version as SQL text into testdata") //nolint:gochecknoglobals // a flag

// TestOldFilesPlayOn opens a file of every version there ever was.
func TestOldFilesPlayOn(t *testing.T) {
	if *dump {
		writeDump(t, "v", rememberedBy(t))
		writeDump(t, "evenings-v", evenings(t))
	}
	files, err := filepath.Glob("testdata/v*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("no old files: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			path := old(t, file)
			playOn(t, path, version(t, file))
			if filepath.Base(file) != "v1.sql" {
				remembers(t, path)
			}
		})
	}
}

// old makes the file of an older version that a script in testdata describes.
func old(t *testing.T, script string) (path string) {
	t.Helper()
	text, err := os.ReadFile(script)
	is(t, err, nil)
	fresh(t)
	path = filepath.Join(t.TempDir(), "old.db")
	file := raw(t, path)
	if _, err := file.ExecContext(t.Context(), string(text)); err != nil {
		t.Fatal(err)
	}
	is(t, file.Close(), nil)
	return path
}

// version is the number in a file's name.
func version(t *testing.T, file string) (n int) {
	t.Helper()
	_, err := fmt.Sscanf(filepath.Base(file), "v%d.sql", &n)
	is(t, err, nil)
	return n
}

// handsAlone is the version of the file up to which a tab knew hands alone, and
// its hashes had another layout; firstHead is that of the first hand in it.
const (
	handsAlone = 6
	firstHead  = "b16ea77f59894c3dc6dc6de40d0a455337e8931547e9b71afdc7f96d78d718da"
)

// fourRounds is the last version of the file of which a script holds hands that four
// rounds without a meld would block.
const fourRounds = 9

// byTheirRules gives events with the rules of those.
func byTheirRules(events []sitting.Event) (older []sitting.Event) {
	for _, e := range events {
		if opened, ok := e.(sitting.Opened); ok {
			opened.Settings.Rules.BlockedAfter = 4
			e = opened
		}
		if played, ok := e.(sitting.Played); ok {
			if dealt, ok := played.Event.(engine.Dealt); ok {
				dealt.Rules.BlockedAfter = 4
				e = sitting.Played{Event: dealt}
			}
		}
		older = append(older, e)
	}
	return older
}

// playOn checks what the file of [played] must still say, and adds to it.
func playOn(t *testing.T, path string, version int) {
	db := open(t, path)
	equal(t, sound(t, db), storage.Findings{Tables: 2, Events: 11, Texts: 1, Entries: 4})
	want, _ := fresh(t)
	rooms := openRooms(t, want, 2)
	add(t, want, rooms[0].Batch("k", sitting.CutGiven{By: "pann", Word: "ahoy"}))
	add(t, want, rooms[0].Hand(1, "pann", "pbob", 86))
	for _, r := range rooms {
		l := load(t, db, r.Head.Table)
		if r == rooms[0] {
			same := load(t, want, r.Head.Table)
			if version <= fourRounds {
				same.Events = byTheirRules(same.Events)
			}
			if version <= handsAlone {
				same.Heads = map[sitting.HandKey]string{{Hand: 1}: firstHead}
			}
			equal(t, l, same)
		}
		r.Seq = int64(len(l.Events))
		add(t, db, r.Hand(2, "pann", "pcat", 5))
	}
	k, err := db.Recall(t.Context(), "k")
	is(t, err, nil)
	equal(t, k.To, 2)
	equal(t, sound(t, db), storage.Findings{Tables: 2, Events: 19, Texts: 1, Entries: 8})
	standings, err := db.Standings(t.Context(), rooms[0].Head.Server)
	is(t, err, nil)
	equal(t, standings, []tab.Standing{{Person: "pbob", Pips: 74}, {Person: "pcat", Pips: 22}, {Person: "pann", Pips: -96}})
}

// TestAStartThatEndsAfterTheMigrationsLeavesFilesWhole: what a migration changes of
// what stays fits before anybody has opened the file.
func TestAStartThatEndsAfterTheMigrationsLeavesFilesWhole(t *testing.T) {
	for name, path := range map[string]string{
		"an old file":        old(t, "testdata/games-v2.sql"),
		"one with its sum":   old(t, "testdata/v6.sql"),
		"one not there yet":  filepath.Join(t.TempDir(), "new.db"),
		"one of the present": games(t),
	} {
		is(t, sqlite.Migrate(t.Context(), path), nil)
		for _, w := range found(t, path) {
			if w.Code != storage.CourseBroken { // as in sound
				t.Errorf("%s: %s %+v", name, w.Code, w)
			}
		}
	}
}

// night and pulse are in the files from the second version on.
var night, pulse = sitting.Quiet{From: 22 * 60, To: 7 * 60, Zone: "Europe/Amsterdam"}, start.Add(time.Hour) //nolint:gochecknoglobals // constants

// remembers checks what a file of the second version or later must still say.
func remembers(t *testing.T, path string) {
	r, err := sqlite.OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { is(t, r.Close(), nil) }()
	q, err := r.Quiet(t.Context(), "pann")
	is(t, err, nil)
	equal(t, q, night)
	at, err := r.LastBeat(t.Context())
	is(t, err, nil)
	equal(t, at, pulse)
}

// rememberedBy makes a closed file that says what [remembers] checks.
func rememberedBy(t *testing.T) (path string) {
	t.Helper()
	path = played(t)
	made := open(t, path)
	if _, err := made.SetQuiet(t.Context(), "pann", night); err != nil {
		t.Fatal(err)
	}
	is(t, made.Beat(t.Context(), pulse, nil), nil)
	is(t, made.Close(), nil)
	return path
}

// writeDump writes a closed file as SQL text into one of a name and its version.
func writeDump(t *testing.T, name, path string) {
	t.Helper()
	db := raw(t, path)
	var version int
	if err := db.QueryRowContext(t.Context(), "SELECT max(version_id) FROM goose_db_version").Scan(&version); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, pragma := range []string{"application_id", "user_version"} {
		var n int64
		if err := db.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&n); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "PRAGMA %s = %d;\n", pragma, n)
	}
	list(t, db, &out, "SELECT sql || ';' FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
	tables, err := column(t, db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range tables {
		columns, err := column(t, db, "SELECT 'quote(' || name || ')' FROM pragma_table_info('"+name+"') ORDER BY cid")
		if err != nil {
			t.Fatal(err)
		}
		list(t, db, &out, fmt.Sprintf("SELECT 'INSERT INTO %s VALUES (' || %s || ');' FROM %s", name, strings.Join(columns, " || ', ' || "), name))
	}
	list(t, db, &out, "SELECT sql || ';' FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY rowid")
	file := fmt.Sprintf("testdata/%s%d.sql", name, version)
	if _, err := os.Stat(file); err == nil {
		t.Fatalf("%s is there already, and files of that version are out in the world", file)
	}
	if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func list(t *testing.T, db *sql.DB, out *strings.Builder, query string) {
	t.Helper()
	lines, err := column(t, db, query)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		fmt.Fprintln(out, line)
	}
}

func column(tb testing.TB, db *sql.DB, query string) (texts []string, err error) {
	tb.Helper()
	rows, err := db.QueryContext(tb.Context(), query)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, rows.Err()
}

// TestTablesThatWereLeftWithoutATimeAreDue: since files have version 11 every open
// table does something by itself some day.
func TestTablesThatWereLeftWithoutATimeAreDue(t *testing.T) {
	for _, script := range []string{"testdata/v9.sql", "testdata/games-v1.sql", "testdata/games-v2.sql"} {
		path := old(t, script)
		db := open(t, path)
		all, err := db.Due(t.Context())
		is(t, err, nil)
		due := make(map[string]bool)
		for _, d := range all {
			due[string(d.Owner)] = true
		}
		is(t, db.Close(), nil)
		file := raw(t, path)
		var names string
		is(t, file.QueryRowContext(t.Context(), "SELECT group_concat(name) FROM tables WHERE open = 1").Scan(&names), nil)
		is(t, file.Close(), nil)
		for name := range strings.SplitSeq(names, ",") {
			if !due[name] {
				t.Errorf("%s: table %s waits for ever", script, name)
			}
		}
	}
}

// idPosts has every post stand under an id of its own.
type idPosts struct{ last atomic.Int64 }

func (p *idPosts) Post(_ context.Context, _ table.Peeker, post table.Post, _ sitting.Sight, refs table.Refs) (table.Refs, error) {
	id := fmt.Sprint(firstKey + 500_000 + p.last.Add(1))
	switch post.Kind { //nolint:exhaustive // the others are no cuts
	case table.PostCommitment:
		refs.Seal = id
	case table.PostResult:
		refs.Result = id
	case table.PostDeal:
		refs.Table, refs.Deal, refs.DealHand = id, id, post.Hand
	}
	return refs, nil
}

// TestDealsCommittedOfOldAreDealtWithALastCut deals the hands that wait in a file from before
// deals were cut by the message that seals them: what was shown of them stays, what starts them
// is their first cut, and the message of the hand is the last.
func TestDealsCommittedOfOldAreDealtWithALastCut(t *testing.T) {
	path := old(t, "testdata/games-v2.sql")
	db := open(t, path)
	names, err := column(t, raw(t, path), "SELECT name FROM tables WHERE open = 1")
	is(t, err, nil)
	past := time.Since(start) // on the day they were left, no table has idled long enough to close
	house := table.New(table.Options{
		Store: db, Poster: &idPosts{}, Seeds: rand.Reader, Now: func() time.Time { return time.Now().Add(-past) },
	})
	ctx, quit := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- house.Run(ctx) }()
	dealt := 0
	for i, name := range names {
		s, err := house.Look(t.Context(), sitting.ID(name), "")
		is(t, err, nil)
		if s.Phase == sitting.Playing {
			continue
		}
		equal(t, []any{s.Deal.Ready, s.Deal.Seal}, []any{true, ""})
		words, sealed := s.Deal.All, s.Deal.Commitment
		for n, do := range []sitting.Action{sitting.AddComputer{Level: opponent.Easy}, sitting.Start{}} {
			key := fmt.Sprint(firstKey + 100_000 + 10*i + n)
			reply, err := house.Do(t.Context(), sitting.Command{Key: key, Table: s.ID, By: s.Host, Do: do})
			is(t, err, nil)
			s := reply.Sight
			for s.Phase == sitting.Dealing { // its message isn't posted yet
				if s, err = house.Look(t.Context(), sitting.ID(name), ""); err != nil {
					t.Fatal(err)
				}
			}
			if d := s.Deal; s.Phase == sitting.Playing {
				equal(t, d.All, slices.Concat([]string{key}, words, []string{d.Table}))
				equal(t, d.Commitment, sealed)
				dealt++
			}
		}
	}
	quit()
	is(t, <-ended, nil)
	if dealt == 0 {
		t.Error("no hand waits in the file")
	}
	is(t, db.Close(), nil)
	for _, w := range found(t, path) {
		t.Errorf("%s: %+v", w.Code, w)
	}
}
