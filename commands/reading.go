package commands

import (
	"context"
	"errors"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
)

// maybeHere is here for what can be read without a table too: a channel that has none is no error.
func (v *visit) maybeHere(ctx context.Context) error {
	err := v.here(ctx)
	var no *table.Refusal
	if errors.As(err, &no) && no.Code == table.NoTable {
		return nil
	}
	return err
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

// proofHere shows the deal of a hand of the channel's table.
func (v *visit) proofHere(ctx context.Context) error {
	if err := v.here(ctx); err != nil {
		return err
	}
	return v.proof(ctx, v.call.number("hand"))
}

// proof shows the deal of a hand; 0 is the newest dealt.
func (v *visit) proof(ctx context.Context, hand int) error {
	p, err := v.hall.opt.Tables.Proof(ctx, v.snap.ID, hand)
	if err != nil {
		return err
	}
	m := render.ProofModel{Table: string(v.snap.ID), Hand: p.Deal.Hand, Commitment: p.Deal.Commitment}
	if p.Deal.Start != "" {
		m.Cuts = append(m.Cuts, p.Deal.Start)
	}
	for _, c := range p.Deal.Cuts {
		m.Cuts = append(m.Cuts, c.Word)
	}
	if p.Over {
		m.Seed, m.Deck, m.Cuts = p.Fair.Seed.String(), p.Fair.Deck[:], p.Fair.Cuts
	}
	message, err := render.Proof(v.words, m)
	if err != nil {
		return err
	}
	v.say(ctx, message)
	return nil
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
