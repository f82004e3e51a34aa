package commands

import (
	"context"
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// A row is one thing that a person can ask for, by a command, a button, a select
// or a form, or by several of these. All that the door knows of it stands here:
// whoever adds one adds a row to the list of its noun, and its function.
//
// Either a table is asked, by ask, and what it did is told, by then; or the hall
// does it by itself, by do. Of what is asked of a table the table judges who may
// and whether the time is right: it alone knows whether the click was taken
// before, and then it is not refused but answered again. Of all else the door
// judges it, by the row. A test holds that a row says what its table does.
type row struct {
	by     []handle
	who    right
	needs  need
	counts counting
	posts  bool   // what comes of it is posted here, so the bot must be able to
	signs  bool   // of do: what it keeps is the person's own, so they get a pseudonym
	manner manner // of the answer to a click on a public message, or to a command: fresh, posting or silent
	stands ground // of its components

	ask  func(*visit) (sitting.Action, error)
	then func(context.Context, *visit)      // tells what the table did
	sure func(*visit, *render.ConfirmModel) // what is asked when the table refuses with NotSure; nil: it never does

	do func(context.Context, *visit) error

	completes map[string]completion // by option
}

// A completion lists what an option could be.
type completion func(context.Context, *visit) ([]render.Choice, error)

// A handle is what a person takes to ask for something.
type handle struct {
	kind kind
	name string      // of a command: its path, "rum add"
	verb render.Verb // of a component
}

type kind uint8

const (
	byName kind = iota + 1
	byButton
	bySelect
	byForm
)

func typed(name string) handle       { return handle{kind: byName, name: name} }
func button(verb render.Verb) handle { return handle{kind: byButton, verb: verb} }
func choice(verb render.Verb) handle { return handle{kind: bySelect, verb: verb} }
func form(verb render.Verb) handle   { return handle{kind: byForm, verb: verb} }
func takes(all ...handle) []handle   { return all }
func (h handle) isClick() bool       { return h.kind == byButton || h.kind == bySelect || h.kind == byForm }

// A right says who may ask for something.
type right uint8

const (
	anyone   right = iota
	newcomer       // who has no seat
	seated         // who has a seat, now or from the next hand on
	player         // who has a hand of cards
	host           // and managers of the server
	sat            // who had a seat at the closed table
)

// A need says what there must be. A click is on a table that it names; a command
// means the table of its channel.
type need uint8

const (
	noTable     need = iota // not even a table
	freeChannel             // no open table
	maybeTable              // the table, or none
	anyTable                // open or closed
	closedTable
	openTable
	handDealt // at an open table, under way or over
	handOver  // at an open table, and none under way
	noHand    // under way at an open table
	handOn    // under way
)

// A counting says whether a click is refused that was drawn for an older state of
// its table. Commands are judged on the present.
type counting uint8

const (
	ignored counting = iota
	counted
	countedAtRest // but not while a hand is under way
)

// A ground is the private message that a component stands on or leads to, and so
// what a refusal is shown on.
type ground uint8

const (
	onNothing ground = iota
	onHand
	onSettings
)

// rows lists all that a person can ask for.
func rows() []row {
	return slices.Concat(lifeRows(), seatRows(), dealRows(), handRows(), moveRows(), hintRows(), takebackRows(), proofRows(),
		settingsRows(), habitRows(), tabRows(), readingRows())
}

// byHandle finds rows.
func byHandle(all []row) map[handle]*row {
	found := make(map[handle]*row)
	for i := range all {
		for _, h := range all[i].by {
			found[h] = &all[i]
		}
	}
	return found
}

// run does what the row says for a visit. Its error is why not.
func (r *row) run(ctx context.Context, v *visit) error {
	if err := v.arrive(ctx, r.needs); err != nil {
		return err
	}
	if r.posts {
		if err := v.mayPost(); err != nil {
			return err
		}
	}
	if r.ask == nil {
		if err := r.judge(v); err != nil {
			return err
		}
		return r.do(ctx, v)
	}
	action, err := r.ask(v)
	if err != nil {
		return err
	}
	version := v.key.Version
	if r.counts == ignored {
		version = 0
	}
	if err := v.do(ctx, action, version); err != nil {
		return err
	}
	r.then(ctx, v)
	return nil
}

// judge says why the visit may not have what the hall does by itself.
func (r *row) judge(v *visit) error {
	if err := v.may(r.who, r.needs); err != nil {
		return err
	}
	if r.counts == counted && v.handle.isClick() && v.snap.Version != v.key.Version {
		return troubled(render.Stale)
	}
	return nil
}

// may says why the reader may not have something at the table seen.
func (v *visit) may(who right, needs need) error {
	if needs >= openTable && v.snap.Phase == sitting.Ended {
		return troubled(render.IsClosed)
	}
	if err := v.has(who); err != nil {
		return err
	}
	if needs >= handDealt && v.snap.Hand == 0 {
		return troubled(render.NotStarted)
	}
	return nil
}

// has says why the reader has not a right.
func (v *visit) has(who right) error {
	switch who {
	case anyone, sat:
	case newcomer:
		if v.seated() {
			return troubled(render.AlreadySeated)
		}
	case seated:
		if !v.seated() {
			return troubled(render.NotSeated)
		}
	case player:
		switch {
		case v.snap.Me == engine.Nobody && v.waits():
			return troubled(render.JoinsLater)
		case v.snap.Me == engine.Nobody:
			return troubled(render.NotSeated)
		}
	case host:
		if !v.mayChange() {
			return &trouble{render.TroubleModel{Trouble: render.NotHost, Host: v.cast.person(v.snap.Host)}}
		}
	}
	return nil
}

// asks is the ask of a row that always asks the same.
func asks(a sitting.Action) func(*visit) (sitting.Action, error) {
	return func(*visit) (sitting.Action, error) { return a, nil }
}

// tell is a row's answer in a line.
func tell(news func(*visit) render.NoticeModel) func(context.Context, *visit) {
	return func(ctx context.Context, v *visit) { v.tell(ctx, news(v)) }
}

// tellOnTable is tell where the table message that was clicked can't answer.
func tellOnTable(news func(*visit) render.NoticeModel) func(context.Context, *visit) {
	return func(ctx context.Context, v *visit) {
		if !v.seenOnTable(ctx) {
			v.tell(ctx, news(v))
		}
	}
}

// always is the news that is always the same.
func always(news render.News) func(*visit) render.NoticeModel {
	return func(*visit) render.NoticeModel { return render.NoticeModel{News: news} }
}
