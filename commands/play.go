package commands

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// playRows are those of who plays alone. All else that is done at such a table is done
// by the rows of any other.
func playRows() []row {
	return []row{
		{by: takes(typed("play"), button(render.VerbAlone)), needs: noTable, direct: true, signs: true, manner: anew, do: play},
		{by: takes(button(render.VerbPlayOn)), who: player, needs: ownTable, manner: anew, stands: onHand, do: playOn},
		{by: takes(button(render.VerbInstead)), who: player, needs: ownTable, manner: anew, stands: onHand, do: playInstead},
		{by: takes(button(render.VerbRemarks)), who: player, needs: ownTable, do: setRemarks},
		{by: takes(button(render.VerbShare)), who: player, needs: ownTable, stands: onHand, do: shareHand},
	}
}

// A solo is what somebody wants to play alone.
type solo struct {
	rules   engine.Rules
	level   opponent.Level
	players int
	quiet   bool // the computers say nothing at the end of a hand; goes from table to table
}

// action asks for a table of it.
func (w solo) action(lang string) sitting.Open {
	open := sitting.Open{Settings: sitting.Settings{Rules: w.rules, Seats: w.players, Pace: sitting.None, Lang: lang, Level: w.level, NoRemarks: w.quiet}}
	for range w.players - 1 {
		open.Against = append(open.Against, w.level)
	}
	return open
}

// soloOf is what is played at a table.
func soloOf(s *sitting.Sight) solo {
	return solo{s.Settings.Rules, s.Settings.Level, s.Settings.Seats, s.Settings.NoRemarks}
}

// soloAsked is what a command asks for, of which what isn't named stays as it was.
func soloAsked(c call, was solo) (solo, error) {
	if c.has("level") {
		level, err := opponent.ParseLevel(c.text("level"))
		if err != nil {
			return was, refused(sitting.BadSettings)
		}
		was.level = level
	}
	if c.has("rules") {
		preset, err := engine.ParsePreset(c.text("rules"))
		if err != nil {
			return was, refused(sitting.BadSettings)
		}
		was.rules = preset.Rules()
	}
	if c.has("players") {
		was.players = c.number("players")
	}
	if was.players < sitting.MinSeats || was.players > sitting.MaxSeats {
		return was, refused(sitting.BadSettings)
	}
	return was, nil
}

// String gives what parseSolo reads: all that can be asked for.
func (w solo) String() string {
	return strings.Join([]string{w.level.String(), w.rules.Preset.String(), strconv.Itoa(w.players)}, ",")
}

// parseSolo reads what a button says.
func parseSolo(text string) (w solo, err error) {
	parts := strings.Split(text, ",")
	if len(parts) != 3 {
		return w, render.ErrForged
	}
	preset, err := engine.ParsePreset(parts[1])
	if err == nil {
		w.rules, w.players = preset.Rules(), number(parts[2])
		w.level, err = opponent.ParseLevel(parts[0])
	}
	if err != nil {
		return w, render.ErrForged
	}
	return w, nil
}

// play brings back the hand that the caller plays alone, or deals the next: at the table
// that they have, unless that is another than they ask for now.
func play(ctx context.Context, v *visit) error {
	if err := v.register(ctx, v.in.name()); err != nil {
		return err
	}
	was := solo{rules: engine.Boathouse.Rules(), level: opponent.Easy, players: sitting.MinSeats}
	id, err := v.hall.tables.Own(ctx, v.me)
	if err == nil {
		if err = v.look(ctx, id); err == nil {
			was = soloOf(&v.snap)
		}
	}
	if err := forgiveNoTable(err); err != nil {
		return err
	}
	wants, err := soloAsked(v.call, was)
	if err != nil {
		return err
	}
	switch other := wants != was; {
	case v.snap.ID == "", v.snap.Phase == sitting.Ended:
		return dealAt(ctx, v, wants)
	case v.snap.Phase == sitting.Playing && other:
		v.instead = wants.String()
		v.showHand(ctx, "")
		return nil
	case other:
		if err := v.doAs(ctx, v.in.ID+closing, sitting.Close{}, 0); err != nil {
			return err
		}
		return dealAt(ctx, v, wants)
	}
	return dealAlone(ctx, v)
}

// playOn deals the next hand, at a new table like the closed one where that is closed.
func playOn(ctx context.Context, v *visit) error {
	if v.snap.Phase == sitting.Ended {
		return dealAt(ctx, v, soloOf(&v.snap))
	}
	return dealAlone(ctx, v)
}

// playInstead ends the hand that is on, as it was when that was asked, and deals another
// at a table as it was asked for.
func playInstead(ctx context.Context, v *visit) error {
	wants, err := parseSolo(v.key.Arg)
	switch {
	case err != nil:
		return err
	case v.snap.Phase == sitting.Ended:
		return refused(sitting.IsClosed)
	case v.snap.Version != v.key.Version:
		return refused(sitting.Stale)
	}
	wants.quiet = v.snap.Settings.NoRemarks
	if err := v.doAs(ctx, v.in.ID+closing, sitting.Close{Sure: true}, 0); err != nil {
		return err
	}
	return dealAt(ctx, v, wants)
}

// dealAt opens a table and deals there. Who has opened one at the same time by another
// device gets that one.
func dealAt(ctx context.Context, v *visit, wants solo) error {
	err := v.do(ctx, wants.action(v.words.Tag()), 0)
	var no *sitting.Refusal
	if err != nil && !(errors.As(err, &no) && no.Code == sitting.ChannelTaken && v.snap.Alone) {
		return err
	}
	return dealAlone(ctx, v)
}

// dealAlone deals the next hand, unless one is under way, and shows it. It is dealt once a
// message that says nothing but the seal stands, and is known by its id; that then becomes the
// hand.
func dealAlone(ctx context.Context, v *visit) error {
	err := v.doAs(ctx, v.in.ID+dealing, sitting.Start{}, 0)
	var no *sitting.Refusal
	if err != nil && !(errors.As(err, &no) && no.Code == sitting.HandUnderWay) {
		return err
	}
	if v.snap.Phase == sitting.Dealing {
		message := v.answer.begin(ctx, render.SealAlone(v.words, v.snap.Deal))
		s, err := v.hall.tables.Seal(ctx, v.snap.ID, v.me, v.snap.Deal.Hand, message)
		if err == nil {
			err = v.see(ctx, s)
		}
		if err != nil {
			return err
		}
	}
	if v.snap.Phase == sitting.Dealing { // no message of ours stands
		return refused(sitting.NotSealed)
	}
	v.showHand(ctx, "")
	return nil
}

// settle waits for the computers of who plays alone, so that the answer is what they did.
func (v *visit) settle(ctx context.Context) {
	if !v.snap.Alone {
		return
	}
	s, err := v.hall.tables.Settle(ctx, v.snap.ID, v.me)
	if err == nil {
		err = v.see(ctx, s)
	}
	if err != nil {
		v.hall.Log.Info("hand shown before the computers have played", "table", v.snap.ID, "error", err)
	}
}

// setRemarks has the computers say nothing more, or something again, at the end of each of the
// caller's hands alone from the next on, at this table and those after it.
func setRemarks(ctx context.Context, v *visit) error {
	if v.key.Arg != render.HintsOn && v.key.Arg != render.HintsOff {
		return render.ErrForged
	}
	set := v.snap.Settings
	set.NoRemarks = v.key.Arg == render.HintsOff
	if err := v.do(ctx, sitting.SetSettings{Settings: set}, 0); err != nil {
		return err
	}
	v.say(ctx, v.menu().Headed(render.NoticeText(v.words, render.NoticeModel{News: render.Saved})))
	return nil
}

// shareHand posts the result of the last hand for everybody where the caller is, once for a
// private message, and says so on that. It goes by the click's token, as all that is said to who plays alone.
func shareHand(ctx context.Context, v *visit) error {
	if last := v.snap.Last; last == nil || last.Abandoned || last.Hand != number(v.key.Arg) {
		return &render.DoorRefusal{Code: render.NotShared}
	}
	if v.in.Server != "" {
		if err := v.mayPost(); err != nil {
			return err
		}
	}
	if ours, err := v.answer.isOurs(ctx); !ours {
		return err
	}
	if err := v.postHand(ctx, share{v.in.Message.ID, v.key.Arg}); err != nil {
		return err
	}
	if v.snap.Phase != sitting.Playing { // else the result stays where it was clicked
		v.showHand(ctx, render.NoticeText(v.words, render.NoticeModel{News: render.SharedIt}))
	}
	return nil
}

// postHand posts the result of the last hand, unless that was done.
func (v *visit) postHand(ctx context.Context, what share) error {
	if !v.hall.shares.begin(what) {
		return nil
	}
	at := v.screen()
	at.words = v.hall.words.For(v.in.spokenHere())
	return v.share(ctx, what, at.words, render.Shared(at.pen(), at.linked(), &v.snap), v.me)
}

// share posts for everybody what was begun to be shared, by the click's token, and keeps whom it
// shows.
func (v *visit) share(ctx context.Context, what share, in lang.Lang, m render.Message, shows ...sitting.Person) error {
	made, _, err := v.hall.show(ctx, draft{Message: m, in: v.in.ChannelID, alone: true}, func(ctx context.Context, p rest.Payload) (*rest.Message, error) {
		return v.hall.REST.FollowUp(ctx, v.hall.Application, v.in.Token, p)
	})
	if err == nil {
		v.shared(ctx, made.ID, in, shows)
	} else if !rest.Acted(err) {
		v.hall.shares.failed(what)
	}
	if rest.HasCode(err, rest.CodeMissingAccess, rest.CodeMissingPermissions) {
		return &render.DoorRefusal{Code: render.LacksPermission, Permissions: render.NeededToPost()}
	}
	return err
}
