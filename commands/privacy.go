package commands

import (
	"context"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/ledger"
	"github.com/boathouse-rum/boathouse/table"
)

// privacyRows are those of what is kept of the caller.
func privacyRows() []row {
	return []row{
		{by: takes(typed("privacy show")), direct: true, do: showPrivacy},
		{by: takes(typed("privacy export"), button(render.VerbExport)), direct: true, manner: anew, do: exportPrivacy},
		{by: takes(typed("privacy erase"), button(render.VerbAskErase)), direct: true, do: askErase},
		{by: takes(button(render.VerbErase), button(render.VerbEraseEdit)), direct: true, do: erase},
	}
}

func showPrivacy(ctx context.Context, v *visit) error {
	held, err := v.hall.habits.Holdings(ctx, v.me)
	if err != nil {
		return err
	}
	v.say(ctx, render.Privacy(v.hall.ink.pen(v.words), v.held(&held)))
	return nil
}

// held is what is told of holdings.
func (v *visit) held(h *table.Holdings) render.PrivacyModel {
	m := render.PrivacyModel{
		User: h.User, Lang: h.Kept.Lang, Settings: h.Kept.Prefs != "", Quiet: h.Quiet.Zone != "", Alone: h.Alone,
		Texts: len(h.Writings), Shared: len(h.Shared), Tables: len(h.Seats), Open: len(h.Proposals), Here: string(v.in.Server),
	}
	for _, s := range h.Servers {
		m.Servers = append(m.Servers, render.HeldHere{Server: string(s.Server), Name: s.Name, Hands: s.Hands, Entries: s.Entries, Opens: s.Watches, Left: s.Left})
	}
	return m
}

// exportPrivacy gives the caller all that is kept of them.
func exportPrivacy(ctx context.Context, v *visit) error {
	return v.export(ctx, func() (m render.Message, given bool, err error) {
		held, err := v.hall.habits.Holdings(ctx, v.me)
		if err != nil {
			return m, false, err
		}
		if held.User == "" {
			return render.Privacy(v.hall.ink.pen(v.words), v.held(&held)), false, nil
		}
		v.answer.deferIt() // a first answer that takes long is refused
		person, err := v.person(ctx, &held)
		if err != nil {
			return m, false, err
		}
		return render.PrivacyExport(v.words, person.JSON()), true, nil
	})
}

// person is all that is kept of the caller, to be taken along.
func (v *visit) person(ctx context.Context, held *table.Holdings) (*ledger.Person, error) {
	p := &ledger.Person{
		Made: v.hall.now(), User: held.User, Language: held.Kept.Lang, Settings: held.Kept.Prefs, Alone: held.Alone,
		Quiet: ledger.Quiet{From: held.Quiet.From, To: held.Quiet.To, Zone: held.Quiet.Zone},
	}
	for _, s := range held.Servers {
		own, err := v.ownTab(ctx, s.Server)
		if err != nil {
			return nil, err
		}
		p.Servers = append(p.Servers, ledger.Server{ID: string(s.Server), Name: s.Name, Hands: s.Hands, Watches: s.Watches, Told: s.Told, Left: s.Left, Tab: own})
	}
	for _, w := range held.Writings {
		p.Writings = append(p.Writings, ledger.Writing{Of: string(w.Of), At: w.At.UTC(), Kind: w.Kind, Text: w.Text})
	}
	for _, id := range held.Seats {
		p.Tables = append(p.Tables, string(id))
	}
	for _, id := range held.Lost {
		p.Lost = append(p.Lost, string(id))
	}
	for _, id := range held.Proposals {
		p.Open = append(p.Open, string(id))
	}
	for _, s := range held.Shared {
		p.Shared = append(p.Shared, ledger.Shared{
			Server: string(s.Server), Channel: string(s.Channel), Message: s.Message, At: time.UnixMilli(s.Seq).UTC(),
		})
	}
	for _, a := range held.Asks {
		role := "asker"
		if a.Asked {
			role = "asked"
		}
		p.Asks = append(p.Asks, ledger.Ask{Of: string(a.Of), At: a.At.UTC(), Kind: a.Kind.String(), Role: role, Answer: a.Answer})
	}
	hands, err := v.hall.habits.OwnHands(ctx, v.me)
	if err != nil {
		return nil, err
	}
	for _, h := range hands {
		p.Hands = append(p.Hands, ledger.Hand{Server: string(h.Server), Number: h.Hand.Hand, Turning: h.Hand.Again, Ended: h.Ended.UTC(), Seat: h.Seat, Record: h.Record})
	}
	return p, nil
}

// askErase says what erasing does, and asks.
func askErase(ctx context.Context, v *visit) error {
	held, err := v.hall.habits.Holdings(ctx, v.me)
	if err != nil {
		return err
	}
	if held.User == "" {
		return showPrivacy(ctx, v)
	}
	var shown []table.Shown
	err = v.readAll(ctx, func() (err error) {
		shown, err = v.hall.habits.Shows(ctx, v.me)
		return err
	})
	if err != nil {
		return err
	}
	channels := make(map[sitting.Channel]struct{})
	m := render.EraseModel{Asked: string(v.me), Proposals: len(held.Proposals), Messages: len(shown)}
	for _, s := range shown {
		channels[s.Channel] = struct{}{}
		m.Shared = m.Shared || s.Of == ""
	}
	m.Channels = len(channels)
	v.say(ctx, render.Erase(v.hall.ink.pen(v.words), m))
	return nil
}

// erase erases who said yes to the question that was put to them. From here on nobody is
// shown who they are, so that every message which is written because they get up leaves
// their name out.
func erase(ctx context.Context, v *visit) error {
	switch {
	case v.me == "":
		return showPrivacy(ctx, v)
	case v.key.Arg != string(v.me):
		return &render.DoorRefusal{Code: render.NotYou}
	case !v.hall.people.hide(v.me):
		return &render.DoorRefusal{Code: render.Erasing}
	}
	gone := false
	defer func() { // also where that panics: who isn't erased can go on
		if !gone {
			v.hall.people.unhide(v.me)
		}
	}()
	edits := v.key.Verb == render.VerbEraseEdit
	if err := v.hall.habits.Erase(ctx, v.me, v.in.ID, edits); err != nil {
		return err
	}
	gone = true
	v.say(ctx, render.Erased(v.words, edits))
	return nil
}
