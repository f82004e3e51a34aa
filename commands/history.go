package commands

import (
	"context"
	"errors"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
)

// showHistory shows a page of what the reader's tab is made of. A page that isn't there any
// more is the newest.
func showHistory(ctx context.Context, v *visit) error {
	at, with, err := v.ledgerPlace(ctx)
	if err != nil {
		return err
	}
	if with != nil && at.With == "" { // who has never played
		return showAccount(ctx, v, render.AccountModel{Table: string(v.snap.ID), Me: v.me}, "", with)
	}
	m := render.HistoryModel{Table: string(v.snap.ID), Server: string(v.in.Server), Me: v.me, With: at.With}
	if m.Page, err = v.hall.books.Postings(ctx, v.in.Server, v.me, at.With, at.At, render.HistoryPage); err != nil {
		return err
	}
	if len(m.Page.List) == 0 && at.At != (tab.Cursor{}) {
		if m.Page, err = v.hall.books.Postings(ctx, v.in.Server, v.me, at.With, tab.Cursor{}, render.HistoryPage); err != nil {
			return err
		}
	}
	if !m.Page.Newer {
		if m.Open, err = v.hall.books.Pacts(ctx, v.in.Server, v.me, at.With, render.MostOpen); err != nil {
			return err
		}
	}
	if m.People, err = v.hall.people.all(ctx, v.in.Server, append(partiesOf(m.Open), namedIn(m.Page.List, at.With)...)); err != nil {
		return err
	}
	if with != nil && m.People[at.With].Name == "" {
		m.People[at.With] = *with
	}
	v.page(ctx, render.History(v.hall.ink.pen(v.words), m))
	return nil
}

// namedIn are those whom postings name, and others.
func namedIn(list []tab.Posting, others ...sitting.Person) []sitting.Person {
	for _, p := range list {
		others = append(others, p.Person, p.Other, p.Pact.By, p.Pact.Agreed)
	}
	return others
}

// showEntry opens what brought an entry: a hand that the reader sat in or that was played
// here, or what the reader and another have agreed on.
func showEntry(ctx context.Context, v *visit) error {
	named, _ := v.word("id")
	_, from, err := v.source(ctx, named, noEntry(named))
	if err != nil {
		return err
	}
	m := render.EntryModel{Table: string(v.snap.ID), Server: string(v.in.Server), Me: v.me, From: from}
	if m.Lines, err = v.hall.books.From(ctx, v.in.Server, from); err != nil {
		return err
	}
	mine := slices.ContainsFunc(m.Lines, func(p tab.Posting) bool { return p.Person == v.me })
	hand, isHand := from.(tab.Hand)
	if !mine && !isHand {
		return noEntry(named)
	}
	if isHand {
		here := v.snap
		m.Ended, err = endOf(ctx, v, hand)
		m.Reader, v.snap = v.reader, here
		switch {
		case isNoTable(err):
			return noEntry(named)
		case err != nil && (!mine || !isRefusal(err)):
			return err
		}
	}
	if m.People, err = v.hall.people.all(ctx, v.in.Server, namedIn(m.Lines)); err != nil {
		return err
	}
	v.page(ctx, render.Entry(v.hall.ink.pen(v.words), m))
	return nil
}

// source finds the source that somebody names, by one of its entries or by itself; of the first the entry too. none is
// the error where there is no such.
func (v *visit) source(ctx context.Context, named string, none error) (of tab.Posting, from tab.Source, err error) {
	seq, from, ok := render.ReadEntryName(named)
	switch {
	case !ok:
		return of, nil, none
	case from != nil:
		return of, from, nil
	}
	of, err = v.hall.books.Posting(ctx, v.in.Server, seq)
	if err == nil && of.From == nil {
		err = none
	}
	return of, of.From, err
}

func noEntry(named string) error { return &render.DoorRefusal{Code: render.NoEntry, Word: named} }

// isRefusal says whether an error is told to the reader as it is.
func isRefusal(err error) bool {
	var door *render.DoorRefusal
	var no *sitting.Refusal
	return errors.As(err, &door) || errors.As(err, &no)
}

// endOf sees the table of a hand and tells how the hand ended, if the reader may know.
func endOf(ctx context.Context, v *visit, hand tab.Hand) (*sitting.HandResult, error) {
	if err := v.look(ctx, sitting.ID(hand.Table)); err != nil {
		return nil, err
	}
	course, err := v.course(ctx, render.Step{Hand: sitting.HandKey{Hand: hand.Number, Again: hand.Again}})
	return course.Result, err
}

// mostEntries is how many entries are looked through for those that are offered.
const mostEntries = 60

// completeEntry lists the newest sources of the caller's entries, by the number of one each.
func completeEntry(ctx context.Context, v *visit) ([]render.Choice, error) {
	if v.me == "" {
		return nil, nil
	}
	page, err := v.hall.books.Postings(ctx, v.in.Server, v.me, "", tab.Cursor{}, mostEntries)
	if err != nil {
		return nil, err
	}
	known, err := v.hall.people.all(ctx, v.in.Server, namedIn(page.List))
	if err != nil {
		return nil, err
	}
	m := render.HistoryModel{Me: v.me, Page: page, People: known}
	return render.CompleteEntry(v.words, v.call.text("id"), m), nil
}
