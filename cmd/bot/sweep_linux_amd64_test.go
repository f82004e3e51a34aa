package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/google/go-cmp/cmp"
)

// A start is what a bot finds when it starts, and what must be there after it, whatever happened in it.
type start struct {
	folder map[string][]byte // its files, by name
	want   books
}

// books are what a file holds.
type books struct {
	Found   storage.Findings
	Entries []storage.Entry
	Hands   []storage.Hand
}

// starts are those of some names of the starts that change a file before there is anything to play: the first, those after a
// restore from a copy that has a log and from one that hasn't, and those after a newer bot was installed. Without names they are
// all, but of each old file only one kind, with a log or without; in the long run both.
func starts(t *testing.T, names ...string) map[string]start {
	t.Helper()
	played := playedFile(t, 2)
	folders := map[string]func() map[string][]byte{
		"first":    func() map[string][]byte { return nil },
		"restored": func() map[string][]byte { return copied(t, func(path string) { backedUp(t, played, path) }) },
		"restored, without log": func() map[string][]byte {
			return copied(t, func(path string) { tell(t, played, "VACUUM INTO '"+path+"'") })
		},
		"an empty file is there": func() map[string][]byte { return map[string][]byte{defaultDB: {}} },
	}
	files, err := filepath.Glob("../../storage/sqlite/testdata/v*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("no old files: %v", err)
	}
	files = append(files, "../../storage/sqlite/testdata/games-v2.sql") // whose hands are counted
	long := os.Getenv("BOATHOUSE_LONG") != "" || len(names) > 0
	for i, file := range files {
		script, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		version := strings.TrimSuffix(filepath.Base(file), ".sql")
		if long || i%2 == 0 {
			folders[version+", without log"] = func() map[string][]byte {
				return copied(t, func(path string) { tell(t, path, string(script)) })
			}
		}
		if long || i%2 == 1 {
			folders[version] = func() map[string][]byte {
				return copied(t, func(path string) { tell(t, path, string(script), "PRAGMA journal_mode = WAL") })
			}
		}
	}
	if len(names) == 0 {
		names = slices.Collect(maps.Keys(folders))
	}
	s := make(map[string]start)
	for _, name := range names {
		one := start{folder: folders[name]()}
		db, err := sqlite.Open(t.Context(), filepath.Join(laid(t, one.folder), defaultDB), sqlite.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		one.want, err = read(t.Context(), db)
		if err = errors.Join(err, db.Close()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s[name] = one
	}
	return s
}

// copied is the one file that write makes at the path it is given.
func copied(t *testing.T, write func(path string)) map[string][]byte {
	t.Helper()
	folder := t.TempDir()
	write(filepath.Join(folder, defaultDB))
	files := collected(t, folder)
	if len(files) != 1 {
		t.Fatalf("one file is wanted, not %v", slices.Collect(maps.Keys(files)))
	}
	return files
}

func backedUp(t *testing.T, from, path string) {
	t.Helper()
	r, err := sqlite.OpenReadOnly(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Backup(t.Context(), path), r.Close()); err != nil {
		t.Fatal(err)
	}
}

func read(ctx context.Context, db *sqlite.DB) (books, error) {
	var b books
	var err error
	if b.Found, err = db.Check(ctx); err != nil {
		return b, err
	}
	for e, err := range db.Entries(ctx) {
		if err != nil {
			return b, err
		}
		b.Entries = append(b.Entries, e)
	}
	for h, err := range db.Hands(ctx) {
		if err != nil {
			return b, err
		}
		b.Hands = append(b.Hands, h)
	}
	return b, nil
}

// playsOn says what is wrong with the file in a folder: it must open, hold what it must hold, and take what comes next.
// The games of the oldest files were made up, and are found to be, before and after.
func (s start) playsOn(ctx context.Context, folder string) (err error) {
	path := filepath.Join(folder, defaultDB)
	db, err := sqlite.Open(ctx, path, sqlite.Options{})
	if err != nil {
		return err
	}
	got, err := read(ctx, db)
	if diff := cmp.Diff(s.want, got); err == nil && diff != "" {
		err = fmt.Errorf("got (+), want (-):\n%s", diff)
	}
	if err == nil {
		at := time.Unix(1_800_000_000, 0)
		_, err = db.Append(ctx, table.Batch{
			Table: "next", At: at, Wake: at, Head: sitting.Head{Table: "next", Server: "1", Channel: "next", Open: true},
			Events: []sitting.Event{
				sitting.Opened{Server: "1", Channel: "next", Host: "p", Settings: sitting.Settings{Rules: engine.Brisk.Rules(), Seats: 2}},
				sitting.Committed{Hand: 1},
			},
		})
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	r, err := sqlite.OpenReadOnly(ctx, path)
	if err != nil {
		return err
	}
	found, err := r.Check(ctx)
	if err == nil && (!slices.Equal(found.Wrong, got.Found.Wrong) || found.Events != got.Found.Events+2) {
		err = fmt.Errorf("played on: %+v", found)
	}
	return errors.Join(err, r.Close())
}

// A sweeper starts the real bot against a Discord that refuses its token: it opens its file, keeps a secret in it, is
// told so, closes it and ends.
type sweeper struct {
	program string
	api     string
}

func newSweeper(t *testing.T) sweeper {
	t.Helper()
	s := sweeper{program: buildBot(t)}
	discord := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte(`{"message":"401: Unauthorized","code":0}`))
	}))
	t.Cleanup(discord.Close)
	s.api = discord.URL + "/api"
	return s
}

// run starts the bot in a folder, and kills it before its change number kill; never if that is below 0.
func (s sweeper) run(t *testing.T, folder string, kill int, args ...string) (changes []change, killed bool) {
	t.Helper()
	if len(args) == 0 {
		args = []string{"serve"}
	}
	env := append(environ(), "DISCORD_TOKEN="+someToken, "DISCORD_API="+s.api, "BOATHOUSE_OPS=off",
		"BOATHOUSE_DB="+filepath.Join(folder, defaultDB))
	changes, killed, err := traced(folder, env, kill, s.program, args...)
	if err != nil {
		t.Fatal(err)
	}
	return changes, killed
}

// some chooses a twentieth of n, evenly, the first and the last among them; all of them in the long run.
func some(n int) (chosen []int) {
	parts := max(n/20, 2)
	if os.Getenv("BOATHOUSE_LONG") != "" || n <= parts {
		parts = n
	}
	for i := range parts {
		chosen = append(chosen, i*(n-1)/max(parts-1, 1))
	}
	return chosen
}

// TestNoKillBricksAFile kills the real bot before each change that it makes to its folder in a start, and looks what the next
// start finds.
func TestNoKillBricksAFile(t *testing.T) {
	t.Parallel()
	bot := newSweeper(t)
	for name, s := range starts(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			record, killed := bot.run(t, laid(t, s.folder), -1)
			record = slices.DeleteFunc(record, func(c change) bool { return c.do == syncs })
			if killed || len(record) < 10 {
				t.Fatalf("a start with %d changes, killed: %t", len(record), killed)
			}
			chosen, bricked := some(len(record)), 0
			for _, n := range chosen {
				folder := laid(t, s.folder)
				made, killed := bot.run(t, folder, n)
				made = slices.DeleteFunc(made, func(c change) bool { return c.do == syncs })
				if !killed || len(made) != n+1 || made[n].String() != record[n].String() {
					t.Errorf("kill %d hit %v of %d, want %v", n, made[len(made)-1], len(made), record[n])
				}
				if err := s.playsOn(t.Context(), folder); err != nil {
					bricked++
					t.Errorf("killed before %v: %v", record[n], err)
				}
			}
			if _, killed := bot.run(t, laid(t, s.folder), len(record)); killed {
				t.Error("there was one more change")
			}
			t.Logf("%d of %d changes hit, once each: %d files don't open", len(chosen), len(record), bricked)
		})
	}
}

// TestNoPowerCutBricksAFile takes the power away at each moment at which the bot had something brought to the disk.
func TestNoPowerCutBricksAFile(t *testing.T) {
	t.Parallel()
	bot := newSweeper(t)
	for name, s := range starts(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			record, _ := bot.run(t, laid(t, s.folder), -1)
			images, bricked := 0, 0
			cuts := cuts(record)
			for _, i := range some(len(cuts)) {
				for kind, files := range powerCut(s.folder, record[:cuts[i]], true) {
					images++
					if err := s.playsOn(t.Context(), laid(t, files)); err != nil {
						bricked++
						t.Errorf("cut after change %d of %d, %s: %v", cuts[i], len(record), kind, err)
					}
				}
			}
			t.Logf("%d images at %d of %d moments: %d files don't open", images, len(some(len(cuts))), len(cuts), bricked)
		})
	}
}

// TestABackupIsWholeOrNotThere kills a backup before each of its changes, and takes the power away at each moment.
func TestABackupIsWholeOrNotThere(t *testing.T) {
	t.Parallel()
	bot := newSweeper(t)
	s := starts(t, "restored")["restored"]
	const copied = "copy.db"
	checked, there := 0, 0
	check := func(when string, files map[string][]byte) {
		t.Helper()
		checked++
		content, ok := files[copied]
		if !ok {
			return
		}
		there++
		if err := s.playsOn(t.Context(), laid(t, map[string][]byte{defaultDB: content})); err != nil {
			t.Errorf("%s: %v", when, err)
		}
	}
	record, _ := bot.run(t, laid(t, s.folder), -1, "backup", copied)
	writing := slices.DeleteFunc(slices.Clone(record), func(c change) bool { return c.do == syncs })
	for _, n := range some(len(writing)) {
		folder := laid(t, s.folder)
		if _, killed := bot.run(t, folder, n, "backup", copied); !killed {
			t.Errorf("%d of %d: not killed", n, len(writing))
		}
		check(fmt.Sprintf("killed before %v", writing[n]), collected(t, folder))
	}
	moments := cuts(record)
	for _, i := range some(len(moments)) {
		for kind, files := range powerCut(s.folder, record[:moments[i]], true) {
			check(fmt.Sprintf("cut after change %d of %d, %s", moments[i], len(record), kind), files)
		}
	}
	if there == 0 || there == checked {
		t.Errorf("%d backups after %d kills and cuts: the test shows nothing", there, checked)
	}

	// The control: a disk that loses what was synced.
	noticed := false
	for _, files := range powerCut(s.folder, record, false) {
		content, ok := files[copied]
		noticed = noticed || ok && s.playsOn(t.Context(), laid(t, map[string][]byte{defaultDB: content})) != nil
	}
	if !noticed {
		t.Error("no half of a backup is noticed")
	}
}

// TestABrickedFileIsNoticed is the control: a disk that loses what it said it had, and a file without our mark.
func TestABrickedFileIsNoticed(t *testing.T) {
	t.Parallel()
	bot := newSweeper(t)
	all := starts(t, "first", "restored", "v1, without log")
	s := all["v1, without log"]
	record, _ := bot.run(t, laid(t, s.folder), -1)
	moments := cuts(record)
	slices.Reverse(moments) // the later the more there is to lose
	noticed := slices.ContainsFunc(moments, func(at int) bool {
		for _, files := range powerCut(s.folder, record[:at], false) {
			if s.playsOn(t.Context(), laid(t, files)) != nil {
				return true
			}
		}
		return false
	})
	if !noticed {
		t.Error("a disk that loses what was synced harms nothing")
	}

	s = all["restored"]
	folder := laid(t, s.folder)
	tell(t, filepath.Join(folder, defaultDB), "PRAGMA application_id = 0")
	var foreign *sqlite.ForeignError
	if err := s.playsOn(t.Context(), folder); !errors.As(err, &foreign) {
		t.Errorf("a file without our mark: %v", err)
	}
	if err := all["first"].playsOn(t.Context(), laid(t, s.folder)); err == nil {
		t.Error("a file with other books passes")
	}
}
