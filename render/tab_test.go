package render_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// then is when all was entered that the screens tell of, in unix ms.
const then = 1_700_000_000_000

// friends are the people of the reader, and one who was erased.
func friends() map[sitting.Person]render.Player { return reader().People }

func accounts() tab.Accounts {
	return tab.Accounts{Pages: 2, Net: 22, Others: 12, List: []tab.Account{
		{Other: "bob", Pips: 24, Hands: 31, Since: then}, {Other: "cy", Pips: -1, Hands: 1, Since: then},
		{Other: "gone", Pips: -1, Since: then}, {Other: "dee", Hands: 2},
	}}
}

// between are proposals, one each way.
func between() []tab.Pact {
	return []tab.Pact{
		{ID: "9a", At: then, Note: "for *the* coffee", Proposal: tab.Proposal{Stage: tab.Open, Change: tab.Settle{Pips: 24, All: true}, By: "bob", With: "ann", Until: then + tab.Patience}},
		{ID: "9b", At: then, Proposal: tab.Proposal{Stage: tab.Open, Change: tab.Undo{From: tab.Hand{Table: tableID, Number: 3}}, By: "ann", With: "cy", Until: then + tab.Patience}},
	}
}

// entered are postings of every kind, newest first.
func entered() []tab.Posting {
	line := func(seq, pips int64, other tab.Person, from tab.Source) tab.Line {
		return tab.Line{Entry: tab.Entry{Person: "ann", Other: other, Pips: pips}, Seq: seq, From: from}
	}
	hand := tab.Hand{Table: tableID, Number: 3}
	agreed := func(c tab.Change, by, yes tab.Person, note string) tab.Pact {
		return tab.Pact{ID: "9a", At: then, Agreed: yes, Note: note, Proposal: tab.Proposal{Stage: tab.Confirmed, Change: c, By: by}}
	}
	all := []tab.Posting{
		{Line: line(19, 7, "cy", tab.Reversal{Seq: 3}), Undid: line(3, -7, "cy", hand), Pact: agreed(tab.Void{Hand: hand}, "bob", "bob", "wrong rules")},
		{Line: line(18, 9, "cy", tab.WriteOff{ID: "9b"}), Pact: agreed(tab.Release{Left: then}, "ann", "dee", "gone for good")},
		{Line: line(17, 24, "gone", tab.WriteOff{ID: "9c"}), Pact: agreed(tab.LetGo{}, "ann", "ann", "")},
		{Line: line(15, 2, "bob", tab.Forgiveness{Proposal: "9d"}), Pact: agreed(tab.Forgive{Pips: 2}, "bob", "bob", "")},
		{Line: line(13, 24, "bob", tab.Reversal{Seq: 9}), Undid: line(9, -24, "bob", tab.Settlement{Proposal: "9a"}), Pact: agreed(tab.Undo{From: tab.Settlement{Proposal: "9a"}}, "bob", "ann", "never paid")},
		{Line: line(9, -24, "bob", tab.Settlement{Proposal: "9a"}), Undone: 13, Pact: agreed(tab.Settle{Pips: 24}, "ann", "bob", "")},
		{Line: line(5, 24, "bob", hand), Channel: "7", Result: "900"},
		{Line: line(3, -7, "cy", hand), Channel: "7", Undone: 19},
	}
	all[5].Pact.Erased = true
	for i := range all {
		all[i].At = then
	}
	return all
}

func tabScreens() []screen {
	history := func(m render.HistoryModel) func(l lang.Lang) render.Message {
		m.Server, m.Me, m.People = "2", "ann", friends()
		return func(l lang.Lang) render.Message { return render.History(pen(l), m) }
	}
	all := tab.Stretch{List: entered(), Newer: true, Older: true}
	return []screen{
		{"tab", false, func(l lang.Lang) render.Message {
			return render.Tab(pen(l), render.TabModel{Accounts: accounts(), Open: between(), Me: "ann", People: friends()})
		}},
		{"tab, empty", false, func(l lang.Lang) render.Message {
			return render.Tab(pen(l), render.TabModel{Accounts: tab.Accounts{Pages: 1}})
		}},
		{"tab, with one", false, func(l lang.Lang) render.Message {
			return render.Account(pen(l), render.AccountModel{Account: accounts().List[0], With: friends()["bob"], Open: between()[:1], Me: "ann"})
		}},
		{"tab, with a creditor who left", false, func(l lang.Lang) render.Message {
			m := render.AccountModel{Account: accounts().List[1], With: friends()["bob"], Me: "ann", Left: deadline()}
			return render.Account(pen(l), m)
		}},
		{"tab, with a debtor who left", false, func(l lang.Lang) render.Message {
			m := render.AccountModel{Account: accounts().List[0], With: friends()["bob"], Me: "ann", Left: deadline()}
			return render.Account(pen(l), m)
		}},
		{"tab, with a write-off to be agreed to", false, func(l lang.Lang) render.Message {
			pact := tab.Pact{ID: "9a", At: then, Note: "gone for good", Proposal: released().State}
			m := render.AccountModel{Account: accounts().List[0], With: friends()["bob"], Me: "ann", Open: []tab.Pact{pact}}
			return render.Account(pen(l), m)
		}},
		{"tab, with a write-off asked for", false, func(l lang.Lang) render.Message {
			pact := tab.Pact{ID: "9a", At: then, Note: "gone for good", Proposal: released().State}
			account := tab.Account{Other: "ann", Pips: -24, Hands: 31, Since: then}
			m := render.AccountModel{Account: account, With: friends()["ann"], Me: "bob", Open: []tab.Pact{pact}}
			return render.Account(pen(l), m)
		}},
		{"tab, with nobody met", false, func(l lang.Lang) render.Message {
			return render.Account(pen(l), render.AccountModel{Account: tab.Account{Other: "bob"}, With: friends()["bob"], Me: "ann"})
		}},
		{"history", false, history(render.HistoryModel{Page: all})},
		{"history, with one", false, history(render.HistoryModel{With: "bob", Page: tab.Stretch{List: entered()[3:7], Older: true}, Open: between()[:1]})},
		{"history, empty", false, history(render.HistoryModel{})},
		{"entry, a hand", false, func(l lang.Lang) render.Message {
			return render.Entry(pen(l), render.EntryModel{
				Server: "2", Me: "ann", From: tab.Hand{Table: tableID, Number: 3}, Lines: entered()[6:], People: friends(), Reader: reader(), Ended: rummy().Last,
			})
		}},
		{"entry, a settlement", false, func(l lang.Lang) render.Message {
			return render.Entry(pen(l), render.EntryModel{Server: "2", Me: "ann", From: tab.Settlement{Proposal: "9a"}, Lines: entered()[5:6], People: friends()})
		}},
	}
}

// tab hears what lies between the reader and others.
func (h *hearing) tab(t picture.Tab) {
	h.want(t.Friends == 0 && t.Net == 0 || h.says(h.l.Count(lang.TabNet, t.Friends, lang.Sum(signedText(t.Net)))), "%d with %d", t.Net, t.Friends)
	for _, o := range t.Owed {
		name, owes := lang.Name(render.SafeName(o.Seat.Name)), ""
		if o.Seat.Name == "" {
			name = lang.Name(h.l.Say(lang.PlayerUnknown))
		}
		switch {
		case o.Pips > 0:
			owes = h.l.Count(lang.TabOwes, o.Pips, name)
		case o.Pips < 0:
			owes = h.l.Count(lang.TabOwe, -o.Pips, name)
		default:
			owes = h.l.Say(lang.TabEvenWith, name)
		}
		h.want(o.Seat == (picture.Seat{Number: o.Seat.Number, Name: o.Seat.Name, Cards: -1}), "all of %s", o.Seat.Name)
		line := h.line(fmt.Sprintf("%d\\. %s", o.Seat.Number, owes))
		if t.Friends == 0 {
			h.want(o.Seat.Number == 1, "that it is one")
			line = h.line(owes)
		}
		h.want(line != "", "%d of %s, who is %d", o.Pips, o.Seat.Name, o.Seat.Number)
		said := h.l.Count(lang.TabHands, o.Hands)
		h.want(strings.Contains(line, h.l.Apart()+said) == (o.Hands != 0), "%d hands with %s", o.Hands, o.Seat.Name)
	}
}

// tabs are those of any figures.
func tabs(p render.Pen) (all []shown) {
	told := p.Told(render.ViewPictures, picture.Classic)
	r := rand.New(rand.NewPCG(7, 8))
	for range 20 {
		m := render.TabModel{Accounts: accounts(), Me: "ann", People: friends()}
		m.Accounts.Net, m.Accounts.Page = r.Int64N(4000)-2000, r.IntN(2)
		for i := range m.Accounts.List {
			a := &m.Accounts.List[i]
			a.Pips, a.Hands = r.Int64N(900)-450, 1+r.Int64N(300)
		}
		one := render.AccountModel{Account: m.Accounts.List[0], With: friends()["bob"], Me: "ann"}
		all = append(all, shown{render.Tab(p, m), render.OfTab(m), told}, shown{render.Account(p, one), render.OfAccount(one), told})
	}
	return all
}

// TestWhoSeesNoPicturesHasNoneOfTheirTab reads a tab in words and by symbols.
func TestWhoSeesNoPicturesHasNoneOfTheirTab(t *testing.T) {
	for view, files := range map[render.View]int{render.ViewPictures: 1, render.ViewSymbols: 0, render.ViewWords: 0} {
		p := pen(words(t).For("en"))
		for _, m := range []render.Message{
			render.Tab(p, render.TabModel{Accounts: accounts(), Me: "ann", People: friends(), View: view}),
			render.Account(p, render.AccountModel{Account: accounts().List[0], With: friends()["bob"], View: view}),
		} {
			if len(m.Files) != files || !strings.Contains(readable(t, m), `Bo\_b`) {
				t.Errorf("in view %v: %d files of %s", view, len(m.Files), readable(t, m))
			}
		}
	}
}

// TestAPlaceInTheTabIsReadAsItIsWritten has every place come back, and nothing else than a
// first page come of what is none.
func TestAPlaceInTheTabIsReadAsItIsWritten(t *testing.T) {
	for _, p := range []render.LedgerPlace{
		{}, {Page: 7}, {With: "pabcdefghijklmnop"}, {With: "pabcdefghijklmnop", At: tab.Cursor{Seq: 1 << 62}},
		{With: "pabcdefghijklmnop", At: tab.Cursor{Seq: 1 << 62, Newer: true}}, {At: tab.Cursor{Seq: 5}}, {At: tab.Cursor{Seq: 5, Newer: true}},
	} {
		if text := p.String(); render.ReadLedgerPlace(text) != p || len(text) > render.MaxArg {
			t.Errorf("%+v is %q, which is %+v", p, text, render.ReadLedgerPlace(text))
		}
	}
	for _, text := range []string{"-1", "x", "<", ">x", "<-5", ">0", "1e9"} {
		if got := render.ReadLedgerPlace(text); got != (render.LedgerPlace{}) {
			t.Errorf("%q is %+v", text, got)
		}
	}
}

// TestAnEntryIsNamedByNumberOrSource reads what people type.
func TestAnEntryIsNamedByNumberOrSource(t *testing.T) {
	for text, want := range map[string]string{
		"12": "12", " #12 ": "12", "#12 · +24 Ann": "12", "hand:3:0:rum00000": "hand:3:0:rum00000", "settlement:9a": "settlement:9a",
		"": "", "#": "", "0": "", "-3": "", "1.5": "", "hand:3": "", "##1": "", "99999999999999999999": "",
	} {
		seq, from, ok := render.ReadEntryName(text)
		got := ""
		switch {
		case from != nil && ok:
			got = from.String()
		case ok:
			got = fmt.Sprint(seq)
		}
		if got != want {
			t.Errorf("%q names %q and not %q", text, got, want)
		}
	}
}

// TestHandsOfOneNumberAreToldApart has two tables of an evening come to a hand 3 each, beside one of another day and a second
// debt of the first.
func TestHandsOfOneNumberAreToldApart(t *testing.T) {
	const minute = 60 * 1000
	entry := func(seq int64, table string, number int, after int64) tab.Posting {
		return tab.Posting{
			Line: tab.Line{Entry: tab.Entry{Person: "ann", Other: "bob", Pips: seq}, Seq: seq, From: tab.Hand{Table: table, Number: number}},
			At:   deadline().UnixMilli() + after*minute,
		}
	}
	m := render.HistoryModel{Me: "ann", People: reader().People, Page: tab.Stretch{List: []tab.Posting{
		entry(6, "tableb", 4, 100), entry(5, "tableb", 3, 90), entry(4, "tablea", 3, 40), entry(3, "tablea", 3, 40), entry(2, "tablec", 3, -3*24*60), entry(1, "tablec", 1, -3*24*60),
	}}}
	inAll(t, func(l lang.Lang) {
		text := readable(t, render.History(pen(l), m))
		for _, line := range strings.Split(text, "\n") {
			number, entry := strings.CutPrefix(line, "`#")
			if !entry {
				continue
			}
			timed := strings.Contains("543", number[:1])
			if strings.Contains(line, ":d> <t:") != timed {
				t.Errorf("%s: %s", l.Tag(), line)
			}
		}
	})
}
