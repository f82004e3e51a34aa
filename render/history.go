package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A HistoryModel is a page of one person's entries in a server.
type HistoryModel struct {
	Table  string // whose menu leads here; may be empty
	Server string
	Me     tab.Person
	With   tab.Person // empty: with everybody
	Page   tab.Stretch
	Open   []tab.Pact            // on its first page
	People map[tab.Person]Player // who is named
}

// HistoryPage is how many entries a page shows.
const HistoryPage = 8

// MostOpen is how many open proposals are told above that.
const MostOpen = 4

// A historyScene is a page of entries, newest first.
type historyScene struct {
	title   sentence
	none    sentence // there are none
	signs   sentence // what a number with its sign means; empty where there are none
	open    []list
	entries []posted
	pick    pick
	ways    []press
}

// A posted is an entry as its page tells it.
type posted struct {
	number int64
	pips   int64
	with   brief
	source told
	at     int64    // unix ms
	alike  bool     // another one reads so but for the time
	undone int64    // number of the entry that undid it; 0: it stands
	who    list     // asked for it and agreed; empty of a hand
	note   sentence // may be empty
}

// History draws a page of what somebody's tab is made of.
func History(p Pen, m HistoryModel) Message { return sceneOfHistory(m).message(p) }

func sceneOfHistory(m HistoryModel) historyScene {
	o := origin{table: m.Table}
	s := historyScene{title: sentence{key: lang.HistoryTitle}, signs: sentence{key: lang.HistorySigns}, open: openPacts(m.Open, m.Me, m.People)}
	if m.With != "" {
		s.title = sentence{key: lang.HistoryTitleWith, name: m.People[m.With].who()}
	}
	if len(m.Page.List) == 0 {
		s.none, s.signs = sentence{key: lang.HistoryNone}, sentence{}
	}
	var options []option
	for i, p := range m.Page.List {
		one := postedOf(p, m.Server, m.Me, m.People, shortNote)
		one.alike = alike(m.Page.List, i)
		s.entries = append(s.entries, one)
		options = append(options, option{label: one.brief(), value: strconv.FormatInt(p.Seq, 10)})
	}
	s.pick = o.pick(lang.SelectEntry, options, VerbEntry, "")
	place := func(at tab.Cursor) string { return LedgerPlace{With: m.With, At: at}.String() }
	if n := len(m.Page.List); n > 0 {
		if m.Page.Newer {
			s.ways = append(s.ways, o.secondary(lang.ButtonNewer, VerbHistory, place(tab.Cursor{Seq: m.Page.List[0].Seq, Newer: true})))
		}
		if m.Page.Older {
			s.ways = append(s.ways, o.secondary(lang.ButtonOlder, VerbHistory, place(tab.Cursor{Seq: m.Page.List[n-1].Seq})))
		}
	}
	s.ways = append(s.ways, o.secondary(lang.ButtonTab, VerbTab, LedgerPlace{With: m.With}.String()))
	return s
}

// postedOf tells an entry to one of those between whom it is, with so many characters of a note.
func postedOf(p tab.Posting, server string, me tab.Person, people map[tab.Person]Player, note int) posted {
	return posted{
		number: p.Seq, pips: p.Pips, with: brief{people[p.Other].who()}, at: p.At, undone: p.Undone, source: broughtBy(p, server),
		who: doneBy(p.Pact, me, people), note: noteOf(p.Pact, note),
	}
}

// broughtBy names what brought an entry, with the way to where that was told.
func broughtBy(p tab.Posting, server string) told {
	from, undoes := rootOf(p)
	says := nameOf(from)
	told := linked{says, ""}
	if p.Result != "" {
		told.url = "https://discord.com/channels/" + server + "/" + p.Channel + "/" + p.Result
	}
	if !undoes {
		return told
	}
	if _, voids := p.Pact.Change.(tab.Void); voids {
		return sentence{key: lang.HistoryVoided, word: told}
	}
	return sentence{key: lang.HistoryReversed, word: told}
}

// nameOf names a source.
func nameOf(from tab.Source) sentence {
	switch from := from.(type) {
	case tab.Hand:
		return sentence{key: lang.TableHand, hand: from.Number}
	case tab.Settlement:
		return sentence{key: lang.HistorySettled}
	case tab.Forgiveness:
		return sentence{key: lang.HistoryForgiven}
	case tab.WriteOff:
		return sentence{key: lang.HistoryWritten}
	case tab.Reversal:
	}
	return sentence{key: lang.HistoryUndo}
}

// A linked thing leads to a message.
type linked struct {
	thing told
	url   string // empty: nowhere
}

func (t linked) tell(l lang.Lang, plain bool) string {
	said := t.thing.tell(l, plain)
	if plain || t.url == "" {
		return said
	}
	return "[" + said + "](" + t.url + ")"
}

// doneBy tells who asked for a change and who agreed, or who did it alone.
func doneBy(p tab.Pact, me tab.Person, people map[tab.Person]Player) list {
	by := func(who tab.Person, theirs, mine lang.Key) told {
		if who == me {
			return sentence{key: mine}
		}
		return sentence{key: theirs, name: brief{people[who].who()}}
	}
	switch p.Change.(type) {
	case tab.Settle, tab.Release, tab.Undo:
		return list{by(p.By, lang.HistoryAsked, lang.HistoryAskedYou), by(p.Agreed, lang.HistoryAgreed, lang.HistoryAgreedYou)}
	case tab.Forgive, tab.LetGo, tab.Reclaim, tab.Void:
		return list{by(p.By, lang.HistoryBy, lang.HistoryByYou)}
	}
	return nil
}

// noteOf is what somebody wrote with a proposal, so many characters of it.
func noteOf(p tab.Pact, most int) sentence {
	switch {
	case p.Note != "":
		return sentence{key: lang.HistoryNote, word: literal(escape(cut(deal.Visible(p.Note, 4*most), most)))}
	case p.Erased:
		return sentence{key: lang.HistoryErased}
	}
	return sentence{}
}

// How many characters of a note are shown where there are many, and where it is one.
const (
	shortNote = 24
	wholeNote = 300
)

// tell says an entry in one line, or two.
func (e posted) tell(l lang.Lang) string {
	main := list{literal(fmt.Sprintf("**%s** %s", signed(l, e.pips), e.with.tell(l, false))), e.source, e.when()}.tell(l, false)
	if e.undone > 0 {
		main = list{literal("~~" + main + "~~"), e.undoneBy()}.tell(l, false)
	}
	return lines(fmt.Sprintf("`#%d` %s", e.number, main), small(list{e.who, e.note}.tell(l, false)))
}

// when is the day, and the time too where that tells the entry from another.
func (e posted) when() told {
	if !e.alike {
		return dated(e.at)
	}
	return spaced{dated(e.at), literal(fmt.Sprintf("<t:%d:t>", e.at/1000))}
}

// alike says whether the list has another source of the same name, of a day or less before or after: the hands of
// each table are numbered from 1.
func alike(all []tab.Posting, one int) bool {
	const day = 24 * 60 * 60 * 1000
	from, undoes := rootOf(all[one])
	return slices.ContainsFunc(all, func(p tab.Posting) bool {
		other, also := rootOf(p)
		hand, _ := from.(tab.Hand)
		another, _ := other.(tab.Hand)
		return other != from && also == undoes && other.Kind() == from.Kind() && another.Number == hand.Number &&
			max(p.At-all[one].At, all[one].At-p.At) < day
	})
}

// rootOf is what an entry is named by, and whether that was undone by it.
func rootOf(p tab.Posting) (from tab.Source, undoes bool) {
	if p.Undid.From != nil {
		return p.Undid.From, true
	}
	return p.From, false
}

func (e posted) undoneBy() told {
	if e.undone == 0 {
		return sentence{}
	}
	return sentence{key: lang.HistoryUndone, word: literal("`#" + strconv.FormatInt(e.undone, 10) + "`")}
}

// brief is an entry on a label.
func (e posted) brief() told {
	return list{literal(fmt.Sprintf("#%d", e.number)), spaced{netPips(e.pips), e.with}, e.source}
}

// spaced are two things with a space between them.
type spaced [2]told

func (s spaced) tell(l lang.Lang, plain bool) string {
	return s[0].tell(l, plain) + " " + s[1].tell(l, plain)
}

// openPacts tells what is proposed to somebody, or by them.
func openPacts(open []tab.Pact, me tab.Person, people map[tab.Person]Player) []list {
	all := make([]list, 0, len(open))
	for _, p := range open {
		other, settle, undo, release := p.By, lang.HistoryOpenSettle, lang.HistoryOpenUndo, lang.HistoryOpenRelease
		if p.By == me {
			other, settle, undo, release = p.With, lang.HistoryOpenSettleYou, lang.HistoryOpenUndoYou, lang.HistoryOpenReleaseYou
		}
		asks := sentence{name: brief{people[other].who()}}
		switch c := p.Change.(type) {
		case tab.Settle:
			asks.key, asks.n = settle, int(c.Pips)
		case tab.Undo:
			asks.key, asks.word = undo, nameOf(c.From)
		case tab.Release:
			asks.key, asks.n = release, int(max(p.Owed, -p.Owed))
		case tab.Forgive, tab.LetGo, tab.Reclaim, tab.Void: // which are done at once
			continue
		}
		until := sentence{key: lang.HistoryUntil, when: literal(fmt.Sprintf("<t:%d:R>", p.Until/1000))}
		all = append(all, list{asks, until, noteOf(p, shortNote)})
	}
	return all
}

// openLines are what is proposed, under a heading; nothing where nothing is.
func openLines(l lang.Lang, open []list) string {
	if len(open) == 0 {
		return ""
	}
	said := make([]string, len(open))
	for i, one := range open {
		said[i] = "- " + one.tell(l, false)
	}
	return lines("**"+l.Say(lang.HistoryOpen)+"**", strings.Join(said, "\n"))
}

func (s historyScene) message(p Pen) Message {
	l := p.Lang
	entries := make([]string, len(s.entries))
	for i, e := range s.entries {
		entries[i] = e.tell(l)
	}
	return private(
		text(lines("### "+s.title.say(l), s.none.say(l), small(s.signs.say(l)))), text(openLines(l, s.open)), text(strings.Join(entries, "\n")),
		p.selectRow(s.pick), p.row(s.ways))
}

// CompleteEntry lists the entries of a page that fit what was typed: of several that one
// hand brought the newest.
func CompleteEntry(l lang.Lang, typed string, m HistoryModel) []Choice {
	return matching(l, typed, entryChoices(m), choice.says)
}

func entryChoices(m HistoryModel) []choice {
	var all []choice
	var seen []tab.Source
	for _, p := range m.Page.List {
		if !slices.Contains(seen, p.Line.From) {
			seen = append(seen, p.Line.From)
			all = append(all, choice{label: postedOf(p, m.Server, m.Me, m.People, shortNote).brief(), value: "#" + strconv.FormatInt(p.Seq, 10)})
		}
	}
	return all
}
