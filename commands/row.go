package commands

import (
	"context"

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
	direct bool        // it can be used in the bot's direct messages too
	alone  bool        // a command that also means the table at which the caller plays alone, where they have none; there it can be used directly too
	opens  bool        // it opens a table, which has to stand where it may
	away   bool        // it may be of a table of another channel of the server; its function says who may see that
	posts  bool        // what comes of it is posted here, so the bot must be able to
	calls  render.Asks // of ask: what it asks the one to play, unless they don't want that
	signs  bool        // of do: its function registers the caller, because what it keeps is their own; a test holds that no other does
	manner manner      // of the answer to a click on a public message, or to a command: fresh, posting or silent
	stands ground      // of its components

	ask  func(*visit) (sitting.Action, error)
	then func(context.Context, *visit)               // tells what the table did
	sure func(*visit) (render.Question, engine.Seat) // what is asked when the table refuses with NotSure; nil: it never does

	do func(context.Context, *visit) error

	completes map[string]completion // by option
}

// A completion lists what an option could be.
type completion func(context.Context, *visit) ([]render.Choice, error)

// A ground is the private message that a component stands on or leads to, and so
// what a refusal is shown on.
type ground uint8

const (
	onNothing ground = iota
	onHand
	onSettings
)

// run does what the row says for a visit. Its error is why not.
func (r *row) run(ctx context.Context, v *visit) (failed error) {
	if err := v.arrive(ctx, r.needs); err != nil {
		return err
	}
	if r.opens {
		if err := v.learnServer(ctx); err != nil {
			return err
		}
		var err error
		if v.unopened, err = v.hall.openings.take(v.in.User.ID, v.hall.now()); err != nil {
			return err
		}
		defer func() {
			if failed != nil {
				v.unopened()
			}
		}()
	}
	if r.posts {
		if err := v.mayPostOf(r); err != nil {
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
	if r.calls != 0 {
		if err := v.mayAsk(ctx, r.calls, v.toPlay()); err != nil {
			return err
		}
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
		return refused(sitting.Stale)
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

// about is the sure of a row that always asks the same.
func about(q render.Question) func(*visit) (render.Question, engine.Seat) {
	return func(*visit) (render.Question, engine.Seat) { return q, engine.Nobody }
}
