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
	"sync"
	"testing"
)

// scriptedBot builds the bot that can be told what to deal.
func scriptedBot(t *testing.T) string { return buildBot(t, "-tags", "scripted") }

// built is where the binaries are that tests asked for: each is built once, which takes as long as many a test.
var built struct {
	sync.Mutex
	dir string
}

func TestMain(m *testing.M) {
	if settings := os.Getenv(bareSettings); settings != "" {
		os.Exit(bareMain(settings))
	}
	var err error
	if built.dir, err = os.MkdirTemp("", "bot"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(built.dir) // what stays is the system's to clear
	if began.server != nil {
		_ = began.server.Stop()
	}
	os.Exit(code)
}

// buildBot builds the real binary. What it does happens in a process that the race detector doesn't see, so under -race
// the test that asks for it is skipped, here and nowhere else: every other test of this package is raced.
func buildBot(t testing.TB, flags ...string) string {
	t.Helper()
	if raced() {
		t.Skip("the race detector sees nothing of the real binary: make e2e plays with it")
	}
	built.Lock()
	defer built.Unlock()
	program := filepath.Join(built.dir, "bot"+strings.Join(flags, ""))
	if _, err := os.Stat(program); err == nil {
		return program
	}
	compile := exec.CommandContext(t.Context(), "go", append(append([]string{"build", "-ldflags", "-s -w -X main.release=v9.9-test", "-o", program}, flags...), ".")...)
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// rarely has a bot sweep its heap as rarely as the tests do theirs, of which the Makefile says how: half of what it does is to start.
func rarely() string { return "GOGC=" + os.Getenv("GOGC") }

// environ is the environment without what only tests know, which the bot takes for mistakes.
func environ() []string {
	return slices.DeleteFunc(os.Environ(), func(line string) bool { return strings.HasPrefix(line, ownPrefix) })
}

// raced says whether this test binary was built with the race detector.
func raced() bool {
	info, _ := debug.ReadBuildInfo()
	return info != nil && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// TestOnlyTheRealBinaryIsLeftOutOfTheRaceStep fails when a test of this package could be left out of it in another way
// than by asking for the real binary: by skipping itself, by how its file is built, or by a name that isn't the Makefile's.
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
			// One needs a machine that lets it mount, one measures where the system tells a
			// process's time. Two look for what belongs to a browser, when there is a binary, one
			// for the program whose word counts in it, which the Makefile installs, as is
			// PostgreSQL, one makes pictures and finds nothing wrong, one tries a recipe with a
			// program that a target of its own installs, and the last leaves out of what it plays
			// over HTTP what is about the line, which needs the binary.
			if !slices.Contains([]string{
				"playScripts", "needPostgres", "buildBot", "startBrowser", "needAxe", "TestHledgerAcceptsTheTabOfAFile", "TestScreenshots", "TestTheFileIsCopiedElsewhere",
				"onDisk", "cpu",
			}, by) {
				t.Errorf("%s: %s leaves tests out", file, by)
			}
		}
	}
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"RACE := GOGC=400 go test -vet=off -ldflags=-w -race $(UNWATCHED:%=-gcflags=%=-race=false) -p 4 -parallel 6 -timeout 30m",
		"\t@raced=$$([ -z \"$(RACED)\" ] || go list $(RACED) | grep -Ev '/(engine(/.*)?|render(/ledger)?)$$'); \\",
		"\twhole=$$(grep -Ev '/render/' <<< \"$$raced\"); some=$$(grep '/render/' <<< \"$$raced\"); \\",
		"\t{ [ -z \"$$whole\" ] || $(RACE) -skip '^($(UNRACED))$$' $$whole; }",
	} {
		if !strings.Contains(string(makefile), "\n"+line+"\n") {
			t.Errorf("the Makefile has no line %q: does it leave out more?", line)
		}
	}
	_, unwatched, found := strings.Cut(string(makefile), "\nUNWATCHED := ")
	unwatched, _, _ = strings.Cut(unwatched, "\n")
	if !found || strings.Contains(unwatched, "boathouse") {
		t.Errorf("a package of ours may be left unwatched: %s", unwatched)
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
