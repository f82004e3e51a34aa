package commands

import (
	"context"
	"math"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
)

// slash carries out a slash command.
func (v *visit) slash(ctx context.Context) error {
	if v.in.Server == "" {
		return troubled(render.NotInServer)
	}
	switch v.call.name {
	case "rum new":
		return v.openTable(ctx)
	case "rum help":
		return v.help(ctx)
	case "rum rules":
		return v.rules(ctx)
	case "proof":
		return v.proofHere(ctx)
	case "tab show":
		return v.tab(ctx, 0)
	case "settings quiet", "settings show", "settings loud":
		return v.habits(ctx)
	case "rum rematch":
		if err := v.here(ctx); err != nil {
			return err
		}
		return v.rematch(ctx)
	case "rum join", "rum leave", "rum start", "rum next", "rum again", "rum table", "rum close", "rum add", "rum remove",
		"rum away", "cut", "hand", "hint", "takeback":
		if err := v.open(ctx); err != nil {
			return err
		}
		return v.atTable(ctx)
	case "draw", "meld", "layoff", "discard", "goout":
		if err := v.open(ctx); err != nil {
			return err
		}
		move, err := v.typedMove()
		if err != nil {
			return err
		}
		return v.play(ctx, 0, move)
	}
	return troubled(render.UnknownCommand)
}

// atTable carries out a command that is no move at the table of the channel.
func (v *visit) atTable(ctx context.Context) error {
	id := v.snap.ID
	switch v.call.name {
	case "rum join":
		return v.told(ctx, v.do(ctx, id, table.Join{}, 0), v.joined)
	case "rum leave":
		return v.told(ctx, v.do(ctx, id, table.Leave{}, 0), v.left)
	case "rum start":
		return v.deal(ctx, table.Start{}, 0)
	case "rum next":
		return v.deal(ctx, table.Next{}, 0)
	case "rum again":
		return v.deal(ctx, table.Again{Tab: v.call.text("tab") == "true"}, 0)
	case "rum away":
		return v.goAway(ctx)
	case "rum table":
		return v.postAnew(ctx)
	case "rum close":
		return v.told(ctx, v.do(ctx, id, table.Close{}, 0), ended)
	case "rum add":
		return v.addComputer(ctx)
	case "rum remove":
		return v.told(ctx, v.do(ctx, id, table.Remove{Seat: seatNumber(v.call.number("seat") - 1)}, 0), v.removed)
	case "cut":
		word := v.call.text("word")
		return v.told(ctx, v.do(ctx, id, table.Cut{Word: word}, 0), func() render.NoticeModel {
			return render.NoticeModel{News: render.CutTaken, Word: word}
		})
	case "hand":
		return v.myHand(ctx)
	case "hint":
		return v.hint(ctx, v.call.text("level"))
	case "takeback":
		return v.takeBack(ctx, 0)
	}
	return troubled(render.UnknownCommand)
}

// seatNumber is the seat of a number from 0, or one that nobody has for a number
// that no seat can have.
func seatNumber(n int) engine.Seat {
	return engine.Seat(min(max(n, -1), math.MaxInt8))
}

// typedMove reads the command of a move; the options' texts are the player's own.
func (v *visit) typedMove() (engine.Move, error) {
	c := v.call
	switch c.name {
	case "draw":
		source, err := engine.ParseSource(strings.ToLower(strings.TrimSpace(c.text("from"))))
		if err != nil {
			return nil, &sourceError{c.text("from")}
		}
		return engine.Draw{Source: source}, nil
	case "meld":
		cards, err := engine.ParseHand(c.text("cards"))
		return engine.Meld{Cards: cards}, err
	case "layoff":
		cards, err := engine.ParseHand(c.text("cards"))
		return engine.LayOff{Meld: c.number("meld") - 1, Cards: cards}, err
	case "discard":
		card, err := engine.ParseCard(c.text("card"))
		return engine.Discard{Card: card}, err
	case "goout":
		last := engine.NoCard
		if c.has("discard") {
			var err error
			if last, err = engine.ParseCard(c.text("discard")); err != nil {
				return nil, err
			}
		}
		return v.anyWayOut(last), nil
	}
	return nil, troubled(render.UnknownCommand)
}

// anyWayOut is a way to go out, with last as the discard unless that is NoCard.
// Where there is none it is the nearest thing to one, which the rules refuse with
// the cards that are left over.
func (v *visit) anyWayOut(last engine.Card) engine.Move {
	if way, ok := engine.FindGoOut(v.snap.View, last); ok {
		return way
	}
	a := engine.Arrange(v.snap.View.Hand.Remove(last))
	return engine.GoOut{Melds: append([]engine.Hand(nil), a.Melds[:a.Count]...), Discard: last}
}

// play makes moves and shows the hand that they leave.
func (v *visit) play(ctx context.Context, version int64, moves ...engine.Move) error {
	if err := v.do(ctx, v.snap.ID, table.Play{Moves: moves}, version); err != nil {
		return err
	}
	v.showHand(ctx, "")
	return nil
}

// openTable opens a table in the channel; the lobby is the answer.
func (v *visit) openTable(ctx context.Context) error {
	if err := v.mayPost(); err != nil {
		return err
	}
	set, err := settingsOf(v.call)
	if err != nil {
		return err
	}
	return v.openWith(ctx, table.Open{Settings: set})
}

// rematch opens a table like the closed one that is seen.
func (v *visit) rematch(ctx context.Context) error {
	if err := v.mayPost(); err != nil {
		return err
	}
	return v.openWith(ctx, table.Open{Like: v.snap.ID})
}

func (v *visit) openWith(ctx context.Context, do table.Open) error {
	do.Server, do.Channel, do.Lang = v.in.Server, v.in.ChannelID, v.hall.opt.Words.For(v.in.ServerLocale).Tag()
	if err := v.do(ctx, "", do, 0); err != nil || v.carry(ctx) {
		return err
	}
	return v.told(ctx, nil, func() render.NoticeModel { return render.NoticeModel{News: render.Opened} })
}

// defaultTurn is the time for a turn unless the host says otherwise.
const defaultTurn = 24 * time.Hour

// defaultLevel is that of a computer unless somebody says otherwise.
const defaultLevel = opponent.Normal

// settingsOf reads the options of a new table.
func settingsOf(c call) (table.Settings, error) {
	preset := engine.Boathouse
	var err error
	if c.has("rules") {
		if preset, err = engine.ParsePreset(c.text("rules")); err != nil {
			return table.Settings{}, troubled(render.BadSettings)
		}
	}
	set := table.Settings{Rules: preset.Rules(), Seats: engine.MaxSeats, Turn: defaultTurn, Level: defaultLevel}
	for _, field := range engine.HouseRules() {
		if c.has(field) {
			if set.Rules, err = set.Rules.Set(field, c.text(field)); err != nil {
				return table.Settings{}, err
			}
		}
	}
	if c.has("seats") {
		set.Seats = c.number("seats")
	}
	if c.has("turn") {
		limit, ok := render.ParseLimit(c.text("turn"))
		if !ok {
			return table.Settings{}, troubled(render.BadSettings)
		}
		set.Turn = limit
	}
	if c.has("level") {
		if set.Level, err = opponent.ParseLevel(c.text("level")); err != nil {
			return table.Settings{}, troubled(render.BadSettings)
		}
	}
	set.NoHints = c.text("hints") == render.HintsOff
	return set, nil
}

func (v *visit) addComputer(ctx context.Context) error {
	level := defaultLevel
	if v.call.has("level") {
		var err error
		if level, err = opponent.ParseLevel(v.call.text("level")); err != nil {
			return troubled(render.BadSettings)
		}
	}
	return v.told(ctx, v.do(ctx, v.snap.ID, table.AddComputer{Level: level}, 0), func() render.NoticeModel {
		return render.NoticeModel{News: render.Added}
	})
}

// told answers what a command did with a line of its own.
func (v *visit) told(ctx context.Context, err error, news func() render.NoticeModel) error {
	if err == nil {
		v.say(ctx, render.Notice(v.words, news()))
	}
	return err
}

// deal has a hand dealt, and answers who asked for it with that hand.
func (v *visit) deal(ctx context.Context, do table.Action, version int64) error {
	if err := v.mayPost(); err != nil {
		return err
	}
	if err := v.do(ctx, v.snap.ID, do, version); err != nil {
		return err
	}
	if v.snap.Me == engine.Nobody {
		v.say(ctx, render.Notice(v.words, render.NoticeModel{News: render.DealtNow, Hand: v.snap.Hand}))
		return nil
	}
	v.showHand(ctx, "")
	return nil
}

func (v *visit) joined() render.NoticeModel {
	if v.snap.Me == engine.Nobody {
		return render.NoticeModel{News: render.Later}
	}
	return render.NoticeModel{News: render.Joined}
}

func (v *visit) left() render.NoticeModel {
	for _, t := range v.snap.Seats {
		if v.snap.Phase == table.Playing && t.Person == v.me && t.Leaving {
			return render.NoticeModel{News: render.Leaves}
		}
	}
	return render.NoticeModel{News: render.Left}
}

func (v *visit) removed() render.NoticeModel {
	asked, _ := v.asked.(table.Remove)
	if v.snap.Phase == table.Playing && int(asked.Seat) < len(v.snap.Seats) {
		return render.NoticeModel{News: render.Removing}
	}
	return render.NoticeModel{News: render.Removed}
}

func ended() render.NoticeModel { return render.NoticeModel{News: render.Ended} }

// myHand shows the caller's hand, or says why there is none.
func (v *visit) myHand(ctx context.Context) error {
	if err := v.mayPlay(); err != nil {
		return err
	}
	v.showHand(ctx, "")
	return nil
}

// mayPlay says why the caller has no hand to look at.
func (v *visit) mayPlay() error {
	switch {
	case v.snap.Phase == table.Ended:
		return troubled(render.IsClosed)
	case v.snap.Me == engine.Nobody && v.waits():
		return troubled(render.JoinsLater)
	case v.snap.Me == engine.Nobody:
		return troubled(render.NotSeated)
	case v.snap.Hand == 0:
		return troubled(render.NotStarted)
	}
	return nil
}

// waits says whether the caller joins with the next hand.
func (v *visit) waits() bool {
	for _, t := range v.snap.Waiting {
		if t.Person == v.me && v.me != "" {
			return true
		}
	}
	return false
}
