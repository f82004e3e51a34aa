package lang

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/unicode/norm"
)

// raw reads a catalogue as it stands in its file: for each key its forms, a
// sentence without plural forms as "other" alone.
func raw(t testing.TB, tag string) map[string]map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("catalogue", tag+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]any
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	out := make(map[string]map[string]string, len(file))
	for key, value := range file {
		forms := map[string]string{}
		switch v := value.(type) {
		case string:
			forms["other"] = v
		case map[string]any:
			for form, text := range v {
				forms[form] = text.(string)
			}
		}
		out[key] = forms
	}
	if len(out) == 0 {
		t.Fatalf("catalogue %s is empty", tag)
	}
	return out
}

func each(t *testing.T, check func(t *testing.T, tag, key, form, text string)) {
	t.Helper()
	for _, tag := range Spoken() {
		for key, forms := range raw(t, tag) {
			for form, text := range forms {
				check(t, tag, key, form, text)
			}
		}
	}
}

func TestAllSixCataloguesLoad(t *testing.T) {
	c := MustLoad(t)
	for _, tag := range Tags() {
		if got := c.For(tag).Tag(); got != tag {
			t.Errorf("For(%q) is %q", tag, got)
		}
	}
	if len(Tags()) != 6 {
		t.Errorf("%d languages and not six", len(Tags()))
	}
}

func MustLoad(t testing.TB) *Catalogue {
	t.Helper()
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAHoleInACatalogueIsFound(t *testing.T) {
	english := map[string]string{"a": "plain name", "b": "plural n"}
	for _, other := range []map[string]string{
		{"a": "plain name"},
		{"a": "plain name", "b": "plain n"},
		{"a": "plain other", "b": "plural n"},
		{"a": "plain name", "b": "plural n", "c": "plain "},
	} {
		if sameShape(english, other) == nil {
			t.Errorf("%v passes for %v", other, english)
		}
	}
	if err := sameShape(english, english); err != nil {
		t.Error(err)
	}
	one := shapes([]*i18n.Message{{ID: "a", One: "{n}", Other: "{n} {name}"}, {ID: "b", Other: "x"}})
	if diff := cmp.Diff(map[string]string{"a": "plural n name", "b": "plain "}, one); diff != "" {
		t.Error(diff)
	}
}

// constants reads the keys that the package declares from its source.
func constants(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("key_*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files of keys: %v", err)
	}
	var keys []string
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			for _, value := range spec.Values {
				key, err := strconv.Unquote(value.(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				keys = append(keys, key)
			}
			return true
		})
	}
	return keys
}

func TestEveryKeyHasItsSentenceAndEverySentenceItsKey(t *testing.T) {
	keys := constants(t)
	english := raw(t, "en")
	for _, key := range keys {
		if english[key] == nil {
			t.Errorf("%s has no sentence", key)
		}
	}
	data := []string{"preset.", "asks.", "pace.", "match.", "level.", "rule.", "value.", "twist.", "command.", "param.", "legal.of."}
	for key := range english {
		made := slices.ContainsFunc(data, func(p string) bool { return strings.HasPrefix(key, p) })
		if !made && !slices.Contains(keys, key) {
			t.Errorf("%s has no key", key)
		}
	}
}

func TestPluralFormsAreComplete(t *testing.T) {
	want := map[string][]string{
		"en": {"one", "other"}, "nl": {"one", "other"}, "de": {"one", "other"},
		"pt-BR": {"many", "one", "other"}, "es-ES": {"many", "one", "other"}, "es-419": {"many", "one", "other"}, "fr": {"many", "one", "other"},
	}
	c := MustLoad(t)
	for _, tag := range Spoken() {
		for key, forms := range raw(t, tag) {
			if len(forms) == 1 {
				continue
			}
			var have []string
			for form, text := range forms {
				if form == "zero" { // in words, where a language has them
					continue
				}
				have = append(have, form)
				if got := placeholders(text); !slices.Equal(got, placeholders(forms["other"])) {
					t.Errorf("%s %s %s has placeholders %v", tag, key, form, got)
				}
			}
			slices.Sort(have)
			if !slices.Equal(have, want[tag]) {
				t.Errorf("%s %s has forms %v and not %v", tag, key, have, want[tag])
			}
			for _, n := range []int{0, 1, 2, 5, 21, 1_000_000} {
				if forms["zero"] != "" && n == 0 {
					continue
				}
				if got := c.For(tag).Count(Key(key), n); got == key || !strings.Contains(got, c.For(tag).Number(int64(n))) {
					t.Errorf("%s %s for %d: %q", tag, key, n, got)
				}
			}
		}
	}
}

func TestCountChoosesTheFormOfTheLanguage(t *testing.T) {
	c := MustLoad(t)
	for _, x := range []struct {
		tag  string
		n    int
		want string
	}{
		{"en", 0, "0 cards"}, {"en", 1, "1 card"}, {"nl", 2, "2 kaarten"}, {"de", 1, "1 Karte"},
		{"fr", 0, "0 carte"}, {"fr", 1_000_000, "1\u202f000\u202f000 de cartes"}, {"pt-BR", 0, "0 cartas"}, {"es-ES", 0, "0 cartas"}, {"pt-BR", 1, "1 carta"},
	} {
		if got := c.For(x.tag).Count(CountCards, x.n); got != x.want {
			t.Errorf("%s %d: %q and not %q", x.tag, x.n, got, x.want)
		}
	}
}

func TestNothingLeftIsSaidInWords(t *testing.T) {
	c := MustLoad(t)
	for tag, want := range map[string]string{
		"en": "nothing left", "nl": "niets meer los", "de": "nichts mehr lose", "fr": "plus rien hors combinaison", //nolint:misspell // French
		"es-ES": "no queda nada", "es-419": "no queda nada", "pt-BR": "não sobra nada",
	} {
		if got := c.For(tag).Count(PickLeaves, 0); got != want {
			t.Errorf("%s: %q and not %q", tag, got, want)
		}
		if got := c.For(tag).Tell(PickLeaves, 0, func(string) string { return "0" }); got != want {
			t.Errorf("%s, told: %q and not %q", tag, got, want)
		}
	}
}

func TestListsEndAsPeopleEndThem(t *testing.T) {
	c := MustLoad(t)
	for tag, want := range map[string]string{
		"en": "Ann, Ben and Inés", "nl": "Ann, Ben en Inés", "de": "Ann, Ben und Inés", "fr": "Ann, Ben et Inés",
		"es-ES": "Ann, Ben e Inés", "es-419": "Ann, Ben e Inés", "pt-BR": "Ann, Ben e Inés",
	} {
		l := c.For(tag)
		if got := l.And([]string{"Ann", "Ben", "Inés"}); got != want {
			t.Errorf("%s: %q and not %q", tag, got, want)
		}
		if one, none := l.And([]string{"Ann"}), l.And(nil); one != "Ann" || none != "" {
			t.Errorf("%s: one is %q, none is %q", tag, one, none)
		}
	}
	for last, want := range map[string]string{
		"Ignacio": "e", "\\_Isa": "e", "Hilda": "e", "Íñigo": "e", "Iago": "y", "Hielo": "y", "Bo": "y", "<@12>": "y", "": "y",
	} {
		if got, want := c.For("es-ES").And([]string{"Ana", last}), "Ana "+want+" "+last; got != want {
			t.Errorf("%q and not %q", got, want)
		}
	}
}

// TestAVariantSaysOnlyWhatItSaysOtherwise holds that each of its sentences differs
// from the language's, and that it speaks the language in all else.
func TestAVariantSaysOnlyWhatItSaysOtherwise(t *testing.T) {
	c := MustLoad(t)
	for _, v := range variants() {
		own, base := raw(t, v.tag), raw(t, v.of)
		for key, forms := range own {
			if cmp.Equal(forms, base[key]) {
				t.Errorf("%s repeats %s", v.tag, key)
			}
		}
		for key := range base {
			if got, want := c.For(v.tag).Say(Key(key)), c.For(v.of).Say(Key(key)); len(base[key]) == 1 && own[key] == nil && got != want && len(placeholders(got)) == 0 {
				t.Errorf("%s says %q and %s says %q", v.tag, got, v.of, want)
			}
		}
	}
}

// TestAQuotedLabelStandsAsItStandsOnTheTable reads a Dutch answer beside a German table.
func TestAQuotedLabelStandsAsItStandsOnTheTable(t *testing.T) {
	c := MustLoad(t)
	l := c.For("nl").Beside(c.For("de"))
	if got, want := l.Say(TroubleSeated), "Je zit al aan deze tafel. *Mein Blatt* toont je kaarten."; got != want {
		t.Errorf("%q and not %q", got, want)
	}
	if got, want := c.For("nl").Say(TroubleSeated), "Je zit al aan deze tafel. *Mijn hand* toont je kaarten."; got != want {
		t.Errorf("%q and not %q", got, want)
	}
}

// TestButtonsFitAPhone fills each label with the widest that can stand in it.
func TestButtonsFitAPhone(t *testing.T) {
	widest := func(place string) string {
		switch place {
		case "card":
			return "10♦"
		case "cards":
			return "10♦ 10♣"
		}
		return "2"
	}
	c := MustLoad(t)
	for _, tag := range Spoken() {
		for key := range raw(t, tag) {
			if !strings.HasPrefix(key, "button.") && !strings.HasPrefix(key, "draw.") {
				continue
			}
			if label := c.For(tag).Tell(Key(key), 2, widest); utf8.RuneCountInString(label) > 24 {
				t.Errorf("%s %s has %d characters: %q", tag, key, utf8.RuneCountInString(label), label)
			}
		}
	}
}

// same holds what may read the same in another language as in English: names,
// words that both have, and sentences made of placeholders.
var same = map[string]string{
	"title": "*", "settings.line": "*", "rules.preset": "*", "pick.owner": "*", "result.hand": "nl pt-BR de es-ES", "command.rum": "*",
	"lobby.host": "nl", "rule.rummy_multiplier": "nl pt-BR es-ES", "command.hand": "nl",
	"command.table": "fr", "button.tab": "", "param.cards": "", "param.letters": "nl", "param.style": "fr", "turn.minutes one": "fr", "turn.minutes other": "fr",
	"rule.seats": "", "lobby.seats": "", "param.seats": "", "level.normal": "pt-BR de es-ES fr", "button.disagree": "es-ES",
	"rule.hints": "nl", "param.hints": "nl", "command.hint": "nl", "button.hint": "nl", "hint.line": "nl",
	"pace.live": "nl de", "button.table": "fr", "modal.table": "fr", "modal.extras": "pt-BR de es-ES",
	"command.tips": "nl", "did.turn": "nl es-ES pt-BR", "hand.other": "*", "about.contact": "nl fr", "about.version": "de fr", "command.server": "nl de",
	"param.note": "fr", "history.note": "pt-BR",
	"span.days": "*", "standings.rummies one": "nl pt-BR es-ES", "standings.place": "nl de fr", "date.long": "*", "date.short": "*", "value.month": "*",
	"param.computers": "nl", "number.tenths": "es-419", "number.thousands": "es-419",
}

func TestNothingIsLeftInEnglish(t *testing.T) {
	english := raw(t, "en")
	each(t, func(t *testing.T, tag, key, form, text string) {
		if tag == "en" || text != english[key][form] {
			return
		}
		allowed := same[key] + " " + same[key+" "+form]
		if !strings.Contains(allowed, "*") && !slices.Contains(strings.Fields(allowed), tag) {
			t.Errorf("%s %s %s reads as in English: %q", tag, key, form, text)
		}
	})
}

func TestTextsAreWellSet(t *testing.T) {
	bare := regexp.MustCompile(` [:;?!»]|« |\x{00a0}[;?!]`) // before ; ? ! the narrow one
	each(t, func(t *testing.T, tag, key, form, text string) {
		where := fmt.Sprintf("%s %s %s: %q", tag, key, form, text)
		switch {
		case text == "" || strings.TrimSpace(text) != text || strings.Contains(text, "  "):
			t.Errorf("spaces: %s", where)
		case !norm.NFC.IsNormalString(text):
			t.Errorf("not NFC: %s", where)
		case strings.ContainsAny(text, "'\""):
			t.Errorf("typewriter's quotes: %s", where)
		case strings.Contains(text, "..."):
			t.Errorf("three dots: %s", where)
		case tag == "fr" && bare.MatchString(text):
			t.Errorf("a space that may break: %s", where)
		case strings.Count(text, "**")%2 != 0 || strings.Count(text, "`")%2 != 0:
			t.Errorf("markdown that isn't closed: %s", where)
		}
		if _, err := parsePhrase(text); err != nil {
			t.Errorf("%s: %v", where, err)
		}
	})
}

// TestTextsNameWhatIsThere finds each button named in *italics* among the labels, which
// stand there by their keys so that they are quoted as they stand on the table,
// and each command in backticks among the commands, in the same language.
func TestTextsNameWhatIsThere(t *testing.T) {
	italics := regexp.MustCompile(`(?:^|[^*])\*([^*]+)\*(?:[^*]|$)`)
	command := regexp.MustCompile("`/([^`]+)`")
	for _, tag := range Spoken() {
		texts := said(t, tag)
		labels, names := map[string]bool{}, map[string]bool{}
		for key := range texts {
			labels["{"+key+"}"] = strings.HasPrefix(key, "button.") || strings.HasPrefix(key, "select.")
		}
		for key, forms := range texts {
			if strings.HasPrefix(key, "command.") {
				names[forms["other"]] = true
			}
		}
		found := 0
		for key, forms := range texts {
			for _, text := range forms {
				for _, m := range italics.FindAllStringSubmatch(text, -1) {
					if found++; !labels[m[1]] {
						t.Errorf("%s %s names %q, which is no label's key", tag, key, m[1])
					}
				}
				for _, m := range command.FindAllStringSubmatch(text, -1) {
					for _, name := range strings.Fields(m[1]) {
						if found++; !names[name] {
							t.Errorf("%s %s names %q, which is no command", tag, key, m[0])
						}
					}
				}
			}
		}
		if found < 30 {
			t.Errorf("%s: only %d names found", tag, found)
		}
	}
}

func TestEveryLocaleOfDiscordHasALanguage(t *testing.T) {
	c := MustLoad(t)
	for locale, want := range map[string]string{
		"en-US": "en", "en-GB": "en", "nl": "nl", "pt-BR": "pt-BR", "de": "de", "es-ES": "es-ES", "es-419": "es-419", "es-MX": "es-ES",
		"fr": "fr", "ja": "en", "zh-CN": "en", "": "en", "pt-PT": "pt-BR", "x": "en",
	} {
		if got := c.For(locale).Tag(); got != want {
			t.Errorf("%q is read in %q and not %q", locale, got, want)
		}
	}
}

func TestPlaceholdersAreFilled(t *testing.T) {
	l := MustLoad(t).For("en")
	if got, want := l.Say(LogMeld, Name("Ann"), Cards("9♣ 9♦ 9♠"), Meld(2)), "Ann melded 9♣ 9♦ 9♠, meld 2"; got != want {
		t.Errorf("%q and not %q", got, want)
	}
	if got, want := l.Say(LogMeld, Name("{cards}")), "{cards} melded {cards}, meld {meld}"; got != want {
		t.Errorf("%q and not %q", got, want)
	}
	if got, want := l.Count(LogStock, 2, Name("Ann")), "Ann drew 2 cards from the stock"; got != want {
		t.Errorf("%q and not %q", got, want)
	}
	if l.Say("no.such") != "no.such" || l.Count("no.such", 1) != "no.such" || l.Has("no.such") {
		t.Error("a key that isn't there says something else")
	}
	if got := (Lang{}).Say(Title); got != "title" {
		t.Errorf("the zero Lang says %q", got)
	}
}

func FuzzPhrase(f *testing.F) {
	f.Add("a {name} b {n}")
	f.Add("}{")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePhrase(text)
		if err != nil {
			return
		}
		if got := p.fill(Lang{}.among(nil)); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	})
}

func BenchmarkSay(b *testing.B) {
	l := MustLoad(b).For("de")
	b.ReportAllocs()
	for b.Loop() {
		l.Say(LogMeld, Name("Ann"), Cards("9♣ 9♦ 9♠"), Meld(2))
	}
}

func BenchmarkCount(b *testing.B) {
	l := MustLoad(b).For("de")
	b.ReportAllocs()
	for b.Loop() {
		l.Count(LogStock, 2, Name("Ann"))
	}
}

// TestCataloguesHaveOneShape holds each catalogue against the English one: it has the same keys, or
// some of them where it is a variant, each with plural forms or without and the same placeholders.
func TestCataloguesHaveOneShape(t *testing.T) {
	shape := func(tag string) map[string]string {
		all, err := messages(tag)
		if err != nil {
			t.Fatalf("%s: %v", tag, err)
		}
		return shapes(all)
	}
	english := shape("en")
	for _, tag := range Tags() {
		if err := sameShape(english, shape(tag)); err != nil {
			t.Errorf("%s: %v", tag, err)
		}
	}
	for _, v := range variants() {
		if err := someShape(english, shape(v.tag)); err != nil {
			t.Errorf("%s: %v", v.tag, err)
		}
	}
}

// TestLoadingReadsEnglishAlone bounds what a start spends before it needs another language.
func TestLoadingReadsEnglishAlone(t *testing.T) {
	english := testing.AllocsPerRun(2, func() { MustLoad(t) })
	all := testing.AllocsPerRun(2, func() { MustLoad(t).Locales() })
	t.Logf("%.0f allocations for English, %.0f for all", english, all)
	if english > 10_000 || english > all/5 {
		t.Errorf("loading takes %.0f allocations, and %.0f for all languages", english, all)
	}
}

// TestManyAskForALanguageAtOnce reads it once, whoever asks first.
func TestManyAskForALanguageAtOnce(t *testing.T) {
	c := MustLoad(t)
	var group sync.WaitGroup
	for _, tag := range slices.Repeat(Spoken(), 4) {
		group.Go(func() {
			if l := c.For(tag); l.Tag() != tag || l.Say(ButtonJoin) == string(ButtonJoin) {
				t.Errorf("%s: %q speaks", tag, l.Tag())
			}
		})
	}
	group.Wait()
}

// TestSmallNumbersHaveTheirForm holds the forms that are kept against go-i18n's own choice.
func TestSmallNumbersHaveTheirForm(t *testing.T) {
	for _, tag := range Spoken() {
		f, err := newPluralForms(tag)
		if err != nil {
			t.Fatal(err)
		}
		for n, form := range f.small {
			if want := f.ask(n); form != want && (tag != "pt-BR" || n > 0) {
				t.Errorf("%s: %d is %q, not %q", tag, n, form, want)
			}
		}
	}
}
