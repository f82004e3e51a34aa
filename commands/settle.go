package commands

import (
	"context"
	"errors"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/bwmarrin/discordgo"
)

// settleRows are those of what people settle between them.
func settleRows() []row {
	return []row{
		{by: takes(typed("tab settle")), posts: true, do: settleTyped},
		{by: takes(button(render.VerbSettle)), do: askSettle},
		{by: takes(form(render.VerbSettle)), posts: true, do: settleForm},
		{by: takes(button(render.VerbEven)), posts: true, do: settleAll},
		{by: takes(typed("tab forgive")), do: forgiveTyped},
		{by: takes(button(render.VerbForgive)), do: askForgive},
		{by: takes(button(render.VerbForgiveSure)), posts: true, do: forgive},
		{by: takes(button(render.VerbLetGo)), do: askLetGo},
		{by: takes(button(render.VerbLetGoSure)), posts: true, do: letGo},
		{by: takes(button(render.VerbConfirm)), signs: true, do: answers(tab.Confirm{})},
		{by: takes(button(render.VerbRefuse)), signs: true, do: answers(tab.Decline{})},
	}
}

// settleTyped proposes what a command says: all that is owed where it names no pips.
func settleTyped(ctx context.Context, v *visit) error {
	friend, err := v.friend(ctx)
	if err != nil {
		return err
	}
	change, err := v.settlement(v.call.text("pips"), v.call.has("pips"))
	if err != nil {
		return unsettled(err, friend)
	}
	return proposeSettle(ctx, v, friend, change, v.call.text("note"))
}

// settlement reads how much is to be settled.
func (v *visit) settlement(pips string, named bool) (tab.Settle, error) {
	if !named {
		return tab.Settle{All: true}, nil
	}
	n, err := render.ReadPips(pips)
	return tab.Settle{Pips: n}, err
}

// proposeSettle proposes a settlement with a note as it was written.
func proposeSettle(ctx context.Context, v *visit, friend sitting.Person, change tab.Settle, written string) error {
	note, err := render.ReadNote(written)
	if err == nil {
		err = v.propose(ctx, tab.Propose{Change: change, With: friend, Note: note})
	}
	return unsettled(err, friend)
}

// askSettle opens the form to settle with a friend; with a former player there is another way.
func askSettle(ctx context.Context, v *visit) error {
	friend := sitting.Person(v.key.Arg)
	m, err := v.between(ctx, friend)
	switch {
	case err != nil:
		return err
	case m.Before == 0:
		return unsettled(&tab.Refusal{Code: tab.NothingOwed}, friend)
	case m.Other.UserID == "":
		return unsettled(&tab.Refusal{Code: tab.IsGone}, friend)
	}
	v.answer.raw(ctx, callback{
		Type: discordgo.InteractionResponseModal, Data: render.SettleForm(v.hall.ink.pen(v.words), friend, m.Other, max(m.Before, -m.Before)),
	})
	return nil
}

// settleForm proposes what the form says.
func settleForm(ctx context.Context, v *visit) error {
	friend := sitting.Person(v.key.Arg)
	change, err := v.settlement(v.press.text(render.FieldPips), true)
	if err != nil {
		return unsettled(err, friend)
	}
	return proposeSettle(ctx, v, friend, change, v.press.text(render.FieldNote))
}

// settleAll proposes to be even.
func settleAll(ctx context.Context, v *visit) error {
	return proposeSettle(ctx, v, sitting.Person(v.key.Arg), tab.Settle{All: true}, "")
}

// forgiveTyped asks whether a friend is to be forgiven what a command says, or all.
func forgiveTyped(ctx context.Context, v *visit) error {
	friend, err := v.friend(ctx)
	if err != nil {
		return err
	}
	change, err := v.settlement(v.call.text("pips"), v.call.has("pips"))
	if err == nil {
		err = mayForgive(ctx, v, friend, change)
	}
	return unsettled(err, friend)
}

// askForgive asks the same of all that a friend owes.
func askForgive(ctx context.Context, v *visit) error {
	friend := sitting.Person(v.key.Arg)
	return unsettled(mayForgive(ctx, v, friend, tab.Settle{All: true}), friend)
}

func mayForgive(ctx context.Context, v *visit, friend sitting.Person, much tab.Settle) error {
	m, err := v.between(ctx, friend)
	if err != nil {
		return err
	}
	pips := much.Pips
	if much.All {
		pips = max(m.Before, 1)
	}
	// Nothing is proposed yet: the tab itself says whether that could be.
	_, err = tab.Decide(tab.Proposal{}, v.me, tab.Propose{Change: tab.Forgive{Pips: pips}, With: friend}, tab.Books{Owed: m.Before}, 0)
	if err == nil {
		v.say(ctx, render.AskForgive(v.hall.ink.pen(v.words), friend, m, pips))
	}
	return err
}

// forgive forgives what the question was about.
func forgive(ctx context.Context, v *visit) error {
	friend, pips, err := render.ReadOwing(v.key.Arg)
	if err != nil {
		return err
	}
	return unsettled(v.propose(ctx, tab.Propose{Change: tab.Forgive{Pips: pips}, With: friend}), friend)
}

// askLetGo asks whether what lies between the caller and a former player is to be written off.
func askLetGo(ctx context.Context, v *visit) error {
	former := sitting.Person(v.key.Arg)
	m, err := v.between(ctx, former)
	switch {
	case err != nil:
		return err
	case m.Before == 0:
		return unsettled(&tab.Refusal{Code: tab.NothingOwed}, former)
	case m.Other.UserID != "":
		return unsettled(&tab.Refusal{Code: tab.NotGone}, former)
	}
	v.say(ctx, render.AskLetGo(v.hall.ink.pen(v.words), former, m))
	return nil
}

func letGo(ctx context.Context, v *visit) error {
	former := sitting.Person(v.key.Arg)
	return unsettled(v.propose(ctx, tab.Propose{Change: tab.LetGo{}, With: former}), former)
}

// answers gives a proposal the caller's yes or no. Only to a write-off somebody answers who was
// never here.
func answers(do tab.Request) func(context.Context, *visit) error {
	return func(ctx context.Context, v *visit) error {
		asked, err := v.hall.tabs.LookTab(ctx, table.ProposalID(v.key.Arg))
		if err == nil && asked.Proposal.AsksManager() {
			err = v.mayDecide(ctx, do, &asked.Proposal)
		}
		if err == nil && v.me == "" {
			err = &tab.Refusal{Code: tab.NotYours}
		}
		if err != nil {
			return err
		}
		return v.deal(ctx, table.TabCommand{Key: v.tap(), Proposal: table.ProposalID(v.key.Arg), Do: do})
	}
}

// propose asks for a change in the channel where the caller is.
func (v *visit) propose(ctx context.Context, do tab.Propose) error {
	if v.me == "" {
		return &tab.Refusal{Code: tab.NothingOwed}
	}
	asks := tab.Proposal{Change: do.Change}
	if asks.AsksManager() {
		if err := v.seek(ctx, do.With); err != nil {
			return err
		}
	} else if asks.NeedsConsent() {
		if err := v.isHere(ctx, do.With); err != nil {
			return err
		}
		if err := v.mayAsk(ctx, render.AskSettlements, do.With); err != nil {
			return err
		}
	}
	do.Tab, do.Where = string(v.in.Server), string(v.in.ChannelID)
	return v.deal(ctx, table.TabCommand{Key: v.tap(), Do: do})
}

// tap is the key of what the caller asks about the tab: by one button, or one form, it is asked once, however often they tap.
func (v *visit) tap() string {
	if v.handle.isClick() {
		return fmt.Sprintf("%s-%s-%d-%s", v.key.Verb, v.in.Message.ID, v.key.Serial, v.me)
	}
	return v.in.ID
}

// deal has the tab carry out what the caller asks, and tells what came of it.
func (v *visit) deal(ctx context.Context, c table.TabCommand) error {
	c.By, c.Manager, c.Lang = v.me, v.in.manager(), v.words.Tag()
	reply, err := v.hall.tabs.Tab(ctx, c)
	if isAgreed(c.Do, err) {
		reply, err = v.hall.tabs.LookTab(ctx, c.Proposal)
	}
	if err != nil {
		return err
	}
	m, err := proposalOf(ctx, v.hall.people, reply.TabSight)
	if err != nil {
		return err
	}
	v.say(ctx, render.Proposed(v.hall.ink.pen(v.words), m, v.me))
	return nil
}

// isAgreed says whether somebody's yes is refused only because it is agreed already. They are told what that came to, as by their
// first yes: whether they ever heard of that nobody knows.
func isAgreed(do tab.Request, why error) bool {
	_, confirms := do.(tab.Confirm)
	var no *tab.Refusal
	return confirms && errors.As(why, &no) && no.Code == tab.IsOver && no.Stage == tab.Confirmed
}

// isHere says that a change which takes somebody's yes can't be proposed to who has left the server. Where Discord
// doesn't tell, they are taken to be there.
func (v *visit) isHere(ctx context.Context, with sitting.Person) error {
	known, err := v.hall.people.all(ctx, v.in.Server, []sitting.Person{with})
	who := known[with]
	if err != nil || who.UserID == "" {
		return err
	}
	if !v.hall.board.isHere(ctx, v.in.Server, who.UserID) {
		return v.absent(ctx, who, with)
	}
	return nil
}

// friendNamed is whom the caller named, with whom they may have a tab.
func (v *visit) friendNamed() (render.Player, error) {
	id, found := v.call.text("friend"), v.in.resolved()
	u, known := found.Users[id]
	name := u.called(found.Members[id].Nick)
	switch {
	case !known || u.ID != id:
		return render.Player{}, render.ErrForged
	case id == v.in.User.ID:
		return render.Player{}, &tab.Refusal{Code: tab.Yourself}
	case u.Bot:
		return render.Player{}, &render.DoorRefusal{Code: render.WithBot, Word: name}
	}
	return render.Player{Name: name, UserID: id}, nil
}

// friend is the person whom the caller named.
func (v *visit) friend(ctx context.Context) (sitting.Person, error) {
	named, err := v.friendNamed()
	if err != nil {
		return "", err
	}
	p, err := v.hall.people.person(ctx, named.UserID)
	if err == nil && (p == "" || v.me == "") {
		err = &tab.Refusal{Code: tab.NothingOwed}
	}
	return p, err
}

// between is what lies between the caller and somebody now.
func (v *visit) between(ctx context.Context, other sitting.Person) (render.Move, error) {
	account, err := v.hall.books.Account(ctx, v.in.Server, v.me, other)
	if err != nil {
		return render.Move{}, err
	}
	known, err := v.hall.people.all(ctx, v.in.Server, []sitting.Person{v.me, other})
	return render.Move{Person: known[v.me], Other: known[other], Before: account.Pips, After: account.Pips}, err
}

// unsettled has whoever is told why nothing was done with a friend be told what else can be.
func unsettled(why error, friend sitting.Person) error {
	var no *tab.Refusal
	var door *render.DoorRefusal
	var asks *sitting.Refusal
	if !errors.As(why, &no) && !errors.As(why, &door) && !errors.As(why, &asks) {
		return why
	}
	return &wayOn{why, friend}
}

// A wayOn is a refusal from which there may be another way with the same friend.
type wayOn struct {
	error
	friend sitting.Person
}

// Unwrap returns the refusal.
func (w *wayOn) Unwrap() error { return w.error }
