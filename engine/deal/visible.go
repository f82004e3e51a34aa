package deal

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// What joins letters and emoji, or keeps letters apart.
const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
	asEmoji   = '\ufe0f'
)

// Visible returns what people see of a text: without what can't be seen or turns the text around,
// with one space for many, and at most so many characters. At most two marks stay on a letter, so
// that no text climbs over its neighbours.
func Visible(s string, limit int) string {
	var b strings.Builder
	count, marks, space, joined, joins := 0, 0, false, false, rune(0)
	for _, r := range s {
		if r == joiner || r == nonJoiner {
			// A joiner shows nothing by itself, but letters and emoji are written with it.
			if count > 0 && !space && !joined && count < limit {
				joins, joined = r, true
			}
			continue
		}
		if r == utf8.RuneError || hidden(r) {
			continue
		}
		if unicode.IsSpace(r) {
			space, joined = count > 0, false
			continue
		}
		if unicode.Is(unicode.M, r) {
			if marks++; marks > 2 || count == 0 || space {
				continue
			}
			b.WriteRune(r)
			continue
		}
		marks = 0
		if space {
			if count+2 > limit {
				break
			}
			b.WriteByte(' ')
			count++
			space = false
		}
		if count++; count > limit {
			break
		}
		if joined {
			b.WriteRune(joins)
			joined = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// hidden says whether a character shows nothing by itself or changes how
// others are shown: controls, formats (bidi, zero width, tags), private use, blank letters
// and what isn't assigned, except where Unicode has kept room for emoji: Discord knows newer
// ones than this program.
func hidden(r rune) bool {
	switch r {
	case '\u115F', '\u1160', '\u3164', '\uFFA0', '\u2800', '\u034F', '\u17B4', '\u17B5':
		return true
	case '\n', '\t':
		return false
	}
	if r == asEmoji || r >= 0x1f000 && r <= 0x1faff || r >= 0x2600 && r <= 0x27bf {
		return false
	}
	return unicode.Is(unicode.C, r) || unicode.Is(unicode.Variation_Selector, r)
}
