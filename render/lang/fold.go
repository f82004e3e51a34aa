package lang

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold writes what people type in one way, so that it can be compared: small
// letters without accents, œ, æ and ß in the letters that stand for them, and
// signs without what says how they are to look.
func Fold(text string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(text)) {
		switch {
		case r == 'œ':
			b.WriteString("oe")
		case r == 'æ':
			b.WriteString("ae")
		case r == 'ß':
			b.WriteString("ss")
		case r == 'ø':
			b.WriteByte('o')
		case !unicode.Is(unicode.Mn, r):
			b.WriteRune(r)
		}
	}
	return b.String()
}
