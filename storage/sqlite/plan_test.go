package sqlite_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// inCode lists what of SQL is asked of entries in the code, but for what reads a whole file by design.
func inCode(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../sql*/*.go")
	is(t, err, nil)
	var all []string
	for _, name := range files {
		if base := filepath.Base(name); strings.HasSuffix(base, "_test.go") || strings.HasPrefix(base, "check_") || strings.HasPrefix(base, "migrate") || base == "export.go" {
			continue
		}
		source, err := os.ReadFile(name)
		is(t, err, nil)
		file, err := parser.ParseFile(token.NewFileSet(), name, source, 0)
		is(t, err, nil)
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			is(t, err, nil)
			if tag := reflect.StructTag(text).Get("sql"); tag != "" {
				text = tag
			}
			if strings.Contains(text, " entries ") && (strings.HasPrefix(text, "SELECT") || strings.HasPrefix(text, "DELETE")) {
				all = append(all, text)
			}
			return true
		})
	}
	return all
}

// TestNoQuestionReadsAWholeTab asks SQLite how it would answer: it must find entries by an index that says more than
// whose tab they are on. It has no figures of the rows, and what an index isn't named for it reads from the beginning.
func TestNoQuestionReadsAWholeTab(t *testing.T) {
	_, path := fresh(t)
	db := raw(t, path)
	const control = "SELECT pips FROM entries WHERE server = ? AND ref = '1' AND ref <> '' AND kind = 'reversal'"
	asked := 0
	for _, query := range append(inCode(t), control) {
		if strings.HasSuffix(query, "INDEXED BY ") { // and the name of one follows
			continue
		}
		args := make([]any, strings.Count(query, "?"))
		for i := range 9 {
			query = strings.ReplaceAll(query, "?"+strconv.Itoa(i+1), "'1'")
		}
		args = args[:strings.Count(query, "?")]
		plan, err := db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, args...)
		is(t, err, nil)
		asked++
		var why string
		for plan.Next() {
			var id, parent, none int
			var step string
			is(t, plan.Scan(&id, &parent, &none, &step), nil)
			_, what, _ := strings.Cut(step, " ")
			of, by, _ := strings.Cut(what, " ")
			newest := of != "u" && strings.Contains(query, "seq DESC LIMIT") // read from the end, as far as is asked
			byServer := strings.Contains(by, "PRIMARY KEY (server=?") && !strings.Contains(by, "seq=?")
			if (of == "e" || of == "u" || of == "entries") && !newest && (byServer || strings.HasPrefix(step, "SCAN")) {
				why = step
			}
		}
		is(t, plan.Err(), nil)
		is(t, plan.Close(), nil)
		if (query == control) != (why != "") {
			t.Errorf("%s: %s", query, why)
		}
	}
	if asked < 12 {
		t.Errorf("%d questions: the test shows little", asked)
	}
}
