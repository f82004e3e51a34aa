package render

import (
	"strconv"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
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

// A confirmScene is the question with its yes and no.
type confirmScene struct {
	question sentence
	answers  []press
}

// Confirm asks whether the reader is sure; seat is the one that RemoveNow empties.
func Confirm(p Pen, r Reader, s *sitting.Sight, q Question, seat engine.Seat) Message {
	return sceneOfConfirm(r, s, q, seat).message(p)
}

func sceneOfConfirm(r Reader, s *sitting.Sight, q Question, seat engine.Seat) confirmScene {
	o := from(s, Prefs{})
	leave, remove := lang.ConfirmLeave, lang.ConfirmRemove
	if !s.Stakes {
		leave, remove = lang.ConfirmLeaveOff, lang.ConfirmRemoveOff
	}
	t := confirmScene{question: sentence{other: levelOf(s.Settings.Level.String())}}
	var yes press
	switch q {
	case LeaveNow:
		t.question.key = leave
		yes = o.danger(lang.ButtonSureLeave, VerbLeaveSure, "")
	case RemoveNow:
		t.question.key, t.question.name = remove, sits(r.sitters(s.Seats), seat)
		yes = o.danger(lang.ButtonSureRemove, VerbRemoveSure, strconv.Itoa(int(seat)))
	case CloseNow:
		t.question.key = lang.ConfirmClose
		yes = o.danger(lang.ButtonSureClose, VerbCloseSure, "")
	}
	t.answers = []press{yes, o.primary(lang.ButtonKeep, VerbKeep, "")}
	return t
}

func (s confirmScene) message(p Pen) Message {
	return private(text(s.question.say(p.Lang)), p.row(s.answers))
}
