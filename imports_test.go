package boathouse_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/boathouse-rum/boathouse"

// A room is one row of the import table in ARCHITECTURE.md: what a package may
// import of ours and of others, and what it must never import. The standard
// library is allowed unless it is under never. An entry that ends in "/..." covers
// all below it.
type room struct {
	ours, others, never []string
}

// readRooms reads the import table: in each cell what is between backticks counts.
// One of our packages under never stands for all that it must never import.
func readRooms(t *testing.T) map[string]room {
	t.Helper()
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| package | of ours | of others | never |\n|---|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	quoted := regexp.MustCompile("`([^`]+)`")
	rooms := map[string]room{}
	for line := range strings.Lines(table) {
		var cells [4][]string
		for i, cell := range strings.Split(strings.Trim(line, "|\n"), "|") {
			for _, entry := range quoted.FindAllStringSubmatch(cell, -1) {
				cells[i] = append(cells[i], entry[1])
			}
		}
		r := room{ours: cells[1], others: cells[2]}
		for _, entry := range cells[3] {
			if other, ours := rooms[entry]; ours {
				r.never = append(r.never, other.never...)
			} else {
				r.never = append(r.never, entry)
			}
		}
		for _, name := range cells[0] {
			rooms[name] = r
		}
	}
	if len(rooms) == 0 {
		t.Fatal("ARCHITECTURE.md has no import table")
	}
	return rooms
}

// generators are programs that write a checked-in file; nothing imports them.
const generators = "/internal/gen"

type listed struct {
	ImportPath string
	Imports    []string
}

// TestImportTableHolds fails for a package that isn't in the table, for an import
// that isn't granted and for a grant that nobody uses.
func TestImportTableHolds(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	rooms := readRooms(t)
	seen := 0
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		if name == "" || strings.Contains(name, generators) {
			continue
		}
		seen++
		for _, fault := range faults(rooms, name, p.Imports) {
			t.Error(fault)
		}
	}
	if seen < len(rooms) {
		t.Errorf("go list found %d packages, the table has %d", seen, len(rooms))
	}
}

// TestImportTableRefuses is the control: what the table forbids is found, and a
// grant without a use.
func TestImportTableRefuses(t *testing.T) {
	rooms := readRooms(t)
	for name, imports := range map[string][]string{
		"engine":      {"time"},
		"engine/tab":  {"os/exec"},
		"render":      {module + "/table"},
		"table":       {module + "/storage"},
		"discordsim":  {module + "/engine"},
		"commands":    {"database/sql"},
		"engine/deal": {"math/rand/v2"},
		"storage":     {"example.com/other"},
		"elsewhere":   {},
	} {
		r := rooms[name]
		all := slices.Concat(imports, granted(r)) // so that nothing is amiss but what is asked about
		if got := faults(rooms, name, all); len(got) != 1 {
			t.Errorf("%s importing %v: %q", name, imports, got)
		}
		if len(all) == len(imports) {
			continue
		}
		if got := faults(rooms, name, all[:len(all)-1]); len(got) != 2 {
			t.Errorf("%s with a grant too many: %q", name, got)
		}
	}
}

// granted lists an import for each grant of a room.
func granted(r room) (imports []string) {
	for _, e := range r.ours {
		imports = append(imports, module+"/"+e)
	}
	for _, e := range r.others {
		imports = append(imports, strings.TrimSuffix(e, "/..."))
	}
	return imports
}

// faults says what a package imports against the table, and what it is granted and
// doesn't import.
func faults(rooms map[string]room, name string, imports []string) []string {
	r, ok := rooms[name]
	if !ok {
		return []string{name + ": not in the import table"}
	}
	var out []string
	used := map[string]bool{}
	for _, imp := range imports {
		own, isOurs := strings.CutPrefix(imp, module+"/")
		standard := !isOurs && !strings.Contains(strings.SplitN(imp, "/", 2)[0], ".")
		grant := ""
		switch {
		case isOurs:
			grant = find(r.ours, own)
		case !standard:
			grant = find(r.others, imp)
		case find(r.never, imp) == "":
			continue
		}
		if grant == "" {
			out = append(out, name+" must not import "+imp)
		}
		used[grant] = true
	}
	for _, e := range slices.Concat(r.ours, r.others) {
		if !used[e] {
			out = append(out, name+" doesn't use its grant "+e)
		}
	}
	return out
}

// find gives the entry that covers a path; "" for none.
func find(list []string, path string) string {
	for _, e := range list {
		stem, deep := strings.CutSuffix(e, "/...")
		if path == e || deep && (path == stem || strings.HasPrefix(path, stem+"/")) {
			return e
		}
	}
	return ""
}
