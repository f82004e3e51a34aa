package postgres_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
)

// TestWhatCantBeOpenedIsToldWithoutAPassword asks for databases that can't be had, and are left as they are.
func TestWhatCantBeOpenedIsToldWithoutAPassword(t *testing.T) {
	t.Parallel()
	good := database(t)
	prepared := func(queries ...string) string {
		address := database(t)
		db := open(t, address)
		for _, query := range queries {
			if err := db.Do(t.Context(), query); err != nil {
				t.Fatal(err)
			}
		}
		return address
	}
	const secret = "only%20for%20tests" // as pgtest has it in its addresses
	for name, of := range map[string]struct {
		address string
		want    func(error) bool
	}{
		"another password":  {strings.Replace(good, secret, "another", 1), is[*postgres.RefusedError]},
		"no such database":  {strings.Replace(good, "/test", "/nothing", 1), is[*postgres.RefusedError]},
		"no server":         {strings.Replace(good, "host=", "host=%2Fnowhere", 1) + "&connect_timeout=1", is[*postgres.UnreachableError]},
		"no address":        {"postgres://a:" + secret + "@b:c:d/", func(error) bool { return true }},
		"a newer one":       {prepared("INSERT INTO goose_db_version (version_id, is_applied) VALUES (1000, true)"), is[*storage.VersionError]},
		"another program's": {prepared("COMMENT ON TABLE openings IS NULL"), is[*postgres.ForeignError]},
		"read-only":         {prepared("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$"), is[*postgres.ReadOnlyError]},
	} {
		t.Run(name, func(t *testing.T) {
			db, err := postgres.Open(t.Context(), of.address, postgres.Options{})
			if err == nil {
				_ = db.Close()
				t.Fatal("it was opened")
			}
			if !of.want(err) {
				t.Errorf("%T: %v", err, err)
			}
			for _, word := range []string{secret, "only for tests", "another\""} {
				if strings.Contains(err.Error(), word) {
					t.Errorf("the password is told: %v", err)
				}
			}
		})
	}
	storagetest.Is(t, open(t, good).Alive(t.Context()), nil)
}

func is[E error](err error) bool {
	var want E
	return errors.As(err, &want)
}
