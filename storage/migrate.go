package storage

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	sqlite3 "modernc.org/sqlite/lib"
)

// The migrations are numbered and only ever added to: each has been run on
// somebody's file.
//
//go:embed migrations/*.sql
var migrations embed.FS //nolint:gochecknoglobals // embedded files

// applicationID marks a file as ours, in its header. The first migration sets it.
const applicationID = 1112035949

// migrate brings a file up to the program's version. It refuses, unchanged, a
// newer one with a *VersionError and one of another program with a *ForeignError.
func migrate(ctx context.Context, c driver.Connector, path string) (err error) {
	if err := mayMigrate(ctx, path); err != nil {
		return err
	}
	steps, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("storage: migrations: %w", err)
	}
	db := sql.OpenDB(c)
	defer func() { err = clean(err, db.Close) }()
	p, err := goose.NewProvider(goose.DialectSQLite3, db, steps, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return fmt.Errorf("storage: migrations: %w", err)
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("storage: migrate %s: %w", path, sorted(err))
	}
	return nil
}

// mayMigrate looks at a file without writing anything to it, not even its
// journal mode.
func mayMigrate(ctx context.Context, path string) (err error) {
	c, err := connector(path, readOnly())
	if err != nil {
		return err
	}
	db := sql.OpenDB(c)
	defer func() { err = clean(err, db.Close) }()
	file, err := fileVersion(ctx, db, path)
	if err != nil {
		return err
	}
	program, err := programVersion()
	if err != nil {
		return err
	}
	if file > program {
		return &VersionError{Path: path, File: file, Program: program}
	}
	return nil
}

// programVersion is the number of the newest migration.
func programVersion() (int64, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil || len(names) == 0 {
		return 0, fmt.Errorf("storage: no migrations: %w", err)
	}
	version, err := goose.NumericComponent(names[len(names)-1])
	if err != nil {
		return 0, fmt.Errorf("storage: migrations: %w", err)
	}
	return version, nil
}

// fileVersion is the number of the newest migration that was run on a file; 0
// for an empty one.
func fileVersion(ctx context.Context, db *sql.DB, path string) (int64, error) {
	var application, things int64
	var versioned bool
	err := db.QueryRowContext(ctx, `SELECT
		(SELECT application_id FROM pragma_application_id),
		(SELECT count(*) FROM sqlite_schema),
		EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'goose_db_version')`).Scan(&application, &things, &versioned)
	if err != nil {
		return 0, readError(err, path)
	}
	if things == 0 {
		return 0, nil
	}
	if application != applicationID || !versioned {
		return 0, &ForeignError{Path: path}
	}
	var version sql.NullInt64
	err = db.QueryRowContext(ctx, "SELECT max(version_id) FROM goose_db_version WHERE is_applied").Scan(&version)
	return version.Int64, readError(err, path)
}

// readError says of a file that is no database at all that it is another's.
func readError(err error, path string) error {
	if code, ok := sqliteCode(err); ok && code&0xff == sqlite3.SQLITE_NOTADB {
		return &ForeignError{Path: path}
	}
	return sorted(err)
}
