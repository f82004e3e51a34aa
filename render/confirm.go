package render

import (
	"strconv"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A Question is something that is asked twice. The set is closed.
type Question uint8

// The questions.
const (
	LeaveNow  Question = iota // leave in mid-hand
	RemoveNow                 // empty a seat in mid-hand
	CloseNow                  // close the table in mid-hand
)

// A ConfirmModel asks whether the reader is sure.
type ConfirmModel struct {
	Table    string
	Version  int64
	Question Question
	Seat     engine.Seat // of RemoveNow
	Player   Player      // of RemoveNow
	Standin  string      // level of the computer that would play on
	OffTab   bool        // nothing of the hand can go on the tab
}

// Confirm draws the question with its yes and no.
func Confirm(c Codec, l lang.Lang, m ConfirmModel, serial uint32) Message {
	p := pen{codec: c, table: m.Table, version: m.Version, serial: serial}
	var question string
	standin := lang.Other(levelName(l, m.Standin))
	leave, remove := lang.ConfirmLeave, lang.ConfirmRemove
	if m.OffTab {
		leave, remove = lang.ConfirmLeaveOff, lang.ConfirmRemoveOff
	}
	var yes Button
	switch m.Question {
	case LeaveNow:
		question = l.Say(leave, standin)
		yes = p.button(StyleDanger, l.Say(lang.ButtonSureLeave), VerbLeaveSure, "")
	case RemoveNow:
		question = l.Say(remove, lang.Name(m.Player.safe(l, int(m.Seat))), standin)
		yes = p.button(StyleDanger, l.Say(lang.ButtonSureRemove), VerbRemoveSure, strconv.Itoa(int(m.Seat)))
	case CloseNow:
		question = l.Say(lang.ConfirmClose)
		yes = p.button(StyleDanger, l.Say(lang.ButtonSureClose), VerbCloseSure, "")
	}
	return private(text(question), row(yes, p.button(StylePrimary, l.Say(lang.ButtonKeep), VerbKeep, "")))
}
