package world

import (
	"strconv"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// readPermissions reads a set of permissions, digits or a number.
func readPermissions(f rules.Form, key string, have uint64) uint64 {
	if n, given := f.Whole(key, 0, 1<<62); given {
		return uint64(n)
	}
	return have
}

// AddRole makes a role.
func (w *views) AddRole(by *Account, s *Server, f rules.Form) (discord.Role, *rules.Refusal) {
	if s.permissionsOf(by)&rules.PermManageRoles == 0 {
		return discord.Role{}, rules.Refuse(rules.MissingPermissions)
	}
	made := Role{Name: "new role", Permissions: s.everyone()}
	if f.Has("name") {
		made.Name = f.Text("name", 0, 100)
	}
	made.Permissions = readPermissions(f, "permissions", made.Permissions)
	if r := f.Refusal(); r != nil {
		return discord.Role{}, r
	}
	made.ID = w.ids.next()
	s.Roles = append(s.Roles, made)
	w.saveServer(s)
	view := made.View(len(s.Roles) - 1)
	w.tellRole("GUILD_ROLE_CREATE", s, view)
	return view, nil
}

// ChangeRole renames a role or changes its permissions. A bot's own role can be changed too.
func (w *views) ChangeRole(by *Account, s *Server, id discord.ID, f rules.Form) (discord.Role, *rules.Refusal) {
	r := s.role(id)
	if r == nil {
		return discord.Role{}, rules.Refuse(rules.UnknownRole)
	}
	if s.permissionsOf(by)&rules.PermManageRoles == 0 {
		return discord.Role{}, rules.Refuse(rules.MissingPermissions)
	}
	draft := *r
	if f.Has("name") {
		draft.Name = f.Text("name", 0, 100)
	}
	draft.Permissions = readPermissions(f, "permissions", draft.Permissions)
	if refused := f.Refusal(); refused != nil {
		return discord.Role{}, refused
	}
	var view discord.Role
	w.watched(s, func() {
		*r = draft
		w.saveServer(s)
		for i := range s.Roles {
			if s.Roles[i].ID == id {
				view = r.View(i)
			}
		}
		w.tellRole("GUILD_ROLE_UPDATE", s, view)
	})
	return view, nil
}

func (w *views) tellRole(name string, s *Server, view discord.Role) {
	w.tell(Event{Name: name, Guild: s.ID, Intent: discord.IntentGuilds, Data: discord.Encode(map[string]any{"guild_id": s.ID, "role": view})})
}

// Overwrite is what a role (type 0) or a member (type 1) may otherwise in one channel.
type Overwrite struct {
	ID    discord.ID `json:"id"`
	Type  int        `json:"type"`
	Allow uint64     `json:"allow"`
	Deny  uint64     `json:"deny"`
}

func (o Overwrite) view() discord.Overwrite {
	return discord.Overwrite{ID: o.ID, Type: o.Type, Allow: bits(o.Allow), Deny: bits(o.Deny)}
}

// readOverwrite reads one; its id is in the path, or in the form where there is a list of them.
func readOverwrite(id discord.ID, f rules.Form) Overwrite {
	o := Overwrite{ID: id, Allow: readPermissions(f, "allow", 0), Deny: readPermissions(f, "deny", 0)}
	if f.Need("type") {
		o.Type, _ = f.Choice("type", 0, 1)
	}
	return o
}

// SetOverwrite puts an overwrite into a channel, or, with nil, takes the one of an id away.
func (w *views) SetOverwrite(by *Account, c *Channel, id discord.ID, f *rules.Form) *rules.Refusal {
	if c.Guild == 0 || c.IsThread() {
		return rules.Refuse(rules.WrongChannelType)
	}
	if r := w.Allow(by, c, rules.PermManageRoles); r != nil {
		return r
	}
	if f == nil {
		w.overwrite(c, Overwrite{ID: id}, false)
		return nil
	}
	o := readOverwrite(id, *f)
	if r := f.Refusal(); r != nil {
		return r
	}
	w.overwrite(c, o, true)
	return nil
}

// overwrite replaces the overwrite of an id.
func (w *views) overwrite(c *Channel, o Overwrite, keep bool) {
	w.watchedBut(w.servers[c.Guild], c, func() {
		list := []Overwrite{}
		for _, other := range c.Overwrites {
			if other.ID != o.ID {
				list = append(list, other)
			}
		}
		if keep {
			list = append(list, o)
		}
		c.Overwrites = list
		w.saveChannel(c)
	})
	w.tellChannel("CHANNEL_UPDATE", c)
}

// Permit gives the bot exactly these permissions in a channel, as a moderator's overwrite for its role
// would; false means no such channel.
func (w *views) Permit(id discord.ID, permissions uint64) bool {
	c, there := w.channels[id]
	if !there {
		return false
	}
	s := w.servers[c.Guild]
	role := s.botRole(w.Bot)
	if role == nil {
		return true // whom a server has removed nothing is permitted there
	}
	base := s.everyone() | role.Permissions
	w.overwrite(c, Overwrite{ID: role.ID, Allow: permissions &^ base, Deny: base &^ permissions}, true)
	return true
}

// bits are permissions as Discord writes them.
func bits(n uint64) string { return strconv.FormatUint(n, 10) }
