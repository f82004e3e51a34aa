package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/bwmarrin/discordgo"
)

// click carries out a button or a pick from a select.
func (v *visit) click(ctx context.Context) error {
	var d clickData
	if err := json.Unmarshal(v.in.Data, &d); err != nil {
		return fmt.Errorf("commands: click data: %w", err)
	}
	k, err := v.read(ctx, d.CustomID)
	if err != nil {
		return err
	}
	if len(d.Values) > 0 {
		return v.pick(ctx, k, d.Values[0])
	}
	return v.press(ctx, k)
}

// read decodes a custom_id and sees the table that it names. Nothing of it is
// believed before its MAC is, and a click in another channel than the table's
// goes no further.
func (v *visit) read(ctx context.Context, customID string) (render.Click, error) {
	k, err := v.hall.opt.Codec.Decode(customID)
	if err != nil {
		return k, err
	}
	v.order = k.Order
	v.answer.setManner(v.where())
	if v.in.Server == "" {
		return k, troubled(render.NotInServer)
	}
	if k.Table == "" {
		return k, nil
	}
	if err := v.look(ctx, table.ID(k.Table)); err != nil {
		return k, err
	}
	if v.snap.Channel != v.in.ChannelID {
		v.snap = table.Snapshot{}
		return k, troubled(render.OtherChannel)
	}
	v.hand = onHand(k.Verb) && (v.in.private() || k.Verb == render.VerbDraw || k.Verb == render.VerbHand)
	return k, nil
}

// onHand says whether a verb stands on a hand, or asks for it.
func onHand(verb render.Verb) bool {
	switch verb {
	case render.VerbHand, render.VerbDraw, render.VerbPlay, render.VerbGoOut, render.VerbLayAll, render.VerbChoose,
		render.VerbChosen, render.VerbSort, render.VerbRefresh, render.VerbNext:
		return true
	case render.VerbJoin, render.VerbLeave, render.VerbLeaveSure, render.VerbStart, render.VerbSettings, render.VerbSet,
		render.VerbAddComputer, render.VerbRemove, render.VerbRemoveSure, render.VerbClose, render.VerbCloseSure,
		render.VerbKeep, render.VerbMore, render.VerbRules, render.VerbHelp, render.VerbProof, render.VerbTab:
		return false
	}
	return false
}

// press carries out a button.
func (v *visit) press(ctx context.Context, k render.Click) error {
	id, version := table.ID(k.Table), int64(0)
	if k.Verb.Acts() {
		version = k.Version
	}
	switch k.Verb {
	case render.VerbJoin:
		return v.carried(ctx, v.do(ctx, id, table.Join{}, 0), v.joined)
	case render.VerbLeave:
		return v.carried(ctx, v.do(ctx, id, table.Leave{}, 0), v.left)
	case render.VerbLeaveSure:
		return v.told(ctx, v.do(ctx, id, table.Leave{Sure: true}, 0), v.left)
	case render.VerbStart:
		return v.dealt(ctx, v.do(ctx, id, table.Start{}, version))
	case render.VerbNext:
		return v.dealt(ctx, v.do(ctx, id, table.Next{}, version))
	case render.VerbClose:
		return v.told(ctx, v.do(ctx, id, table.Close{}, 0), ended)
	case render.VerbCloseSure:
		return v.told(ctx, v.do(ctx, id, table.Close{Sure: true}, 0), ended)
	case render.VerbRemoveSure:
		seat, err := strconv.Atoi(k.Arg)
		if err != nil {
			return render.ErrForged
		}
		return v.told(ctx, v.do(ctx, id, table.Remove{Seat: engine.Seat(seat), Sure: true}, version), v.removed)
	case render.VerbKeep:
		v.say(ctx, render.Notice(v.words, render.NoticeModel{News: render.Kept}))
		return nil
	case render.VerbSettings:
		v.say(ctx, v.screen().settings(v.mayChange(), ""))
		return nil
	case render.VerbMore:
		v.more(ctx)
		return nil
	case render.VerbRules:
		v.say(ctx, render.Rules(v.words, render.RulesModel{Rules: v.snap.Settings.Rules}))
		return nil
	case render.VerbHelp:
		v.say(ctx, render.Help(v.words, v.situation()))
		return nil
	case render.VerbProof:
		hand, _ := strconv.Atoi(k.Arg)
		return v.proof(ctx, id, hand)
	case render.VerbTab:
		page, _ := strconv.Atoi(k.Arg)
		return v.tab(ctx, page)
	case render.VerbHand, render.VerbSort, render.VerbRefresh:
		return v.myHand(ctx)
	case render.VerbChoose:
		return v.choose(ctx, k)
	case render.VerbDraw, render.VerbPlay, render.VerbGoOut, render.VerbLayAll:
		moves, err := v.clickedMoves(k)
		if err != nil {
			return err
		}
		return v.play(ctx, id, version, moves...)
	case render.VerbSet, render.VerbAddComputer, render.VerbRemove, render.VerbChosen:
	}
	return render.ErrForged
}

// clickedMoves reads the moves that a button of a hand or table stands for.
func (v *visit) clickedMoves(k render.Click) ([]engine.Move, error) {
	switch k.Verb { //nolint:exhaustive // press sends no other verb here than those of a move
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
		return []engine.Move{move}, err
	}
}

// pick carries out the option picked from a select.
func (v *visit) pick(ctx context.Context, k render.Click, value string) error {
	id := table.ID(k.Table)
	switch k.Verb { //nolint:exhaustive // the other verbs stand on buttons
	case render.VerbPlay:
		if value == render.ChooseValue {
			return v.choose(ctx, k)
		}
		move, err := engine.ParseMove(value)
		if err != nil {
			return err
		}
		return v.play(ctx, id, k.Version, move)
	case render.VerbAddComputer:
		level, err := opponent.ParseLevel(value)
		if err != nil {
			return render.ErrForged
		}
		return v.carried(ctx, v.do(ctx, id, table.AddComputer{Level: level}, 0), func() render.NoticeModel {
			return render.NoticeModel{News: render.Added}
		})
	case render.VerbRemove:
		seat, err := strconv.Atoi(value)
		if err != nil {
			return render.ErrForged
		}
		if err := v.do(ctx, id, table.Remove{Seat: engine.Seat(seat)}, k.Version); err != nil {
			return err
		}
		return v.saved(ctx)
	case render.VerbSet:
		return v.set(ctx, k, value)
	default:
		return render.ErrForged
	}
}

// set changes one setting and shows them all.
func (v *visit) set(ctx context.Context, k render.Click, value string) error {
	set := v.snap.Settings
	var err error
	switch k.Arg {
	case "rules":
		var preset engine.Preset
		preset, err = engine.ParsePreset(value)
		set.Rules = preset.Rules()
	case "seats":
		set.Seats, err = strconv.Atoi(value)
	case "turn":
		limit, ok := render.ParseLimit(value)
		if !ok {
			err = troubled(render.BadSettings)
		}
		set.Turn = limit
	default:
		set.Rules, err = set.Rules.Set(k.Arg, value)
	}
	if err != nil {
		return err
	}
	if err := v.do(ctx, table.ID(k.Table), table.SetSettings{Settings: set}, 0); err != nil {
		return err
	}
	return v.saved(ctx)
}

// saved shows the settings as they are now.
func (v *visit) saved(ctx context.Context) error {
	v.say(ctx, v.screen().settings(v.mayChange(), render.NoticeText(v.words, render.NoticeModel{News: render.Saved})))
	return nil
}

// mayChange says whether the reader has the host's rights.
func (v *visit) mayChange() bool { return v.in.manager() || v.snap.Host == v.me }

// choose opens the form to choose cards. It is an answer that can't wait, so a
// hand that has moved on is shown instead.
func (v *visit) choose(ctx context.Context, k render.Click) error {
	if err := v.mayPlay(); err != nil {
		return err
	}
	if v.snap.Version != k.Version || v.snap.View.Turn != v.snap.Me {
		return troubled(render.Stale)
	}
	form := render.Choose(v.hall.opt.Codec, v.words, v.screen().handModel(v.order, ""), v.hall.next())
	v.answer.raw(ctx, callback{Type: discordgo.InteractionResponseModal, Data: form})
	return nil
}

// submit carries out what a form asks for.
func (v *visit) submit(ctx context.Context) error {
	var d formData
	if err := json.Unmarshal(v.in.Data, &d); err != nil {
		return fmt.Errorf("commands: form data: %w", err)
	}
	k, err := v.read(ctx, d.CustomID)
	if err != nil {
		return err
	}
	if k.Verb != render.VerbChosen {
		return render.ErrForged
	}
	answers := make(map[string][]string)
	for _, f := range d.fields() {
		answers[f.CustomID] = f.Values
	}
	move, err := render.ReadChosen(answers)
	if err != nil {
		return err
	}
	return v.play(ctx, table.ID(k.Table), k.Version, move)
}

// carried answers a click on the table message by what the message becomes, any
// other click with a line.
func (v *visit) carried(ctx context.Context, err error, news func() render.NoticeModel) error {
	if err != nil || v.in.private() {
		return v.told(ctx, err, news)
	}
	v.carry(ctx, silent, news)
	return nil
}

// carry has the poster answer the visit by the table message that it is about to
// write. When that is written already, a line says what was done.
func (v *visit) carry(ctx context.Context, how manner, news func() render.NoticeModel) {
	v.answer.setManner(how)
	if v.hall.boards.offer(v, v.snap.Seq) {
		return
	}
	if how == silent {
		v.answer.acknowledge(ctx)
		return
	}
	v.answer.setManner(fresh)
	v.say(ctx, render.Notice(v.words, news()))
}

// confirm asks whether the reader is sure of what was just refused.
func (v *visit) confirm() render.Message {
	m := render.ConfirmModel{Table: string(v.snap.ID), Version: v.snap.Version}
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
	case table.Open, table.Join, table.AddComputer, table.SetSettings, table.Start, table.Next, table.Cut, table.Play, table.Back:
	}
	return render.Confirm(v.hall.opt.Codec, v.words, m, v.hall.next())
}
