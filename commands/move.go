package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// moveRows are those of the moves of a hand: as commands, from the table and from
// the hand.
func moveRows() []row {
	typedMove := func(name string, read func(*visit) (engine.Move, error), completes map[string]completion) row {
		return row{by: takes(typed(name)), who: player, needs: handOn, alone: true, ask: asksMove(read), then: showsHand, completes: completes}
	}
	clicked := func(by handle, ask func(*visit) (sitting.Action, error)) row {
		return row{by: takes(by), who: player, needs: handOn, counts: counted, stands: onHand, ask: ask, then: showsHand}
	}
	return []row{
		typedMove("draw", typedDraw, map[string]completion{"from": onTurn(render.CompleteDraw)}),
		typedMove("meld", typedMeld, map[string]completion{"cards": onTurn(render.CompleteMeld)}),
		typedMove("layoff", typedLayOff, map[string]completion{"cards": onTurn(render.CompleteLayOff), "meld": onTurn(render.CompleteTarget)}),
		typedMove("discard", typedDiscard, map[string]completion{"card": onTurn(render.CompleteDiscard)}),
		typedMove("goout", typedGoOut, map[string]completion{"discard": onTurn(render.CompleteGoOut)}),
		clicked(button(render.VerbDraw), asksMove(clickedDraw)),
		clicked(button(render.VerbGoOut), asksMove(lastMove)),
		clicked(button(render.VerbLayAll), askLayAll),
		clicked(button(render.VerbPlay), asksMove(clickedMove)),
		clicked(choice(render.VerbPlay), asksMove(clickedMove)),
		clicked(button(render.VerbDo), asksMove(hintedMove)),
		clicked(form(render.VerbChosen), asksMove(func(v *visit) (engine.Move, error) { return render.ReadChosen(v.press.answers) })),
	}
}

// asksMove is the ask of one move.
func asksMove(read func(*visit) (engine.Move, error)) func(*visit) (sitting.Action, error) {
	return func(v *visit) (sitting.Action, error) {
		move, err := read(v)
		return sitting.Play{Moves: []engine.Move{move}}, err
	}
}

// lastMove goes out, with the last card that a button names.
func lastMove(v *visit) (engine.Move, error) {
	last := engine.NoCard
	if word, given := v.word(""); given {
		var err error
		if last, err = engine.ParseCard(word); err != nil {
			return nil, err
		}
	}
	return v.anyWayOut(last), nil
}

func clickedDraw(v *visit) (engine.Move, error) {
	source, err := engine.ParseSource(v.key.Arg)
	return engine.Draw{Source: source}, err
}

func clickedMove(v *visit) (engine.Move, error) {
	word, _ := v.word("")
	return engine.ParseMove(word)
}

// hintedMove does what a hint says, which names going out by the last card alone.
func hintedMove(v *visit) (engine.Move, error) {
	move, err := clickedMove(v)
	if out, ok := move.(engine.GoOut); ok {
		move = v.anyWayOut(out.Discard)
	}
	return move, err
}

func askLayAll(v *visit) (sitting.Action, error) {
	moves := engine.LayAll(v.snap.View)
	if len(moves) == 0 {
		return nil, refused(sitting.Stale)
	}
	return sitting.Play{Moves: moves}, nil
}

// showsHand answers with the hand that a move leaves.
func showsHand(ctx context.Context, v *visit) { v.showHand(ctx, "") }

// onTurn completes an option with the caller's own legal moves.
func onTurn(list func(lang.Lang, render.CompleteModel) []render.Choice) completion {
	return func(_ context.Context, v *visit) ([]render.Choice, error) {
		if v.snap.Me == engine.Nobody || v.snap.View.Turn != v.snap.Me {
			return nil, nil
		}
		return list(v.words, v.completing()), nil
	}
}
