package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/bwmarrin/discordgo"
)

// reverseRows are those of taking back, together, what is on the tab.
func reverseRows() []row {
	return []row{
		{by: takes(typed("tab reverse")), posts: true, do: reverseTyped, completes: map[string]completion{"entry": completeReverse}},
		{by: takes(button(render.VerbReverse)), do: askReverse},
		{by: takes(form(render.VerbReverse)), posts: true, do: reverseForm},
	}
}

// reverseTyped proposes to reverse what brought an entry between the caller and a friend.
func reverseTyped(ctx context.Context, v *visit) error {
	friend, err := v.friend(ctx)
	if err != nil {
		return err
	}
	none := unsettled(&tab.Refusal{Code: tab.NoEntry}, friend)
	of, from, err := v.source(ctx, v.call.text("entry"), none)
	if err != nil {
		return err
	}
	if p := [2]sitting.Person{of.Person, of.Other}; of.Seq > 0 && p != [2]sitting.Person{v.me, friend} && p != [2]sitting.Person{friend, v.me} {
		return none // others' entries are theirs
	}
	return v.reverse(ctx, friend, from, v.call.text("reason"))
}

// askReverse opens the form that asks for the reason.
func askReverse(ctx context.Context, v *visit) error {
	if _, _, err := render.ReadReversing(v.key.Arg); err != nil {
		return err
	}
	v.answer.raw(ctx, callback{Type: discordgo.InteractionResponseModal, Data: render.ReverseForm(v.hall.ink.pen(v.words), v.key.Arg)})
	return nil
}

// reverseForm proposes what the form is about.
func reverseForm(ctx context.Context, v *visit) error {
	other, from, err := render.ReadReversing(v.key.Arg)
	if err != nil {
		return err
	}
	return v.reverse(ctx, other, from, v.press.text(render.FieldReason))
}

// reverse proposes to reverse all that a source brought between the caller and somebody.
func (v *visit) reverse(ctx context.Context, other sitting.Person, from tab.Source, written string) error {
	reason, err := render.ReadReason(written)
	if err != nil {
		return unsettled(err, other)
	}
	change, err := v.undoing(ctx, from)
	if err != nil {
		return err
	}
	return unsettled(v.propose(ctx, tab.Propose{Change: change, With: other, Note: reason}), other)
}

// completeReverse lists the newest entries between the caller and the friend named so far that can be reversed, a source once.
func completeReverse(ctx context.Context, v *visit) ([]render.Choice, error) {
	friend, err := v.hall.people.person(ctx, v.call.text("friend"))
	if err != nil || friend == "" || v.me == "" {
		return nil, err
	}
	page, err := v.hall.books.Postings(ctx, v.in.Server, v.me, friend, tab.Cursor{}, mostEntries)
	if err != nil {
		return nil, err
	}
	var open []tab.Posting
	for _, e := range page.List {
		if e.From.Kind() != tab.KindReversal && e.Undone == 0 {
			open = append(open, e)
		}
	}
	return render.CompleteReverse(v.words, v.call.text("entry"), open), nil
}
