package main

import (
	"bytes"
	"context"
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
	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
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

// A halted move is one of the real binary's that waits in the midst of the rows, for a table that somebody else holds.
type halted struct {
	bot  *exec.Cmd
	errs bytes.Buffer
	tx   *sql.Tx
	who  *sql.DB
}

func halt(t *testing.T, program, address, path string) *halted {
	t.Helper()
	h := &halted{bot: exec.CommandContext(t.Context(), program, "move", path)}
	h.bot.Dir, h.bot.Env, h.bot.Stderr = t.TempDir(), []string{"BOATHOUSE_DB=" + address}, &h.errs
	var err error
	if h.who, err = sql.Open("pgx", address); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.who.Close() })
	if h.tx, err = h.who.BeginTx(t.Context(), nil); err == nil {
		_, err = h.tx.ExecContext(t.Context(), "LOCK TABLE keys IN SHARE MODE")
	}
	if err == nil {
		err = h.bot.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	h.await(t, "SELECT count(*) FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())", "1")
	return h
}

// await asks until the server gives this answer, for a minute.
func (h *halted) await(t *testing.T, query, want string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for got := ""; got != want; time.Sleep(10 * time.Millisecond) {
		if err := h.who.QueryRowContext(ctx, query).Scan(&got); err != nil {
			t.Fatal(err)
		}
	}
}

// goesOn lets go of the table.
func (h *halted) goesOn(t *testing.T) {
	t.Helper()
	if err := h.tx.Rollback(); err != nil {
		t.Fatal(err)
	}
}

// isTold sends the move a signal, and waits for its end.
func (h *halted) isTold(t *testing.T, s os.Signal) {
	t.Helper()
	if err := h.bot.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
	_ = h.bot.Wait() // not well
}

// TestAMoveThatIsBrokenOffIsNone stops a move, by either signal: nothing is there, and it can be done again.
func TestAMoveThatIsBrokenOffIsNone(t *testing.T) {
	t.Parallel()
	program := buildBot(t)
	address, path := needPostgres(t).Database(t), playedFile(t, 1)
	for _, signal := range []os.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		h := halt(t, program, address, path)
		h.isTold(t, signal)
		if signal == syscall.SIGTERM && (h.bot.ProcessState.ExitCode() != exitRetry || !strings.Contains(h.errs.String(), "broken off; nothing was moved")) {
			t.Errorf("code %d: %s", h.bot.ProcessState.ExitCode(), h.errs.String())
		}
		h.goesOn(t)
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

// TestAMoveThatHearsNothingInTheEndSaysSo has a server wait for a standby that nobody has as all is to be kept, and stops the move there: it is told that
// nobody knows, and all is there.
func TestAMoveThatHearsNothingInTheEndSaysSo(t *testing.T) {
	t.Parallel()
	program, own := buildBot(t), pgtest.Mortal(t)
	address, path := own.Database(t), playedFile(t, 1)
	if db, err := postgres.Open(t.Context(), address, postgres.Options{}); err != nil || db.Close() != nil {
		t.Fatal(err) // it has its tables
	}
	waitsFor := func(standby string) {
		if err := own.WaitFor(context.Background(), standby); err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(func() { waitsFor("") }) // or the server wouldn't stop
	h := halt(t, program, address, path)
	waitsFor("nobody")
	h.goesOn(t)
	h.await(t, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query ILIKE 'commit%'", "1")
	h.isTold(t, syscall.SIGTERM)
	if code, says := h.bot.ProcessState.ExitCode(), h.errs.String(); code != exitRetry || !strings.Contains(says, "gave no answer in the end: `bot doctor` tells") || strings.Contains(says, "nothing was moved") {
		t.Errorf("code %d: %s", code, says)
	}
	waitsFor("")
	h.await(t, "SELECT (count(*) > 0)::text FROM tables", "true")
	if got := said(t, program, map[string]string{"BOATHOUSE_DB": address}, "doctor"); !strings.Contains(got.out, `"ok":true,"why":"1 hands played again"`) {
		t.Errorf("doctor: %+v", got)
	}
}
