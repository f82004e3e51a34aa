package world

import (
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// Remove takes an account out of a server, on somebody's word who may kick members, or by itself. A
// bot's role goes with it, and its commands are offered there no more; what anybody has posted stays.
func (w *register) Remove(by, who *Account, s *Server) *rules.Refusal {
	switch {
	case !w.IsMember(who, s.ID):
		return rules.Refuse(rules.UnknownMember)
	case by == who && who.ID == s.Owner:
		return rules.Refuse(rules.InvalidGuild)
	case by != who && (who.ID == s.Owner || s.permissionsOf(by)&rules.PermKickMembers == 0):
		return rules.Refuse(rules.MissingPermissions)
	}
	w.tell(Event{Name: "GUILD_DELETE", Only: who.ID, Guild: s.ID, Intent: discord.IntentGuilds, Data: discord.Encode(map[string]any{"id": s.ID})})
	delete(s.Members, who.ID)
	role := s.botRole(who.ID)
	if role != nil {
		gone := role.ID
		s.Roles = slices.DeleteFunc(slices.Clone(s.Roles), func(r Role) bool { return r.ID == gone })
		w.tell(Event{Name: "GUILD_ROLE_DELETE", Guild: s.ID, Intent: discord.IntentGuilds, Data: discord.Encode(map[string]any{"guild_id": s.ID, "role_id": gone})})
		for _, c := range w.where(func(c *Channel) bool { return c.Guild == s.ID }) {
			c.Overwrites = slices.DeleteFunc(slices.Clone(c.Overwrites), func(o Overwrite) bool { return o.ID == gone })
			w.saveChannel(c)
		}
	}
	w.saveServer(s)
	for _, c := range w.where(func(c *Channel) bool { return c.Guild == s.ID && c.hasMember(who.ID) }) {
		c.Members = without(c.Members, []discord.ID{who.ID})
		w.saveChannel(c)
	}
	w.tell(Event{Name: "GUILD_MEMBER_REMOVE", Guild: s.ID, Intent: discord.IntentMembers, Data: discord.Encode(map[string]any{"guild_id": s.ID, "user": who.User()})})
	if who.Bot {
		w.reoffer(s)
	}
	return nil
}

// Join has a person come into a server, or back into it. Whoever comes back is new there: without
// nickname and roles.
func (w *register) Join(p *Account, s *Server) {
	if w.IsMember(p, s.ID) {
		return
	}
	w.admit(s, p)
	w.tell(Event{Name: "GUILD_CREATE", Only: p.ID, Guild: s.ID, Data: w.ServerCreate(s, p)})
}

// Install takes the bot into a server, as the one who follows its invitation wants it: with the
// permissions that are asked for there. It is told of the server as when it comes to know of it first.
func (w *register) Install(by *Account, application discord.ID, f rules.Form) *rules.Refusal {
	f.Need("guild_id")
	guild, _ := f.ID("guild_id")
	permissions, err := strconv.ParseUint(f.NeedText("permissions", 1, 20), 10, 64)
	if err != nil {
		f.Complain("permissions", "NUMBER_TYPE_COERCE", "Permissions are a number.")
	}
	s := w.servers[guild]
	switch r := f.Refusal(); {
	case r != nil:
		return r
	case application != w.Application:
		return rules.Refuse(rules.UnknownApplication)
	case s == nil:
		return rules.Refuse(rules.UnknownGuild)
	case s.permissionsOf(by)&rules.PermManageGuild == 0:
		return rules.Refuse(rules.MissingPermissions)
	}
	bot := w.people[w.Bot]
	w.Permissions = permissions
	w.settle()
	if role := s.botRole(bot.ID); role != nil {
		_, r := w.ChangeRole(w.people[s.Owner], s, role.ID, rules.NewForm(map[string]any{"permissions": bits(permissions)}))
		return r
	}
	role := w.admitBot(s, permissions)
	w.tell(Event{Name: "GUILD_CREATE", Only: bot.ID, Guild: s.ID, Intent: discord.IntentGuilds, Data: w.ServerCreate(s, bot)})
	w.tellRole("GUILD_ROLE_CREATE", s, role.View(len(s.Roles)-1))
	w.tell(w.memberEvent("GUILD_MEMBER_ADD", s, bot))
	w.tell(Event{Name: EventAdded, Web: true, Data: discord.Encode(map[string]any{
		"integration_type": 0, "scopes": []string{"applications.commands", "bot"}, "user": by.User(), "guild": w.ServerView(s),
	})})
	w.reoffer(s)
	return nil
}

// admitBot makes the bot a member of a server with a role of its own.
func (w *views) admitBot(s *Server, permissions uint64) Role {
	role := Role{ID: w.ids.next(), Name: w.Name, Permissions: permissions, Bot: w.Bot}
	s.Roles = append(s.Roles, role)
	s.Members[w.Bot] = &Membership{Joined: w.Now().UTC(), Roles: []discord.ID{role.ID}}
	w.saveServer(s)
	return role
}

// Fail has Discord lose sight of a server, or find it again, as it does when it has trouble itself: the bot is told, and stays in it.
func (w *register) Fail(s *Server, lost bool) {
	bot := w.people[w.Bot]
	if !w.IsMember(bot, s.ID) {
		return
	}
	s.Lost = lost
	w.saveServer(s)
	news := Event{Name: "GUILD_CREATE", Only: bot.ID, Guild: s.ID, Intent: discord.IntentGuilds, Data: w.ServerCreate(s, bot)}
	if lost {
		news.Name, news.Data = "GUILD_DELETE", discord.Encode(map[string]any{"id": s.ID, "unavailable": true})
	}
	w.tell(news)
}

// reoffer has the clients of a server's people ask anew which commands there are.
func (w *register) reoffer(s *Server) {
	w.Commands = w.ids.next()
	w.settle()
	for _, p := range w.MembersOf(s) {
		if !p.Bot {
			w.tell(Event{Name: "GUILD_APPLICATION_COMMAND_INDEX_UPDATE", Only: p.ID, Guild: s.ID, Data: discord.Encode(map[string]any{"guild_id": s.ID, "version": w.Commands})})
		}
	}
}

// Found has a person make a server, with a channel and themselves in it.
func (w *register) Found(by *Account, f rules.Form) (*Server, *rules.Refusal) {
	name, locale := f.NeedText("name", 2, 100), f.Text("preferred_locale", 0, 8)
	if r := f.Refusal(); r != nil {
		return nil, r
	}
	s := w.newServer(name, locale, w.Permissions)
	s.Owner = by.ID
	s.Members[by.ID] = &Membership{Joined: w.Now().UTC()}
	s.Channel = w.newChannel(s, "general").ID
	w.saveServer(s)
	w.tell(Event{Name: "GUILD_CREATE", Only: by.ID, Guild: s.ID, Data: w.ServerCreate(s, by)})
	return s, nil
}
