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
	LeaveNow    Question = iota // leave in mid-hand
	RemoveNow                   // empty a seat in mid-hand
	CloseNow                    // close the table in mid-hand
	CloseAsk                    // ask the others to
	EndNow                      // end the hand
	EndAsk                      // ask the others to
	TakeBackNow                 // take a discard back, and the turns of computers after it
)

// A confirmScene is the question with its yes and no.
type confirmScene struct {
	question []sentence
	answers  []press
}

// Confirm asks whether the reader is sure; seat is the one that RemoveNow empties.
func Confirm(p Pen, r Reader, s *sitting.Sight, q Question, seat engine.Seat) Message {
	return sceneOfConfirm(r, s, q, seat).message(p)
}

func sceneOfConfirm(r Reader, s *sitting.Sight, q Question, seat engine.Seat) confirmScene {
	o := from(s, Prefs{})
	leave, remove := sentence{key: lang.ConfirmLeave}, sentence{key: lang.ConfirmRemove}
	if !s.Stakes {
		leave.key, remove.key = lang.ConfirmLeaveOff, lang.ConfirmRemoveOff
	}
	standIn := levelOf(s.Settings.Level.String())
	leave.other, remove.other = standIn, standIn
	no := o.primary(lang.ButtonKeep, VerbKeep, "")
	one := func(question sentence, yes press) confirmScene {
		return confirmScene{question: []sentence{question}, answers: []press{yes, no}}
	}
	// Whoever wants to stop may do so without stopping the others, which is offered first.
	rather := func(ask lang.Key, yes press) confirmScene {
		asked := sentence{key: ask, word: limitOf(s.AskFor)}
		if s.Me == engine.Nobody {
			return one(asked, yes)
		}
		goes := o.secondary(lang.ButtonSureLeave, VerbLeaveSure, "")
		return confirmScene{question: []sentence{leave, asked}, answers: []press{goes, yes, no}}
	}
	switch q {
	case LeaveNow:
		return one(leave, o.danger(lang.ButtonSureLeave, VerbLeaveSure, ""))
	case RemoveNow:
		remove.name = sits(r.sitters(s.Seats), seat)
		return one(remove, o.danger(lang.ButtonSureRemove, VerbRemoveSure, strconv.Itoa(int(seat))))
	case CloseNow:
		return one(sentence{key: lang.ConfirmClose}, o.danger(lang.ButtonSureClose, VerbCloseSure, ""))
	case CloseAsk:
		return rather(lang.ConfirmAskClose, o.danger(lang.ButtonAskClose, VerbCloseSure, ""))
	case EndNow:
		return one(sentence{key: lang.ConfirmEnd}, o.danger(lang.ButtonSureEnd, VerbEndSure, ""))
	case TakeBackNow:
		return one(sentence{key: lang.ConfirmTakeback}, o.danger(lang.ButtonSureTakeback, VerbTakebackSure, ""))
	case EndAsk:
		return rather(lang.ConfirmAsk, o.danger(lang.ButtonAskEnd, VerbEndSure, ""))
	}
	return confirmScene{}
}

func (s confirmScene) message(p Pen) Message {
	return private(text(paragraph(p.Lang, s.question...)), p.row(s.answers))
}
