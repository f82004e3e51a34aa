package render_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render"
)

// TestPlayListsCommandsAndHouseRules holds the tables of docs/PLAY.md to the
// catalogue and the presets; -update writes them anew.
func TestPlayListsCommandsAndHouseRules(t *testing.T) {
	const path = "../docs/PLAY.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	commands := render.Commands(words(t), levels(), levels()[1:])
	want := placed(t, string(text), "commands", commandTable(commands))
	want = placed(t, want, "rules", ruleTable(commands))
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(string(text), "\n")); diff != "" {
		t.Errorf("%s: -want +got, write anew with -update:\n%s", path, diff)
	}
}

// placed puts a table in the place of the one between two comments with a name.
func placed(t testing.TB, text, name, table string) string {
	t.Helper()
	before, rest, begins := strings.Cut(text, "<!-- "+name+" -->\n")
	_, after, ends := strings.Cut(rest, "<!-- /"+name+" -->\n")
	if !begins || !ends {
		t.Fatalf("docs/PLAY.md has no place for %s", name)
	}
	return before + "<!-- " + name + " -->\n" + table + "<!-- /" + name + " -->\n" + after
}

// commandTable has a row for each command that a player can send.
func commandTable(commands []render.Command) string {
	var b strings.Builder
	b.WriteString("| command | options | what it does |\n|---|---|---|\n")
	row := func(name, about string, options []render.CommandOption) {
		var names []string
		for _, o := range options {
			if o.Required {
				names = append(names, "`"+o.Name+"`")
			} else {
				names = append(names, "*"+o.Name+"*")
			}
		}
		fmt.Fprintf(&b, "| `/%s` | %s | %s |\n", name, strings.Join(names, " "), about)
	}
	for _, c := range commands {
		if !slices.ContainsFunc(c.Options, isSub) {
			row(c.Name, c.Description, c.Options)
			continue
		}
		for _, o := range c.Options {
			row(c.Name+" "+o.Name, o.Description, o.Options)
		}
	}
	return b.String()
}

// isSub says whether an option is a subcommand.
func isSub(o render.CommandOption) bool { return o.Type == 1 }

// ruleTable has a row for each house rule, with what each preset sets it to. What it is
// about says the option of /rum new.
func ruleTable(commands []render.Command) string {
	about := map[string]string{}
	for _, c := range commands {
		for _, sub := range c.Options {
			for _, o := range sub.Options {
				if c.Name == "rum" && sub.Name == "new" {
					about[o.Name] = o.Description
				}
			}
		}
	}
	var b strings.Builder
	b.WriteString("| house rule | what it sets | values |")
	for _, p := range engine.Presets() {
		fmt.Fprintf(&b, " `%s` |", p)
	}
	b.WriteString("\n|---|---|---|" + strings.Repeat("---|", len(engine.Presets())) + "\n")
	for _, field := range engine.HouseRules() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |", field, about[field], strings.Join(ruleValues(field), " / "))
		for _, p := range engine.Presets() {
			fmt.Fprintf(&b, " %s |", p.Rules().Get(field))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// ruleValues are what a house rule may be set to, found by trying: each word that
// any preset or its opposite uses, and the numbers up to the largest.
func ruleValues(field string) []string {
	var values []string
	rules := engine.Boathouse.Rules()
	for n := range engine.MaxBlockedAfter + 1 {
		if _, err := rules.Set(field, fmt.Sprint(n)); err == nil {
			values = append(values, fmt.Sprint(n))
		}
	}
	if len(values) > 3 {
		return []string{values[0] + " … " + values[len(values)-1]}
	}
	for _, word := range []string{"pair", "mixed", "open", "concealed", "lowest", "void", "optional", "required", "unmatched", "hand"} {
		if _, err := rules.Set(field, word); err == nil {
			values = append(values, word)
		}
	}
	return values
}
