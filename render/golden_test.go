package render_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestScreensReadAsTheyDid compares every screen with its golden text, a file
// for each language.
func TestScreensReadAsTheyDid(t *testing.T) {
	all := screens(t)
	if len(all) < 20 {
		t.Fatalf("only %d screens", len(all))
	}
	for _, tag := range lang.Tags() {
		l := words(t).For(tag)
		var b strings.Builder
		for _, s := range all {
			fmt.Fprintf(&b, "======== %s\n%s\n", s.name, readable(t, s.draw(l)))
		}
		for _, f := range forms(t) {
			fmt.Fprintf(&b, "======== %s\n%s", f.name, readableModal(f.draw(l)))
		}
		golden(t, tag+".txt", b.String())
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s: -want +got, write anew with -update:\n%s", name, diff)
	}
}

// readable draws a message as plain text: texts as they are, buttons in
// brackets with their meaning, selects with their options.
func readable(t testing.TB, m render.Message) string {
	t.Helper()
	var b strings.Builder
	if m.Private() {
		b.WriteString("(private)\n")
	}
	if len(m.AllowedMentions.Users) > 0 {
		fmt.Fprintf(&b, "(calls %s)\n", strings.Join(m.AllowedMentions.Users, " "))
	}
	if m.Content != "" {
		b.WriteString(m.Content + "\n")
	}
	for _, part := range m.Components {
		readablePart(t, &b, part)
	}
	return b.String()
}

func readablePart(t testing.TB, b *strings.Builder, part render.Component) {
	t.Helper()
	switch c := part.(type) {
	case render.Text:
		b.WriteString(c.Content + "\n")
	case render.Separator:
		b.WriteString("--------\n")
	case render.Gallery:
		for _, picture := range c.Items {
			fmt.Fprintf(b, "(picture: %s)\n", picture.Description)
		}
	case render.Paper:
		fmt.Fprintf(b, "(file: %s)\n", c.File.URL)
	case render.Section:
		readablePart(t, b, c.Components[0])
		readablePart(t, b, c.Accessory)
	case render.Row:
		for _, inner := range c.Components {
			readablePart(t, b, inner)
		}
	case render.Button:
		mark := ""
		if c.Style == render.StylePrimary {
			mark = "*"
		}
		fmt.Fprintf(b, "[%s%s%s]  %s\n", beside(c.Emoji), c.Label, mark, meaning(t, c.CustomID))
	case render.PeopleSelect:
		fmt.Fprintf(b, "<%s>  %s, %d to %d people\n", c.Placeholder, meaning(t, c.CustomID), c.MinValues, c.MaxValues)
	case render.Select:
		fmt.Fprintf(b, "<%s>  %s\n", c.Placeholder, meaning(t, c.CustomID))
		readableOptions(b, c.Options)
	}
}

// beside is the emoji of a button or an option by its name.
func beside(e *render.Emoji) string {
	if e == nil {
		return ""
	}
	return ":" + e.Name + ": "
}

func readableOptions(b *strings.Builder, options []render.Option) {
	for _, o := range options {
		mark := "-"
		if o.Default {
			mark = "+"
		}
		fmt.Fprintf(b, "  %s %s%s | %s | %s\n", mark, beside(o.Emoji), o.Label, o.Value, o.Description)
	}
}

func meaning(t testing.TB, id string) string {
	t.Helper()
	k, err := codec.Decode(id)
	if err != nil {
		t.Fatalf("%q: %v", id, err)
	}
	return strings.TrimSpace(k.Verb.String() + " " + k.Arg)
}

func readableModal(m render.Modal) string {
	var b strings.Builder
	b.WriteString(m.Title + "\n")
	for _, question := range m.Components {
		switch f := question.Component.(type) {
		case render.Select:
			fmt.Fprintf(&b, "%s (%s)\n", question.Label, f.CustomID)
			readableOptions(&b, f.Options)
		case render.Input:
			fmt.Fprintf(&b, "%s (%s, at most %d characters, required %v): %s\n", question.Label, f.CustomID, f.MaxLength, f.Required, f.Value)
		case render.Group:
			fmt.Fprintf(&b, "%s (%s, in sight)\n", question.Label, f.CustomID)
			readableOptions(&b, f.Options)
		}
	}
	return b.String()
}
