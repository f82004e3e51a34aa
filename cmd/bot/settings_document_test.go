package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTheSettingsAreDocumented compares the settings that the program reads with the table in
// docs/OPERATE.md, names and defaults, and with the names in .env.example, both ways.
func TestTheSettingsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/OPERATE.md")
	if err != nil {
		t.Fatal(err)
	}
	names := settingNames(t)
	for _, wrong := range misdocumented(string(page), names) {
		t.Error(wrong)
	}
	text, err := os.ReadFile("../../.env.example")
	if err != nil {
		t.Fatal(err)
	}
	var example []string
	line := regexp.MustCompile(`(?m)^#?([A-Z_]+)=`)
	for _, name := range line.FindAllStringSubmatch(string(text), -1) {
		example = append(example, name[1])
	}
	slices.Sort(example)
	if diff := cmp.Diff(names, example); diff != "" {
		t.Errorf(".env.example has other names: %s", diff)
	}
}

// TestAMisdocumentedSettingIsFound is the control: each edit of a good table is one finding.
func TestAMisdocumentedSettingIsFound(t *testing.T) {
	page, err := os.ReadFile("../../docs/OPERATE.md")
	if err != nil {
		t.Fatal(err)
	}
	names := settingNames(t)
	const last, guild = "| `NO_PROXY` |", "| `BOATHOUSE_GUILD` | |"
	for what, edit := range map[string][2]string{
		"a row is missing":      {"| `BOATHOUSE_RATE` |", "| `rate` |"},
		"a row is extra":        {last, "| `BOATHOUSE_OLD` | | old |\n" + last},
		"a row is there twice":  {last, last + " | twice |\n" + last},
		"a default is other":    {"| `50` |", "| `60` |"},
		"a default is left out": {"| `127.0.0.1:9464` |", "| |"},
		"a default is made up":  {guild, "| `BOATHOUSE_GUILD` | `1` |"},
	} {
		edited := strings.Replace(string(page), edit[0], edit[1], 1)
		if wrong := misdocumented(edited, names); len(wrong) != 1 {
			t.Errorf("%s: found %q", what, wrong)
		}
	}
}

// settingNames are the names of all settings, sorted, as the program asks for them.
func settingNames(t *testing.T) (names []string) {
	t.Helper()
	asks := regexp.MustCompile(`\b(?:get|whole|first)\("([A-Z_]+)"`)
	for _, path := range []string{"settings.go", "proxy.go"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range asks.FindAllStringSubmatch(string(text), -1) {
			names = append(names, name[1])
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	for _, f := range (settings{DB: file(defaultDB)}).facts() {
		if !slices.Contains(names, f.name) {
			t.Fatalf("the program shows %s, which isn't among those it asks for: %q", f.name, names)
		}
	}
	return names
}

// misdocumented says what is wrong with the table of settings in a document.
func misdocumented(page string, names []string) (wrong []string) {
	row := regexp.MustCompile("(?m)^\\| `([A-Z]+_[A-Z_]+)` \\| (?:`([^`]*)` )?\\| \\S")
	seen := make(map[string]bool)
	for _, cells := range row.FindAllStringSubmatch(page, -1) {
		name, value := cells[1], cells[2]
		switch {
		case seen[name]:
			wrong = append(wrong, name+" is there twice")
		case !slices.Contains(names, name):
			wrong = append(wrong, name+" is no setting")
		case !isDefault(name, value):
			wrong = append(wrong, fmt.Sprintf("%s has another default than %q", name, value))
		}
		seen[name] = true
	}
	for _, name := range names {
		if !seen[name] {
			wrong = append(wrong, name+" has no row")
		}
	}
	return wrong
}

// isDefault says whether a setting that nobody sets has this value; empty: it has none.
func isDefault(name, value string) bool {
	unset, err := readSettings(environment{})
	if err != nil {
		return false
	}
	shown := "" // of proxies only one is shown
	for _, f := range unset.facts() {
		if f.name == name {
			shown = f.value
		}
	}
	if value == "" {
		return slices.Contains([]string{
			"", "missing", "every server", "nobody", "the gateway", "not needed", "alone",
			"the system's limit", "none",
		}, shown)
	}
	set, err := readSettings(environment{name: value})
	return err == nil && shown == value && slices.Equal(set.facts(), unset.facts())
}
