package world

import (
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// knownIn says of what is chosen in a channel whether it exists: anybody with an account, also who has
// left, and the roles and channels of the channel's server.
func (w *views) knownIn(room *Channel) rules.Known {
	return func(selectType int, text string) bool {
		id, _ := discord.ParseID(text)
		switch selectType {
		case discord.TypeUserSelect:
			return w.people[id] != nil
		case discord.TypeRoleSelect:
			return w.roleIn(room, id) != nil
		case discord.TypeMentionableSelect:
			return w.people[id] != nil || w.roleIn(room, id) != nil
		case discord.TypeChannelSelect:
			c := w.channels[id]
			return c != nil && c.Guild != 0 && c.Guild == room.Guild
		}
		return true
	}
}

func (w *views) roleIn(room *Channel, id discord.ID) *Role {
	if s := w.servers[room.Guild]; s != nil {
		return s.role(id)
	}
	return nil
}

// resolve looks up what was chosen in a channel, all of which is known; nil is nothing.
func (w *views) resolve(named []rules.Named, room *Channel) *discord.Resolved {
	found := discord.Resolved{}
	for _, n := range named {
		id, _ := discord.ParseID(n.ID)
		p, held, c := w.people[id], w.roleIn(room, id), w.channels[id]
		switch {
		case n.Select == discord.TypeUserSelect || n.Select == discord.TypeMentionableSelect && p != nil:
			w.resolveUser(&found, p, room)
		case n.Select == discord.TypeRoleSelect || n.Select == discord.TypeMentionableSelect:
			put(&found.Roles, id, held.View(0))
		case n.Select == discord.TypeChannelSelect:
			v := w.View(c)
			v.Permissions = bits(w.servers[c.Guild].everyone())
			put(&found.Channels, id, v)
		}
	}
	if len(found.Users)+len(found.Roles)+len(found.Channels) == 0 {
		return nil
	}
	return &found
}

func put[T any](things *map[discord.ID]T, id discord.ID, thing T) {
	if *things == nil {
		*things = map[discord.ID]T{}
	}
	(*things)[id] = thing
}

func (w *views) resolveAll(selectType int, values []string, room *Channel) *discord.Resolved {
	named := make([]rules.Named, len(values))
	for i, id := range values {
		named[i] = rules.Named{Select: selectType, ID: id}
	}
	return w.resolve(named, room)
}

// resolveUser tells of an account, and of its part in the server of the channel with what it may do in
// this channel. Whoever isn't in that server, and everybody in a direct conversation, has none.
func (w *views) resolveUser(into *discord.Resolved, p *Account, room *Channel) {
	put(&into.Users, p.ID, p.User())
	if w.IsMember(p, room.Guild) {
		m := w.servers[room.Guild].bareMember(p)
		m.Permissions = bits(w.PermissionsOf(p, room))
		put(&into.Members, p.ID, m)
	}
}
