package render

import (
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/tab"
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

// ReadEntryName reads how people name a source: by the number of an entry, with or without
// "#", or as [tab.ParseSource] reads it. False: it names none.
func ReadEntryName(text string) (seq int64, from tab.Source, ok bool) {
	text, _, _ = strings.Cut(strings.TrimSpace(text), " ") // who goes back to a choice has typed more
	if n, err := strconv.ParseInt(strings.TrimPrefix(text, "#"), 10, 64); err == nil {
		return n, nil, n > 0
	}
	from, err := tab.ParseSource(text)
	return 0, from, err == nil
}
