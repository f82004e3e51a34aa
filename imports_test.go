package boathouse_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/boathouse-rum/boathouse"

// A room is one row of the import table: what a package may import of ours and
// of others, and what it must never import. The standard library is allowed
// unless it is under never. An entry that ends in "/..." covers all below it.
type room struct {
	ours, others, never []string
}

var pure = []string{"time", "math/rand", "math/rand/v2", "os", "os/...", "net", "net/...", "log", "log/...", "context", "database/...", "crypto/rand"}

// The import table. A package that isn't in it fails the test.
var rooms = map[string]room{
	"engine":      {never: pure},
	"engine/deal": {ours: []string{"engine"}, others: []string{"golang.org/x/text/unicode/norm"}, never: pure},
	"engine/tab":  {never: pure},
	"engine/opponent": {
		ours:  []string{"engine"},
		never: slices.DeleteFunc(slices.Clone(pure), func(p string) bool { return p == "math/rand/v2" }),
	},
	"engine/enginetest": {ours: []string{"engine", "engine/deal"}},
	"render/lang": {others: []string{
		"github.com/nicksnyder/go-i18n/v2/...", "golang.org/x/text/..."}},
	"render": {
		ours:   []string{"engine", "engine/tab", "engine/deal", "render/lang"},
		others: []string{"github.com/bwmarrin/discordgo", "golang.org/x/text/..."},
	},
	"storage": {
		ours:   []string{"engine", "engine/tab", "table"},
		others: []string{"modernc.org/sqlite", "modernc.org/sqlite/...", "github.com/pressly/goose/v3", "github.com/pressly/goose/v3/...", "golang.org/x/sys/unix"},
	},
	"table": {
		ours:  []string{"engine", "engine/deal", "engine/tab", "engine/opponent"},
		never: []string{"database/..."},
	},
	"commands": {
		ours:   []string{"engine", "engine/deal", "engine/tab", "engine/opponent", "render", "render/lang", "table", "commands/rest"},
		others: []string{"github.com/bwmarrin/discordgo"},
		never:  []string{"database/..."},
	},
	"commands/rest": {others: []string{"github.com/bwmarrin/discordgo"}},
	"discordsim": {others: []string{
		"github.com/coder/websocket", "github.com/coder/websocket/...",
		"github.com/santhosh-tekuri/jsonschema/v6", "github.com/santhosh-tekuri/jsonschema/v6/...",
		"golang.org/x/text/unicode/norm"}},
	"cmd/bot": {
		ours: []string{"engine", "engine/deal", "engine/tab", "engine/opponent", "render", "render/lang",
			"storage", "table", "commands", "commands/rest", "discordsim"},
		others: []string{"github.com/bwmarrin/discordgo", "github.com/gorilla/websocket", "github.com/joho/godotenv",
			"github.com/urfave/cli/v3", "github.com/prometheus/client_golang/..."},
	},
}

// generators are programs that write a checked-in file; nothing imports them.
const generators = "/internal/gen"

type listed struct {
	ImportPath string
	Imports    []string
}

func TestImportTableHolds(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
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
		for _, fault := range faults(name, p.Imports) {
			t.Error(fault)
		}
	}
	if seen < len(rooms) {
		t.Errorf("go list found %d packages, the table has %d", seen, len(rooms))
	}
}

// TestImportTableRefuses is the control: what the table forbids is found.
func TestImportTableRefuses(t *testing.T) {
	for name, imports := range map[string][]string{
		"engine":      {"time"},
		"render":      {module + "/table"},
		"table":       {module + "/storage"},
		"discordsim":  {module + "/engine"},
		"commands":    {"database/sql"},
		"engine/deal": {"math/rand/v2"},
		"storage":     {"example.com/other"},
		"elsewhere":   {},
	} {
		if len(faults(name, imports)) == 0 {
			t.Errorf("%s importing %v was let through", name, imports)
		}
	}
}

// faults says what a package imports against the table.
func faults(name string, imports []string) []string {
	r, ok := rooms[name]
	if !ok {
		return []string{name + ": not in the import table"}
	}
	var out []string
	for _, imp := range imports {
		own, isOurs := strings.CutPrefix(imp, module+"/")
		standard := !isOurs && !strings.Contains(strings.SplitN(imp, "/", 2)[0], ".")
		switch {
		case matches(r.never, imp),
			isOurs && !matches(r.ours, own),
			!isOurs && !standard && !matches(r.others, imp):
			out = append(out, name+" must not import "+imp)
		}
	}
	return out
}

func matches(list []string, path string) bool {
	return slices.ContainsFunc(list, func(e string) bool {
		stem, deep := strings.CutSuffix(e, "/...")
		return path == e || deep && (path == stem || strings.HasPrefix(path, stem+"/"))
	})
}
