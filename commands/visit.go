package commands

import (
	"context"
	"errors"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// A visit is one interaction on its way through the hall.
type visit struct {
	hall *hall
	request
	row   *row
	words lang.Lang // the reader's own
	sight
	answer answer

	begins   sitting.Settings // what a table that is opened begins with, of a row that opens one
	unopened func()           // says that no table was opened after all, of a row that opens one
	asked    sitting.Action   // what the table was last asked to do
	moved    bool             // it did so: the table message will change
	ride     *rider           // of who opened a table, whose message is to answer them; nil: of all others
	welcome  string           // for who was away, in words; "" for others
	liked    render.Prefs     // the reader's settings, as they were kept when they came
	regained bool             // the bot has the permissions again that it lacked here
	instead  string           // what else the caller wants to play alone than the hand that is on; "" for others
}

// see makes a sight the visit's own and learns who is in it.
func (v *visit) see(ctx context.Context, s sitting.Sight) error {
	if s.Alone { // its player has the name that they have where they are
		s.Server = v.in.Server
	}
	r, err := v.hall.people.reader(ctx, &s)
	if err != nil {
		return err
	}
	v.snap, v.reader = s, r
	if !s.Alone { // where all that is read is the reader's own
		v.words = v.words.Beside(v.hall.words.For(s.Settings.Lang))
	}
	if v.me != "" && !v.in.completing() && !v.isAway() {
		v.hall.traces.noted(v.me, &v.snap)
	}
	return nil
}

// look sees the table as it is now. To another server than its own there is no
// such table, whatever a custom_id or a channel says; one that somebody plays alone is
// theirs wherever they are.
func (v *visit) look(ctx context.Context, id sitting.ID) error {
	s, err := v.hall.tables.Look(ctx, id, v.me)
	if err != nil {
		return err
	}
	switch {
	case s.Alone && s.Host != v.me:
		return &render.DoorRefusal{Code: render.NotYours}
	case s.Alone:
	case v.in.Server == "":
		return &render.DoorRefusal{Code: render.NotInServer}
	case s.Server != v.in.Server:
		return &sitting.Refusal{Code: sitting.NoTable}
	}
	return v.see(ctx, s)
}

// do has the table carry out an action, and sees what became of it, also when
// it is refused.
func (v *visit) do(ctx context.Context, a sitting.Action, version int64) error {
	return v.doAs(ctx, v.in.ID, a, version)
}

// What a visit that asks for several things asks for beside has a key of its own: the interaction's id with one of these.
const (
	closing    = "/close"
	dealing    = "/deal"
	inviting   = "/with"
	rematching = "/rematch"
)

// keys are those of all that the visit can have asked for.
func (v *visit) keys() []string {
	return []string{v.in.ID, v.in.ID + closing, v.in.ID + dealing, v.in.ID + inviting, v.in.ID + rematching, v.tap()}
}

// doAs is do with another key, of a visit that asks for several things.
func (v *visit) doAs(ctx context.Context, key string, a sitting.Action, version int64) error {
	v.asked = a
	if err := v.register(ctx, v.in.name()); err != nil {
		return err
	}
	id := v.snap.ID
	if _, opens := a.(sitting.Open); opens {
		id = ""
	}
	reply, err := v.act(ctx, sitting.Command{
		Key: key, Table: id, By: v.me, Manager: v.in.manager(), Version: version, Lang: v.words.Tag(), Do: a,
	})
	var no *sitting.Refusal
	if errors.As(err, &no) && no.Code == sitting.NotSealed {
		if shut := v.shut(); shut != nil { // which is why
			err = shut
		}
	}
	now := &reply.Sight
	v.moved = err == nil && !reply.Repeated && (now.ID != v.snap.ID || now.Seq != v.snap.Seq)
	if now.ID != "" {
		if seeErr := v.see(ctx, reply.Sight); err == nil {
			err = seeErr
		}
	}
	if err != nil && v.ride != nil {
		v.hall.board.boards.alight(ctx, v.ride)
		v.ride = nil
	}
	return err
}

// act has the tables carry out a command. The answer to one that opens a table is offered to be its message, which waits for that.
func (v *visit) act(ctx context.Context, c sitting.Command) (table.Reply, error) {
	if _, opens := c.Do.(sitting.Open); !opens || v.answer.manner != posting {
		return v.hall.tables.Do(ctx, c)
	}
	boards := &v.hall.board.boards
	boards.opening(v.in.ChannelID)
	defer boards.opened(v.in.ChannelID)
	reply, err := v.hall.tables.Do(ctx, c)
	if err == nil && !reply.Repeated {
		v.ride = boards.offer(&v.answer, reply.Sight.ID, reply.Sight.Seq)
	}
	return reply, err
}

// register makes who looks one who acts: somebody with a pseudonym, and in this
// server with a name, unless that is empty.
func (v *visit) register(ctx context.Context, name string) error {
	me, err := v.hall.people.register(ctx, v.in.Server, v.in.User.ID, name)
	if err == nil {
		v.me = me
	}
	return err
}

// prefer changes what is kept of the reader's settings for what they are shown, and
// gives them as they are then; that they have acted in their language is kept with them. Nobody
// is shown a name because of that.
func (v *visit) prefer(ctx context.Context, change func(*render.Prefs)) (render.Prefs, error) {
	if err := v.register(ctx, ""); err != nil {
		return render.Prefs{}, err
	}
	kept, err := v.hall.people.prefer(ctx, v.me, v.words.Tag(), change)
	if err == nil {
		v.reads(kept)
	}
	return kept, err
}

// letter has the reader's cards told as they want: with the letters of their language's packs, or
// by their names.
func (v *visit) letter(ctx context.Context) {
	if v.me == "" {
		return
	}
	kept, err := v.hall.people.prefs(ctx, v.me)
	if err != nil {
		v.hall.Log.Warn("settings not read", "by", v.me, "error", err)
	}
	v.reads(kept)
}

// reads has the reader be told what they are told as they want it.
func (v *visit) reads(kept render.Prefs) {
	v.liked, v.words = kept, v.hall.ink.reading(kept, v.words)
	v.answer.words = v.words
}

func (v *visit) screen() screen {
	return screen{ink: v.hall.ink, words: v.words, snap: &v.snap, reader: v.reader, now: v.hall.now()}
}

// say answers with a private message, under a welcome for who was away and word of what
// was missed. False: Discord didn't take it.
func (v *visit) say(ctx context.Context, m render.Message) bool {
	m = m.Headed(v.welcome)
	if v.snap.Alone {
		m = render.Sealed(v.words, &v.snap, v.message(), m)
	}
	gone := v.goneWords(ctx)
	for _, one := range gone {
		m = m.Headed(one.said)
	}
	note := v.hall.missed.take(v.in.User.ID, v.me)
	if note != nil {
		m = m.Headed(why(v, note))
	}
	taken := v.answer.give(ctx, m)
	v.noted(ctx, gone, taken)
	if !taken && note != nil {
		v.hall.missed.add(v.in.User.ID, v.me)
	}
	return taken
}

// message is the id of the private message that the answer is about to be written to;
// empty: a new one.
func (v *visit) message() string {
	if v.answer.manner == over {
		return v.in.Message.ID
	}
	return v.answer.id
}

// page answers with what is to be read. Where that takes the place of a private
// message, it has the way back to the menu: of the result whose hand is proven or
// replayed or reviewed, else of the table.
func (v *visit) page(ctx context.Context, m render.Message) {
	if v.answer.manner == over && v.snap.ID != "" {
		of := ""
		switch v.key.Verb { //nolint:exhaustive // the others are about no hand, or lead to the table
		case render.VerbProof, render.VerbReview, render.VerbShareReview:
			of = v.key.Arg
		case render.VerbReplay, render.VerbMoment:
			of, _, _ = strings.Cut(v.key.Arg, "/")
		}
		m = render.WithMenu(v.hall.ink.pen(v.words), &v.snap, of, m)
	}
	v.say(ctx, m)
}

// tell answers with a line.
func (v *visit) tell(ctx context.Context, news render.NoticeModel) {
	v.page(ctx, render.Notice(v.words, news))
}

// seenOnTable answers a click on the table message by what the message becomes.
// False: it was another click, or the message can't answer it.
func (v *visit) seenOnTable(ctx context.Context) bool {
	if v.answer.manner != silent {
		return false
	}
	id := v.snap.ID
	switch {
	case v.carried(ctx):
	case v.hall.board.boards.standsAt(id, v.in.Message.ID):
		if v.answer.acknowledge(ctx) {
			v.hall.board.boards.lend(v.in.Message.ID, v.in.Token, v.hall.now().Add(v.hall.board.lend))
		}
	default:
		return false
	}
	return true
}

// carried has the table message that is about to be written be the answer. False:
// it isn't, since nothing has changed or it was written without.
func (v *visit) carried(ctx context.Context) bool {
	on, ride := &v.hall.board.boards, v.ride
	if v.ride = nil; ride == nil && v.moved {
		ride = on.offer(&v.answer, v.snap.ID, v.snap.Seq)
	}
	return on.carry(ctx, ride)
}

// completing is what an option's choices may draw on.
func (v *visit) completing() render.CompleteModel {
	return render.CompleteModel{
		Sight: &v.snap, Reader: v.reader,
		Typed: v.call.text(v.call.focused), Cards: v.call.text("cards"),
	}
}
