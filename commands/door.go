package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/bwmarrin/discordgo"
)

// DoorOptions are what a door is made of; all but Patience, Pace and About are needed.
type DoorOptions struct {
	Board     *Noticeboard // of the same tables
	Tables    Tables
	Habits    Habits
	Books     Books
	Tabs      Tabs
	Servers   Servers
	Scores    Scores
	Calendars Calendars
	// Patience is how long an answer may take before Discord is told that it is
	// on its way; 1.5 s when zero, far below the 3 s that Discord waits.
	Patience time.Duration
	// Pace is how many acts a second one person may go on with after their first
	// 20; 0: any number, also of what else may be done once in a while only.
	Pace  int
	About render.AboutModel
}

const defaultPatience = 1500 * time.Millisecond

// patient bounds a whole visit: a token lives for 15 minutes, but a person has
// left long before.
const patient = time.Minute

// askWithin bounds what a visit does, so that time is left to say that nothing came of it.
const askWithin = 40 * time.Second

// A Door receives interactions and answers them. Make it with [NewDoor]; its
// methods are safe for many callers at once.
type Door struct {
	hall     *hall
	rows     map[handle]*row // read only
	patience time.Duration
	seen     seen
	paces    paces
	visits   berths // under way
	turned   berths // those who are told that they aren't let in
	work     sync.WaitGroup
}

// NewDoor returns a door that is open.
func NewDoor(o DoorOptions) *Door {
	if o.Patience == 0 {
		o.Patience = defaultPatience
	}
	b := o.Board
	every := func(d time.Duration) time.Duration {
		if o.Pace == 0 {
			return 0
		}
		return d
	}
	d := &Door{
		hall: &hall{
			line: b.line, tables: o.Tables, habits: o.Habits, books: o.Books, tabs: o.Tabs, scores: o.Scores, calendars: o.Calendars, servers: o.Servers, board: b, people: b.people, hands: b.hands, looks: b.looks,
			words: b.words, ink: b.ink, now: b.now, traces: newTraces(), notes: newNotes(), shares: newShares(), hints: b.hints, reviews: newReviews(b.hints), zones: zones(), about: o.About,
			tableWithin: o.Patience * 2 / 3, openings: newRarely(every(openEvery), render.OpenedLately), reposts: newRarely(every(repostEvery), render.PostedLately),
			exports:  newRarely(every(exportEvery), render.ExportedLately),
			readings: newRarely(every(patient), render.TooQuick), reading: make(chan struct{}, 1),
		},
		rows: byHandle(rows()), patience: o.Patience, seen: newSeen(), paces: newPaces(o.Pace),
	}
	d.visits, d.turned = newBerths(maxVisits, &d.work), newBerths(maxTurned, &d.work)
	return d
}

// Handle takes up one interaction, the d of an INTERACTION_CREATE, and returns
// at once. A repetition of one that came before is dropped, and one too many is
// turned away. It must not be called once Close is.
func (d *Door) Handle(raw json.RawMessage) {
	d.take(raw, func(in *interaction) {
		in.heard = true
		d.enter(in)
	})
}

// HandleSent takes up an interaction that Discord sent over HTTP, as [Door.Handle] does. It may have waited where nobody reads, and anybody who has read one,
// signed as it is, can send it again whenever they like: of one that is too old to be answered first, what another process may have done isn't done again, and
// nothing is that nobody has promised to answer. One whose token is over, by Discord's clock, can't be answered at all.
func (d *Door) HandleSent(raw json.RawMessage) {
	d.take(raw, func(in *interaction) {
		switch age := d.hall.age(in); {
		case age > tokenLife:
			d.hall.count.repeated.Add(1)
			d.hall.Log.Warn("an interaction is over", "interaction", in.ID)
		case age > answerable:
			d.enterUnsure(in)
		default:
			d.enter(in)
		}
	})
}

// take reads an interaction and hands on what hasn't come before.
func (d *Door) take(raw json.RawMessage, on func(*interaction)) {
	in, err := parseInteraction(raw)
	if err != nil {
		d.hall.count.unknown.Add(1)
		d.hall.Log.Warn("interaction not read", "error", err)
		return
	}
	if !d.seen.first(in.ID) {
		d.hall.count.repeated.Add(1)
		return
	}
	on(in)
}

// Close waits until the interactions taken up are answered, or ctx is done. From then on nothing is
// written by itself to what they were answered.
func (d *Door) Close(ctx context.Context) error {
	defer d.hall.hands.close()
	done := make(chan struct{})
	go func() { d.work.Wait(); close(done) }()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("commands: interactions left unanswered: %w", ctx.Err())
	}
}

// enter lets an interaction in, or turns it away before anything is asked of
// registry, table or store.
func (d *Door) enter(in *interaction) {
	may, tell := d.paces.admit(in, d.hall.now())
	no := &render.DoorRefusal{Code: render.TooQuick}
	if may {
		if d.visits.try(func() { d.receive(in) }) {
			return
		}
		no = &render.DoorRefusal{Code: render.Crowded}
	}
	d.hall.count.turned.Add(1)
	if tell {
		// Nobody is told where even that would be too much.
		_ = d.turned.try(func() { d.turnAway(in, no) })
	}
}

// turnAway tells a person that nothing was done, beside whatever they clicked; who
// is typing just gets nothing to choose from.
func (d *Door) turnAway(in *interaction, no error) {
	ctx, cancel := context.WithTimeout(context.Background(), deferWithin)
	defer cancel()
	defer d.hall.caught(in, func(string) {})
	v := d.visit(in)
	if in.completing() {
		offer(ctx, v, nil)
		return
	}
	v.answer.give(ctx, render.Line(why(v, no))) // what else is to be said would ask the store
}

// receive leads one interaction through the hall.
func (d *Door) receive(in *interaction) {
	ctx, cancel := context.WithTimeout(context.Background(), patient)
	defer cancel()
	var v *visit
	ctx = rest.From(ctx, placeOf(in.Server, in.ChannelID))
	defer d.hall.caught(in, func(id string) { broken(ctx, v, id) })
	v = d.visit(in)
	d.hall.count.received.Add(1)
	d.hall.board.places.noted(in.ChannelID, in.Channel.LastMessage)
	d.hall.pictures.allow(in.ChannelID, in.missing(discordgo.PermissionAttachFiles) == 0)
	v.regained = d.hall.learns(in)
	d.hall.pictures.seen(in.Message.ID, in.Message.Attachments)
	v.request = readRequest(in, d.hall.ink.codec)
	if v.row = d.rows[v.handle]; v.row == nil {
		v.row = &row{do: stray}
	}
	v.answer.manner = v.manner(v.row.manner)
	if in.completing() {
		complete(ctx, v)
		return
	}
	patience := d.patience
	if left := answerable - d.hall.age(in); left >= 0 { // it has waited, or was missed
		patience = min(patience, left)
	}
	v.answer.hurry(patience)
	serve(ctx, v)
}

// visit begins one.
func (d *Door) visit(in *interaction) *visit {
	v := &visit{hall: d.hall, words: d.hall.words.For(in.Locale)}
	v.in, v.sight.manager = in, in.manager()
	v.answer = answer{line: d.hall.line, in: in, words: v.words}
	return v
}

// serve does what the interaction asks and answers it.
func serve(ctx context.Context, v *visit) {
	asking, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	v.hall.tables.Heard(asking, v.in.Server)
	v.hall.board.notePresence(asking, v.in)
	var err error
	if v.me, err = v.hall.people.person(asking, v.in.User.ID); err == nil && v.hall.people.isHidden(v.me) {
		err = &render.DoorRefusal{Code: render.Erasing}
	}
	if err == nil {
		if v.answer.manner == over && v.key.Table != "" {
			key := holder{sitting.ID(v.key.Table), v.me}
			v.hall.hands.showing(asking, key)
			defer v.hall.hands.shown(ctx, v.hall.tables, key)
		}
		v.letter(asking)
		v.homecoming(asking)
		err = v.row.run(asking, v)
	}
	if err != nil {
		explain(ctx, v, err)
	}
	v.hall.learns(v.in) // of tables that weren't in memory before, too
}

// learns takes up what an interaction tells of the bot's permissions in its channel: where it has
// all that it needs, what was refused there is tried again.
func (h *hall) learns(in *interaction) (regained bool) {
	missing := in.missing(render.NeededToPost())
	if missing == 0 && !in.locked() {
		h.tables.Permitted(in.ChannelID)
	}
	return h.lacking.note(in.ChannelID, missing)
}

// stray is what is done for a handle that no row has. One of a type that came
// after us, or that Discord says it never sends here, is counted.
func stray(_ context.Context, v *visit) error {
	switch {
	case v.handle.isClick():
		return render.ErrForged
	case v.handle.kind == byName:
		return &render.DoorRefusal{Code: render.UnknownCommand}
	}
	v.hall.count.unknown.Add(1)
	v.hall.Log.Info("interaction of an unknown type", "interaction", v.in.ID, "type", int(v.in.Type))
	return &render.DoorRefusal{Code: render.UnknownCommand}
}

// counters are what was done since the door was opened.
type counters struct {
	received, repeated, forgone, turned, unknown, refused, deferred, faults, panics, late, uploaded, bare atomic.Uint64
}

// Stats are the figures of a door since it was made.
type Stats struct {
	Received uint64 // interactions taken up
	Repeated uint64 // repetitions dropped
	Forgone  uint64 // not done, since it was too late to answer when the bot was back on the line
	Turned   uint64 // turned away: one person too quick, or too many at once
	Unknown  uint64 // of a type that came after us, or that couldn't be read
	Refused  uint64 // answered with why not
	Deferred uint64 // put off because the answer took too long
	Late     uint64 // answers that Discord didn't take any more
	Faults   uint64
	Panics   uint64
	Pictures uint64 // sent with messages
	Bare     uint64 // messages that went without theirs
}

// Stats returns the figures of now.
func (d *Door) Stats() Stats {
	c := d.hall.count
	return Stats{
		Received: c.received.Load(), Repeated: c.repeated.Load(), Forgone: c.forgone.Load(), Turned: c.turned.Load(), Unknown: c.unknown.Load(), Refused: c.refused.Load(),
		Deferred: c.deferred.Load(), Late: c.late.Load(), Faults: c.faults.Load(), Panics: c.panics.Load(), Pictures: c.uploaded.Load(), Bare: c.bare.Load(),
	}
}
