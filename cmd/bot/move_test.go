package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
)

// TestAFileMovesIntoADatabase moves one, and reads both by the program's own commands; then refuses all that can't be
// moved, with nothing changed on either side.
func TestAFileMovesIntoADatabase(t *testing.T) {
	t.Parallel()
	s := needPostgres(t)
	path := playedFile(t, 3)
	address := s.Database(t)
	onFile, onServer := map[string]string{"BOATHOUSE_DB": path}, map[string]string{"BOATHOUSE_DB": address}
	got := typed(t, onServer, "", "move", path)
	var m moved
	if err := json.Unmarshal([]byte(got.out), &m); err != nil || got.code != 0 || !m.OK || m.Hands != 3 || m.Events == 0 || len(m.Tabs) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	for _, command := range [][]string{{"export"}, {"export", "tab"}, {"export", "tab", "-format", "hledger"}} {
		was, is := typed(t, onFile, "", command...), typed(t, onServer, "", command...)
		if is != was || is.code != 0 || is.out == "" {
			t.Errorf("%v: %+v, of the file %+v", command, is, was)
		}
	}
	was, is := parts(typed(t, onFile, "", "doctor").out), parts(typed(t, onServer, "", "doctor").out)
	if is != was || !strings.Contains(is, "3 hands played again") || !strings.Contains(is, m.Tabs[0].Head) {
		t.Errorf("doctor of the database:\n%s\nof the file:\n%s", is, was)
	}

	inUse := playedFile(t, 1)
	holder, err := sqlite.Open(t.Context(), inUse, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = holder.Close() }()
	newer, foreign, edited := playedFile(t, 1), filepath.Join(t.TempDir(), "diary.db"), playedFile(t, 1)
	tell(t, newer, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (1000, 1)")
	tell(t, edited, "UPDATE balances SET pips = pips + 1 WHERE pips > 0")
	if err := os.WriteFile(foreign, []byte("Dear diary, this is no database, and long enough to be read as one, or not."), 0o600); err != nil {
		t.Fatal(err)
	}
	odd := playedFile(t, 1)
	tell(t, odd, "UPDATE names SET name = 'A' || char(0) || 'da'")
	empty, foreignServer := s.Database(t), s.Database(t)
	within(t, foreignServer, "COMMENT ON TABLE openings IS NULL")
	for name, c := range map[string]struct {
		to   string
		args []string
		code int
		says string
	}{
		"a second time":             {address, []string{path}, exitConfig, "isn't empty; nothing was moved"},
		"a file in use":             {empty, []string{inUse}, exitRetry, inUse + " is in use by another bot"},
		"a newer file":              {empty, []string{newer}, exitConfig, newer + " was written by a newer bot"},
		"no file of ours":           {empty, []string{foreign}, exitConfig, foreign},
		"no file":                   {empty, []string{filepath.Join(t.TempDir(), "gone.db")}, exitConfig, "isn't there"},
		"an edited file":            {empty, []string{edited}, 1, "isn't whole (balance"},
		"a text that can't be kept": {empty, []string{odd}, 1, "a character that PostgreSQL doesn't keep"},
		"no word":                   {empty, nil, exitUsage, "wants one FILE"},
		"two words":                 {empty, []string{path, path}, exitUsage, "wants one FILE"},
		"into a file":               {filepath.Join(t.TempDir(), "other.db"), []string{path}, exitConfig, "set it to the database"},
		"into nothing":              {strings.Replace(address, "/test", "/nothing", 1), []string{path}, exitConfig, "no such database"},
		"into another program's":    {foreignServer, []string{path}, exitConfig, "another program's data"},
		"nobody listens":            {"postgres://rum:opensesame@" + freePort(t) + "/rum", []string{path}, exitRetry, "connection refused"},
	} {
		got := typed(t, map[string]string{"BOATHOUSE_DB": c.to}, "", append([]string{"move"}, c.args...)...)
		if got.code != c.code || !strings.Contains(got.err, c.says) || strings.Contains(got.err, "opensesame") {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := typed(t, map[string]string{"BOATHOUSE_DB": empty}, "", "move", path); got.code != 0 {
		t.Errorf("after all that couldn't be: %+v", got)
	}
}

// parts are doctor's lines but the one with the place's name, and those that only a file has.
func parts(lines string) (kept string) {
	for line := range strings.Lines(lines) {
		if !strings.HasPrefix(line, `{"check":"file"`) && !strings.HasPrefix(line, `{"check":"database"`) && !strings.HasPrefix(line, `{"check":"mode"`) {
			kept += line
		}
	}
	return kept
}

// TestAMoveThatIsBrokenOffIsNone stops the real binary, by either signal, while it waits in the midst of the rows for a
// table that somebody else holds: nothing is there, and it can be done again.
func TestAMoveThatIsBrokenOffIsNone(t *testing.T) {
	t.Parallel()
	program := buildBot(t)
	address, path := needPostgres(t).Database(t), playedFile(t, 1)
	for _, signal := range []os.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		holder, err := sql.Open("pgx", address)
		if err != nil {
			t.Fatal(err)
		}
		tx, err := holder.BeginTx(t.Context(), nil)
		if err == nil {
			_, err = tx.ExecContext(t.Context(), "LOCK TABLE keys IN SHARE MODE")
		}
		if err != nil {
			t.Fatal(err)
		}
		bot := exec.CommandContext(t.Context(), program, "move", path)
		var errs bytes.Buffer
		bot.Dir, bot.Env, bot.Stderr = t.TempDir(), []string{"BOATHOUSE_DB=" + address}, &errs
		if err := bot.Start(); err != nil {
			t.Fatal(err)
		}
		for waits := 0; waits == 0; time.Sleep(10 * time.Millisecond) {
			if err := holder.QueryRowContext(t.Context(), "SELECT count(*) FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())").Scan(&waits); err != nil {
				t.Fatal(err)
			}
		}
		if err := bot.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		_ = bot.Wait() // not well
		if signal == syscall.SIGTERM && (bot.ProcessState.ExitCode() != exitRetry || !strings.Contains(errs.String(), "broken off; nothing was moved")) {
			t.Errorf("code %d: %s", bot.ProcessState.ExitCode(), errs.String())
		}
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
		if err := holder.Close(); err != nil {
			t.Fatal(err)
		}
		db, err := postgres.Open(t.Context(), address, postgres.Options{})
		if err != nil {
			t.Fatal(err)
		}
		storagetest.Equal(t, storagetest.Sound(t, db).Events, 0)
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if got := said(t, program, map[string]string{"BOATHOUSE_DB": address}, "move", path); got.code != 0 {
		t.Errorf("again: %+v", got)
	}
}
