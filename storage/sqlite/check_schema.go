package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// schema compares every table, index and trigger with those of a new file.
func (c *checking) schema(ctx context.Context) error {
	want, err := newSchema()
	if err != nil {
		return err
	}
	has, err := schemaOf(ctx, c.Tx)
	if err != nil {
		return err
	}
	c.Schema(want, has)
	return nil
}

// newSchema makes a new file in memory and returns its schema, which is the same as long as the program runs.
var newSchema = sync.OnceValues(func() (_ map[string]string, err error) { //nolint:gochecknoglobals // made once
	ctx := context.Background()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, fmt.Errorf("storage: %w", err)
	}
	db.SetMaxOpenConns(1) // another connection would have a memory of its own
	defer func() { err = sqlstore.Clean(err, db.Close) }()
	if err := runMigrations(ctx, db); err != nil {
		return nil, err
	}
	return schemaOf(ctx, db)
})

// schemaOf returns the text of each part of a schema by its name, but for what Litestream keeps in each file that it copies.
func schemaOf(ctx context.Context, db interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}) (map[string]string, error) {
	//nolint:rowserrcheck // Each looks
	rows, err := db.QueryContext(ctx, "SELECT type || ' ' || name, tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema WHERE substr(tbl_name, 1, 12) <> '_litestream_'")
	parts := make(map[string]string)
	err = sqlstore.Each(rows, err, func() error {
		var name, text string
		err := rows.Scan(&name, &text)
		parts[name] = text
		return err
	})
	return parts, err
}

// stays compares what stays from one opening to the next with its hash, and the
// versions of the file with the program's.
func (c *checking) stays(ctx context.Context) error {
	var rows, run, counters string
	var sum []byte
	var count int64
	err := c.Tx.QueryRowContext(ctx, `SELECT coalesce(`+stays+`, ''), (SELECT sum FROM openings), (SELECT count(*) FROM openings),
		(SELECT group_concat(format('%d %d %d', id, version_id, is_applied), ';' ORDER BY id) FROM goose_db_version),
		(SELECT coalesce(group_concat(name || ' ' || seq, ';'), '') FROM sqlite_sequence)`).Scan(&rows, &sum, &count, &run, &counters)
	if err != nil {
		return sqlstore.Sorted(err)
	}
	program, err := versions()
	if err != nil {
		return err
	}
	steps := []string{"1 0 1"} // each once and in order, after goose's own first row
	for _, version := range program {
		steps = append(steps, fmt.Sprintf("%d %d 1", len(steps)+1, version))
	}
	var h storage.Hasher
	want := h.Stays(rows)
	if string(sum) != string(want[:]) || count != 1 {
		c.Add(storage.Finding{Code: storage.StaysChanged, Detail: "openings or secrets"})
	}
	if run != strings.Join(steps, ";") || counters != fmt.Sprintf("goose_db_version %d", len(steps)) {
		c.Add(storage.Finding{Code: storage.StaysChanged, Detail: "goose_db_version or sqlite_sequence"})
	}
	return nil
}
