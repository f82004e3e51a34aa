package postgres

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// The migrations are numbered and only ever added to.
//
//go:embed migrations/*.sql
var migrations embed.FS //nolint:gochecknoglobals // embedded files

// inGo are the migrations that SQL can't make: how a hand was won, and who was there, is known once
// its events have been played again, and what stands out in a year by one look at hand after hand.
func inGo() []*goose.Migration {
	return []*goose.Migration{
		goose.NewGoMigration(4, &goose.GoFunc{RunTx: sqlstore.DropRummies}, nil),
		goose.NewGoMigration(30, &goose.GoFunc{RunTx: sqlstore.AddApart}, nil),
		goose.NewGoMigration(36, &goose.GoFunc{RunTx: sqlstore.FillFacts}, nil),
	}
}

// migrate brings a database up to the program's version. Of several that start at once
// one does it, held by a row; the others wait.
func (d *DB) migrate(ctx context.Context) error {
	steps, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("storage: migrations: %w", err)
	}
	locker, err := lock.NewPostgresTableLocker()
	if err != nil {
		return fmt.Errorf("storage: migrations: %w", err)
	}
	p, err := goose.NewProvider(goose.DialectPostgres, d.db, steps, goose.WithDisableGlobalRegistry(true), goose.WithLocker(locker),
		goose.WithGoMigrations(inGo()...))
	if err != nil {
		return fmt.Errorf("storage: migrations: %w", err)
	}
	version, err := p.GetDBVersion(ctx)
	if err != nil {
		return fmt.Errorf("storage: migrate: %w", err)
	}
	all := p.ListSources()
	program := all[len(all)-1].Version
	if version > program {
		return &storage.VersionError{Path: d.place, File: version, Program: program}
	}
	if version == program {
		return nil
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("storage: migrate: %w", err)
	}
	return nil
}

// mayWrite refuses a server that takes no changes.
func (d *DB) mayWrite(ctx context.Context) error {
	var readOnly bool
	err := d.db.QueryRowContext(ctx, "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'").Scan(&readOnly)
	if err != nil {
		return err
	}
	if readOnly {
		return &ReadOnlyError{d.place}
	}
	return nil
}

// recognize refuses a database that takes no changes, or that isn't ours, before
// anything is written to it.
func (d *DB) recognize(ctx context.Context) error {
	if err := d.mayWrite(ctx); err != nil {
		return err
	}
	_, err := d.begun(ctx)
	return err
}

// begun says whether anything is in the database; a *ForeignError: it isn't ours.
func (d *DB) begun(ctx context.Context) (bool, error) {
	var ours bool
	var things int
	err := d.db.QueryRowContext(ctx, `SELECT coalesce(obj_description(to_regclass('openings'), 'pg_class'), '') = 'boathouse',
		(SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace(current_schema()) AND relname NOT LIKE 'goose_%')`).Scan(&ours, &things)
	if err != nil {
		return false, err
	}
	if !ours && things > 0 {
		return false, &ForeignError{d.place}
	}
	return ours, nil
}
