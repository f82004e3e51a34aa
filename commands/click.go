package commands

import (
	"context"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/bwmarrin/discordgo"
)

// click carries out a button or a pick from a select.
func (v *visit) click(ctx context.Context) error {
	if err := v.reach(ctx); err != nil {
		return err
	}
	if len(v.press.values) > 0 {
		return v.pick(ctx, v.press.values[0])
	}
	return v.button(ctx)
}

// submit carries out what a form asks for.
func (v *visit) submit(ctx context.Context) error {
	if err := v.reach(ctx); err != nil {
		return err
	}
	if v.key.Verb != render.VerbChosen {
		return render.ErrForged
	}
	move, err := render.ReadChosen(v.press.answers)
	if err != nil {
		return err
	}
	return v.play(ctx, v.key.Version, move)
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
	if err := v.look(ctx, table.ID(v.key.Table)); err != nil {
		return err
	}
	if v.snap.Channel != v.in.ChannelID {
		v.snap = table.Snapshot{}
		return troubled(render.OtherChannel)
	}
	return v.comeBack(ctx)
}

// onHand says whether a verb stands on a hand, or leads to one.
func onHand(verb render.Verb) bool {
	switch verb {
	case render.VerbHand, render.VerbDraw, render.VerbPlay, render.VerbGoOut, render.VerbLayAll, render.VerbChoose,
		render.VerbChosen, render.VerbSort, render.VerbRefresh, render.VerbStart, render.VerbNext, render.VerbHint,
		render.VerbDo, render.VerbAway, render.VerbTakeback, render.VerbAgree, render.VerbDisagree, render.VerbAgain:
		return true
	case render.VerbJoin, render.VerbLeave, render.VerbLeaveSure, render.VerbSettings, render.VerbSet,
		render.VerbAddComputer, render.VerbRemove, render.VerbRemoveSure, render.VerbClose, render.VerbCloseSure,
		render.VerbKeep, render.VerbMore, render.VerbRules, render.VerbHelp, render.VerbProof, render.VerbTab,
		render.VerbRematch:
		return false
	}
	return false
}

// onSettings says whether a verb stands on the settings.
func onSettings(verb render.Verb) bool { return verb == render.VerbSet || verb == render.VerbRemove }

// button carries out a button.
func (v *visit) button(ctx context.Context) error {
	id := v.snap.ID
	switch v.key.Verb {
	case render.VerbJoin:
		return v.seen(ctx, v.do(ctx, id, table.Join{}, 0), v.joined)
	case render.VerbLeave:
		return v.seen(ctx, v.do(ctx, id, table.Leave{}, 0), v.left)
	case render.VerbLeaveSure:
		return v.told(ctx, v.do(ctx, id, table.Leave{Sure: true}, 0), v.left)
	case render.VerbStart:
		return v.deal(ctx, table.Start{}, 0)
	case render.VerbNext:
		return v.deal(ctx, table.Next{}, v.key.Version)
	case render.VerbAgain:
		return v.deal(ctx, table.Again{}, v.key.Version)
	case render.VerbRematch:
		return v.rematch(ctx)
	case render.VerbAway:
		return v.goAway(ctx)
	case render.VerbTakeback:
		return v.takeBack(ctx, v.key.Version)
	case render.VerbAgree:
		return v.agree(ctx, true)
	case render.VerbDisagree:
		return v.agree(ctx, false)
	case render.VerbHint:
		return v.hint(ctx, "")
	case render.VerbClose:
		return v.told(ctx, v.do(ctx, id, table.Close{}, 0), ended)
	case render.VerbCloseSure:
		return v.told(ctx, v.do(ctx, id, table.Close{Sure: true}, 0), ended)
	case render.VerbRemoveSure:
		seat, err := strconv.Atoi(v.key.Arg)
		if err != nil {
			return render.ErrForged
		}
		return v.told(ctx, v.do(ctx, id, table.Remove{Seat: seatNumber(seat), Sure: true}, v.key.Version), v.removed)
	case render.VerbKeep:
		return v.told(ctx, nil, func() render.NoticeModel { return render.NoticeModel{News: render.Kept} })
	case render.VerbSettings:
		v.say(ctx, v.screen().settings(v.mayChange(), ""))
		return nil
	case render.VerbMore:
		return v.more(ctx)
	case render.VerbRules:
		v.say(ctx, render.Rules(v.words, render.RulesModel{Rules: v.snap.Settings.Rules}))
		return nil
	case render.VerbHelp:
		v.say(ctx, render.Help(v.words, v.situation()))
		return nil
	case render.VerbProof:
		return v.proof(ctx, number(v.key.Arg), false)
	case render.VerbTab:
		return v.tab(ctx, number(v.key.Arg))
	case render.VerbHand, render.VerbSort, render.VerbRefresh:
		return v.myHand(ctx)
	case render.VerbChoose:
		return v.choose(ctx)
	case render.VerbDraw, render.VerbPlay, render.VerbGoOut, render.VerbLayAll, render.VerbDo:
		moves, err := v.clickedMoves()
		if err != nil {
			return err
		}
		return v.play(ctx, v.key.Version, moves...)
	case render.VerbSet, render.VerbAddComputer, render.VerbRemove, render.VerbChosen:
	}
	return render.ErrForged
}

// clickedMoves reads the moves that a button of a hand or table stands for.
func (v *visit) clickedMoves() ([]engine.Move, error) {
	k := v.key
	switch k.Verb { //nolint:exhaustive // button sends no other verb here than those of a move
	case render.VerbDraw:
		source, err := engine.ParseSource(k.Arg)
		return []engine.Move{engine.Draw{Source: source}}, err
	case render.VerbGoOut:
		last := engine.NoCard
		if k.Arg != "" {
			var err error
			if last, err = engine.ParseCard(k.Arg); err != nil {
				return nil, err
			}
		}
		return []engine.Move{v.anyWayOut(last)}, nil
	case render.VerbLayAll:
		moves := engine.LayAll(v.snap.View)
		if len(moves) == 0 {
			return nil, troubled(render.Stale)
		}
		return moves, nil
	default:
		move, err := engine.ParseMove(k.Arg)
		if out, ok := move.(engine.GoOut); ok && k.Verb == render.VerbDo {
			move = v.anyWayOut(out.Discard)
		}
		return []engine.Move{move}, err
	}
}

// pick carries out the option picked from a select.
func (v *visit) pick(ctx context.Context, value string) error {
	switch v.key.Verb { //nolint:exhaustive // the other verbs stand on buttons
	case render.VerbPlay:
		if value == render.ChooseValue {
			return v.choose(ctx)
		}
		move, err := engine.ParseMove(value)
		if err != nil {
			return err
		}
		return v.play(ctx, v.key.Version, move)
	case render.VerbAddComputer:
		level, err := opponent.ParseLevel(value)
		if err != nil {
			return render.ErrForged
		}
		return v.seen(ctx, v.do(ctx, v.snap.ID, table.AddComputer{Level: level}, 0), func() render.NoticeModel {
			return render.NoticeModel{News: render.Added}
		})
	case render.VerbRemove:
		seat, err := strconv.Atoi(value)
		if err != nil {
			return render.ErrForged
		}
		return v.saved(ctx, v.do(ctx, v.snap.ID, table.Remove{Seat: seatNumber(seat)}, v.key.Version))
	case render.VerbSet:
		set, err := v.changed(value)
		if err != nil {
			return err
		}
		return v.saved(ctx, v.do(ctx, v.snap.ID, table.SetSettings{Settings: set}, 0))
	default:
		return render.ErrForged
	}
}

// changed gives the settings with the one that was picked.
func (v *visit) changed(value string) (table.Settings, error) {
	set := v.snap.Settings
	switch v.key.Arg {
	case "rules":
		preset, err := engine.ParsePreset(value)
		if err != nil {
			return set, troubled(render.BadSettings)
		}
		set.Rules = preset.Rules()
	case "seats":
		set.Seats = number(value)
	case "turn":
		limit, ok := render.ParseLimit(value)
		if !ok {
			return set, troubled(render.BadSettings)
		}
		set.Turn = limit
	case "level":
		level, err := opponent.ParseLevel(value)
		if err != nil {
			return set, troubled(render.BadSettings)
		}
		set.Level = level
	case "hints":
		set.NoHints = value == render.HintsOff
	default:
		var err error
		if set.Rules, err = set.Rules.Set(v.key.Arg, value); err != nil {
			return set, err
		}
	}
	return set, nil
}

// saved shows the settings as they are now.
func (v *visit) saved(ctx context.Context, err error) error {
	if err == nil {
		v.say(ctx, v.screen().settings(v.mayChange(), render.NoticeText(v.words, render.NoticeModel{News: render.Saved})))
	}
	return err
}

// mayChange says whether the reader has the host's rights.
func (v *visit) mayChange() bool { return v.in.manager() || v.me != "" && v.snap.Host == v.me }

// choose opens the form to choose cards. Only a first answer can be a form, so
// one that comes too late for that is the hand, to be asked again.
func (v *visit) choose(ctx context.Context) error {
	if err := v.mayPlay(); err != nil {
		return err
	}
	if v.snap.Version != v.key.Version || v.snap.View.Turn != v.snap.Me {
		return troubled(render.Stale)
	}
	form := render.Choose(v.hall.opt.Codec, v.words, v.screen().handModel(v.key.Order, ""), v.hall.next())
	if !v.answer.raw(ctx, callback{Type: discordgo.InteractionResponseModal, Data: form}) {
		v.showHand(ctx, "")
	}
	return nil
}

// seen answers a click on the table message by what the message becomes; any
// other click, and one that the message can't answer, by a line.
func (v *visit) seen(ctx context.Context, err error, news func() render.NoticeModel) error {
	if err != nil || v.answer.manner != silent {
		return v.told(ctx, err, news)
	}
	id := v.snap.ID
	switch {
	case v.carry(ctx):
	case v.hall.boards.standsAt(id, v.in.Message.ID):
		v.answer.acknowledge(ctx)
	default:
		return v.told(ctx, nil, news)
	}
	return nil
}

// confirm asks whether the reader is sure of what was just refused.
func (v *visit) confirm() render.Message {
	m := render.ConfirmModel{Table: string(v.snap.ID), Version: v.snap.Version, Standin: v.snap.Settings.Level.String(), OffTab: !v.snap.Stakes}
	switch asked := v.asked.(type) {
	case table.Remove:
		m.Question, m.Seat = render.RemoveNow, asked.Seat
		if int(asked.Seat) < len(v.snap.Seats) {
			m.Player = v.cast.sitter(v.snap.Seats[asked.Seat])
		}
	case table.Close:
		m.Question = render.CloseNow
	case table.Leave:
		m.Question = render.LeaveNow
	case table.Open, table.Join, table.AddComputer, table.SetSettings, table.Start, table.Next, table.Again,
		table.Cut, table.Play, table.TakeBack, table.Agree, table.Away, table.Back:
	}
	return render.Confirm(v.hall.opt.Codec, v.words, m, v.hall.next())
}
