package render

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// What joins letters and emoji, or keeps letters apart.
const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
	asEmoji   = '\ufe0f'
)

// maxName is how many characters of a name are shown.
const maxName = 32

// SafeName makes anybody's name safe in Discord's markdown: no control, bidi or
// other invisible characters, markdown and mentions escaped, at most 32 characters
// before the escapes, cut between whole characters. "" when nothing is left.
func SafeName(name string) string { return escape(plain(name, maxName)) }

// PlainName is SafeName without the escapes, for labels and options, which know
// no markdown.
func PlainName(name string) string { return plain(name, maxName) }

// SafeWord makes a player's word safe as SafeName does, at most 40 characters.
func SafeWord(word string) string { return escape(plain(word, 40)) }

// plain drops what can't be seen or turns the text around, makes one space of
// many and caps the length. At most two marks stay on a letter, so that no name
// climbs over its neighbours.
func plain(s string, limit int) string {
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

// escape puts a backslash before every sign that Discord's markdown, mentions,
// emoji or links begin with, and before those that make a list or a heading at
// the start of a line.
func escape(s string) string {
	var b strings.Builder
	digits := true
	for i, r := range s {
		if strings.ContainsRune("\\`*_[]<>#~|:@", r) || i == 0 && (r == '-' || r == '+') || digits && i > 0 && (r == '.' || r == ')') {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		digits = digits && unicode.IsDigit(r)
	}
	return b.String()
}

// cut shortens a text to so many characters, with an ellipsis for what is gone.
// Those beyond the first 65,536 count double, as Discord's own client counts them.
func cut(s string, limit int) string {
	fits, count := 0, 0
	for i, r := range s {
		if count < limit {
			fits = i
		}
		if count += max(1, utf16.RuneLen(r)); count > limit {
			return strings.TrimRight(s[:fits], " ") + "…"
		}
	}
	return s
}
