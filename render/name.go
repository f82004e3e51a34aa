package render

import (
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/rivo/uniseg"
)

// maxName is how many characters of a name are shown.
const maxName = 32

// SafeName makes anybody's name safe in Discord's markdown: no control, bidi or
// other invisible characters, markdown and mentions escaped, at most 32 characters
// before the escapes, cut between whole characters. "" when nothing is left.
func SafeName(name string) string { return escape(deal.Visible(name, maxName)) }

// PlainName is SafeName without the escapes, for labels and options, which know
// no markdown.
func PlainName(name string) string { return deal.Visible(name, maxName) }

// SafeWord makes a player's word safe as SafeName does, at most 40 characters.
func SafeWord(word string) string { return escape(deal.Visible(word, deal.MaxWord)) }

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

// cut shortens a text to so many characters, with an ellipsis for what is gone, between what people
// see as characters: a flag is two of Unicode's. Those beyond the first 65,536 count double, as
// Discord's own client counts them.
func cut(s string, limit int) string {
	fits, count := 0, 0
	for all := uniseg.NewGraphemes(s); all.Next(); {
		at, _ := all.Positions()
		if count < limit {
			fits = at
		}
		if count += utf16Len(all.Runes()); count > limit {
			return strings.TrimRight(s[:fits], " ") + "…"
		}
	}
	return s
}

func utf16Len(runes []rune) (n int) {
	for _, r := range runes {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}
