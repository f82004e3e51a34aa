package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"slices"

	"github.com/pressly/goose/v3"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// The migrations are numbered and only ever added to: each has been run on
// somebody's file.
//
//go:embed migrations/*.sql
var migrations embed.FS //nolint:gochecknoglobals // embedded files

// applicationID marks a file as ours, in its header. The first migration sets it.
const applicationID = 1112035949

// migrate brings a file up to the program's version.
func migrate(ctx context.Context, c driver.Connector, path string) (err error) {
	db := sql.OpenDB(c)
	defer func() { err = sqlstore.Clean(err, db.Close) }()
	if err := runMigrations(ctx, db); err != nil {
		return fmt.Errorf("storage: migrate %s: %w", path, sqlstore.Sorted(err))
	}
	return nil
}

// The numbers of the migrations that SQL can't make: who sat in a hand, and how it
// ended, is known once its events have been played again.
const (
	tallyVersion   = 8
	playsVersion   = 13
	sidesVersion   = 16
	rummiesVersion = 20
	apartVersion   = 43
	factsVersion   = 49
)

func inGo() []*goose.Migration {
	return []*goose.Migration{
		goose.NewGoMigration(tallyVersion, &goose.GoFunc{RunTx: tallyHands}, nil),
		goose.NewGoMigration(playsVersion, &goose.GoFunc{RunTx: keepPlays}, nil),
		goose.NewGoMigration(sidesVersion, &goose.GoFunc{RunTx: countSides}, nil),
		goose.NewGoMigration(rummiesVersion, &goose.GoFunc{RunTx: sqlstore.DropRummies}, nil),
		goose.NewGoMigration(apartVersion, &goose.GoFunc{RunTx: sqlstore.AddApart}, nil),
		goose.NewGoMigration(factsVersion, &goose.GoFunc{RunTx: sqlstore.FillFacts}, nil),
	}
}

// runMigrations brings a database up to the program's version. Each migration is
// one transaction, those in Go too: a start that is broken off left a file of one
// version or the next, and the start after it goes on from there.
func runMigrations(ctx context.Context, db *sql.DB) error {
	steps, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("storage: migrations: %w", err)
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, steps, goose.WithDisableGlobalRegistry(true),
		goose.WithGoMigrations(inGo()...))
	if err != nil {
		return fmt.Errorf("storage: migrations: %w", err)
	}
	_, err = p.Up(ctx)
	return err
}

// mayMigrate refuses a newer file with a *VersionError and one of another program
// with a *ForeignError, before anything is written to it, not even its journal
// mode. What was broken off in a file of ours is rolled back first.
func mayMigrate(ctx context.Context, path string) error {
	err := recognize(ctx, path, readOnly())
	var unfinished *UnfinishedError
	if !errors.As(err, &unfinished) {
		return err
	}
	if err := mayRollBack(ctx, path); err != nil {
		return err
	}
	if err := rollBack(ctx, path); err != nil {
		return err
	}
	return recognize(ctx, path, readOnly())
}

// recognize refuses a file that isn't ours or is newer than the program, through a
// connection with the given settings, which write nothing.
func recognize(ctx context.Context, path string, settings url.Values) (err error) {
	c, err := connector(path, settings)
	if err != nil {
		return err
	}
	db := sql.OpenDB(c)
	defer func() { err = sqlstore.Clean(err, db.Close) }()
	file, err := fileVersion(ctx, db, path)
	if err != nil {
		return err
	}
	program, err := programVersion()
	if err != nil {
		return err
	}
	if file > program {
		return &storage.VersionError{Path: path, File: file, Program: program}
	}
	return nil
}

// versions lists the numbers of the migrations, in order.
func versions() ([]int64, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("storage: no migrations: %w", err)
	}
	var all []int64
	for _, name := range names {
		version, err := goose.NumericComponent(name)
		if err != nil {
			return nil, fmt.Errorf("storage: migrations: %w", err)
		}
		all = append(all, version)
	}
	for _, m := range inGo() {
		all = append(all, m.Version)
	}
	slices.Sort(all)
	return all, nil
}

// programVersion is the number of the newest migration.
func programVersion() (int64, error) {
	all, err := versions()
	if err != nil {
		return 0, err
	}
	return all[len(all)-1], nil
}

// fileVersion is the number of the newest migration that was run on a file; 0
// for one that has nothing of anybody's in it: goose's own tables come before
// the first migration, and a start may have ended between the two.
func fileVersion(ctx context.Context, db *sql.DB, path string) (int64, error) {
	var application, things int64
	var versioned bool
	err := db.QueryRowContext(ctx, `SELECT
		(SELECT application_id FROM pragma_application_id),
		(SELECT count(*) FROM sqlite_schema WHERE tbl_name NOT IN ('goose_db_version', 'sqlite_sequence')),
		EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'goose_db_version')`).Scan(&application, &things, &versioned)
	if err != nil {
		return 0, readError(err, path)
	}
	var version sql.NullInt64
	if versioned {
		err = db.QueryRowContext(ctx, "SELECT max(version_id) FROM goose_db_version WHERE is_applied").Scan(&version)
		if err != nil {
			return 0, readError(err, path)
		}
	}
	marked := application == applicationID && version.Valid
	begun := application == 0 && things == 0 && version.Int64 == 0 && version.Valid == versioned
	if !marked && !begun {
		return 0, &ForeignError{Path: path}
	}
	return version.Int64, nil
}

// readError says of a file that is no database at all that it is another's, and
// of one that can't be read before a write is rolled back, that it is so.
func readError(err error, path string) error {
	code, ok := sqlstore.LiteCode(err)
	switch {
	case ok && code&0xff == sqlite3.SQLITE_NOTADB:
		return &ForeignError{Path: path}
	case ok && code == sqlite3.SQLITE_READONLY_ROLLBACK:
		return &UnfinishedError{Path: path, Err: err}
	}
	return sqlstore.Sorted(err)
}
