package postgres

import (
	"context"
	"database/sql"
	_ "embed" // the schema
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// asMade is each part of the schema that the migrations make, by its name, as a server
// tells it. A test makes it anew.
//
//go:embed schema.json
var asMade []byte

// schema compares every table, column, constraint, index, trigger and function with
// those that the migrations make.
func (c *checking) schema(ctx context.Context) error {
	var want map[string]string
	if err := json.Unmarshal(asMade, &want); err != nil {
		return fmt.Errorf("storage: schema: %w", err)
	}
	has, err := schemaOf(ctx, c.Tx)
	if err != nil {
		return err
	}
	maps.DeleteFunc(has, func(name, _ string) bool { // it does nothing without a trigger, and an extension may have brought it
		_, belongs := want[name]
		return !belongs && strings.HasPrefix(name, "function ")
	})
	c.Schema(want, has)
	return nil
}

// versions compares the migrations that were run with the program's: each once and in
// order, after goose's own first row.
func (c *checking) versions(ctx context.Context) error {
	run, err := c.List(ctx, "SELECT version_id || ' ' || is_applied FROM goose_db_version ORDER BY id")
	if err != nil {
		return err
	}
	program, err := versions()
	if err != nil {
		return err
	}
	steps := []string{"0 true"}
	for _, version := range program {
		steps = append(steps, fmt.Sprintf("%d true", version))
	}
	if !slices.Equal(run, steps) {
		c.Add(storage.Finding{Code: storage.StaysChanged, Detail: "goose_db_version"})
	}
	return nil
}

// inSchema has what is ours: all that is in the schema that is used, but what belongs
// to an extension, and what the migrations keep of themselves.
const inSchema = `relnamespace = to_regnamespace(current_schema()) AND relname NOT LIKE 'goose\_%' AND
	NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`

// parts tells the parts of a schema: a name, and all that matters of it.
const parts = `
SELECT CASE relkind WHEN 'r' THEN 'table ' WHEN 'S' THEN 'sequence ' ELSE 'relation ' END || relname,
	relkind::text || relpersistence::text || CASE WHEN relrowsecurity THEN ' hides rows' ELSE '' END || CASE WHEN relhasrules THEN ' has rules' ELSE '' END
	FROM pg_class c WHERE relkind NOT IN ('i', 't', 'c') AND ` + inSchema + `
UNION ALL SELECT 'column ' || relname || '.' || attname, format_type(atttypid, atttypmod) || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END ||
	coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid), '') || CASE WHEN attcollation <> 0 THEN ' COLLATE ' || (SELECT collname FROM pg_collation l WHERE l.oid = attcollation) ELSE '' END
	FROM pg_class c JOIN pg_attribute ON attrelid = c.oid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
	WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped AND ` + inSchema + `
UNION ALL SELECT 'constraint ' || relname || '.' || conname, pg_get_constraintdef(o.oid, true)
	FROM pg_class c JOIN pg_constraint o ON conrelid = c.oid WHERE contype IN ('p', 'u', 'f', 'c', 'x') AND ` + inSchema + `
UNION ALL SELECT 'index ' || relname, pg_get_indexdef(c.oid, 0, true) || CASE WHEN indisvalid THEN '' ELSE ' INVALID' END
	FROM pg_class c JOIN pg_index ON indexrelid = c.oid WHERE ` + inSchema + `
UNION ALL SELECT 'trigger ' || tgname || ' of ' || relname, pg_get_triggerdef(t.oid, true) || ' ' || tgenabled::text
	FROM pg_class c JOIN pg_trigger t ON tgrelid = c.oid WHERE NOT tgisinternal AND ` + inSchema + `
UNION ALL SELECT DISTINCT 'trigger of a constraint of ' || relname, 'disabled'
	FROM pg_class c JOIN pg_trigger t ON tgrelid = c.oid WHERE tgisinternal AND tgenabled <> 'O' AND ` + inSchema + `
UNION ALL SELECT 'function ' || proname, pg_get_function_identity_arguments(p.oid) || ' ' || lanname || ' ' || provolatile::text || ' ' || prosrc
	FROM pg_proc p JOIN pg_language l ON l.oid = prolang WHERE pronamespace = to_regnamespace(current_schema())
UNION ALL SELECT 'type ' || typname, format_type(typbasetype, typtypmod) || ' COLLATE ' || collname
	FROM pg_type t JOIN pg_collation l ON l.oid = typcollation WHERE typtype = 'd' AND typnamespace = to_regnamespace(current_schema())`

// schemaOf returns the text of each part of a schema by its name.
func schemaOf(ctx context.Context, tx *sql.Tx) (map[string]string, error) {
	rows, err := tx.QueryContext(ctx, parts) //nolint:rowserrcheck // Each looks
	all := make(map[string]string)
	err = sqlstore.Each(rows, err, func() error {
		var name, text string
		err := rows.Scan(&name, &text)
		all[name] = text
		return err
	})
	return all, err
}
