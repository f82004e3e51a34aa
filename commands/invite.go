package commands

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/bwmarrin/discordgo"
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

// inviteThem asks whom the caller named.
func inviteThem(ctx context.Context, v *visit) error {
	ids := v.press.values
	if !v.handle.isClick() {
		for _, option := range slices.Sorted(maps.Keys(v.call.options)) {
			ids = append(ids, v.call.text(option))
		}
	}
	named, err := v.named(ids)
	if err != nil {
		return err
	}
	if err := v.invite(ctx, v.in.ID, named); err != nil {
		return err
	}
	v.tell(ctx, render.NoticeModel{News: render.InvitedThem})
	return nil
}

// invite asks people to the table that is seen, by their Discord ids. Who never acted has no pseudonym
// yet, and gets one only if all of them can be asked; what they are called isn't kept, since Discord shows
// it where they are mentioned.
func (v *visit) invite(ctx context.Context, key string, named []string) error {
	var people []sitting.Person
	for _, id := range named {
		p, err := v.hall.people.person(ctx, id)
		if err != nil {
			return err
		}
		people = append(people, p)
	}
	if err := v.snap.MayInvite(v.me, people); err != nil {
		return err
	}
	if err := v.mayAsk(ctx, render.AskInvites, people...); err != nil {
		return err
	}
	for i, id := range named {
		var err error
		if people[i], err = v.hall.people.register(ctx, v.in.Server, id, ""); err != nil {
			return err
		}
	}
	return v.doAs(ctx, key, sitting.Invite{People: people}, 0)
}

// named lists the people whom the caller named by their Discord ids, each once.
func (v *visit) named(ids []string) ([]string, error) {
	ids = slices.Compact(slices.Clone(ids))
	if len(ids) > sitting.MostInvited {
		return nil, &sitting.Refusal{Code: sitting.InvitesMany, Most: sitting.MostInvited}
	}
	found := v.in.resolved()
	guests := make([]string, 0, len(ids))
	for _, id := range ids {
		u, known := found.Users[id]
		_, member := found.Members[id]
		switch {
		case !known || u.ID != id || strings.Trim(id, "0123456789") != "":
			return nil, render.ErrForged
		case u.Bot:
			return nil, &render.DoorRefusal{Code: render.AsksBot, Word: u.called(found.Members[id].Nick)}
		case v.in.Server != "" && !member:
			return nil, &render.DoorRefusal{Code: render.GuestGone, Word: u.called("")}
		case blind(found.Members[id].Permissions):
			return nil, &render.DoorRefusal{Code: render.GuestBlind, Word: u.called(found.Members[id].Nick)}
		case !slices.Contains(guests, id):
			guests = append(guests, id)
		}
	}
	if len(guests) == 0 {
		return nil, render.ErrForged
	}
	return guests, nil
}

// blind says whether somebody with these permissions doesn't see the channel.
func blind(has *bits) bool {
	return has != nil && *has&(discordgo.PermissionViewChannel|discordgo.PermissionAdministrator) == 0
}
