package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// directionMarks say which way signs beside them run, and are typed without being meant.
const directionMarks = "\u200e\u200f\u061c"

// Fold writes what people type in one way, so that it can be compared: small
// letters without accents, œ, æ and ß in the letters that stand for them, and
// signs without what says how they are to look. Characters that nobody sees are left
// out, but for those that turn a text around: what is shown then isn't what is read.
// Figures that mean something else for how they look, as in 10², stay as they are.
func Fold(text string) string {
	var b strings.Builder
	var part []byte
	for _, r := range strings.Trim(strings.ToLower(text), directionMarks) {
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case r == 'œ':
			b.WriteString("oe")
		case r == 'æ':
			b.WriteString("ae")
		case r == 'ß':
			b.WriteString("ss")
		case r == 'ø':
			b.WriteByte('o')
		case unicode.Is(unicode.Cf, r) && !turns(r):
		case unicode.Is(unicode.No, r):
			b.WriteRune(r)
		default:
			part = norm.NFKD.AppendString(part[:0], string(r))
			for _, letter := range string(part) {
				if !unicode.Is(unicode.Mn, letter) {
					b.WriteRune(letter)
				}
			}
		}
	}
	return b.String()
}

// turns says whether a character can turn the text around it.
func turns(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }
