package commands

import (
	"context"
	"errors"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/bwmarrin/discordgo"
)

// A visit is one interaction on its way through the hall.
type visit struct {
	hall   *Hall
	in     *interaction
	words  lang.Lang // the reader's own
	me     table.Person
	answer answer

	snap  table.Snapshot // the newest seen; without an ID before that
	cast  cast           // of snap
	order render.Order   // how the hand that was clicked on is sorted
	asked table.Action   // what the table was last asked to do
	hand  bool           // the click was on a hand, which shows what becomes of it
}

// A trouble is why the door doesn't pass an interaction on.
type trouble struct{ render.TroubleModel }

// Error implements error, for logs.
func (t *trouble) Error() string { return "commands: refused at the door" }

func troubled(t render.Trouble) error { return &trouble{render.TroubleModel{Trouble: t}} }

// errUnknownKind says that Discord sent what it says it never sends here.
var errUnknownKind = errors.New("commands: an interaction of an unknown kind")

// serve does what the interaction asks and answers it.
func (v *visit) serve(ctx context.Context) {
	var err error
	if v.me, err = v.hall.people.person(ctx, v.in.User.ID, v.in.name()); err == nil {
		switch v.in.Type {
		case discordgo.InteractionApplicationCommand:
			err = v.slash(ctx)
		case discordgo.InteractionMessageComponent:
			err = v.click(ctx)
		case discordgo.InteractionModalSubmit:
			err = v.submit(ctx)
		case discordgo.InteractionPing, discordgo.InteractionApplicationCommandAutocomplete:
			err = errUnknownKind
		default:
			err = errUnknownKind
		}
	}
	if err != nil {
		v.explain(ctx, err)
	}
}

// see makes a snapshot the visit's own and learns who is in it.
func (v *visit) see(ctx context.Context, s table.Snapshot) error {
	c, err := v.hall.people.cast(ctx, &s)
	if err != nil {
		return err
	}
	v.snap, v.cast = s, c
	return nil
}

// look sees the table as it is now. Who looks is back at the table.
func (v *visit) look(ctx context.Context, id table.ID) error {
	s, err := v.hall.opt.Tables.Look(ctx, id, v.me)
	if err != nil {
		return err
	}
	if s.Me != engine.Nobody && s.Seats[s.Me].Away && v.in.Type != discordgo.InteractionApplicationCommandAutocomplete {
		return v.do(ctx, id, table.Back{}, 0)
	}
	return v.see(ctx, s)
}

// here sees the table of the channel. Its error is a trouble when there is none.
func (v *visit) here(ctx context.Context) error {
	if v.in.Server == "" {
		return troubled(render.NotInServer)
	}
	id, err := v.hall.opt.Tables.In(ctx, v.in.ChannelID)
	if err != nil {
		return err
	}
	return v.look(ctx, id)
}

// open is here for what needs a table that isn't closed.
func (v *visit) open(ctx context.Context) error {
	if err := v.here(ctx); err != nil {
		return err
	}
	if v.snap.Phase == table.Ended {
		return troubled(render.NoTable)
	}
	return nil
}

// do has the table carry out an action, and sees what became of it, also when
// it is refused.
func (v *visit) do(ctx context.Context, id table.ID, a table.Action, version int64) error {
	v.asked = a
	reply, err := v.hall.opt.Tables.Do(ctx, table.Command{
		Key: v.in.ID, Table: id, By: v.me, Manager: v.in.manager(), Version: version, Do: a,
	})
	if reply.Snapshot.ID != "" {
		if seeErr := v.see(ctx, reply.Snapshot); err == nil {
			err = seeErr
		}
	}
	return err
}

func (v *visit) screen() screen {
	return screen{hall: v.hall, words: v.words, snap: &v.snap, cast: v.cast}
}

// where is how a private answer reaches the reader: in the private message that
// was clicked, else in one of its own.
func (v *visit) where() manner {
	if v.in.private() {
		return over
	}
	return fresh
}

// say answers with a private message.
func (v *visit) say(ctx context.Context, m render.Message) { v.answer.give(ctx, m, v.where(), false) }

// showHand answers with the reader's hand. A hand that Discord didn't take is on
// nobody's screen, and the one before it stays.
func (v *visit) showHand(ctx context.Context, note string) {
	how := v.where()
	v.answer.give(ctx, v.screen().hand(v.order, note), how, false)
	if v.answer.taken {
		v.hall.hands.keep(ctx, v, how)
	}
}

func (v *visit) trouble(t render.TroubleModel) render.Message {
	return render.Line(render.TroubleText(v.words, t))
}

// explain answers an interaction that was not done: on the hand that was
// clicked, with the present view, else in a line of its own.
func (v *visit) explain(ctx context.Context, err error) {
	var no *table.Refusal
	if errors.As(err, &no) && no.Code == table.NotSure {
		v.say(ctx, v.confirm())
		return
	}
	v.hall.count.refused.Add(1)
	note := v.why(err)
	if v.hand && v.snap.ID != "" && v.snap.Me != engine.Nobody && v.snap.Hand > 0 {
		v.showHand(ctx, note)
		return
	}
	v.say(ctx, render.Line(note))
}

// why puts an error in the reader's words. Whatever is no refusal is a fault of
// ours: it is logged, and the reader gets its id.
func (v *visit) why(err error) string {
	var rules *engine.Refusal
	var no *table.Refusal
	var door *trouble
	var setting *engine.RuleError
	var from *noSource
	model := render.TroubleModel{}
	switch {
	case errors.As(err, &rules):
		return render.Refusal(v.words, render.RefusalModel{Refusal: rules, View: v.snap.View, Players: v.cast.sitters(v.snap.Seats)})
	case errors.As(err, &from):
		return render.UnknownSource(v.words, from.word, v.snap.View)
	case errors.As(err, &no):
		model = v.refused(no)
	case errors.As(err, &door):
		model = door.TroubleModel
	case errors.As(err, &setting):
		model.Trouble = render.BadSettings
	case errors.Is(err, render.ErrForged), errors.Is(err, render.ErrNoChoice):
		model.Trouble = render.Forged
	default:
		if words, ok := render.ReadError(v.words, err); ok {
			return words
		}
		model.Trouble, model.Word = render.Fault, v.hall.fault(v.in, err)
	}
	return render.TroubleText(v.words, model)
}

// refused tells a table's refusal as a trouble.
func (v *visit) refused(no *table.Refusal) render.TroubleModel {
	m := render.TroubleModel{Host: v.cast.person(v.snap.Host), Seat: no.Seat}
	switch no.Code {
	case table.NoTable:
		m.Trouble = render.NoTable
	case table.ChannelTaken:
		m.Trouble = render.ChannelTaken
	case table.TableFull:
		m.Trouble = render.TableFull
	case table.Seated:
		m.Trouble = render.AlreadySeated
	case table.NotSeated:
		m.Trouble = render.NotSeated
	case table.NotHost:
		m.Trouble = render.NotHost
	case table.TooFew:
		m.Trouble = render.TooFew
	case table.HandUnderWay:
		m.Trouble = render.HandUnderWay
	case table.NoHand:
		m.Trouble = render.NoHand
	case table.NotSure:
		m.Trouble = render.NotSure
	case table.Stale:
		m.Trouble = render.Stale
	case table.IsClosed:
		m.Trouble = render.IsClosed
	case table.EmptySeat:
		m.Trouble = render.EmptySeat
	case table.BadSettings:
		m.Trouble = render.BadSettings
	case table.InLobby:
		m.Trouble = render.NotStarted
	case table.BadWord:
		m.Trouble = badWord(no.Word)
	case table.JoinsLater:
		m.Trouble = render.JoinsLater
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
