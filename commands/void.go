package commands

import (
	"context"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
)

// voidRows are those of what managers take off the tab.
func voidRows() []row {
	return []row{{by: takes(typed("tab void")), who: keeper, posts: true, signs: true, do: void, completes: map[string]completion{"hand": completeVoid}}}
}

// void has a hand count for nobody any more. Whoever manages the server need never have played.
func void(ctx context.Context, v *visit) error {
	none, named := &tab.Refusal{Code: tab.NoEntry}, v.call.text("hand")
	if render.IsBareNumber(named) {
		return &render.DoorRefusal{Code: render.BareNumber, Word: strings.TrimSpace(named)}
	}
	_, from, err := v.source(ctx, named, none)
	if err != nil {
		return err
	}
	hand, is := from.(tab.Hand)
	if !is {
		return none
	}
	reason, err := render.ReadReason(v.call.text("reason"))
	if err != nil {
		return err
	}
	if err := v.register(ctx, v.in.name()); err != nil {
		return err
	}
	return v.propose(ctx, tab.Propose{Change: tab.Void{Hand: hand}, Note: reason})
}

// mostHands is how many hands are offered.
const mostHands = 50

// completeVoid lists the newest hands of the server that brought somebody something, for who may void them.
func completeVoid(ctx context.Context, v *visit) ([]render.Choice, error) {
	if err := v.has(keeper); err != nil {
		return nil, err
	}
	hands, err := v.hall.books.Collected(ctx, v.in.Server, mostHands)
	if err != nil {
		return nil, err
	}
	var persons []sitting.Person
	for _, h := range hands {
		persons = append(persons, append(h.With, h.By)...)
	}
	known, err := v.hall.people.all(ctx, v.in.Server, persons)
	return render.CompleteVoid(v.words, v.call.text("hand"), hands, known), err
}
