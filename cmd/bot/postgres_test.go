package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
)

// cluster is the one PostgreSQL server of all tests here, begun when the first of them needs it; nil: there is none.
// Whatever databases are copied from has all that a first start makes.
var cluster = sync.OnceValues(func() (*pgtest.Server, error) {
	s, err := pgtest.Start()
	if err != nil {
		return nil, err
	}
	began.Lock()
	defer began.Unlock()
	began.server = s
	return s, s.Fill(func(address string) error {
		db, err := postgres.Open(context.Background(), address, postgres.Options{})
		if err != nil {
			return err
		}
		return db.Close()
	})
})

// began has the server that TestMain stops.
var began struct {
	sync.Mutex
	server *pgtest.Server
}

// needPostgres gives the server, or skips a test where PostgreSQL isn't installed.
func needPostgres(t testing.TB) *pgtest.Server {
	t.Helper()
	s, err := cluster()
	if errors.Is(err, pgtest.ErrNone) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// within says something to a database that isn't of a store.
func within(t testing.TB, address string, queries ...string) {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for _, query := range queries {
		if _, err := db.ExecContext(t.Context(), query); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
}

// said runs the real binary to its end.
func said(t *testing.T, program string, env map[string]string, args ...string) printed {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute) // it would serve on else
	defer stop()
	bot := exec.CommandContext(ctx, program, args...)
	bot.Dir = t.TempDir()
	bot.Env = []string{rarely()}
	for name, value := range env {
		bot.Env = append(bot.Env, name+"="+value)
	}
	var out, errs bytes.Buffer
	bot.Stdout, bot.Stderr = &out, &errs
	err := bot.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return printed{bot.ProcessState.ExitCode(), out.String(), errs.String()}
}

// passwordOf is the one in an address of pgtest's, in the ways in which it could be told.
func passwordOf(t *testing.T, address string) []string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	password, _ := u.User.Password()
	return []string{password, url.QueryEscape(password), url.PathEscape(password), "opensesame"}
}

// TestADatabaseThatCantServeIsToldAndNotItsPassword starts the real binary with databases that it can't play on: each
// answer says what is wrong, the code says whether another try may help, and nothing has a password in it.
func TestADatabaseThatCantServeIsToldAndNotItsPassword(t *testing.T) {
	t.Parallel()
	program := buildBot(t)
	s := needPostgres(t)
	good := s.Database(t)
	prepared := func(queries ...string) string {
		address := s.Database(t)
		within(t, address, queries...)
		return address
	}
	swapped := func(old, other string) string {
		if !strings.Contains(good, old) {
			t.Fatal(good)
		}
		return strings.Replace(good, old, other, 1)
	}
	full := `CREATE FUNCTION full_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		RAISE EXCEPTION 'could not extend file "base/5/7": No space left on device' USING ERRCODE = 'disk_full'; END $$`
	for name, c := range map[string]struct {
		address string
		args    []string
		code    int
		says    string
	}{
		"nobody listens":        {"postgres://rum:opensesame@" + freePort(t) + "/rum", nil, exitRetry, "connection refused"},
		"no such host":          {"postgres://rum:opensesame@nowhere.invalid/rum", nil, exitRetry, "there is no PostgreSQL for postgres://rum@nowhere.invalid:5432/rum"},
		"another password":      {swapped("only%20for%20tests", "opensesame"), nil, exitConfig, "refuses that user or password"},
		"no password":           {swapped(":only%20for%20tests", ""), nil, exitConfig, "refuses that user or password"},
		"no scheme":             {"rum:opensesame@db.example/rum", nil, exitConfig, "is written as postgres://"},
		"no such database":      {swapped("/test", "/nothing"), nil, exitConfig, "there is no such database"},
		"read-only":             {prepared("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$"), nil, exitRetry, "takes no changes"},
		"newer":                 {prepared("INSERT INTO goose_db_version (version_id, is_applied) VALUES (1000, true)"), nil, exitConfig, "written by a newer bot (version 1000"},
		"another program's":     {prepared("COMMENT ON TABLE openings IS NULL"), nil, exitConfig, "another program's data"},
		"full":                  {prepared(full, "CREATE TRIGGER full_up BEFORE UPDATE ON openings FOR EACH ROW EXECUTE FUNCTION full_up()"), nil, exitRetry, "No space left on device"},
		"no address":            {"postgres://rum:open/sesame@host/rum", nil, exitConfig, "isn't an address of a PostgreSQL database"},
		"a mode of TLS unknown": {"postgres://rum:opensesame@127.0.0.1/rum?sslmode=opensesame", nil, exitConfig, "isn't an address of a PostgreSQL database"},
		"another kind":          {"mysql://rum:opensesame@host/rum", nil, exitConfig, `BOATHOUSE_DB begins with "mysql://"`},
		"as libpq has it":       {"host=db password=opensesame dbname=rum", nil, exitConfig, "a PostgreSQL database is written as"},
		"backup":                {good, []string{"backup", "copy.db"}, exitConfig, "pg_dump"},
		"demo":                  {good, []string{"demo", "-addr", "127.0.0.1:0"}, exitConfig, "wants a file of its own"},
		"export of nothing":     {s.Address("postgres"), []string{"export"}, exitConfig, "`bot serve` begins it"},
		"export of another's":   {prepared("COMMENT ON TABLE openings IS NULL"), []string{"export", "tab"}, exitConfig, "another program's data"},
		"export of an older":    {prepared("DELETE FROM goose_db_version WHERE version_id > 1"), []string{"export"}, exitConfig, "`bot serve` brings it up"},
		"export, no server":     {"postgres://rum:opensesame@" + freePort(t) + "/rum", []string{"export"}, exitRetry, "connection refused"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := served(t)
			env["BOATHOUSE_DB"] = c.address
			if c.args == nil {
				c.args = []string{"serve"}
			}
			got := said(t, program, env, c.args...)
			if got.code != c.code || !strings.Contains(unquoted(got.err), c.says) {
				t.Errorf("want code %d and %q: %+v", c.code, c.says, got)
			}
			for _, secret := range passwordOf(t, good) {
				if strings.Contains(got.out+got.err, secret) {
					t.Errorf("the password is told: %+v", got)
				}
			}
		})
	}
}

// unquoted is a line of the log as it was said.
func unquoted(line string) string { return strings.ReplaceAll(line, `\"`, `"`) }

// TestABotServesOnADatabase plays nothing, and looks at what a first start and a second leave, and at what is logged.
func TestABotServesOnADatabase(t *testing.T) {
	t.Parallel()
	address := needPostgres(t).Database(t)
	env := served(t)
	env["BOATHOUSE_DB"] = address
	for range 2 {
		b := serving(t, env)
		b.until("/readyz", http.StatusOK, "ready")
		log := b.stop()
		shown, _ := postgres.Shown(address)
		if !strings.Contains(log, `"BOATHOUSE_DB":"`+shown+`"`) {
			t.Errorf("the address isn't shown: %s", log)
		}
		for _, secret := range passwordOf(t, address) {
			if strings.Contains(log, secret) {
				t.Errorf("the password is logged: %s", log)
			}
		}
	}
	db, err := postgres.Open(t.Context(), address, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	storagetest.Sound(t, db)
}

// TestTheKindsOfPlacesAreKnown holds what is taken for a file, and what for a database.
func TestTheKindsOfPlacesAreKnown(t *testing.T) {
	t.Chdir(t.TempDir())
	is := map[string]place{
		"boathouse.db": file("boathouse.db"), "/var/lib/rum.db": file("/var/lib/rum.db"), "postgres": file("postgres"), "my host=1.db": nil,
		"postgres://a:b@c/d": database{"postgres://a:b@c/d"}, "postgresql://c/d": database{"postgresql://c/d"},
		"sqlite://rum.db": nil, "file:///rum.db": nil, "user=a dbname = b": nil, ".": nil, `C:\rum.db`: file(`C:\rum.db`),
		// Other programs make something else of these.
		":memory:": nil, "sqlite:rum.db": nil, "file:rum.db?mode=memory": nil, "rum.db?mode=memory": nil, "~/rum.db": nil, "$HOME/rum.db": nil, "localhost:5432/rum": nil, "postgres:rum": nil,
	}
	for _, text := range slices.Sorted(maps.Keys(is)) {
		got, err := placeOf(text)
		if got != is[text] || (err == nil) != (is[text] != nil) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

// TestABotWhoseServerIsAwayIsNotReady kills the server of the real binary, starts it again, and looks how soon it is said.
func TestABotWhoseServerIsAwayIsNotReady(t *testing.T) {
	t.Parallel()
	s := pgtest.Mortal(t)
	env := served(t)
	env["BOATHOUSE_DB"] = s.Database(t)
	bot, _ := spawned(t, buildBot(t), env)
	bot.until("/readyz", http.StatusOK, "ready")
	for range 2 {
		begun := time.Now()
		if err := s.Kill(); err != nil {
			t.Fatal(err)
		}
		bot.until("/readyz", http.StatusServiceUnavailable, "there is no PostgreSQL for postgres://boathouse@/test1")
		bot.until("/healthz", http.StatusOK, "ok")
		away := time.Since(begun)
		begun = time.Now()
		if err := s.Launch(); err != nil {
			t.Fatal(err)
		}
		launched := time.Since(begun)
		bot.until("/readyz", http.StatusOK, "ready")
		t.Logf("it was said after %v, and no more %v after the server was there", away, time.Since(begun)-launched)
	}
	if log := bot.stop(); strings.Contains(log, "only for tests") || strings.Contains(log, "only%20for%20tests") {
		t.Errorf("the password is logged: %s", log)
	}
}
