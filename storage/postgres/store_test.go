package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"modernc.org/sqlite"

	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
)

// server is the one of all tests here; nil: there is no PostgreSQL.
var server *pgtest.Server

func TestMain(m *testing.M) {
	if os.Getenv(workSocket) != "" {
		os.Exit(work())
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	_, err := sqlite.OFDLocking(true) // before any file is opened
	if err != nil && !errors.Is(err, sqlite.ErrOFDLockingUnavailable) {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if os.Getenv(pausedProcess) != "" { // it uses its parent's
		return m.Run()
	}
	server, err = pgtest.Start()
	if errors.Is(err, pgtest.ErrNone) {
		return m.Run()
	}
	if err == nil {
		defer func() { _ = server.Stop() }()
		err = server.Fill(func(address string) error {
			db, err := postgres.Open(context.Background(), address, postgres.Options{})
			if err != nil {
				return err
			}
			return db.Close()
		})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// database is an address of an empty store.
func database(tb testing.TB) string {
	tb.Helper()
	if server == nil {
		tb.Skip(pgtest.ErrNone)
	}
	return server.Database(tb)
}

// open opens a store until the test ends.
func open(tb testing.TB, address string) *postgres.DB {
	tb.Helper()
	db, err := postgres.Open(tb.Context(), address, postgres.Options{Worker: "test", NoRest: true})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := db.Close(); err != nil {
			tb.Error(err)
		}
	})
	return db
}

func TestStore(t *testing.T) {
	t.Parallel()
	storagetest.Test(t, func(tb testing.TB) storagetest.Place {
		address := database(tb)
		return func(tb testing.TB) storagetest.Store { return open(tb, address) }
	})
}
