package sitting_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// impure are what package time has of clocks that run and files that are read; the
// rest of it is arithmetic. What else the package must not import, the import table says.
var impure = []string{
	"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker", "LoadLocation", "Local",
}

// impurities lists the uses of package time in a file that read a clock or wait.
func impurities(t *testing.T, name string, source any) (found []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, source, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		use, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if from, ok := use.X.(*ast.Ident); ok && from.Name == "time" && slices.Contains(impure, use.Sel.Name) {
			found = append(found, "time."+use.Sel.Name)
		}
		return true
	})
	for _, imported := range file.Imports {
		if imported.Path.Value == `"time"` && imported.Name != nil {
			found = append(found, "time under another name")
		}
	}
	return found
}

// TestNoClockIsRead reads the package's own source.
func TestNoClockIsRead(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		files++
		for _, use := range impurities(t, name, nil) {
			t.Errorf("%s has %s", name, use)
		}
	}
	if files < 10 {
		t.Errorf("only %d files were read", files)
	}
	// The control: each of them is found.
	for _, use := range impure {
		if got := impurities(t, "control.go", "package p\nimport \"time\"\nvar _ = time."+use); !slices.Equal(got, []string{"time." + use}) {
			t.Errorf("of time.%s is found %q", use, got)
		}
	}
}
