package commands

import (
	"context"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/bwmarrin/discordgo"
)

// releaseRows are those of debts to creditors who have left.
func releaseRows() []row {
	return []row{
		{by: takes(button(render.VerbRelease)), do: askRelease},
		{by: takes(form(render.VerbRelease)), posts: true, do: release},
	}
}

// departure is what is kept of somebody who may have left the caller's server.
func (v *visit) departure(ctx context.Context, p sitting.Person) (table.Departure, error) {
	if v.hall.board.departures == nil || p == "" {
		return table.Departure{}, nil
	}
	return v.hall.board.departures.Departure(ctx, v.in.Server, p)
}

// askRelease opens the form to ask for a write-off, if there can be one by what is known.
func askRelease(ctx context.Context, v *visit) error {
	creditor := sitting.Person(v.key.Arg)
	m, err := v.between(ctx, creditor)
	if err != nil {
		return err
	}
	left, err := v.departure(ctx, creditor)
	if err != nil {
		return err
	}
	b := tab.Books{Owed: m.Before, Gone: m.Other.UserID == ""}
	if !left.Since.IsZero() {
		b.Left = left.Since.UnixMilli()
	}
	// Nothing is proposed yet: the tab itself says whether that could be.
	asks := tab.Propose{Change: tab.Release{}, With: creditor}
	_, err = tab.Decide(tab.Proposal{}, v.me, asks, b, v.hall.now().UnixMilli())
	if err != nil {
		return unsettled(err, creditor)
	}
	form := render.ReleaseForm(v.hall.ink.pen(v.words), creditor)
	v.answer.raw(ctx, callback{Type: discordgo.InteractionResponseModal, Data: form})
	return nil
}

// release asks the managers what the form says.
func release(ctx context.Context, v *visit) error {
	creditor := sitting.Person(v.key.Arg)
	reason, err := render.ReadReason(v.press.text(render.FieldReason))
	if err == nil {
		err = v.propose(ctx, tab.Propose{Change: tab.Release{}, With: creditor, Note: reason})
	}
	return unsettled(err, creditor)
}

// seek has it known whether somebody is in the server now. That Discord doesn't tell is a refusal.
func (v *visit) seek(ctx context.Context, p sitting.Person) error {
	known, err := v.hall.people.all(ctx, v.in.Server, []sitting.Person{p})
	who := known[p]
	if err != nil || who.UserID == "" {
		return err
	}
	if _, err := v.hall.board.lookUp(ctx, v.in.Server, who.UserID); err != nil {
		v.hall.Log.Warn("not known who is in the server", "server", v.in.Server, "error", err)
		return &render.DoorRefusal{Code: render.Unfound, Word: who.Name}
	}
	return nil
}

// mayDecide says why the caller doesn't answer a write-off: only managers of its server do, and
// the two whom it is about. A manager may be somebody who never played.
func (v *visit) mayDecide(ctx context.Context, do tab.Request, p *tab.Proposal) error {
	switch {
	case string(v.in.Server) != p.Tab:
		return &tab.Refusal{Code: tab.NotYours}
	case v.me != "" && (v.me == p.By || v.me == p.With):
		return nil
	case !v.in.manager():
		return &tab.Refusal{Code: tab.NotManager}
	}
	if err := v.register(ctx, v.in.name()); err != nil {
		return err
	}
	if _, confirms := do.(tab.Confirm); confirms && p.Stage == tab.Open {
		return v.seek(ctx, p.With)
	}
	return nil
}

// absent says that somebody who would have to agree has left, and what can be done instead.
func (v *visit) absent(ctx context.Context, who render.Player, p sitting.Person) error {
	m, err := v.between(ctx, p)
	if err != nil {
		return err
	}
	left, err := v.departure(ctx, p)
	if err != nil {
		return err
	}
	if m.Before >= 0 || left.Since.IsZero() {
		return &render.DoorRefusal{Code: render.NotHere, Word: who.Name}
	}
	no := &render.DoorRefusal{Code: render.CreditorLeft, Word: who.Name, Since: left.Since}
	if due := left.Since.Add(tab.LongGone * time.Millisecond); due.After(v.hall.now()) {
		no.Until = due
	}
	return no
}

// undoing is the change that reverses what a source brought. A creditor reverses alone what was
// written off while they were gone; all else the other has to confirm.
func (v *visit) undoing(ctx context.Context, from tab.Source) (tab.Change, error) {
	off, is := from.(tab.WriteOff)
	if !is {
		return tab.Undo{From: from}, nil
	}
	lines, err := v.hall.books.From(ctx, v.in.Server, from)
	for _, l := range lines {
		if l.Pact.AsksManager() && l.Pact.With == v.me {
			return tab.Reclaim{From: off}, nil
		}
	}
	return tab.Undo{From: from}, err
}

// homecoming ends what waits for a manager because the caller had left the server.
// Where that fails, a manager's yes ends it.
func (v *visit) homecoming(ctx context.Context) {
	is, _ := v.hall.board.presences.said(membership{v.in.Server, v.in.User.ID}, v.hall.now())
	if v.me == "" || is.untold.IsZero() {
		return
	}
	if err := v.hall.tables.Returned(ctx, v.in.Server, v.me); err != nil {
		v.hall.Log.Warn("write-offs still asked for", "by", v.me, "error", err)
	}
}

// mostMeanwhile is how many of a creditor's newest entries are looked through.
const mostMeanwhile = 50

// meanwhile is what is to be said of debts to the caller that were written off while they were
// gone.
func (v *visit) meanwhile(ctx context.Context) (said word, err error) {
	if v.me == "" {
		return word{}, nil
	}
	of := membership{v.in.Server, v.in.User.ID}
	from := v.hall.board.presences.owe(of, time.Time{})
	if from.IsZero() {
		return word{}, nil
	}
	defer func() {
		if err != nil {
			v.hall.board.presences.owe(of, from)
		}
	}()
	page, err := v.hall.books.Postings(ctx, v.in.Server, v.me, "", tab.Cursor{}, mostMeanwhile)
	if err != nil {
		return word{}, err
	}
	var off []tab.Posting
	for _, e := range page.List {
		_, written := e.Line.From.(tab.WriteOff)
		theirs := e.Pact.AsksManager() && e.Pact.With == v.me
		if written && theirs && e.At >= from.UnixMilli() && e.Undone == 0 {
			off = append(off, e)
		}
	}
	known, err := v.hall.people.all(ctx, v.in.Server, namedIn(off))
	if err != nil {
		return word{}, err
	}
	var all []render.Released
	for _, e := range off {
		all = append(all, render.Released{Debtor: known[e.Other], Manager: known[e.Pact.Agreed], Pips: -e.Pips})
	}
	told := func(ctx context.Context, taken bool) error {
		if taken {
			return v.hall.board.departures.Welcomed(ctx, v.in.Server, v.me)
		}
		v.hall.board.presences.owe(of, from)
		return nil
	}
	return word{render.ReleasedMeanwhile(v.words, all), told}, nil
}
