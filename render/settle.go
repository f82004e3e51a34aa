package render

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// The fields of the forms about the tab.
const (
	FieldPips   = "pips"
	FieldNote   = "note"
	FieldReason = "reason"
)

// mostDigits is how many characters of a number of pips can be written.
const mostDigits = 20

// SettleForm draws the modal to settle with a friend: pips filled in, and a note. owed is
// what one of the two owes the other, above zero.
func SettleForm(p Pen, friend tab.Person, who Player, owed int64) Modal {
	return sceneOfSettleForm(friend, who, owed).modal(p)
}

func sceneOfSettleForm(friend tab.Person, who Player, owed int64) formScene {
	return formScene{
		title: sentence{key: lang.ModalSettle, name: who.who()}, submit: origin{}.click(VerbSettle, string(friend)),
		questions: []question{
			{ask: lang.ModalPips, id: FieldPips, by: written, text: strconv.FormatInt(owed, 10), most: mostDigits},
			{ask: lang.ModalNote, id: FieldNote, by: writtenLong, most: MaxNote, may: true},
		},
	}
}

// ReverseForm draws the modal to say why an entry is to be reversed; arg is as [Reversing] writes it.
func ReverseForm(p Pen, arg string) Modal { return sceneOfReverseForm(arg).modal(p) }

func sceneOfReverseForm(arg string) formScene {
	return formScene{
		title: sentence{key: lang.ModalReverse}, submit: origin{}.click(VerbReverse, arg),
		questions: []question{{ask: lang.ModalReason, id: FieldReason, by: writtenLong, most: MaxNote}},
	}
}

// ReadPips reads a number of pips as people type it. One that is too large for any tab is the
// largest there is. Its error is a [*DoorRefusal] with NoPips.
func ReadPips(text string) (int64, error) {
	word := strings.TrimSpace(text)
	n, err := strconv.ParseInt(strings.Replace(strings.TrimSpace(lang.Fold(word)), "−", "-", 1), 10, 64)
	if err != nil && n != math.MaxInt64 && n != math.MinInt64 {
		return 0, &DoorRefusal{Code: NoPips, Word: word}
	}
	return n, nil
}

// Reversing writes what is to be reversed, between the reader and somebody, as the Arg of VerbReverse;
// ReadReversing reads it.
func Reversing(other tab.Person, from tab.Source) string { return string(other) + "/" + from.String() }

// ReadReversing reads what [Reversing] writes. Its error is ErrForged.
func ReadReversing(arg string) (tab.Person, tab.Source, error) {
	other, text, _ := strings.Cut(arg, "/")
	from, err := tab.ParseSource(text)
	if err != nil {
		return "", nil, ErrForged
	}
	return tab.Person(other), from, nil
}

// Owing writes who owes the reader how much, as the Arg of VerbForgiveSure; ReadOwing reads it.
func Owing(other tab.Person, pips int64) string {
	return string(other) + "/" + strconv.FormatInt(pips, 10)
}

// ReadOwing reads what [Owing] writes. Its error is ErrForged.
func ReadOwing(arg string) (tab.Person, int64, error) {
	other, text, _ := strings.Cut(arg, "/")
	pips, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return "", 0, ErrForged
	}
	return tab.Person(other), pips, nil
}

// A settleScene is a private answer about the tab: what was done or is asked, what that does, and what can be done about it.
type settleScene struct {
	said    []sentence
	moves   []change
	buttons []press
}

// AskForgive asks the reader whether they forgive a friend so many pips of what they owe.
func AskForgive(p Pen, friend tab.Person, m Move, pips int64) Message {
	return sceneOfAskForgive(friend, m, pips).message(p)
}

func sceneOfAskForgive(friend tab.Person, m Move, pips int64) settleScene {
	m.After = m.Before - pips
	return settleScene{
		said: []sentence{{key: lang.ConfirmForgive, name: m.Other.who(), n: int(pips)}}, moves: changes([]Move{m}),
		buttons: []press{origin{}.danger(lang.ButtonSureForgive, VerbForgiveSure, Owing(friend, pips)), origin{}.secondary(lang.ButtonDisagree, VerbKeep, "")},
	}
}

// AskLetGo asks the reader whether what lies between them and a former player is written off.
func AskLetGo(p Pen, former tab.Person, m Move) Message { return sceneOfAskLetGo(former, m).message(p) }

func sceneOfAskLetGo(former tab.Person, m Move) settleScene {
	m.After = 0
	return settleScene{
		said: []sentence{{key: lang.ConfirmLetGo}}, moves: changes([]Move{m}),
		buttons: []press{origin{}.danger(lang.ButtonSureLetGo, VerbLetGoSure, string(former)), origin{}.secondary(lang.ButtonDisagree, VerbKeep, "")},
	}
}

// Proposed tells who did something about a proposal what has become of it.
func Proposed(p Pen, m ProposalModel, me tab.Person) Message {
	return sceneOfProposed(m, me).message(p)
}

func sceneOfProposed(m ProposalModel, me tab.Person) settleScene {
	s := settleScene{said: m.outcome()}
	switch {
	case m.State.Stage == tab.Confirmed:
		s.moves = changes(m.Moves)
		if arg := m.reversing(me); arg != "" {
			s.buttons = []press{origin{}.secondary(lang.ButtonReverse, VerbReverse, arg)}
		}
	case m.State.Stage == tab.Open:
		key := lang.NoticeProposed
		if m.Anew {
			key = lang.NoticeAnew
		}
		if m.State.AsksManager() {
			key = lang.NoticeRelease
		}
		s.said, s.moves = []sentence{{key: key, name: m.with()}}, changes(m.Moves)
		if m.State.By == me {
			s.buttons = []press{origin{}.secondary(lang.ButtonWithdraw, VerbRefuse, m.ID)}
		}
	}
	if me == m.State.By || me == m.State.With {
		s.buttons = append(s.buttons, accountWith(m.across(me)))
	}
	return s
}

// accountWith is the way to what lies between the reader and somebody.
func accountWith(other tab.Person) press {
	return origin{}.secondary(lang.ButtonTab, VerbTab, LedgerPlace{With: other}.String())
}

// across is the other one of the two.
func (m ProposalModel) across(me tab.Person) tab.Person {
	if m.State.With == me {
		return m.State.By
	}
	return m.State.With
}

// reversing is the Arg of VerbReverse that undoes what was done between the reader and somebody who is still there.
func (m ProposalModel) reversing(me tab.Person) string {
	other := m.across(me)
	switch m.State.Change.(type) {
	case tab.Settle:
		return Reversing(other, tab.Settlement{Proposal: m.ID})
	case tab.Forgive:
		return Reversing(other, tab.Forgiveness{Proposal: m.ID})
	case tab.LetGo, tab.Release, tab.Reclaim, tab.Undo, tab.Void:
	}
	return ""
}

func (s settleScene) message(p Pen) Message {
	said := paragraph(p.Lang, s.said...)
	for _, c := range s.moves {
		said = lines(said, c.tell(p.Lang, false))
	}
	return private(text(said), p.row(s.buttons))
}

// Unsettled says why nothing was done between the reader and a friend, with the ways on that there are.
func Unsettled(p Pen, words string, friend tab.Person, why error) Message {
	return rematchMessage(p, append(waysOn(friend, why), accountWith(friend)), words)
}

// Refused says why something wasn't done, with the buttons that the words name, and the way on that
// there is where that was about the tab.
func Refused(p Pen, s *sitting.Sight, words string, why error) Message {
	return rematchMessage(p, append(waysFrom(why), waysNamed(s, why)...), words)
}

func waysOn(friend tab.Person, why error) []press {
	settle, even := origin{}.secondary(lang.ButtonSettle, VerbSettle, string(friend)), origin{}.secondary(lang.ButtonEven, VerbEven, string(friend))
	history := origin{}.secondary(lang.ButtonHistory, VerbHistory, LedgerPlace{With: friend}.String())
	var no *tab.Refusal
	var door *DoorRefusal
	switch {
	case errors.As(why, &no):
		switch no.Code { //nolint:exhaustive // from the others there is no other way
		case tab.TooFew, tab.TooMany, tab.UnderLeast:
			return []press{settle, even}
		case tab.NotOwed, tab.NotGone, tab.IsReversal:
			return []press{settle}
		case tab.NotDebtor:
			return []press{origin{}.secondary(lang.ButtonForgive, VerbForgive, string(friend))}
		case tab.IsGone:
			return []press{origin{}.secondary(lang.ButtonLetGo, VerbLetGo, string(friend))}
		case tab.NoEntry, tab.UndoneNow:
			return []press{history}
		}
	case errors.As(why, &door):
		switch door.Code { //nolint:exhaustive // the same
		case NoPips:
			return []press{settle, even}
		case LongNote:
			return []press{settle}
		case CreditorLeft:
			if door.Until.IsZero() {
				return []press{releasing(friend)}
			}
		case NotHere:
			return []press{origin{}.secondary(lang.ButtonForgive, VerbForgive, string(friend))}
		}
	}
	return nil
}

// waysFrom are those where there is no friend to go on with.
func waysFrom(why error) []press {
	all := origin{}.secondary(lang.ButtonTab, VerbTab, "")
	history := origin{}.secondary(lang.ButtonHistory, VerbHistory, "")
	var no *tab.Refusal
	var door *DoorRefusal
	switch {
	case errors.As(why, &no):
		switch no.Code { //nolint:exhaustive // from the others there is no other way
		case tab.Yourself, tab.NothingOwed, tab.NoProposal, tab.NotYours, tab.YourOwn, tab.IsOver, tab.IsParty:
			return []press{all}
		case tab.NoEntry, tab.UndoneNow, tab.IsReversal:
			return []press{history}
		}
	case errors.As(why, &door):
		switch door.Code { //nolint:exhaustive // the same
		case WithBot:
			return []press{all}
		case NoEntry:
			return []press{history}
		case NoPeriod, NoSeasonOn:
			return []press{origin{}.secondary(lang.ButtonStandings, VerbStandings, Sheaf{}.String())}
		}
	}
	return nil
}
