package render

import (
	"fmt"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A ProposalModel is what both sides, and whoever reads their channel, may know of a
// proposal about the tab.
type ProposalModel struct {
	ID    string
	State tab.Proposal
	Note  string // as it was written; empty without one
	Since int64  // when what an open wish would undo was entered, unix ms; 0: not known
	Noted string // the note that this was entered with; empty without one
	// Answered is who said yes or no; empty: nobody.
	Answered tab.Person
	Anew     bool // it asks anew, because figures have changed since the other was asked
	People   map[tab.Person]Player
	Moves    []Move
	Calls    []tab.Person // whom the message notifies
}

// A Move is what a change does to what lies between two people.
type Move struct {
	Person, Other Player
	Before, After int64 // what Other owes Person; below zero: Person owes Other
}

// A proposalScene is what there is to say about a proposal in its channel.
type proposalScene struct {
	users   []string // Discord ids of who is notified
	called  []told
	news    []sentence
	note    literal
	moves   []change
	small   sentence
	buttons []press
}

// Proposal draws the one message of a proposal: what is asked of whom, with two buttons, or
// what has become of it. It has its words in its content as a call has, because a phone tells
// nothing else of it.
func Proposal(p Pen, m ProposalModel) Message { return sceneOfProposal(m).message(p) }

func sceneOfProposal(m ProposalModel) proposalScene {
	s := proposalScene{note: literal(SafeNote(m.Note)), news: m.outcome()}
	for _, id := range m.Calls {
		if w := m.People[id].who(); w.user != "" { // nobody calls a former player
			s.called, s.users = append(s.called, called{w}), append(s.users, w.user)
		}
	}
	if m.State.Stage == tab.Open || m.State.Stage == tab.Confirmed {
		s.moves = changes(m.Moves)
	}
	if m.State.Stage == tab.Open {
		asked := m.State.With
		if m.State.AsksManager() {
			asked = ""
		} else if len(m.Calls) == 0 {
			s.called = []told{m.People[asked].who()}
		}
		s.news = m.question()
		s.small = sentence{key: lang.ProposeUntil, when: literal(fmt.Sprintf("<t:%d:f>", m.State.Until/1000))}
		s.buttons = answering(tab.Pact{Proposal: m.State, ID: m.ID}, asked)
	}
	return s
}

func (s proposalScene) message(p Pen) Message {
	l := p.Lang
	words := strings.Join(append(tellAll(l, s.called, false), paragraph(l, s.news...)), " ")
	content := []string{words, quote(s.note.tell(l, false))}
	for _, c := range s.moves {
		content = append(content, c.tell(l, false))
	}
	flags := 0
	if len(s.users) == 0 {
		flags = FlagSilent
	}
	m := message(flags, []Component{p.row(s.buttons)})
	m.Content, m.AllowedMentions.Users = lines(append(content, small(s.small.say(l)))...), s.users
	return m
}

// by and with name the two of a proposal.
func (m ProposalModel) by() who   { return m.People[m.State.By].who() }
func (m ProposalModel) with() who { return m.People[m.State.With].who() }

// pips is how many the change moves between the two, as far as it is between two.
func (m ProposalModel) pips() int {
	if len(m.Moves) != 1 {
		return 0
	}
	return int(max(m.Moves[0].After-m.Moves[0].Before, m.Moves[0].Before-m.Moves[0].After))
}

// question says what is asked of the other, or of a manager, and what that is about.
func (m ProposalModel) question() []sentence {
	s := sentence{key: lang.ProposeSettle, name: m.by(), n: m.pips()}
	switch c := m.State.Change.(type) {
	case tab.Undo:
		s.key, s.word = lang.ProposeUndo, sourceOf(c.From)
	case tab.Settle:
		if m.Anew {
			s.key = lang.ProposeAnew
		}
	case tab.Release:
		s.key, s.other, s.when = lang.ProposeRelease, m.with(), onDay(c.Left)
		return []sentence{s, {key: lang.ProposeReverse, name: m.with()}}
	case tab.Forgive, tab.LetGo, tab.Reclaim, tab.Void:
	}
	asks := []sentence{s}
	if m.Since > 0 {
		asks = append(asks, sentence{key: lang.ProposeOf, n: m.pips(), when: dated(m.Since)})
	}
	if note := SafeNote(m.Noted); note != "" {
		asks = append(asks, sentence{key: lang.HistoryNote, word: literal(note)})
	}
	return asks
}

// outcome says what has become of a proposal that isn't open any more.
func (m ProposalModel) outcome() []sentence {
	was := sentence{key: lang.WasSettle, name: m.by(), other: m.with(), n: m.pips()}
	said, lapsed := m.with(), sentence{key: lang.EndedLapsed}
	switch c := m.State.Change.(type) {
	case tab.Undo:
		was.key, was.word = lang.WasUndo, sourceOf(c.From)
	case tab.Release:
		was.key, said = lang.WasRelease, m.People[m.Answered].who()
		if m.by().user != "" && m.with().user != "" { // neither was erased
			lapsed = sentence{key: lang.EndedBack, name: m.with()}
		}
	case tab.Settle, tab.Forgive, tab.LetGo, tab.Reclaim, tab.Void:
	}
	switch m.State.Stage {
	case tab.Open:
	case tab.Confirmed:
		return m.done()
	case tab.Declined:
		return []sentence{was, {key: lang.EndedDeclined, name: said}}
	case tab.Withdrawn:
		return []sentence{was, {key: lang.EndedWithdrawn, name: m.by()}}
	case tab.Expired:
		return []sentence{was, {key: lang.EndedExpired}}
	case tab.Lapsed:
		return []sentence{was, lapsed}
	}
	return nil
}

// done says what a change that counts has done.
func (m ProposalModel) done() []sentence {
	s := sentence{name: m.by(), other: m.with(), n: m.pips()}
	switch c := m.State.Change.(type) {
	case tab.Settle:
		s.key = lang.DoneSettle
	case tab.Forgive:
		s.key = lang.DoneForgive
	case tab.LetGo:
		s.key = lang.DoneLetGo
	case tab.Release:
		s.key = lang.DoneRelease
		by := sentence{key: lang.DoneReleaseBy, name: m.People[m.Answered].who(), other: m.with()}
		return []sentence{s, by}
	case tab.Reclaim:
		s.key = lang.DoneReclaim
	case tab.Undo:
		s.key, s.word = lang.DoneUndo, sourceOf(c.From)
	case tab.Void:
		s.key, s.word = lang.DoneVoid, sourceOf(c.Hand)
	}
	return []sentence{s}
}

// sourceOf names what an entry comes from.
func sourceOf(from tab.Source) sentence {
	switch f := from.(type) {
	case tab.Hand:
		return sentence{key: lang.SourceHand, hand: f.Number, word: tableCode(f.Table)}
	case tab.Settlement:
		return sentence{key: lang.SourceSettlement}
	case tab.Forgiveness:
		return sentence{key: lang.SourceForgiveness}
	case tab.WriteOff:
		return sentence{key: lang.SourceWriteOff}
	case tab.Reversal:
	}
	return sentence{key: lang.SourceReversal}
}

// A tableCode tells a table from others.
type tableCode string

func (c tableCode) tell(l lang.Lang, plain bool) string {
	if plain {
		return string(c)
	}
	return code(string(c)).tell(l, plain)
}

// A change says what lay between two people and what does now.
type change struct{ before, after sentence }

func (c change) tell(l lang.Lang, plain bool) string {
	return c.before.tell(l, plain) + " → " + c.after.tell(l, plain)
}

func changes(moves []Move) []change {
	all := make([]change, len(moves))
	for i, m := range moves {
		all[i] = change{m.between(m.Before), m.between(m.After)}
	}
	return all
}

// between says who of the two owes the other.
func (m Move) between(pips int64) sentence {
	person, other := brief{m.Person.who()}, brief{m.Other.who()}
	switch {
	case pips > 0:
		return sentence{key: lang.BetweenOwes, name: other, other: person, n: int(pips)}
	case pips < 0:
		return sentence{key: lang.BetweenOwes, name: person, other: other, n: int(-pips)}
	}
	return sentence{key: lang.BetweenEven, name: person, other: other}
}
