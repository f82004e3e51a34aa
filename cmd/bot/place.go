package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/gateway"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

// A place is where a bot keeps everything: a file, or a PostgreSQL database.
type place interface {
	String() string                                                           // for people: without a password
	open(ctx context.Context, worker string, log *slog.Logger) (store, error) // others reach the worker there; "": nowhere
	read(ctx context.Context) (reader, error)                                 // beside a bot that serves it
	explain(err error) error                                                  // in words for whoever runs the bot, with the code to end with
}

// A store is what a bot that serves wants of where it keeps everything.
type store interface {
	table.Store
	table.Habits
	table.Pulse
	table.Asks
	table.Departures
	table.Tabs
	table.Servers
	table.Seasons
	table.Redraws
	table.Upkeep
	commands.Registry
	commands.Books
	commands.Servers
	commands.Scores
	gateway.Sessions
	checked
	Secret(ctx context.Context, name string) ([]byte, error)
	Application(ctx context.Context) (string, error)
	BeginFor(ctx context.Context, application string) (string, error)
	KeepFor(ctx context.Context, application string) error
	// Alive returns nil, or what keeps anything from being stored.
	Alive(ctx context.Context) error
	// Watch returns why nothing will be stored any more and the process should end, or nil when ctx is done.
	Watch(ctx context.Context) error
	Close() error
}

// A reader is what is asked of a place that somebody else may be serving.
type reader interface {
	checked
	Hands(ctx context.Context) iter.Seq2[storage.Hand, error]
	Clocks(ctx context.Context) (map[sitting.Server]*time.Location, error)
	Entries(ctx context.Context) iter.Seq2[storage.Entry, error]
	Application(ctx context.Context) (string, error)
	Close() error
}

// checked can be looked through as a whole.
type checked interface {
	Check(ctx context.Context) (storage.Findings, error)
}

var (
	_ store  = (*sqlite.DB)(nil)
	_ store  = (*postgres.DB)(nil)
	_ shared = (*postgres.DB)(nil)
	_ reader = (*sqlite.Reader)(nil)
	_ reader = (*postgres.Reader)(nil)
)

// A file is the path of one.
type file string

func (f file) String() string { return string(f) }

func (f file) open(ctx context.Context, _ string, _ *slog.Logger) (store, error) {
	db, err := sqlite.Open(ctx, string(f), sqlite.Options{})
	if err != nil {
		return nil, f.explain(err)
	}
	return db, nil
}

func (f file) read(ctx context.Context) (reader, error) {
	r, err := sqlite.OpenReadOnly(ctx, string(f))
	if err != nil {
		return nil, f.explain(err)
	}
	return r, nil
}

func (f file) explain(err error) error { return explainStore(string(f), err) }

// A database is a PostgreSQL database. Its address has a password in it, and isn't shown.
type database struct{ address string }

func (d database) String() string {
	shown, _ := postgres.Shown(d.address)
	return shown
}

func (d database) open(ctx context.Context, worker string, log *slog.Logger) (store, error) {
	db, err := postgres.Open(ctx, d.address, postgres.Options{Worker: cmp.Or(worker, processName()), Address: worker, Log: log})
	if err != nil {
		return nil, d.explain(err)
	}
	return db, nil
}

func (d database) read(ctx context.Context) (reader, error) {
	r, err := postgres.OpenReadOnly(ctx, d.address)
	if err != nil {
		return nil, d.explain(err)
	}
	return r, nil
}

func (d database) explain(err error) error { return explainServer(d, err) }

const anAddress = "postgres://boathouse:password@localhost:5432/boathouse"

// libpq is how addresses of a database are written, too, by other programs.
var libpq = regexp.MustCompile(`(^|\s)(host|hostaddr|port|user|password|dbname|sslmode)\s*=`)

// bare is an address without its scheme, which would be taken for the path of a file and logged with the password in it.
var bare = regexp.MustCompile(`^[^/\\]+:[^/\\]*@`)

// notAPath is what other programs read as something else than the path of a file: a home, a
// variable, a scheme, options, a database in memory, a host and its port.
var notAPath = regexp.MustCompile(`^~|^(sqlite3?|file|postgres|postgresql|mysql|jdbc):|[$?]|^:memory:$|^[\w.-]+:\d+(/|$)`)

// placeOf reads BOATHOUSE_DB. What may have a password in it isn't quoted.
func placeOf(text string) (place, error) {
	scheme, _, isURL := strings.Cut(text, "://")
	switch {
	case postgres.IsAddress(text):
		if _, ok := postgres.Shown(text); !ok {
			return nil, errors.New("BOATHOUSE_DB isn't an address of a PostgreSQL database such as " + anAddress +
				", or names what can't be read; in a password / is written as %2F, @ as %40, % as %25")
		}
		return database{text}, nil
	case isURL:
		return nil, fmt.Errorf("BOATHOUSE_DB begins with %q: the path of a file, or an address such as %s", scheme+"://", anAddress)
	case libpq.MatchString(text), bare.MatchString(text):
		return nil, errors.New("BOATHOUSE_DB: a PostgreSQL database is written as " + anAddress)
	}
	if notAPath.MatchString(text) {
		return nil, fmt.Errorf("BOATHOUSE_DB is %q: the path of a file, as it is and without ~, $, ? or a scheme, or an address such as %s", text, anAddress)
	}
	if st, err := os.Stat(text); err == nil && st.IsDir() {
		return nil, fmt.Errorf("BOATHOUSE_DB is %q: a file, not a folder", text)
	}
	return file(text), nil
}
