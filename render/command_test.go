package render_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestCommandsHaveTheirDefaultNames holds what people type, scripts rely on it.
func TestCommandsHaveTheirDefaultNames(t *testing.T) {
	got := map[string][]string{}
	for _, c := range render.Commands(words(t), levels(), levels()[1:]) {
		got[c.Name] = []string{}
		for _, o := range c.Options {
			if o.Type != 1 {
				got[c.Name] = append(got[c.Name], o.Name)
				continue
			}
			path := c.Name + " " + o.Name
			got[path] = []string{}
			for _, inner := range o.Options {
				got[path] = append(got[path], inner.Name)
			}
		}
	}
	want := map[string][]string{
		"tab settle": {"friend", "pips", "note"}, "tab forgive": {"friend", "pips"}, "tab reverse": {"friend", "entry", "reason"}, "tab void": {"hand", "reason"},
		"record": {}, "privacy": {}, "privacy show": {}, "privacy export": {}, "privacy erase": {},
		"rum":      {},
		"rum new":  append(append([]string{"with", "rules"}, engine.HouseRules()...), "seats", "pace", "turn", "match", "level", "language", "hints"),
		"rum join": {}, "rum leave": {}, "rum start": {}, "rum next": {}, "rum table": {}, "rum end": {}, "rum close": {},
		"rum again": {}, "rum away": {}, "rum rematch": {}, "hint": {"level"}, "takeback": {}, "turns": {},
		"settings": {}, "settings quiet": {"from", "to", "zone"}, "settings show": {}, "settings loud": {}, "settings cards": {"letters", "style"}, "settings view": {"as"}, "settings announce": {"on"}, "settings pings": {"where", "opens", "invites", "settlements", "takebacks", "endings", "nudges", "answers"}, "settings tab": {"season", "first", "zone", "channel", "least", "computers"}, "settings server": {"rules", "pace", "language", "channel", "anywhere"}, "settings tips": {"on"},
		"rum add": {"level"}, "rum invite": {"person", "person2", "person3", "person4", "person5"}, "rum remove": {"seat"}, "rum rules": {}, "rum help": {},
		"hand": {}, "about": {}, "draw": {"from"}, "meld": {"cards"}, "layoff": {"cards", "meld"}, "discard": {"card"},
		"goout": {"discard"}, "play": {"level", "rules", "players"}, "cut": {"word"}, "proof": {"hand", "seal"}, "replay": {"hand"}, "learn": {},
		"tab": {}, "tab show": {"friend"}, "tab history": {"friend"}, "tab hand": {"id"}, "tab export": {"separator"}, "tab standings": {"period"}, "tab chart": {"period"}, "tab year": {"year"},
	}
	if diff := jsonDiff(t, want, got); diff != "" {
		t.Error(diff)
	}
}

func jsonDiff(t testing.TB, want, got any) string {
	t.Helper()
	a, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if string(a) == string(b) {
		return ""
	}
	return string(b) + "\nand not\n" + string(a)
}

// TestTextsNameCommandsAsTheyAreTyped finds each command in backticks among those
// that a client in that language offers, subcommands with their own.
func TestTextsNameCommandsAsTheyAreTyped(t *testing.T) {
	quoted := regexp.MustCompile("`/([^`]+)`")
	commands := render.Commands(words(t), levels(), levels()[1:])
	for _, locale := range append(locales(), "en") {
		called := func(name string, names map[string]string) string {
			if own := names[locale]; own != "" {
				return own
			}
			return name
		}
		there := map[string]bool{}
		for _, c := range commands {
			name, alone := called(c.Name, c.NameLocalizations), true
			for _, o := range c.Options {
				if o.Type == 1 {
					there[name+" "+called(o.Name, o.NameLocalizations)], alone = true, false
				}
			}
			there[name] = alone
		}
		found := 0
		for _, file := range slices.Compact([]string{strings.Replace(locale, "es-419", "es-ES", 1), locale}) {
			text, err := os.ReadFile("lang/catalogue/" + file + ".json")
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range quoted.FindAllStringSubmatch(string(text), -1) {
				if found++; !there[m[1]] {
					t.Errorf("%s names %s, which nobody can type", file, m[0])
				}
			}
		}
		if found < 25 || there["rum"] || there["hand"] && locale != "en" && locale != "nl" {
			t.Errorf("%s: %d commands named, of %v", locale, found, there)
		}
	}
}

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)

// locales are those that a command has words in.
func locales() []string { return []string{"nl", "pt-BR", "de", "es-ES", "es-419", "fr"} }

func TestCommandWordsKeepToDiscordsRules(t *testing.T) {
	commands := render.Commands(words(t), levels(), levels()[1:])
	var top []named
	for _, c := range commands {
		top = append(top, named{c.Name, c.NameLocalizations, c.Description, c.DescriptionLocalizations})
		checkOptions(t, c.Name, c.Options)
		contexts := []int{0}
		if !slices.Contains([]string{"rum", "turns", "cut", "tab"}, c.Name) {
			contexts = []int{0, 1} // in direct messages with the bot too
		}
		if !slices.Equal(c.Contexts, contexts) || len(c.IntegrationTypes) != 1 || c.IntegrationTypes[0] != 0 {
			t.Errorf("%s: contexts %v, integration types %v", c.Name, c.Contexts, c.IntegrationTypes)
		}
		for _, locale := range append(locales(), "") {
			if n := size(c, locale); n > 8000 {
				t.Errorf("%s in %q has %d characters", c.Name, locale, n)
			}
		}
	}
	checkNames(t, "commands", top)
}

// A named thing has a name and a description in all languages.
type named struct {
	name         string
	names        map[string]string
	description  string
	descriptions map[string]string
}

// checkNames holds that names are valid and differ within their list, default
// names and those of each locale together.
func checkNames(t *testing.T, where string, list []named) {
	t.Helper()
	for _, locale := range locales() {
		owner := map[string]int{}
		for i, n := range list {
			for _, name := range []string{n.name, n.names[locale]} {
				if j, taken := owner[name]; taken && j != i {
					t.Errorf("%s, %s: %q stands twice", where, locale, name)
				}
				owner[name] = i
			}
		}
	}
	for _, n := range list {
		if len(n.names) != len(locales()) || len(n.descriptions) != len(locales()) {
			t.Errorf("%s %s has words in %d and %d locales", where, n.name, len(n.names), len(n.descriptions))
		}
		for _, name := range append(texts(n.names), n.name) {
			if !commandName.MatchString(name) || !norm.NFC.IsNormalString(name) || strings.ToLower(name) != name {
				t.Errorf("%s: %q can't be a name", where, name)
			}
		}
		for _, text := range append(texts(n.descriptions), n.description) {
			if k := utf8.RuneCountInString(text); k < 1 || k > 100 {
				t.Errorf("%s %s: %d characters: %q", where, n.name, k, text)
			}
		}
	}
}

func checkOptions(t *testing.T, where string, options []render.CommandOption) {
	t.Helper()
	if len(options) > 25 {
		t.Errorf("%s has %d options", where, len(options))
	}
	var list []named
	optional := false
	for _, o := range options {
		list = append(list, named{o.Name, o.NameLocalizations, o.Description, o.DescriptionLocalizations})
		if o.Required && optional {
			t.Errorf("%s %s is required after an optional one", where, o.Name)
		}
		optional = optional || !o.Required
		if len(o.Choices) > 25 || len(o.Choices) > 0 && o.Autocomplete {
			t.Errorf("%s %s: %d choices, autocomplete %v", where, o.Name, len(o.Choices), o.Autocomplete)
		}
		for _, c := range o.Choices {
			for _, text := range append(texts(c.NameLocalizations), c.Name) {
				if k := utf8.RuneCountInString(text); k < 1 || k > 100 {
					t.Errorf("%s %s: a choice of %d characters: %q", where, o.Name, k, text)
				}
			}
		}
		if o.Type == 1 {
			optional = false
		}
		checkOptions(t, where+" "+o.Name, o.Options)
	}
	checkNames(t, where, list)
}

// size counts a command as Discord does, in one locale; "" is none.
func size(c render.Command, locale string) int {
	return units(in(c.Name, c.NameLocalizations, locale)) + units(in(c.Description, c.DescriptionLocalizations, locale)) + sizeOf(c.Options, locale)
}

func sizeOf(options []render.CommandOption, locale string) int {
	n := 0
	for _, o := range options {
		n += units(in(o.Name, o.NameLocalizations, locale)) + units(in(o.Description, o.DescriptionLocalizations, locale))
		for _, c := range o.Choices {
			n += units(in(c.Name, c.NameLocalizations, locale)) + units(c.Value)
		}
		n += sizeOf(o.Options, locale)
	}
	return n
}

// in gives the longer of the default and the localised text.
func in(text string, others map[string]string, locale string) string {
	if other := others[locale]; units(other) > units(text) {
		return other
	}
	return text
}

// TestDataHasItsWords finds a sentence for everything that is named by data.
func TestDataHasItsWords(t *testing.T) {
	catalogue := words(t)
	for _, tag := range lang.Spoken() {
		if lang.Own(tag) == "" || catalogue.For(tag).Tag() != tag {
			t.Errorf("%s is called %q and read in %s", tag, lang.Own(tag), catalogue.For(tag).Tag())
		}
	}
	for _, tag := range lang.Tags() {
		l := catalogue.For(tag)
		keys := []lang.Key{lang.Rule("rules"), lang.Rule("seats"), lang.Rule("pace"), lang.Rule("level"), lang.Rule("language"), lang.Rule("hints"), lang.Twist("hints")}
		for _, level := range levels() {
			keys = append(keys, lang.Level(level), lang.About(lang.Level(level)))
		}
		for _, preset := range []engine.Preset{engine.Boathouse, engine.Concealed, engine.Mixed, engine.Brisk} {
			keys = append(keys, lang.Preset(preset.String()), lang.About(lang.Preset(preset.String())))
		}
		for _, pace := range sitting.Paces() {
			keys = append(keys, lang.Pace(pace.String()), lang.About(lang.Pace(pace.String())))
		}
		for _, field := range []string{"draw", "melding", "exhausted_draw", "blocked", "final_discard", "pay"} {
			keys = append(keys, lang.Twist(field))
		}
		for _, field := range engine.HouseRules() {
			keys = append(keys, lang.Rule(field), lang.Param(field), lang.About(lang.Param(field)))
		}
		for _, c := range render.Commands(catalogue, nil, nil) {
			keys = append(keys, lang.Command(c.Name), lang.About(lang.Command(c.Name)))
		}
		for _, key := range keys {
			if !l.Has(key) {
				t.Errorf("%s has no %s", tag, key)
			}
		}
	}
}

func texts(m map[string]string) []string {
	var all []string
	for _, text := range m {
		all = append(all, text)
	}
	return all
}
