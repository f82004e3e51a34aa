package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
)

// tabRows are those of the debts between people.
func tabRows() []row {
	return []row{
		{by: takes(typed("tab show"), button(render.VerbTab), choice(render.VerbTab)), do: showTab},
		{by: takes(typed("tab history"), button(render.VerbHistory)), do: showHistory},
		{by: takes(typed("tab hand"), button(render.VerbEntry), choice(render.VerbEntry)), do: showEntry, completes: map[string]completion{"id": completeEntry}},
	}
}

// showTab shows a page of what the reader and the others owe each other, or what lies
// between the reader and one of them.
func showTab(ctx context.Context, v *visit) error {
	at, with, err := v.ledgerPlace(ctx)
	if err != nil {
		return err
	}
	if len(v.press.values) > 0 {
		at = render.LedgerPlace{With: sitting.Person(v.press.values[0])}
	}
	open, err := v.hall.books.Pacts(ctx, v.in.Server, v.me, at.With, render.MostOpen)
	if err != nil {
		return err
	}
	view := v.liked.View
	if at.With != "" || with != nil {
		return showAccount(ctx, v, render.AccountModel{Table: string(v.snap.ID), Open: open, Me: v.me, View: view}, at.With, with)
	}
	all, err := v.hall.books.Accounts(ctx, v.in.Server, v.me, at.Page, render.TabPage)
	if err != nil {
		return err
	}
	var persons []sitting.Person
	for _, a := range all.List {
		persons = append(persons, a.Other)
	}
	known, err := v.hall.people.all(ctx, v.in.Server, append(persons, partiesOf(open)...))
	if err != nil {
		return err
	}
	v.page(ctx, render.Tab(v.hall.ink.pen(v.words), render.TabModel{Table: string(v.snap.ID), Accounts: all, Open: open, Me: v.me, People: known, View: view}))
	return nil
}

// showAccount shows what lies between the reader and a person, or a player whom nobody has
// met here: that has no person.
func showAccount(ctx context.Context, v *visit, m render.AccountModel, with sitting.Person, named *render.Player) error {
	var err error
	if named != nil {
		m.With = *named
	}
	if with != "" && v.me != "" {
		if m.Account, err = v.hall.books.Account(ctx, v.in.Server, v.me, with); err != nil {
			return err
		}
		known, err := v.hall.people.all(ctx, v.in.Server, []sitting.Person{with})
		if err != nil {
			return err
		}
		if player, ok := known[with]; ok && (named == nil || player.Name != "") {
			m.With = player
		}
		left, err := v.departure(ctx, with)
		if err != nil {
			return err
		}
		m.Left = left.Since
	}
	v.page(ctx, render.Account(v.hall.ink.pen(v.words), m))
	return nil
}

// ledgerPlace is the page of the reader's tab that a command or button means, and whom the
// command names, who may be nobody's friend yet; nil: nobody.
func (v *visit) ledgerPlace(ctx context.Context) (render.LedgerPlace, *render.Player, error) {
	if v.handle.isClick() {
		return render.ReadLedgerPlace(v.key.Arg), nil, nil
	}
	if !v.call.has("friend") {
		return render.LedgerPlace{}, nil, nil
	}
	player, err := v.friendNamed()
	if err != nil {
		return render.LedgerPlace{}, nil, err
	}
	with, err := v.hall.people.person(ctx, player.UserID)
	return render.LedgerPlace{With: with}, &player, err
}

// partiesOf are those who take part in proposals.
func partiesOf(all []tab.Pact) []sitting.Person {
	var persons []sitting.Person
	for _, p := range all {
		persons = append(persons, p.By, p.With, p.Agreed)
	}
	return persons
}
