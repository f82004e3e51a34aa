package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// lookAt measures a package given as files of a text: "-- name --" begins one.
func lookAt(t *testing.T, text string) *pkg {
	t.Helper()
	files := token.NewFileSet()
	var trees []*ast.File
	for _, part := range strings.Split(text, "-- ")[1:] {
		name, source, _ := strings.Cut(part, " --\n")
		tree, err := parser.ParseFile(files, name, source, 0)
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree)
	}
	p, err := look("toy", files, trees, importer.Default())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const layers = `-- top.go --
package toy

type door struct{}

func (d *door) open() { d.knock(); knock(1); knock(2) }
func (d *door) shut() {}
-- middle.go --
package toy

func (d *door) knock() { floor() }
func knock(int) { var t tread = stair{}; t.creak() }
-- bottom.go --
package toy

type tread interface{ creak() }
type stair struct{}

func floor() {}
func (stair) creak() {}
`

func TestCallsDownAreNoneThatRunBackUp(t *testing.T) {
	p := lookAt(t, layers)
	if p.between() != 5 || p.circling != 0 || p.up() != 0 || p.receiver != "door 3" {
		t.Errorf("%+v", p)
	}
	if want := []string{"top.go", "middle.go", "bottom.go"}; !slices.Equal(p.order, want) {
		t.Errorf("in the order %v", p.order)
	}
}

// TestACallThatRunsBackUpIsFound is the control: one line is added at the bottom, which hands the top on.
func TestACallThatRunsBackUpIsFound(t *testing.T) {
	p := lookAt(t, layers+"func (s stair) slip() func() { return new(door).shut }\n")
	if p.between() != 6 || p.circling != 6 || p.up() != 1 {
		t.Errorf("%d calls, %d in circles, %d back up", p.between(), p.circling, p.up())
	}
	if back := p.backUp(); len(back) != 1 || back[0] != (pair{"bottom.go", "top.go"}) || p.calls[back[0]].names() != "shut" {
		t.Errorf("%v", back)
	}
}

func TestLinesAreCountedApart(t *testing.T) {
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		args = append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	write := func(name string, lines ...string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	block := []string{"func walkAlongTheRiver() int {", "\tsum := 40 + 2", "\treturn sum", "}"}
	rest := []string{"package toy", "", "var oneBoat = 1", "var twoBoats = 2", "var threeBoats = 3", "var fourBoats = 4", "var fiveBoats = 5", "var sixBoats = 6"}
	git("init", "-q")
	write("whole.go", slices.Concat(rest, block)...)
	write("old.go", "package toy", "", "var aLongLineThatStays = 1", "var anotherLineThatStays = 2", "var theLineThatGoes = 3")
	write("a_test.go", "package toy", "")
	git("add", ".")
	git("commit", "-q", "-m", "one")
	write("whole.go", rest...)
	write("part.go", slices.Concat([]string{"package part", ""}, block, []string{"var newHere = 1"})...)
	git("mv", "old.go", "new.go")
	write("new.go", "package toy", "", "var aLongLineThatStays = 1", "var anotherLineThatStays = 2")
	write("a_test.go", "package toy", "", "var inATest = 1")
	git("add", ".")
	all, err := moved(t.Context(), dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	// Four lines of the function and four of the renamed file; "package part", the blank below it and a variable; a variable.
	if code := *all["code"]; code != (moves{moved: 8, came: 3, went: 1}) {
		t.Errorf("code: %+v", code)
	}
	if tests := *all["tests"]; tests != (moves{came: 1}) {
		t.Errorf("tests: %+v", tests)
	}
}
