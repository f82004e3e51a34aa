package main

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// scriptedBot builds the bot that can be told what to deal.
func scriptedBot(t *testing.T) string { return buildBot(t, "-tags", "scripted") }

// buildBot builds the real binary. What it does happens in a process that the race detector doesn't see, so under -race
// the test that asks for it is skipped, here and nowhere else: every other test of this package is raced.
func buildBot(t *testing.T, flags ...string) string {
	t.Helper()
	if raced() {
		t.Skip("the race detector sees nothing of the real binary: make e2e plays with it")
	}
	program := filepath.Join(t.TempDir(), "bot")
	compile := exec.CommandContext(t.Context(), "go", append(append([]string{"build", "-ldflags", "-X main.release=v9.9-test", "-o", program}, flags...), ".")...)
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// raced says whether this test binary was built with the race detector.
func raced() bool {
	info, _ := debug.ReadBuildInfo()
	return info != nil && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// TestOnlyTheRealBinaryIsLeftOutOfTheRaceStep fails when a test of this package could be left out of it in another way
// than by asking for the real binary: by skipping itself, by how its file is built, or by its name.
func TestOnlyTheRealBinaryIsLeftOutOfTheRaceStep(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests: %v", err)
	}
	for _, file := range files {
		if builds(t, file) && !builds(t, file, "race") {
			t.Errorf("%s isn't built for the race step", file)
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, by := range skippers(tree) {
			// The others look for what belongs to a browser, when there is a binary.
			if by != "buildBot" && by != "startBrowser" && by != "needAxe" {
				t.Errorf("%s: %s leaves tests out", file, by)
			}
		}
	}
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	if step := "\nrace:\n\tgo test -race -gcflags='modernc.org/sqlite/lib=-race=false' -timeout 10m $$(go list ./... | grep -Ev '/(engine|render)(/|$$)')\n"; !strings.Contains(string(makefile), step) {
		t.Errorf("the Makefile has no step %q: does it pick the tests?", step)
	}
}

// builds says whether a file is part of the package under some build tags.
func builds(t *testing.T, file string, tags ...string) bool {
	t.Helper()
	with := build.Default
	with.BuildTags = tags
	matches, err := with.MatchFile(".", file)
	if err != nil {
		t.Fatal(err)
	}
	return matches
}

// skippers names the functions of a file that skip a test.
func skippers(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.SelectorExpr); ok && slices.Contains([]string{"Skip", "Skipf", "SkipNow", "Short"}, call.Sel.Name) {
				names = append(names, f.Name.Name)
			}
			return true
		})
	}
	return names
}
