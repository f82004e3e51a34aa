package sqlite_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
	"github.com/boathouse-rum/boathouse/table"
)

// meantScans are the scans that are meant, by how the statement begins, with the reason.
func meantScans() map[string]string {
	const (
		whole = "an export, asked for by the operator, reads all of it"
		lost  = "the table has as many rows as tables lost their channel in a month"
		drawn = "the table has as many rows as there are messages to be drawn again"
		few   = "the table has as many rows as there are posts not made, servers left or outages"
	)
	return map[string]string{
		"SELECT name, wake FROM tables":                 "at a start: open tables, what is owed, one row a server's calendar and one a season",
		"SELECT name, open, at, body FROM losses":       lost + ", at a start",
		"SELECT name FROM losses":                       lost + ", for whom it is shown",
		"DELETE FROM losses":                            lost + ", once a day",
		"SELECT server FROM (SELECT server FROM tables": "once a session of the gateway and once a day",
		"SELECT server, since, gone FROM absences":      few,
		"SELECT start, stop FROM outages":               few,
		"DELETE FROM redraws WHERE s":                   drawn,
		"DELETE FROM outages":                           few,
		"SELECT id, kind, hand, seq, to_channel":        few,
		"SELECT at FROM pulse":                          "one row",
		"SELECT body FROM session":                      "one row",
		"UPDATE openings":                               "one row",
		"UPDATE letgo":                                  "one row",
		"SELECT name, value FROM secrets":               "three rows",
		"SELECT name FROM tables WHERE sort = 0":        whole,
		"SELECT e.server, e.seq, at, kind":              whole,
		"SELECT server, body FROM calendars":            whole,
		"SELECT key, e.id FROM keys JOIN tables":        "once a day: the keys that are let go",
		"SELECT event, coalesce((SELECT id FROM events": "once a day: one row",
		"WITH own (server, name, hands, entries":        "what is stored of a person, for whom it is shown: one row a server with a tab",
	}
}

// listened opens a file and notes all that is said to it.
type listened struct {
	driver.Connector
	mu   sync.Mutex
	said map[string]bool
}

func (r *listened) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := r.Connector.Connect(ctx)
	return &listenedConn{c, r}, err
}

func (r *listened) note(query string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.said[strings.Join(strings.Fields(query), " ")] = true
}

type listenedConn struct {
	driver.Conn
	of *listened
}

func (c *listenedConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	return c.Conn.(driver.ConnBeginTx).BeginTx(ctx, opts)
}

func (c *listenedConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	c.of.note(query)
	return c.Conn.(driver.ConnPrepareContext).PrepareContext(ctx, query)
}

func (c *listenedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	c.of.note(query)
	return c.Conn.(driver.QueryerContext).QueryContext(ctx, query, args)
}

// asks calls each method of a reader with arguments of each sort, and returns all that was said.
func asks(t *testing.T, path string) []string {
	t.Helper()
	plain, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path))
	is(t, err, nil)
	said := &listened{Connector: connectorOf{plain.Driver(), "file:" + filepath.ToSlash(path)}, said: make(map[string]bool)}
	db := sql.OpenDB(said)
	defer func() { _ = db.Close() }()
	r, err := sqlstore.NewReader(t.Context(), db)
	is(t, err, nil)
	person, err := column(t, plain, "SELECT DISTINCT person FROM entries ORDER BY person LIMIT 2")
	is(t, err, nil)
	ids, err := column(t, plain, "SELECT name FROM tables WHERE sort = 0 LIMIT 1")
	is(t, err, nil)
	pact, err := column(t, plain, "SELECT name FROM tables WHERE sort = 1 LIMIT 1")
	is(t, err, nil)
	server, err := column(t, plain, "SELECT server FROM entries LIMIT 1")
	is(t, err, nil)
	is(t, plain.Close(), nil)
	value := func(kind reflect.Type, n, variant int) reflect.Value {
		switch v := reflect.New(kind).Elem(); v.Interface().(type) {
		case context.Context:
			return reflect.ValueOf(t.Context())
		case sitting.Server:
			return reflect.ValueOf(sitting.Server(server[0]))
		case sitting.Person:
			return reflect.ValueOf(sitting.Person(person[n%2]))
		case sitting.ID:
			return reflect.ValueOf(sitting.ID(ids[0]))
		case table.ProposalID:
			return reflect.ValueOf(table.ProposalID(pact[0]))
		case time.Time:
			return reflect.ValueOf(time.Now().Add(time.Duration(n-9) * time.Hour))
		case []time.Time:
			return reflect.ValueOf([]time.Time{time.Now(), time.Now()})
		case []sitting.Person:
			return reflect.ValueOf([]sitting.Person{sitting.Person(person[0]), sitting.Person(person[1])})
		case []int64:
			return reflect.ValueOf([]int64{1})
		case int, int64:
			v.SetInt(int64(1 + variant))
			return v
		case bool:
			v.SetBool(variant > 0)
			return v
		case tab.Cursor:
			return reflect.ValueOf([]tab.Cursor{{}, {Seq: 3}, {Seq: 3, Newer: true}}[variant])
		default:
			switch kind {
			case reflect.TypeFor[context.Context]():
				return reflect.ValueOf(t.Context())
			case reflect.TypeFor[tab.Source]():
				return reflect.ValueOf([]tab.Source{tab.Hand{Table: ids[0], Number: 1}, tab.Settlement{Proposal: pact[0]}, tab.Reversal{Seq: 1}}[variant])
			case reflect.TypeFor[tab.Change]():
				return reflect.ValueOf([]tab.Change{tab.Settle{}, tab.Undo{From: tab.Settlement{Proposal: pact[0]}}, tab.Void{Hand: tab.Hand{Table: ids[0], Number: 1}}}[variant])
			}
			return v
		}
	}
	of := reflect.ValueOf(r)
	for i := range of.NumMethod() {
		method := of.Method(i)
		if name := of.Type().Method(i).Name; name == "CopyTo" || name == "CountRows" { // which move a whole store
			continue
		}
		for variant := range 3 {
			args := make([]reflect.Value, method.Type().NumIn())
			for n := range args {
				args[n] = value(method.Type().In(n), n, variant)
			}
			for _, out := range method.Call(args) {
				if out.Kind() == reflect.Func { // the rows come one by one
					for range out.Seq2() {
					}
				}
			}
		}
	}
	var all []string
	for query := range said.said {
		all = append(all, query)
	}
	return all
}

type connectorOf struct {
	driver driver.Driver
	name   string
}

func (c connectorOf) Connect(context.Context) (driver.Conn, error) { return c.driver.Open(c.name) }
func (c connectorOf) Driver() driver.Driver                        { return c.driver }

// literals lists what of SQL stands in the code that neither checks, copies nor migrates a whole
// store.
func literals(t *testing.T) (tags, parts []string) {
	t.Helper()
	files, err := filepath.Glob("../sqlstore/*.go")
	is(t, err, nil)
	for _, name := range files {
		base := filepath.Base(name)
		if strings.HasSuffix(base, "_test.go") || strings.HasPrefix(base, "check") || slices.Contains([]string{"copy.go", "recount.go"}, base) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		is(t, err, nil)
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			is(t, err, nil)
			if tag := reflect.StructTag(text).Get("sql"); tag != "" {
				tags = append(tags, tag)
			} else if strings.HasPrefix(text, "SELECT ") || strings.HasPrefix(text, "WITH ") {
				parts = append(parts, strings.Join(strings.Fields(text), " "))
			}
			return true
		})
	}
	return tags, parts
}

// TestEachScanOfATableIsMeant asks SQLite how it would find the rows of each statement, also of
// those that are put together at run time: by an index, or as meantScans says.
func TestEachScanOfATableIsMeant(t *testing.T) {
	path := games(t)
	tags, parts := literals(t)
	said := asks(t, path)
	for _, part := range parts {
		if !slices.ContainsFunc(said, func(query string) bool { return strings.Contains(query, part) }) {
			tags = append(tags, part) // which is whole: a part alone is refused below
		}
	}
	const control = "SELECT name FROM tables WHERE open = 1 AND moved > 0"
	db := raw(t, path)
	stored, err := column(t, db, "SELECT name FROM sqlite_schema WHERE type = 'table'")
	is(t, err, nil)
	met := make(map[string]bool)
	found := false
	for _, query := range slices.Compact(slices.Sorted(slices.Values(append(append(said, tags...), control)))) {
		meant := meantScan(query)
		for _, step := range plan(t, db, query) {
			if !scans(query, step, stored) {
				continue
			}
			met[meant] = true
			if query == control {
				found = true
			} else if meant == "" {
				t.Errorf("%s\n\t%s", query, step)
			}
		}
	}
	if !found {
		t.Error("a scan isn't found: the test shows nothing")
	}
	for begins := range meantScans() {
		if !met[begins] {
			t.Errorf("no statement scans that begins with %q", begins)
		}
	}
}

// meantScan returns under which beginning a statement's scan is meant; "" for none.
func meantScan(query string) string {
	for begins := range meantScans() {
		if strings.HasPrefix(query, begins) {
			return begins
		}
	}
	return ""
}

// plan lists the steps by which SQLite answers.
func plan(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	for i := range 9 {
		query = strings.ReplaceAll(query, "?"+strconv.Itoa(i+1), "'1'")
	}
	rows, err := db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, make([]any, strings.Count(query, "?"))...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer func() { _ = rows.Close() }()
	var steps []string
	for rows.Next() {
		var id, parent, none int
		var step string
		is(t, rows.Scan(&id, &parent, &none, &step), nil)
		steps = append(steps, step)
	}
	is(t, rows.Err(), nil)
	return steps
}

// named finds the tables of a statement, and what they are called in it.
var named = regexp.MustCompile(`\b(?:FROM|JOIN|UPDATE|INTO)\s+(\w+)(?:\s+(\w+))?`)

// scans says whether a step of a statement reads a stored table from its first row on.
func scans(query, step string, stored []string) bool {
	of, is := strings.CutPrefix(step, "SCAN ")
	of, _, _ = strings.Cut(of, " ")
	for _, m := range named.FindAllStringSubmatch(query, -1) {
		if is && (of == m[1] || of == m[2]) && slices.Contains(stored, m[1]) {
			return true
		}
	}
	return false
}
