package render

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// A TabModel is a page of what lies between one person and everybody else in a server.
type TabModel struct {
	Table    string // whose menu leads here; may be empty
	Accounts tab.Accounts
	Open     []tab.Pact // that the person can answer or waits for
	Me       tab.Person
	People   map[tab.Person]Player // who is named
	View     View                  // of who reads it
}

// TabPage is how many accounts a page shows.
const TabPage = 10

// A tabScene is a page of accounts, or one.
type tabScene struct {
	title   sentence
	net     sentence // what all of them come to; may be empty
	none    sentence // there are none
	left    sentence // of one: when the other was known to have left; may be empty
	owed    []owed
	picture depiction
	open    []list
	friends pick
	ways    []press
	page    sentence // which of how many; empty of one
}

// An owed is what lies between the reader and one other.
type owed struct {
	number int // in the list, from 1; 0: there is no list
	who
	pips     int64
	together int // hands
	owes     sentence
	hands    sentence // may be empty
	since    sentence // may be empty
	settle   []press  // what it can be settled by, the likeliest first; none where they are even
}

// Tab draws a page of somebody's accounts, with ways to the others and to each.
func Tab(p Pen, m TabModel) Message {
	scene := sceneOfTab(m)
	scene.picture = depictTab(m.Accounts, scene)
	return scene.message(p.as(m.View, picture.Classic))
}

func sceneOfTab(m TabModel) tabScene {
	o := origin{table: m.Table}
	s := tabScene{title: sentence{key: lang.TabTitle}, open: openPacts(m.Open, m.Me, m.People)}
	if m.Accounts.Others == 0 {
		s.none = sentence{key: lang.TabNone}
	} else {
		s.net = sentence{key: lang.TabNet, n: m.Accounts.Others, sum: netPips(m.Accounts.Net)}
	}
	var friends []option
	for i, a := range m.Accounts.List {
		one := owedOf(a, m.People[a.Other])
		one.number = m.Accounts.Page*TabPage + i + 1
		if waits(m.Open, a.Other) {
			one.settle = []press{o.secondary(lang.HistoryOpen, VerbTab, LedgerPlace{With: a.Other}.String())}
		}
		s.owed = append(s.owed, one)
		friends = append(friends, option{label: one.who, about: netPips(a.Pips), value: string(a.Other)})
	}
	s.friends = o.pick(lang.SelectFriend, friends, VerbTab, "")
	if page := m.Accounts.Page; page > 0 {
		s.ways = append(s.ways, o.secondary(lang.ButtonBack, VerbTab, strconv.Itoa(page-1)))
	}
	if page := m.Accounts.Page; page < m.Accounts.Pages-1 {
		s.ways = append(s.ways, o.secondary(lang.ButtonForward, VerbTab, strconv.Itoa(page+1)))
	}
	if m.Accounts.Others > 0 {
		s.ways = append(s.ways, o.secondary(lang.ButtonHistory, VerbHistory, ""))
	}
	if m.Accounts.Pages > 1 {
		s.page = sentence{key: lang.TabPage, n: m.Accounts.Page + 1, total: m.Accounts.Pages}
	}
	return s
}

// waits says whether there is a proposal between the reader and somebody.
func waits(open []tab.Pact, other tab.Person) bool {
	return slices.ContainsFunc(open, func(p tab.Pact) bool { return p.By == other || p.With == other })
}

// An AccountModel is what lies between one person and one other in a server.
type AccountModel struct {
	Table   string // whose menu leads here; may be empty
	Account tab.Account
	With    Player // the other one
	Open    []tab.Pact
	Me      tab.Person
	View    View      // of who reads it
	Left    time.Time // since when the other is known to have left the server; zero: they haven't
}

// Account draws it, with ways to its history and to all accounts.
func Account(p Pen, m AccountModel) Message {
	scene := sceneOfAccount(m)
	scene.picture = depictTab(tab.Accounts{}, scene)
	return scene.message(p.as(m.View, picture.Classic))
}

func sceneOfAccount(m AccountModel) tabScene {
	o, with := origin{table: m.Table}, m.With.who()
	people := map[tab.Person]Player{m.Account.Other: m.With}
	s := tabScene{title: sentence{key: lang.TabTitleWith, name: with}, open: openPacts(m.Open, m.Me, people)}
	if m.Account.Hands == 0 && m.Account.Since == 0 {
		s.none = sentence{key: lang.TabNoneWith, name: with}
	} else {
		s.owed = []owed{owedOf(m.Account, m.With)}
		if !m.Left.IsZero() && m.With.UserID != "" {
			s.left = sentence{key: lang.TabLeft, name: with, when: onDay(m.Left.UnixMilli())}
			s.owed[0].settle = settlingAbsent(m.Account)
		}
		s.ways = s.owed[0].settle
		s.owed[0].settle = nil     // they stand below
		for _, p := range m.Open { // one at most: until it is answered nothing else is proposed
			s.ways = answering(p, m.Me)
		}
		s.ways = append(s.ways, o.secondary(lang.ButtonHistory, VerbHistory, LedgerPlace{With: m.Account.Other}.String()))
	}
	s.ways = append(s.ways, o.secondary(lang.ButtonTabAll, VerbTab, ""))
	return s
}

// owedOf tells an account.
func owedOf(a tab.Account, with Player) owed {
	o := owed{who: with.who(), pips: a.Pips, together: int(a.Hands)}
	switch {
	case a.Pips > 0:
		o.owes = sentence{key: lang.TabOwes, n: int(a.Pips), name: o.who}
	case a.Pips < 0:
		o.owes = sentence{key: lang.TabOwe, n: int(-a.Pips), name: o.who}
	default:
		o.owes = sentence{key: lang.TabEvenWith, name: o.who}
	}
	if a.Pips != 0 {
		o.settle = settling(a, with)
	}
	if a.Hands > 0 {
		o.hands = sentence{key: lang.TabHands, n: int(a.Hands)}
	}
	if a.Since > 0 {
		o.since = sentence{key: lang.TabSince, when: dated(a.Since)}
	}
	return o
}

// settling are the ways to settle what is open with somebody: with a former player there is
// but one.
func settling(a tab.Account, with Player) []press {
	o, arg := origin{}, string(a.Other)
	if with.UserID == "" {
		return []press{o.secondary(lang.ButtonLetGo, VerbLetGo, arg)}
	}
	ways := []press{o.secondary(lang.ButtonSettle, VerbSettle, arg), o.secondary(lang.ButtonEven, VerbEven, arg)}
	if a.Pips > 0 {
		ways = append(ways, o.secondary(lang.ButtonForgive, VerbForgive, arg))
	}
	return ways
}

// settlingAbsent are the ways with somebody who has left the server, as far as is known.
func settlingAbsent(a tab.Account) []press {
	settle := origin{}.secondary(lang.ButtonSettle, VerbSettle, string(a.Other))
	switch {
	case a.Pips > 0:
		return []press{origin{}.secondary(lang.ButtonForgive, VerbForgive, string(a.Other)), settle}
	case a.Pips < 0:
		return []press{releasing(a.Other), settle}
	}
	return nil
}

// releasing is the way to have a debt written off.
func releasing(creditor tab.Person) press {
	return origin{}.secondary(lang.ButtonRelease, VerbRelease, string(creditor))
}

// answering are the ways to answer what is proposed, or to take it back.
func answering(p tab.Pact, me tab.Person) []press {
	if p.By == me {
		return []press{origin{}.secondary(lang.ButtonWithdraw, VerbRefuse, p.ID)}
	}
	no := origin{}.secondary(lang.ButtonDisagree, VerbRefuse, p.ID)
	if p.AsksManager() && me == p.With {
		return []press{no}
	}
	return []press{origin{}.primary(lang.ButtonConfirm, VerbConfirm, p.ID), no}
}

// dated is a date that Discord writes as its reader does, of a time in unix ms.
func dated(at int64) literal { return literal(fmt.Sprintf("<t:%d:d>", at/1000)) }

// onDay is a date in words, of a time in unix ms.
func onDay(at int64) literal { return literal(fmt.Sprintf("<t:%d:D>", at/1000)) }

func (o owed) tell(l lang.Lang, plain bool) string {
	if plain { // where nobody writes dates, as Discord does in its texts
		return list{o.owes, o.hands}.tell(l, plain)
	}
	said := list{o.owes, o.hands, o.since}.tell(l, plain)
	if o.number > 0 {
		said = fmt.Sprintf("%d\\. %s", o.number, said)
	}
	return said
}

func (s tabScene) message(p Pen) Message {
	l := p.Lang
	parts := []Component{text(lines("### "+s.title.say(l), s.net.say(l), s.none.say(l), s.left.say(l))), p.show(s.picture)}
	even := "" // with whom there is nothing to settle, who stand last
	for _, o := range s.owed {
		if len(o.settle) > 0 {
			parts = append(parts, p.section(o.tell(l, false), o.settle[0]))
		} else {
			even = lines(even, o.tell(l, false))
		}
	}
	note := small(list{s.page, sentence{key: lang.TabPoints}}.tell(l, false))
	return private(append(parts, text(lines(even, openLines(l, s.open), note)), p.selectRow(s.friends), p.row(s.ways))...)
}

// signed writes a sum with its sign, the minus as printers set it.
func signed(l lang.Lang, pips int64) string {
	switch {
	case pips > 0:
		return "+" + l.Number(pips)
	case pips < 0:
		return "−" + l.Number(-pips)
	default:
		return "0"
	}
}

// A netPips is a sum that is said with its sign.
type netPips int64

func (n netPips) tell(l lang.Lang, _ bool) string { return signed(l, int64(n)) }
