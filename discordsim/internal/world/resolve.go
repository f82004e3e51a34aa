package world

import (
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// known says whether what was chosen in a select of a type exists.
func (w *guild) known(selectType int, text string) bool {
	id, _ := discord.ParseID(text)
	switch selectType {
	case discord.TypeUserSelect:
		return w.people[id] != nil
	case discord.TypeRoleSelect:
		return w.role(id) != nil
	case discord.TypeMentionableSelect:
		return w.people[id] != nil || w.role(id) != nil
	case discord.TypeChannelSelect:
		c := w.channels[id]
		return c != nil && c.Type != discord.ChannelDirect
	}
	return true
}

// resolve looks up what was chosen, all of which is known; nil is nothing.
func (w *guild) resolve(named []rules.Named) *discord.Resolved {
	found := discord.Resolved{}
	for _, n := range named {
		id, _ := discord.ParseID(n.ID)
		p, held, c := w.people[id], w.role(id), w.channels[id]
		switch {
		case n.Select == discord.TypeUserSelect || n.Select == discord.TypeMentionableSelect && p != nil:
			w.resolveUser(&found, p)
		case n.Select == discord.TypeRoleSelect || n.Select == discord.TypeMentionableSelect:
			if found.Roles == nil {
				found.Roles = map[discord.ID]discord.Role{}
			}
			found.Roles[id] = *held
		case n.Select == discord.TypeChannelSelect:
			if found.Channels == nil {
				found.Channels = map[discord.ID]discord.Channel{}
			}
			v := w.View(c)
			v.Permissions = bits(w.everyone())
			found.Channels[id] = v
		}
	}
	if len(found.Users)+len(found.Roles)+len(found.Channels) == 0 {
		return nil
	}
	return &found
}

func (w *guild) resolveAll(selectType int, values []string) *discord.Resolved {
	named := make([]rules.Named, len(values))
	for i, id := range values {
		named[i] = rules.Named{Select: selectType, ID: id}
	}
	return w.resolve(named)
}

func (w *guild) resolveUser(into *discord.Resolved, p *Account) {
	if into.Users == nil {
		into.Users, into.Members = map[discord.ID]discord.User{}, map[discord.ID]discord.Member{}
	}
	m := w.bareMember(p)
	m.Permissions = bits(w.everyone())
	into.Users[p.ID], into.Members[p.ID] = p.User(), m
}

func (w *guild) role(id discord.ID) *discord.Role {
	for _, r := range w.Roles() {
		if r.ID == id {
			return &r
		}
	}
	return nil
}
