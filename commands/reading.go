package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
)

// maybeHere is here for what can be read without a table too: a channel that has none is no error.
func (v *visit) maybeHere(ctx context.Context) error {
	return forgiveNoTable(v.here(ctx))
}

// help says what to do now.
func (v *visit) help(ctx context.Context) error {
	if err := v.maybeHere(ctx); err != nil {
		return err
	}
	v.say(ctx, render.Help(v.words, v.situation()))
	return nil
}

// situation is where the reader stands.
func (v *visit) situation() render.Situation {
	switch v.snap.Phase {
	case 0, table.Ended:
		return render.NoTableHere
	case table.Lobby:
		return render.InLobby
	case table.Between:
		return render.BetweenHands
	case table.Playing:
	}
	switch {
	case v.snap.Me == engine.Nobody:
		return render.Watching
	case v.snap.View.Turn != v.snap.Me:
		return render.OthersTurn
	case v.snap.View.Phase == engine.ToDraw:
		return render.MyDraw
	}
	return render.MyPlay
}

// rules shows those of the channel's table, else those of the rule book.
func (v *visit) rules(ctx context.Context) error {
	if err := v.maybeHere(ctx); err != nil {
		return err
	}
	rules := engine.Boathouse.Rules()
	if v.snap.ID != "" {
		rules = v.snap.Settings.Rules
	}
	v.say(ctx, render.Rules(v.words, render.RulesModel{Rules: rules}))
	return nil
}

// more shows the menu.
func (v *visit) more(ctx context.Context) error {
	v.say(ctx, render.More(v.hall.opt.Codec, v.words, render.MoreModel{
		Table: string(v.snap.ID), Version: v.snap.Version,
		Seated: v.seated(), Host: v.mayChange(), Closed: v.snap.Phase == table.Ended,
		GoAway: v.seated() && !v.isAway(), TakeBack: v.snap.MayTakeBack,
	}, v.hall.next()))
	return nil
}

// seated says whether the caller has a seat, now or from the next hand on.
func (v *visit) seated() bool { return v.snap.Me != engine.Nobody || v.waits() }

// postAnew has the table message posted below what else stands in the channel.
func (v *visit) postAnew(ctx context.Context) error {
	if err := v.mayPost(); err != nil {
		return err
	}
	return v.told(ctx, v.hall.opt.Tables.Repost(ctx, v.snap.ID), func() render.NoticeModel {
		return render.NoticeModel{News: render.Posted}
	})
}

// tab shows a page of what the reader and the others owe each other.
func (v *visit) tab(ctx context.Context, page int) error {
	own, err := v.hall.opt.Books.Balances(ctx, v.in.Server, v.me)
	if err != nil {
		return err
	}
	all, err := v.hall.opt.Books.Standings(ctx, v.in.Server)
	if err != nil {
		return err
	}
	var persons []table.Person
	for _, e := range own {
		persons = append(persons, e.Other)
	}
	for _, s := range all {
		persons = append(persons, s.Person)
	}
	known, err := v.hall.people.all(ctx, v.in.Server, persons)
	if err != nil {
		return err
	}
	who := cast(known)
	m := render.TabModel{Page: page}
	for _, e := range own {
		m.Balances = append(m.Balances, render.Balance{Player: who.person(e.Other), Pips: e.Pips})
	}
	for _, s := range all {
		m.Standings = append(m.Standings, render.Balance{Player: who.person(s.Person), Pips: s.Pips})
	}
	v.say(ctx, render.Tab(v.hall.opt.Codec, v.words, m, v.hall.next()))
	return nil
}
