package commands

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// replayRows are those of hands that are over, looked at once more.
func replayRows() []row {
	return []row{
		{by: takes(typed("replay")), needs: anyTable, away: true, alone: true, do: replayHere, completes: map[string]completion{"hand": completeReplay}},
		{by: takes(button(render.VerbReplay), choice(render.VerbReplay)), needs: anyTable, away: true, do: replayThere},
		{by: takes(button(render.VerbMoment)), who: sat, needs: anyTable, do: shareMoment},
	}
}

// replayHere shows the deal of a hand of the channel's table, or of one before it, or of any
// hand of the server that the caller played; the channel's newest that is over where none is named.
func replayHere(ctx context.Context, v *visit) error {
	if id, of, ok := splitDeal(v.call.number("hand")); ok {
		here := v.snap
		err := v.look(ctx, id)
		if err == nil && v.snap.Server != v.in.Server {
			err = refused(sitting.NoTable)
		}
		if isNoTable(err) { // a number that nobody suggested
			v.snap = here
			return noSuchHand(v.call.number("hand"), here.Hand)
		}
		if err != nil {
			return err
		}
		return replay(ctx, v, render.Step{Hand: sitting.HandKey{Hand: of}}, "")
	}
	if v.snap.Alone && v.snap.Last == nil && v.in.Server != "" { // nothing to see: the channel's is meant
		if err := forgiveNoTable(v.here(ctx)); err != nil {
			return err
		}
	}
	hand, err := handHere(ctx, v)
	if err != nil {
		return err
	}
	key := sitting.HandKey{Hand: hand}
	if hand == 0 {
		if v.snap.Last == nil {
			return &render.DoorRefusal{Code: render.NothingPlayed}
		}
		key = v.snap.Last.Key()
	}
	return replay(ctx, v, render.Step{Hand: key}, "")
}

// replayThere shows the moment that was clicked or picked.
func replayThere(ctx context.Context, v *visit) error {
	step, err := render.ReadStep(v.key.Arg)
	if err != nil {
		return err
	}
	if v.handle.kind == bySelect {
		if step.At, err = strconv.Atoi(v.press.values[0]); err != nil {
			step.At = -1
		}
	}
	return replay(ctx, v, step, "")
}

// replay shows a moment of a hand of the table seen, under a note.
func replay(ctx context.Context, v *visit, step render.Step, note string) error {
	course, err := v.course(ctx, step)
	if err != nil {
		return err
	}
	mayShare := v.hasSat(course) && !v.isElsewhere() && !v.hall.shares.done(v.momentOf(step))
	v.page(ctx, render.Replay(v.hall.ink.pen(v.words), v.reader, v.snap.ID, course, step.At, mayShare).Headed(note))
	return nil
}

// course gives a hand of the table seen that has the moment, and learns who sat in it.
func (v *visit) course(ctx context.Context, step render.Step) (sitting.Course, error) {
	course, err := v.hall.tables.Course(ctx, v.snap.ID, step.Hand)
	var no *sitting.Refusal
	switch {
	case errors.As(err, &no) && no.Code == sitting.HandUnderWay:
		return course, &render.DoorRefusal{Code: render.StillPlayed, Hand: step.Hand.Hand}
	case errors.As(err, &no) && no.Code == sitting.NoSuchHand && v.snap.Hand > 0:
		return course, noSuchHand(step.Hand.Hand, v.snap.Hand)
	case errors.As(err, &no) && no.Code == sitting.NoSuchHand:
		return course, &render.DoorRefusal{Code: render.NothingPlayed}
	case err != nil:
		return course, err
	case v.isElsewhere() && !v.hasSat(course): // who may not read that channel doesn't read it here
		return course, &render.DoorRefusal{Code: render.OtherChannel}
	case step.At < 0 || step.At >= len(course.Moments):
		return course, &render.DoorRefusal{Code: render.NoMoment, Most: len(course.Moments) - 1}
	}
	people := make([]sitting.Person, len(course.Result.Seats))
	for i, t := range course.Result.Seats {
		people[i] = t.Person
	}
	v.reader, err = v.hall.people.reader(ctx, &v.snap, people...)
	v.reader.Prefs = v.liked
	return course, err
}

// isElsewhere says whether the table seen stands in another channel than where the caller is.
func (v *visit) isElsewhere() bool { return !v.snap.Alone && v.snap.Channel != v.in.ChannelID }

// hasSat says whether the caller sat in a hand.
func (v *visit) hasSat(c sitting.Course) bool {
	return v.me != "" && slices.ContainsFunc(c.Result.Seats, func(t sitting.Sitter) bool { return t.Person == v.me })
}

// momentOf names a moment of a hand of the table seen.
func (v *visit) momentOf(s render.Step) share { return share{string(v.snap.ID), s.String()} }

// shareMoment posts a moment for everybody where the caller is, once, and says so on
// the private message that was clicked. It goes by the click's token: no limit of the bot's own
// holds it up.
func shareMoment(ctx context.Context, v *visit) error {
	step, err := render.ReadStep(v.key.Arg)
	if err != nil {
		return err
	}
	course, err := v.course(ctx, step)
	if err != nil {
		return err
	}
	if !v.hasSat(course) {
		return &render.DoorRefusal{Code: render.NotSat}
	}
	if v.in.Server != "" {
		if err := v.mayPost(); err != nil {
			return err
		}
	}
	what := v.momentOf(step)
	if !v.hall.shares.begin(what) {
		return &render.DoorRefusal{Code: render.SharedBefore}
	}
	if ours, err := v.answer.isOurs(ctx); !ours {
		v.hall.shares.failed(what)
		return err
	}
	words := v.hall.words.For(v.snap.Settings.Lang)
	if v.snap.Alone {
		words = v.hall.words.For(v.in.spokenHere())
	}
	shows := []sitting.Person{v.me}
	for _, t := range course.Result.Seats {
		shows = append(shows, t.Person)
	}
	m := render.SharedMoment(v.hall.ink.pen(words), v.reader, &v.snap, course, step.At, v.me)
	if err := v.share(ctx, what, words, m, shows...); err != nil {
		return err
	}
	return replay(ctx, v, step, render.NoticeText(v.words, render.NoticeModel{News: render.MomentShared}))
}

// completeReplay lists the hands that are over of the channel's table and of the one
// before it, newest first, and then those that the caller played in other channels of the server.
func completeReplay(ctx context.Context, v *visit) ([]render.Choice, error) {
	var hands []render.Proven
	if v.snap.ID != "" {
		over := v.snap.Hand
		if v.snap.Phase == sitting.Playing {
			over--
		}
		var err error
		if hands, err = handsHere(ctx, v, over); err != nil {
			return nil, err
		}
	}
	away, err := handsAway(ctx, v, hands)
	return render.CompleteProof(v.words, v.call.text("hand"), append(hands, away...)), err
}

// mostAway is how many hands of other channels are offered.
const mostAway = 20

// handsAway are those that the caller played in other channels of the server, of which
// none is listed yet.
func handsAway(ctx context.Context, v *visit, listed []render.Proven) ([]render.Proven, error) {
	if v.me == "" {
		return nil, nil
	}
	played, err := v.hall.books.Brought(ctx, v.in.Server, v.me, mostAway)
	if err != nil {
		return nil, err
	}
	var others []sitting.Person
	for _, h := range played {
		others = append(others, h.With...)
	}
	known, err := v.hall.people.all(ctx, v.in.Server, others)
	if err != nil {
		return nil, err
	}
	var away []render.Proven
	for _, h := range played {
		value, ok := joinDeal(sitting.ID(h.From.Table), h.From.Number)
		isListed := func(p render.Proven) bool { return p.Value == value }
		if !ok || h.From.Again > 0 || sitting.ID(h.From.Table) == v.snap.ID || slices.ContainsFunc(listed, isListed) {
			continue
		}
		hand := render.Proven{Hand: h.From.Number, Value: value, Pips: h.Pips}
		for _, p := range h.With {
			hand.With = append(hand.With, known[p])
		}
		away = append(away, hand)
	}
	return away, nil
}
