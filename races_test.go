package boathouse_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestWhatRacesWithNothingStartsNothing looks through the packages that the race step leaves out: none
// of them starts a goroutine or shares anything by a lock, so that only who calls them could race.
func TestWhatRacesWithNothingStartsNothing(t *testing.T) {
	read := 0
	for _, root := range []string{"engine", "render"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if path == "render/picture" || path == "render/lang" {
				return fs.SkipDir // one shares its canvases, one its languages: the race step has both
			}
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			tree, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			read++
			if what := races(tree); what != "" {
				t.Errorf("%s: %s", path, what)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if read < 50 {
		t.Errorf("only %d files were read", read)
	}
	// The controls.
	for _, body := range []string{"import \"sync\"", "import \"sync/atomic\"", "func f() { go f() }", "var c chan int"} {
		tree, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+body, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if races(tree) == "" {
			t.Errorf("%q isn't found", body)
		}
	}
}

// races says what in a file could run beside something else.
func races(tree *ast.File) (what string) {
	for _, i := range tree.Imports {
		if strings.HasPrefix(i.Path.Value, `"sync`) {
			return "imports " + i.Path.Value
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.GoStmt:
			what = "starts a goroutine"
		case *ast.ChanType:
			what = "has a channel"
		}
		return what == ""
	})
	return what
}
