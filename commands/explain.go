package commands

import (
	"context"
	"errors"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// confirm asks whether the reader is sure of what was just refused.
func confirm(v *visit) render.Message {
	m := render.ConfirmModel{Table: string(v.snap.ID), Version: v.snap.Version, Standin: v.snap.Settings.Level.String(), OffTab: !v.snap.Stakes}
	v.row.sure(v, &m)
	return render.Confirm(v.hall.ink.codec, v.words, m, v.hall.ink.next())
}

// broken answers an interaction that went wrong in a way nobody thought of.
func broken(ctx context.Context, v *visit, id string) {
	if v.in.completing() {
		offer(ctx, v, nil)
		return
	}
	v.say(ctx, render.Line(render.TroubleText(v.words, render.TroubleModel{Trouble: render.Fault, Word: id})))
}

// explain answers an interaction that was not done: a click on a hand, or on what
// leads to one, with the hand as it is now; a pick on the settings with them; who
// has no seat with a way to get one; else with a line.
func explain(ctx context.Context, v *visit, err error) {
	var no *sitting.Refusal
	if errors.As(err, &no) && no.Code == sitting.NotSure && v.row.sure != nil {
		v.say(ctx, confirm(v))
		return
	}
	v.hall.count.refused.Add(1)
	note, unseated := why(v, err)
	switch {
	case unseated && v.snap.ID != "" && v.snap.Phase != sitting.Ended:
		v.say(ctx, render.Invite(v.hall.ink.codec, v.words, string(v.snap.ID), v.snap.Version, v.hall.ink.next()))
	case v.row.stands == onHand && v.handle.isClick() && v.snap.ID != "" && v.mayPlay() == nil:
		v.showHand(ctx, note)
	case v.row.stands == onSettings && v.snap.ID != "" && v.snap.Phase != sitting.Ended:
		v.say(ctx, v.screen().settings(v.mayChange(), note))
	default:
		v.say(ctx, render.Line(note))
	}
}

// why puts an error in the reader's words, and says whether it is that the reader
// has no seat. Whatever is no refusal is a fault of ours: it is logged, and the
// reader gets its id.
func why(v *visit, err error) (words string, unseated bool) {
	var rules *engine.Refusal
	var source *sourceError
	var unread *readingError
	switch {
	case errors.As(err, &rules):
		return render.Refusal(v.words, render.RefusalModel{Refusal: rules, View: v.snap.View, Players: v.cast.sitters(v.snap.Seats)}), false
	case errors.As(err, &source):
		return render.UnknownSource(v.words, source.word, v.snap.View), false
	case errors.As(err, &unread) && unread.zone:
		return render.UnknownZone(v.words, unread.word), false
	case errors.As(err, &unread):
		return render.UnknownTime(v.words, unread.word), false
	}
	if words, ok := render.ReadError(v.words, err); ok {
		return words, false
	}
	m := troubleOf(v, err)
	return render.TroubleText(v.words, m), m.Trouble == render.NotSeated
}

// troubleOf tells an error that isn't about cards as a trouble.
func troubleOf(v *visit, err error) render.TroubleModel {
	var no *sitting.Refusal
	var door *trouble
	var setting *engine.RuleError
	switch {
	case errors.As(err, &no):
		return refused(v, no)
	case errors.As(err, &door):
		return door.TroubleModel
	case errors.As(err, &setting):
		return render.TroubleModel{Trouble: render.BadSettings}
	case errors.Is(err, render.ErrForged), errors.Is(err, render.ErrNoChoice):
		return render.TroubleModel{Trouble: render.Forged}
	}
	return render.TroubleModel{Trouble: render.Fault, Word: v.hall.fault(v.in, err)}
}

// refused tells a table's refusal as a trouble.
func refused(v *visit, no *sitting.Refusal) render.TroubleModel {
	m := render.TroubleModel{Host: v.cast.person(v.snap.Host), Seat: no.Seat, Count: no.Most}
	for _, c := range no.Channels {
		m.Channels = append(m.Channels, string(c))
	}
	switch no.Code {
	case sitting.NoTable:
		m.Trouble = render.NoTable
	case sitting.ChannelTaken:
		m.Trouble = render.ChannelTaken
	case sitting.TableFull:
		m.Trouble = render.TableFull
	case sitting.Seated:
		m.Trouble = render.AlreadySeated
	case sitting.NotSeated:
		m.Trouble = render.NotSeated
		if _, rematch := v.asked.(sitting.Open); rematch {
			m.Trouble = render.NotOfThatTable
		}
	case sitting.NotHost:
		m.Trouble = render.NotHost
	case sitting.TooFew:
		m.Trouble = render.TooFew
	case sitting.HandUnderWay:
		m.Trouble = render.HandUnderWay
	case sitting.NoHand:
		m.Trouble = render.NoHand
	case sitting.NotSure:
		m.Trouble = render.NotSure
	case sitting.Stale:
		m.Trouble = render.Stale
	case sitting.IsClosed:
		m.Trouble = render.IsClosed
	case sitting.EmptySeat:
		m.Trouble = render.EmptySeat
	case sitting.BadSettings:
		m.Trouble = render.BadSettings
	case sitting.InLobby:
		m.Trouble = render.NotStarted
	case sitting.BadWord:
		m.Trouble = badWord(no.Word)
	case sitting.JoinsLater:
		m.Trouble = render.JoinsLater
	case sitting.NothingToTakeBack:
		m.Trouble = render.NothingToTakeBack
	case sitting.TakebackOver:
		m.Trouble = render.TakebackOver
	case sitting.NotAsked:
		m.Trouble = render.NotAsked
	case sitting.NoSuchHand:
		m.Trouble = render.NothingToRepeat
	case sitting.SeatsChanged:
		m.Trouble = render.SeatsChanged
	case sitting.BadQuiet:
		m.Trouble = render.NoQuiet
	case sitting.WordsFull:
		m.Trouble = render.WordsFull
	case sitting.Restless:
		m.Trouble = render.Restless
	case sitting.OwnTables:
		m.Trouble = render.OwnTables
	case sitting.ServerTables:
		m.Trouble = render.ServerTables
	}
	return m
}

func badWord(w *deal.WordError) render.Trouble {
	switch w.Code {
	case deal.EmptyWord:
		return render.WordEmpty
	case deal.LongWord:
		return render.WordLong
	case deal.BarInWord, deal.ControlWord, deal.BrokenWord, deal.DecomposedWord:
		return render.WordSign
	}
	return render.WordSign
}
