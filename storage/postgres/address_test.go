package postgres_test

import (
	"testing"

	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
)

// TestAnAddressIsShownWithoutItsPassword has passwords wherever an address can have one, and where a sign that isn't
// written as it should be puts a part of one.
func TestAnAddressIsShownWithoutItsPassword(t *testing.T) {
	for address, want := range map[string]string{
		"postgres://ada:secret@db.example:6543/rum?sslmode=require":                  "postgres://ada@db.example:6543/rum",
		"postgresql://ada:secret@db.example/rum":                                     "postgres://ada@db.example:5432/rum",
		"postgres://ada:secret@one.example,two.example:5433/rum?sslmode=prefer":      "postgres://ada@one.example:5432,two.example:5433/rum",
		"postgres://ada@db.example/rum?password=secret":                              "postgres://ada@db.example:5432/rum",
		"postgres://ada@db.example/rum?options=-csecret":                             "postgres://ada@db.example:5432/rum",
		"postgres:///rum?host=/run/postgresql&user=ada&password=secret":              "postgres://ada@/rum?host=/run/postgresql",
		"postgres:///rum?host=/run/one,/run/two&user=ada&password=secret":            "postgres://ada@/rum?host=/run/one,/run/two",
		"postgres://ada:secret%2F%40%25@[::1]:5432/rum":                              "postgres://ada@[::1]:5432/rum",
		"postgres://ada:se/cret@db.example/rum":                                      "",
		"postgres://ada:12/secret@db.example/rum":                                    "",
		"postgres://ada:se@cret@db.example/rum":                                      "",
		"postgres://ada:%zzsecret@db.example/rum":                                    "",
		"postgres://ada:secret@db.example:port/rum":                                  "",
		"postgres://ada:secret@db.example/rum?sslmode=secret":                        "",
		"postgres://ada:secret@db.example/rum?sslmode=verify-full&sslrootcert=/none": "",
		"mysql://ada:secret@db.example/rum":                                          "",
		"host=db.example password=secret":                                            "",
		"":                                                                           "",
	} {
		got, ok := postgres.Shown(address)
		storagetest.Equal(t, got, want)
		storagetest.Equal(t, ok, want != "")
	}
}
