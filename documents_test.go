package boathouse_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWhatTheDocumentsNameIsThere: a test, a benchmark, a file or a step of make that a document names can be run or read.
func TestWhatTheDocumentsNameIsThere(t *testing.T) {
	names := declared(t)
	for _, path := range documents(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, missing := range unknown(string(text), names) {
			t.Errorf("%s names %s, which isn't there", path, missing)
		}
	}
}

// TestWhatIsNotThereIsFound is the control.
func TestWhatIsNotThereIsFound(t *testing.T) {
	const text = "`TestNowhere`, `make nothing`, `engine/gone.go`, `go test ./engine -bench 'Nobody$/part'`, and `go test ./nowhere -bench Arrange`"
	if got := unknown(text, declared(t)); len(got) != 5 {
		t.Errorf("found %q", got)
	}
}

// declared are the names of all tests and benchmarks, and "make" before those of the steps of make.
func declared(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	function := regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz|Example)\w*)\(`)
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, f := range function.FindAllStringSubmatch(string(text), -1) {
			names[f[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range regexp.MustCompile(`(?m)^([a-z0-9-]+):`).FindAllStringSubmatch(string(makefile), -1) {
		names["make "+step[1]] = true
	}
	return names
}

// unknown are the tests, benchmarks, files, packages and steps that a text names in backticks and that aren't there.
func unknown(text string, names map[string]bool) (missing []string) {
	var (
		quoted = regexp.MustCompile("`[^`\n]+`")
		named  = regexp.MustCompile(`\b(?:Test|Benchmark|Fuzz)[A-Z]\w*|^make [a-z0-9-]+`)
		bench  = regexp.MustCompile(`-bench '?(?:Benchmark)?(\w+)`)
		file   = regexp.MustCompile(`^[a-z][\w.-]*(?:/[\w.-]+)+\.(?:go|md|awk|service|png)$`)
		pkg    = regexp.MustCompile(`^(?:\w+=\S+ )*go test \./([\w/]+)`)
	)
	exists := func(path string) bool { _, err := os.Stat(path); return err == nil }
	for _, code := range quoted.FindAllString(text, -1) {
		code = strings.Trim(code, "`")
		for _, name := range named.FindAllString(code, -1) {
			if !names[name] && !strings.Contains(code, "-bench") {
				missing = append(missing, name)
			}
		}
		for _, b := range bench.FindAllStringSubmatch(code, -1) {
			found := false
			for name := range names {
				found = found || strings.HasPrefix(name, "Benchmark") && strings.Contains(name, b[1])
			}
			if !found {
				missing = append(missing, "benchmark "+b[1])
			}
		}
		if file.MatchString(code) && !exists(code) {
			missing = append(missing, code)
		}
		if p := pkg.FindStringSubmatch(code); p != nil && !exists(strings.TrimSuffix(p[1], "/")) {
			missing = append(missing, "package "+p[1])
		}
	}
	return missing
}

// TestWhatRaceLeavesOutIsDoneInFull: every package is tested without the race detector, all of its tests; and those that the
// Makefile leaves out with it are there.
func TestWhatRaceLeavesOutIsDoneInFull(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"TEST := GOGC=400 go test -vet=off -ldflags=-w",
		"\t$(TEST) -p 4 -parallel 3 -timeout 15m $$(go list ./storage/postgres ./... | grep -v '/cmd/bot$$')",
		"\t$(TEST) -parallel 7 -timeout 30m ./cmd/bot",
	} {
		if !strings.Contains(string(makefile), "\n"+line+"\n") {
			t.Errorf("the Makefile has no line %q: does it leave tests out?", line)
		}
	}
	there := make(map[string]bool)
	test := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err = filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, f := range test.FindAllStringSubmatch(string(text), -1) {
			there[f[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	_, names, _ := strings.Cut(string(makefile), "\nUNRACED := ")
	names, _, _ = strings.Cut(names, "\n")
	for name := range strings.SplitSeq(names, "|") {
		if !there[name] {
			t.Errorf("there is no %q to leave out", name)
		}
	}
}
