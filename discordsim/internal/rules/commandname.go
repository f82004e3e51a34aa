package rules

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// isCommandName holds a name against the pattern of Discord's documentation,
// ^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$. As a regular expression it takes every start 1.3
// MB.
func isCommandName(name string) bool {
	n := utf8.RuneCountInString(name)
	return 1 <= n && n <= MaxName && !strings.ContainsFunc(name, func(r rune) bool {
		return !strings.ContainsRune("-_'", r) && !unicode.In(r, unicode.L, unicode.N, unicode.Devanagari, unicode.Thai)
	})
}

// isMenuName holds the name of a command in a menu, which may have spaces.
func isMenuName(name string) bool {
	n := utf8.RuneCountInString(name)
	return 1 <= n && n <= MaxName && !strings.Contains(name, "\n")
}

func readName(f Form, inMenu bool) string {
	name := f.NeedText("name", 1, MaxName)
	if name != "" {
		checkName(f, "name", name, inMenu)
	}
	return name
}

func checkName(f Form, key, name string, inMenu bool) {
	switch {
	case inMenu && !isMenuName(name), !inMenu && !isCommandName(name):
		f.Complain(key, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	case !inMenu && strings.ToLower(name) != name:
		f.Complain(key, "APPLICATION_COMMAND_INVALID_NAME", "Command name must be lower case")
	case !norm.NFC.IsNormalString(name):
		f.Complain(key, "APPLICATION_COMMAND_INVALID_NAME", "Command name must be in normal form C")
	}
}

func readDescription(f Form, required bool) (string, map[string]string) {
	text := ""
	if required {
		text = f.NeedText("description", 1, maxDescription)
	} else {
		text = f.Text("description", 0, maxDescription)
	}
	return text, readLocalized(f, "description_localizations", func(at Form, key, text string) {
		at.length(key, utf8.RuneCountInString(text), 1, maxDescription)
	})
}

// readLocalized reads a map from locale to text.
func readLocalized(f Form, key string, check func(at Form, key, text string)) map[string]string {
	m, ok := f.Object(key)
	if !ok {
		return nil
	}
	out := map[string]string{}
	for locale, v := range m.fields {
		text, isText := v.(string)
		switch {
		case !slices.Contains(Locales, locale):
			m.Complain(locale, "ENUM_TYPE_COERCE", "Value %q is not a valid locale.", locale)
		case !isText:
			m.Complain(locale, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
		default:
			check(m, locale, text)
			out[locale] = text
		}
	}
	return out
}
