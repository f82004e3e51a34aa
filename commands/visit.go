package commands

import (
	"context"
	"errors"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/bwmarrin/discordgo"
)

// A visit is one interaction on its way through the hall.
type visit struct {
	hall   *hall
	rows   map[handle]*row
	in     *interaction
	words  lang.Lang // the reader's own
	handle handle
	row    *row
	call   call  // of a command
	press  press // of a component or form
	key    render.Click
	forged error          // why press names no key
	me     sitting.Person // "" for one who never acted
	answer answer

	snap  sitting.Sight  // the newest seen; without an ID before that
	cast  cast           // of snap
	asked sitting.Action // what the table was last asked to do
	moved bool           // it did so: the table message will change

	welcome string // for who was away, in words; "" for others
}

// A trouble is why the door doesn't pass an interaction on.
type trouble struct{ render.TroubleModel }

// Error implements error, for logs.
func (t *trouble) Error() string { return "commands: refused at the door" }

func troubled(t render.Trouble) error { return &trouble{render.TroubleModel{Trouble: t}} }

// errPanicked is what a panic becomes.
var errPanicked = errors.New("commands: an interaction panicked")

// read learns what is asked, and how the answer should come, from the
// interaction alone. Nothing of a custom_id is believed before its MAC is.
func (v *visit) read() {
	switch v.in.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		v.call = parseCall(v.in.Data)
		v.handle = typed(v.call.name)
	case discordgo.InteractionMessageComponent:
		v.readPress()
		v.handle = button(v.key.Verb)
		if len(v.press.values) > 0 {
			v.handle = choice(v.key.Verb)
		}
		if v.handle == choice(render.VerbPlay) && v.press.values[0] == render.ChooseValue {
			v.handle = button(render.VerbChoose)
		}
	case discordgo.InteractionModalSubmit:
		v.readPress()
		v.handle = form(v.key.Verb)
	case discordgo.InteractionPing:
	}
	if v.row = v.rows[v.handle]; v.row == nil {
		v.row = &row{do: stray}
	}
	v.answer.manner = v.manner()
}

func (v *visit) readPress() {
	v.press = parsePress(v.in.Data)
	v.key, v.forged = v.hall.ink.codec.Decode(v.press.customID)
}

// word is what the person said for an option: what they typed, what they picked, or
// what the button says that they pressed. False: nothing.
func (v *visit) word(option string) (string, bool) {
	switch {
	case !v.handle.isClick():
		return v.call.text(option), v.call.has(option)
	case len(v.press.values) > 0:
		return v.press.values[0], true
	}
	return v.key.Arg, v.key.Arg != ""
}

// manner is how the answer should come.
func (v *visit) manner() manner {
	switch {
	case v.in.private():
		return over
	case v.row.manner == silent && !v.handle.isClick():
		return fresh
	}
	return v.row.manner
}

// serve does what the interaction asks and answers it.
func (v *visit) serve(ctx context.Context) {
	var err error
	if v.me, err = v.hall.people.person(ctx, v.in.User.ID); err == nil {
		err = v.row.run(ctx, v)
	}
	if err != nil {
		v.explain(ctx, err)
	}
}

// stray is what is done for a handle that no row has. One of a type that came
// after us, or that Discord says it never sends here, is counted.
func stray(_ context.Context, v *visit) error {
	switch {
	case v.handle.isClick():
		return render.ErrForged
	case v.handle.kind == byName:
		return troubled(render.UnknownCommand)
	}
	v.hall.count.unknown.Add(1)
	v.hall.Log.Info("interaction of an unknown type", "interaction", v.in.ID, "type", int(v.in.Type))
	return troubled(render.UnknownCommand)
}

// see makes a snapshot the visit's own and learns who is in it.
func (v *visit) see(ctx context.Context, s sitting.Sight) error {
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
func (v *visit) look(ctx context.Context, id sitting.ID) error {
	s, err := v.hall.tables.Look(ctx, id, v.me)
	if err != nil {
		return err
	}
	if s.Server != v.in.Server {
		return &sitting.Refusal{Code: sitting.NoTable}
	}
	return v.see(ctx, s)
}

// arrive sees the table that a click names or a command means, as far as it is
// needed, and gives the seat back to who was away.
func (v *visit) arrive(ctx context.Context, needs need) error {
	switch {
	case v.handle.isClick():
		return v.reach(ctx)
	case v.handle.kind != byName:
		return nil
	case v.in.Server == "":
		return troubled(render.NotInServer)
	}
	switch needs {
	case noTable, freeChannel:
		return nil
	case maybeTable:
		return forgiveNoTable(v.here(ctx))
	case anyTable, closedTable:
		return v.here(ctx)
	case openTable, handDealt, handOver, noHand, handOn:
	}
	if err := v.here(ctx); err != nil {
		return err
	}
	if v.snap.Phase == sitting.Ended {
		return troubled(render.NoTable)
	}
	return nil
}

// reach sees the table that a custom_id names. A click in another channel than
// the table's goes no further and shows nothing of it.
func (v *visit) reach(ctx context.Context) error {
	switch {
	case v.forged != nil:
		return v.forged
	case v.in.Server == "":
		return troubled(render.NotInServer)
	case v.key.Table == "":
		return nil
	}
	if err := v.look(ctx, sitting.ID(v.key.Table)); err != nil {
		return err
	}
	if v.snap.Channel != v.in.ChannelID {
		v.snap = sitting.Sight{}
		return troubled(render.OtherChannel)
	}
	return v.comeBack(ctx)
}

// here sees the table of the channel.
func (v *visit) here(ctx context.Context) error {
	id, err := v.hall.tables.Before(ctx, v.in.ChannelID, "")
	if err != nil {
		return err
	}
	if err := v.look(ctx, id); err != nil {
		return err
	}
	return v.comeBack(ctx)
}

// do has the table carry out an action, and sees what became of it, also when
// it is refused.
func (v *visit) do(ctx context.Context, a sitting.Action, version int64) error {
	v.asked = a
	if err := v.register(ctx, v.in.name()); err != nil {
		return err
	}
	id := v.snap.ID
	if _, opens := a.(sitting.Open); opens {
		id = ""
	}
	reply, err := v.hall.tables.Do(ctx, sitting.Command{
		Key: v.in.ID, Table: id, By: v.me, Manager: v.in.manager(), Version: version, Do: a,
	})
	now := &reply.Sight
	v.moved = err == nil && !reply.Repeated && (now.ID != v.snap.ID || now.Seq != v.snap.Seq)
	if now.ID != "" {
		if seeErr := v.see(ctx, reply.Sight); err == nil {
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
	return screen{ink: v.hall.ink, words: v.words, snap: &v.snap, cast: v.cast}
}

// say answers with a private message, under a welcome for who was away. False:
// Discord didn't take it.
func (v *visit) say(ctx context.Context, m render.Message) bool {
	return v.answer.give(ctx, m.Headed(v.welcome))
}

// tell answers with a line.
func (v *visit) tell(ctx context.Context, news render.NoticeModel) {
	v.say(ctx, render.Notice(v.words, news))
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
		v.answer.acknowledge(ctx)
	default:
		return false
	}
	return true
}

// carried has the table message that is about to be written be the answer. False:
// it isn't, since nothing has changed or it was written without.
func (v *visit) carried(ctx context.Context) bool {
	return v.moved && v.hall.board.boards.carry(ctx, &v.answer, v.snap.ID, v.snap.Seq)
}

// confirm asks whether the reader is sure of what was just refused.
func (v *visit) confirm() render.Message {
	m := render.ConfirmModel{Table: string(v.snap.ID), Version: v.snap.Version, Standin: v.snap.Settings.Level.String(), OffTab: !v.snap.Stakes}
	v.row.sure(v, &m)
	return render.Confirm(v.hall.ink.codec, v.words, m, v.hall.ink.next())
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
	var no *sitting.Refusal
	if errors.As(err, &no) && no.Code == sitting.NotSure && v.row.sure != nil {
		v.say(ctx, v.confirm())
		return
	}
	v.hall.count.refused.Add(1)
	note, unseated := v.why(err)
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
	var no *sitting.Refusal
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
func (v *visit) refused(no *sitting.Refusal) render.TroubleModel {
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
