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
	call   call      // of a command
	press  press     // of a component or form
	key    render.Click
	forged error        // why press names no key
	me     table.Person // "" for one who never acted
	answer answer

	snap  table.Snapshot // the newest seen; without an ID before that
	cast  cast           // of snap
	asked table.Action   // what the table was last asked to do
	moved bool           // it did so: the table message will change

	welcome string // for who was away, in words; "" for others
}

// A trouble is why the door doesn't pass an interaction on.
type trouble struct{ render.TroubleModel }

// Error implements error, for logs.
func (t *trouble) Error() string { return "commands: refused at the door" }

func troubled(t render.Trouble) error { return &trouble{render.TroubleModel{Trouble: t}} }

// A sourceError is a word that names no place to draw from.
type sourceError struct{ word string }

// Error implements error, for logs. The word is the player's and not told there.
func (e *sourceError) Error() string { return "commands: no place to draw from" }

// errPanicked is what a panic becomes.
var errPanicked = errors.New("commands: an interaction panicked")

// read learns what is asked, and how the answer should come, from the
// interaction alone. Nothing of a custom_id is believed before its MAC is.
func (v *visit) read() {
	switch v.in.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		v.call = parseCall(v.in.Data)
	case discordgo.InteractionMessageComponent, discordgo.InteractionModalSubmit:
		v.press = parsePress(v.in.Data)
		v.key, v.forged = v.hall.opt.Codec.Decode(v.press.customID)
	case discordgo.InteractionPing:
	}
	v.answer.manner = v.manner()
}

// manner is how the answer should come.
func (v *visit) manner() manner {
	switch {
	case v.in.private():
		return over
	case v.call.name == "rum new", v.call.name == "rum rematch", v.key.Verb == render.VerbRematch:
		return posting
	case changesBoard(v.key.Verb):
		return silent
	}
	return fresh
}

// changesBoard says whether what a click on a table message does is seen there,
// so that it needs no words.
func changesBoard(verb render.Verb) bool {
	return verb == render.VerbJoin || verb == render.VerbLeave || verb == render.VerbAddComputer ||
		verb == render.VerbAgree || verb == render.VerbDisagree
}

// serve does what the interaction asks and answers it.
func (v *visit) serve(ctx context.Context) {
	var err error
	if v.me, err = v.hall.people.person(ctx, v.in.User.ID); err == nil {
		switch v.in.Type {
		case discordgo.InteractionApplicationCommand:
			err = v.slash(ctx)
		case discordgo.InteractionMessageComponent:
			err = v.click(ctx)
		case discordgo.InteractionModalSubmit:
			err = v.submit(ctx)
		case discordgo.InteractionPing, discordgo.InteractionApplicationCommandAutocomplete:
			err = v.unknown()
		default:
			err = v.unknown()
		}
	}
	if err != nil {
		v.explain(ctx, err)
	}
}

// unknown is the trouble with an interaction of a type that came after us, or that
// Discord says it never sends here.
func (v *visit) unknown() error {
	v.hall.count.unknown.Add(1)
	v.hall.opt.Log.Info("interaction of an unknown type", "interaction", v.in.ID, "type", int(v.in.Type))
	return troubled(render.UnknownCommand)
}

// see makes a snapshot the visit's own and learns who is in it.
func (v *visit) see(ctx context.Context, s table.Snapshot) error {
	c, err := v.hall.people.cast(ctx, &s)
	if err != nil {
		return err
	}
	v.snap, v.cast = s, c
	if v.me != "" && !v.in.completing() && !v.isAway() {
		v.hall.traces.noted(v.me, &v.snap)
	}
	return nil
}

// look sees the table as it is now. To another server than its own there is no
// such table, whatever a custom_id or a channel says.
func (v *visit) look(ctx context.Context, id table.ID) error {
	s, err := v.hall.opt.Tables.Look(ctx, id, v.me)
	if err != nil {
		return err
	}
	if s.Server != v.in.Server {
		return &table.Refusal{Code: table.NoTable}
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
	if err := v.look(ctx, id); err != nil {
		return err
	}
	return v.comeBack(ctx)
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
	if err := v.register(ctx, v.in.name()); err != nil {
		return err
	}
	reply, err := v.hall.opt.Tables.Do(ctx, table.Command{
		Key: v.in.ID, Table: id, By: v.me, Manager: v.in.manager(), Version: version, Do: a,
	})
	now := &reply.Snapshot
	v.moved = err == nil && !reply.Repeated && (now.ID != v.snap.ID || now.Seq != v.snap.Seq)
	if now.ID != "" {
		if seeErr := v.see(ctx, reply.Snapshot); err == nil {
			err = seeErr
		}
	}
	return err
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

func (v *visit) screen() screen {
	return screen{hall: v.hall, words: v.words, snap: &v.snap, cast: v.cast}
}

// say answers with a private message, under a welcome for who was away. False:
// Discord didn't take it.
func (v *visit) say(ctx context.Context, m render.Message) bool {
	return v.answer.give(ctx, m.Headed(v.welcome))
}

// broken answers an interaction that went wrong in a way nobody thought of.
func (v *visit) broken(ctx context.Context, id string) {
	if v.in.completing() {
		v.offer(ctx, nil)
		return
	}
	v.say(ctx, render.Line(render.TroubleText(v.words, render.TroubleModel{Trouble: render.Fault, Word: id})))
}

// explain answers an interaction that was not done: a click on a hand, or on what
// leads to one, with the hand as it is now; a pick on the settings with them; who
// has no seat with a way to get one; else with a line.
func (v *visit) explain(ctx context.Context, err error) {
	var no *table.Refusal
	if errors.As(err, &no) && no.Code == table.NotSure {
		v.say(ctx, v.confirm())
		return
	}
	v.hall.count.refused.Add(1)
	note, unseated := v.why(err)
	switch {
	case unseated && v.snap.ID != "" && v.snap.Phase != table.Ended:
		v.say(ctx, render.Invite(v.hall.opt.Codec, v.words, string(v.snap.ID), v.snap.Version, v.hall.next()))
	case onHand(v.key.Verb) && v.snap.ID != "" && v.mayPlay() == nil:
		v.showHand(ctx, note)
	case onSettings(v.key.Verb) && v.snap.ID != "" && v.snap.Phase != table.Ended:
		v.say(ctx, v.screen().settings(v.mayChange(), note))
	default:
		v.say(ctx, render.Line(note))
	}
}

// why puts an error in the reader's words, and says whether it is that the reader
// has no seat. Whatever is no refusal is a fault of ours: it is logged, and the
// reader gets its id.
func (v *visit) why(err error) (words string, unseated bool) {
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
	m := v.troubleOf(err)
	return render.TroubleText(v.words, m), m.Trouble == render.NotSeated
}

// troubleOf tells an error that isn't about cards as a trouble.
func (v *visit) troubleOf(err error) render.TroubleModel {
	var no *table.Refusal
	var door *trouble
	var setting *engine.RuleError
	switch {
	case errors.As(err, &no):
		return v.refused(no)
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
func (v *visit) refused(no *table.Refusal) render.TroubleModel {
	m := render.TroubleModel{Host: v.cast.person(v.snap.Host), Seat: no.Seat, Count: no.Most}
	for _, c := range no.Channels {
		m.Channels = append(m.Channels, string(c))
	}
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
		if _, rematch := v.asked.(table.Open); rematch {
			m.Trouble = render.NotOfThatTable
		}
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
	case table.NothingToTakeBack:
		m.Trouble = render.NothingToTakeBack
	case table.TakebackOver:
		m.Trouble = render.TakebackOver
	case table.NotAsked:
		m.Trouble = render.NotAsked
	case table.NoSuchHand:
		m.Trouble = render.NothingToRepeat
	case table.SeatsChanged:
		m.Trouble = render.SeatsChanged
	case table.BadQuiet:
		m.Trouble = render.NoQuiet
	case table.WordsFull:
		m.Trouble = render.WordsFull
	case table.Restless:
		m.Trouble = render.Restless
	case table.OwnTables:
		m.Trouble = render.OwnTables
	case table.ServerTables:
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
