package world

import (
	"slices"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// Where an interaction happens.
const (
	contextServer  = 0
	contextBot     = 1 // the direct conversation with the bot
	contextPrivate = 2 // one with somebody else
)

// The keys of authorizing_integration_owners.
const (
	ownerServer = "0"
	ownerUser   = "1"
)

// mostExternal is how many follow-ups an interaction has where the application is there for its user alone.
const mostExternal = 5

func (c *Channel) context() int {
	switch {
	case c.Guild != 0:
		return contextServer
	case c.Other == 0:
		return contextBot
	}
	return contextPrivate
}

// ownersOf is authorizing_integration_owners of a command: for whom the application is installed that
// offers it to a person in a channel. It is empty where the command isn't offered there.
func (w *register) ownersOf(c *discord.Command, p *Account, room *Channel) map[string]string {
	owners, in := map[string]string{}, room.context()
	here := in == contextServer && w.IsMember(w.people[w.Bot], room.Guild)
	if c.Guild != 0 {
		if here && c.Guild == room.Guild {
			owners[ownerServer] = room.Guild.String()
		}
		return owners
	}
	if !rules.OfferedIn(c, in) {
		return owners
	}
	switch {
	case !slices.Contains(c.IntegrationTypes, 0):
	case here:
		owners[ownerServer] = room.Guild.String()
	case in == contextBot:
		owners[ownerServer] = "0"
	}
	if p.Installed && slices.Contains(c.IntegrationTypes, 1) {
		owners[ownerUser] = p.ID.String()
	}
	return owners
}

// ownersHere is authorizing_integration_owners of what the bot has posted by itself.
func (w *register) ownersHere(room *Channel) map[string]string {
	if room.Guild == 0 {
		return map[string]string{ownerServer: "0"}
	}
	return map[string]string{ownerServer: room.Guild.String()}
}

// external says whether an interaction is there for its user's sake alone: the application isn't
// installed in the place.
func (in *Interaction) external() bool { return in.Owners[ownerServer] == "" }

// muffled says whether all answers to an interaction are for its person alone: the application isn't
// installed in the server, and the person may not use such applications there for others to see.
func (w *desk) muffled(in *Interaction) bool {
	room := w.channels[in.Channel]
	return in.external() && room.Guild != 0 && w.PermissionsOf(w.people[in.Person], room)&rules.PermExternalApps == 0
}

// appPermissions are what the bot may do where an interaction happens. Where it isn't, it may what
// everyone may, for a person who installed it, and nothing in answer to a message that it left
// behind.
func (w *desk) appPermissions(in *Interaction, room *Channel) uint64 {
	bot := w.people[w.Bot]
	switch {
	case room.context() == contextPrivate:
		return rules.PermExternalDirect
	case room.Guild != 0 && !w.IsMember(bot, room.Guild):
		if in.Owners[ownerUser] == "" {
			return 0
		}
		s := w.servers[room.Guild]
		if room.IsThread() {
			room = w.channels[room.Parent]
		}
		has := s.everyone()
		for _, o := range room.Overwrites {
			if o.ID == s.ID {
				has = has&^o.Deny | o.Allow
			}
		}
		return has
	}
	return w.PermissionsOf(bot, room)
}

// InstallFor has a person install the application for themselves, wherever they are.
func (w *register) InstallFor(p *Account, application discord.ID) *rules.Refusal {
	if application != w.Application {
		return rules.Refuse(rules.UnknownApplication)
	}
	w.setInstalled(p, true)
	w.tell(Event{Name: EventAdded, Web: true, Data: discord.Encode(map[string]any{
		"integration_type": 1, "scopes": []string{"applications.commands"}, "user": p.User(),
	})})
	return nil
}

// Revoke has somebody take back what they allowed the application to do for their own account, which is
// no server's matter.
func (w *register) Revoke(p *Account) {
	w.setInstalled(p, false)
	w.tell(Event{Name: EventRevoked, Web: true, Data: discord.Encode(map[string]any{"user": p.User()})})
}

func (w *register) setInstalled(p *Account, installed bool) {
	p.Installed = installed
	w.journal.put(recordPerson, p.ID, p)
}
