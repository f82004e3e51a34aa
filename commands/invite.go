package commands

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// inviteRows are those of asking people to the table.
func inviteRows() []row {
	return []row{
		{by: takes(button(render.VerbInvite)), who: seated, needs: openTable, do: chooseWhom},
		{by: takes(typed("rum invite"), choice(render.VerbInvite)), who: seated, needs: openTable, signs: true, do: inviteThem},
		{
			by: takes(button(render.VerbAccept)), who: newcomer, needs: openTable, manner: silent,
			ask: asks(sitting.Respond{Yes: true}), then: tellOnTable(joined),
		},
		{
			by: takes(button(render.VerbDecline)), who: newcomer, needs: openTable, manner: silent,
			ask: asks(sitting.Respond{}), then: tell(always(render.DeclinedIt)),
		},
	}
}

// chooseWhom shows the list of whom to ask.
func chooseWhom(ctx context.Context, v *visit) error {
	v.page(ctx, render.WhomToAsk(v.hall.ink.pen(v.words), &v.snap))
	return nil
}

// inviteThem asks whom the caller named. Who never acted has no pseudonym yet, and gets
// one only if all of them can be asked; what they are called isn't kept, since Discord shows
// it where they are mentioned.
func inviteThem(ctx context.Context, v *visit) error {
	named, err := v.named()
	if err != nil {
		return err
	}
	var people []sitting.Person
	for _, id := range named {
		p, err := v.hall.people.person(ctx, id)
		if err != nil {
			return err
		}
		people = append(people, p)
	}
	if err := v.mayAsk(people); err != nil {
		return err
	}
	for i, id := range named {
		if people[i], err = v.hall.people.register(ctx, v.in.Server, id, ""); err != nil {
			return err
		}
	}
	if err := v.do(ctx, sitting.Invite{People: people}, 0); err != nil {
		return err
	}
	v.tell(ctx, render.NoticeModel{News: render.InvitedThem})
	return nil
}

// named lists the people whom the caller named, each once, by their Discord ids.
func (v *visit) named() ([]string, error) {
	ids := v.press.values
	if !v.handle.isClick() {
		for _, option := range slices.Sorted(maps.Keys(v.call.options)) {
			ids = append(ids, v.call.text(option))
		}
	}
	ids = slices.Compact(slices.Clone(ids))
	if len(ids) > sitting.MostInvited {
		return nil, &sitting.Refusal{Code: sitting.InvitesMany, Most: sitting.MostInvited}
	}
	found := v.in.resolved()
	guests := make([]string, 0, len(ids))
	for _, id := range ids {
		u, known := found.Users[id]
		switch {
		case !known || u.ID != id || strings.Trim(id, "0123456789") != "":
			return nil, render.ErrForged
		case u.Bot:
			return nil, &render.DoorRefusal{Code: render.AsksBot, Word: u.called(found.Members[id].Nick)}
		case !slices.Contains(guests, id):
			guests = append(guests, id)
		}
	}
	if len(guests) == 0 {
		return nil, render.ErrForged
	}
	return guests, nil
}

// mayAsk says what keeps people from being asked, as far as the table seen tells; the
// table judges it again.
func (v *visit) mayAsk(people []sitting.Person) error {
	for _, p := range people {
		switch {
		case p == "":
		case p == v.me:
			return refused(sitting.InvitesSelf)
		case v.sits(p):
			return &sitting.Refusal{Code: sitting.InvitesSeated, Person: p}
		case slices.ContainsFunc(v.snap.Invited, func(i sitting.Invitee) bool { return i.Person == p }):
			return &sitting.Refusal{Code: sitting.InvitedBefore, Person: p}
		}
	}
	return nil
}
