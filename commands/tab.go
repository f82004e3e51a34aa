package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// tabRows are those of the debts between people.
func tabRows() []row {
	return []row{{by: takes(typed("tab show"), button(render.VerbTab)), do: showTab}}
}

// showTab shows a page of what the reader and the others owe each other.
func showTab(ctx context.Context, v *visit) error {
	own, err := v.hall.books.Balances(ctx, v.in.Server, v.me)
	if err != nil {
		return err
	}
	all, err := v.hall.books.Standings(ctx, v.in.Server)
	if err != nil {
		return err
	}
	var persons []sitting.Person
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
	m := render.TabModel{Table: string(v.snap.ID), Page: number(v.key.Arg)}
	for _, e := range own {
		m.Balances = append(m.Balances, render.Balance{Player: known[e.Other], Pips: e.Pips})
	}
	for _, s := range all {
		m.Standings = append(m.Standings, render.Balance{Player: known[s.Person], Pips: s.Pips})
	}
	v.page(ctx, render.Tab(v.hall.ink.pen(v.words), m))
	return nil
}
