package render_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

func TestSafeNameTakesTheStingOut(t *testing.T) {
	for _, x := range []struct{ name, want string }{
		{"Ann", "Ann"},
		{"  Ann \t  Marie\n", "Ann Marie"},
		{"@everyone", `\@everyone`},
		{"<@123>", `\<\@123\>`},
		{"<#1> <:x:2>", `\<\#1\> \<\:x\:2\>`},
		{"**bold** _it_ `code` ~~s~~ ||sp||", "\\*\\*bold\\*\\* \\_it\\_ \\`code\\` \\~\\~s\\~\\~ \\|\\|sp\\|"},
		{"[x](http://evil)", `\[x\](http\://evil)`},
		{"# head", `\# head`},
		{"- item", `\- item`},
		{"1. item", `1\. item`},
		{"Mr. X-Y", "Mr. X-Y"},
		{`back\slash`, `back\\slash`},
		{"right\u202eleft", "rightleft"},
		{"zero\u200bwidth\u200djoin\ufeff", "zerowidth\u200djoin"},
		{"\u2066iso\u2069", "iso"},
		{"bell\a\x00", "bell"},
		{"\u3164\u115f\u2800", ""},
		{"\U000e0041tag", "tag"},
		{"\xff\xfebroken", "broken"},
		{"é\u0301\u0302\u0303\u0304", "é\u0301\u0302"},
		{"\u0301lead", "lead"},
		{"Zoë 李 Ølaf 🐢", "Zoë 李 Ølaf 🐢"},
		{"", ""},
		{"👩\u200d👩\u200d👧 \u200dx\u200d", "👩\u200d👩\u200d👧 x"}, {"می\u200cخواهم", "می\u200cخواهم"}, {"❤\ufe0f ★ \U0001fae9 \U0001facd", "❤\ufe0f ★ \U0001fae9 \U0001facd"},
	} {
		if got := render.SafeName(x.name); got != x.want {
			t.Errorf("%q becomes %q and not %q", x.name, got, x.want)
		}
	}
}

func TestNamesAreNeverLongNorHidden(t *testing.T) {
	long := render.PlainName(strings.Repeat("ab ", 40))
	if n := utf8.RuneCountInString(long); n > 32 || n < 30 {
		t.Errorf("%d characters: %q", n, long)
	}
	if got := utf8.RuneCountInString(render.SafeWord(strings.Repeat("x", 50))); got != 40 {
		t.Errorf("a word of %d characters", got)
	}
}

func TestATextIsCutBetweenWholeCharacters(t *testing.T) {
	for _, x := range []struct {
		text, want string
		limit      int
	}{
		{"Jan-Willem", "Jan-Willem", 10},
		{"Jan-Willem", "Jan-Will…", 9},
		{"Jan 🇳🇱🇳🇱", "Jan 🇳🇱…", 11},
		{"Jan 🇳🇱🇳🇱", "Jan…", 8},
		{"ab👩\u200d👩\u200d👧", "ab…", 9},
		{"abe\u0301\u0302c", "ab…", 4},
		{"🐢🐢", "🐢…", 3},
	} {
		if got := render.Cut(x.text, x.limit); got != x.want {
			t.Errorf("%q within %d becomes %q and not %q", x.text, x.limit, got, x.want)
		}
	}
}

// TestWhoHasNoNameHereIsShownByTheirAccount draws a tab with somebody who never
// showed a name in this server, with one who was erased, and a computer.
func TestWhoHasNoNameHereIsShownByTheirAccount(t *testing.T) {
	inAll(t, func(l lang.Lang) {
		drawn := render.Tab(pen(l), render.TabModel{
			Accounts: tab.Accounts{Pages: 1, Others: 2, List: []tab.Account{{Other: "dee", Pips: 2}, {Other: "eve", Pips: -2}}},
			People:   map[sitting.Person]render.Player{"dee": {UserID: "1001"}},
		})
		shown := readable(t, drawn)
		if !strings.Contains(shown, l.Count(lang.TabOwes, 2, lang.Name("<@1001>"))) || !strings.Contains(shown, l.Count(lang.TabOwe, 2, lang.Name(l.Say(lang.PlayerUnknown)))) || len(drawn.AllowedMentions.Users) > 0 {
			t.Errorf("%s: %s", l.Tag(), shown)
		}
		seats := render.CompleteSeat(l, render.CompleteModel{
			Sight:  &sitting.Sight{Seats: []sitting.Sitter{{Person: "dee"}, {Person: "eve"}}},
			Reader: render.Reader{People: map[sitting.Person]render.Player{"dee": {UserID: "1001"}}},
		})
		want := []render.Choice{{Name: "1: " + l.Say(lang.PlayerNameless), Value: 1}, {Name: "2: " + l.Say(lang.PlayerUnknown), Value: 2}}
		if !slices.Equal(seats, want) {
			t.Errorf("%s: %v", l.Tag(), seats)
		}
	})
}

func FuzzSafeName(f *testing.F) {
	for _, seed := range []string{"Ann", "@here", "\u202e<@1>", "**x**", "a\u0301\u0301\u0301"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got := render.PlainName(name)
		if utf8.RuneCountInString(got) > 3*32 || !utf8.ValidString(got) || strings.TrimSpace(got) != got {
			t.Errorf("%q becomes %q", name, got)
		}
		for _, r := range got {
			if unicode.Is(unicode.C, r) && r != '\u200c' && r != '\u200d' && (r < 0x1f000 || r > 0x1faff) || r != ' ' && unicode.IsSpace(r) {
				t.Errorf("%q keeps %U", name, r)
			}
		}
		safe := render.SafeName(name)
		for _, bad := range []string{"@everyone", "@here", "<@", "<#", "**", "```", "||", "]("} {
			if strings.Contains(unescaped(safe), bad) {
				t.Errorf("%q becomes %q, which holds %q", name, safe, bad)
			}
		}
	})
}

// unescaped leaves out every sign that a backslash takes the meaning off.
func unescaped(s string) string {
	var b strings.Builder
	skip := false
	for _, r := range s {
		if skip || r == '\\' {
			skip = !skip && r == '\\'
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
