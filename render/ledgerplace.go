package render

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A LedgerPlace is a page of somebody's own tab, as an Arg of [VerbTab] or [VerbHistory]
// names it.
type LedgerPlace struct {
	With tab.Person // of whom alone it tells; empty: of everybody
	Page int        // of accounts, from 0
	At   tab.Cursor // of history
}

// String gives it as text, which [ReadLedgerPlace] reads: "@" and a person, then a page of
// accounts, or "<" or ">" and the number of the entry that a page of history is older or newer
// than. The first page is no text.
func (p LedgerPlace) String() string {
	text := ""
	if p.With != "" {
		text = "@" + string(p.With)
	}
	switch {
	case p.At.Newer:
		return text + ">" + strconv.FormatInt(p.At.Seq, 10)
	case p.At.Seq > 0:
		return text + "<" + strconv.FormatInt(p.At.Seq, 10)
	case p.Page > 0 && p.With == "":
		return strconv.Itoa(p.Page)
	}
	return text
}

// ReadLedgerPlace reads it. What can't be read is the first page.
func ReadLedgerPlace(arg string) LedgerPlace {
	var p LedgerPlace
	head, number := arg, ""
	if at := strings.IndexAny(arg, "<>"); at >= 0 {
		head, number, p.At.Newer = arg[:at], arg[at+1:], arg[at] == '>'
	}
	p.At.Seq, _ = strconv.ParseInt(number, 10, 64)
	if p.At.Seq <= 0 {
		p.At = tab.Cursor{}
	}
	if with, is := strings.CutPrefix(head, "@"); is {
		p.With = tab.Person(with)
	} else if page, err := strconv.Atoi(head); err == nil && page > 0 {
		p.Page = page
	}
	return p
}

// entryName is the number of an entry, or a source, with what the choice of it says behind it: who
// goes back to a choice has typed all that.
//
//nolint:gochecknoglobals // constant pattern
var entryName = regexp.MustCompile(`^(#?)(\S+?)(?:[\s\pZ]*[·;].*)?$`)

// ReadEntryName reads how people name a source: by the number of an entry, with or without "#", or
// as [tab.ParseSource] reads it. False: it names none.
func ReadEntryName(text string) (seq int64, from tab.Source, ok bool) {
	parts := entryName.FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil {
		return 0, nil, false
	}
	if number := lang.Fold(parts[2]); strings.Trim(number, "0123456789") == "" {
		n, err := strconv.ParseInt(number, 10, 64)
		return n, nil, err == nil && n > 0
	}
	from, err := tab.ParseSource(parts[2])
	return 0, from, err == nil && parts[1] == ""
}

// IsBareNumber says whether a text is a number and nothing beside it. Where a hand is asked for, it
// may be the hand's or an entry's.
func IsBareNumber(text string) bool {
	text = strings.TrimSpace(lang.Fold(text))
	return text != "" && strings.Trim(text, "0123456789") == ""
}
