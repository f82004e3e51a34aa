package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/ledger"
)

// exportRows are those of what the caller can take along.
func exportRows() []row {
	return []row{{by: takes(typed("tab export")), do: exportTab}}
}

// exportTab gives the caller their side of the tab of the server.
func exportTab(ctx context.Context, v *visit) error {
	own, err := v.ownTab(ctx, v.in.Server)
	if err != nil {
		return err
	}
	if len(own.Entries) == 0 {
		v.say(ctx, render.NoExport(v.words))
		return nil
	}
	v.answer.deferIt() // a first answer that takes long is refused
	v.say(ctx, render.TabExport(v.words, len(own.Entries), own.CSV(), own.JSON()))
	return nil
}

// ownTab is the caller's side of the tab of a server, as the names of that server tell it.
func (v *visit) ownTab(ctx context.Context, s sitting.Server) (ledger.Own, error) {
	own := ledger.Own{Server: string(s), Made: v.hall.now()}
	entries, err := v.hall.books.OwnEntries(ctx, s, v.me)
	if err != nil {
		return own, err
	}
	var friends []sitting.Person
	for _, e := range entries {
		friends = append(friends, e.Other)
	}
	known, err := v.hall.people.all(ctx, s, friends)
	if err != nil {
		return own, err
	}
	for _, e := range entries {
		own.Entries = append(own.Entries, ledger.Line{Booked: e, Friend: known[e.Other].Name})
	}
	return own, nil
}
