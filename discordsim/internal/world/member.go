package world

import (
	"cmp"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// mostTimeout is how long a moderator can silence a member.
const mostTimeout = 28 * 24 * time.Hour

// Server finds one by its id; nil for none.
func (w *accounts) Server(id discord.ID) *Server { return w.servers[id] }

// newServer is a server that nobody is in yet. One with a locale of its own is a community. What a bot
// with these permissions is to lack, everybody lacks.
func (w *accounts) newServer(name, locale string, permissions uint64) *Server {
	s := &Server{
		ID: w.ids.next(), Name: name, Locale: cmp.Or(locale, "en-US"), Community: locale != "",
		Members: map[discord.ID]*Membership{},
	}
	s.Roles = []Role{{ID: s.ID, Name: "@everyone", Permissions: rules.Everyone(permissions)}}
	w.servers[s.ID] = s
	return s
}

func (w *accounts) saveServer(s *Server) { w.journal.put(recordServer, s.ID, s) }

// IsMember says whether an account is in a server.
func (w *accounts) IsMember(p *Account, server discord.ID) bool {
	s := w.servers[server]
	return p != nil && s != nil && s.Members[p.ID] != nil
}

// ServersOf lists the servers that an account is in, oldest first.
func (w *accounts) ServersOf(p *Account) []*Server {
	var out []*Server
	for _, id := range inOrder(w.servers) {
		if w.IsMember(p, id) {
			out = append(out, w.servers[id])
		}
	}
	return out
}

// MembersOf lists who is in a server by age of their id, the bot first.
func (w *accounts) MembersOf(s *Server) []*Account {
	out := make([]*Account, 0, len(s.Members))
	for _, id := range inOrder(s.Members) {
		out = append(out, w.people[id])
	}
	return out
}

// Member is an account's part in a server.
func (w *accounts) Member(s *Server, p *Account) discord.Member {
	u := p.User()
	m := s.bareMember(p)
	m.User = &u
	return m
}

// bareMember is Member without the account itself. Of somebody who has left it says what holds for
// anybody new.
func (s *Server) bareMember(p *Account) discord.Member {
	m := discord.Member{Roles: []discord.ID{}}
	part, there := s.Members[p.ID]
	if !there {
		return m
	}
	m.Joined, m.Roles = part.Joined, append(m.Roles, part.Roles...)
	if part.Nick != "" {
		m.Nick = &part.Nick
	}
	if !part.TimedOut.IsZero() {
		until := part.TimedOut.UTC().Format(time.RFC3339)
		m.Timeout = &until
	}
	return m
}

// memberEvent tells of a member; a bot hears of the others with the intent for members alone, and of
// itself in any case once it is there.
func (w *accounts) memberEvent(name string, s *Server, p *Account) Event {
	return Event{Name: name, Guild: s.ID, Intent: discord.IntentMembers, Data: discord.Encode(struct {
		discord.Member
		Guild discord.ID `json:"guild_id"`
	}{w.Member(s, p), s.ID})}
}

// admit makes an account a member of a server.
func (w *accounts) admit(s *Server, p *Account) {
	s.Members[p.ID] = &Membership{Joined: w.Now().UTC()}
	w.saveServer(s)
	w.tell(w.memberEvent("GUILD_MEMBER_ADD", s, p))
}

// ChangeMember gives a member a nickname or roles, or silences them for a while, as far as the form
// says so and whoever asks for it may.
func (w *views) ChangeMember(by *Account, s *Server, who *Account, f rules.Form) *rules.Refusal {
	if !w.IsMember(who, s.ID) {
		return rules.Refuse(rules.UnknownMember)
	}
	draft := *s.Members[who.ID]
	need := uint64(0)
	if f.Given("nick") {
		draft.Nick = f.Text("nick", 0, 32)
		need |= rules.PermManageNicknames
		if by == who {
			need = rules.PermChangeNickname
		}
	}
	if f.Given("roles") {
		draft.Roles = readRoles(s, &draft, f)
		need |= rules.PermManageRoles
	}
	if f.Given("communication_disabled_until") {
		draft.TimedOut = w.readTimeout(f)
		need |= rules.PermModerateMembers
	}
	if r := f.Refusal(); r != nil {
		return r
	}
	silencesTheMighty := draft.TimedOut.After(w.Now()) && s.permissionsOf(who) == rules.PermAll
	if need&^s.permissionsOf(by) != 0 || by != who && who.ID == s.Owner || silencesTheMighty {
		return rules.Refuse(rules.MissingPermissions)
	}
	w.watched(s, func() {
		*s.Members[who.ID] = draft
		w.saveServer(s)
		e := w.memberEvent("GUILD_MEMBER_UPDATE", s, who)
		e.Self = who.ID
		w.tell(e)
	})
	return nil
}

// readRoles reads the roles that a member is to have; those that a bot has of its own stay.
func readRoles(s *Server, have *Membership, f rules.Form) []discord.ID {
	roles := f.IDs("roles", 250)
	for i, id := range roles {
		if r := s.role(id); r == nil || r.Bot != 0 || i > 0 && slices.Contains(roles[:i], id) {
			f.Complain("roles", "ROLE_NOT_ASSIGNABLE", "There is no such role to give")
		}
	}
	for _, id := range have.Roles {
		if r := s.role(id); r != nil && r.Bot != 0 {
			roles = append(roles, id)
		}
	}
	return roles
}

// readTimeout reads until when a member is silenced; null and a time that has passed end it.
func (w *ground) readTimeout(f rules.Form) time.Time {
	if !f.Has("communication_disabled_until") {
		return time.Time{}
	}
	until, err := time.Parse(time.RFC3339, f.Text("communication_disabled_until", 1, 40))
	switch {
	case err != nil:
		f.Complain("communication_disabled_until", "DATE_TIME_TYPE_PARSE", "Could not parse the value. Should be ISO8601.")
	case until.After(w.Now().Add(mostTimeout)):
		f.Complain("communication_disabled_until", "GUILD_MEMBER_TIMEOUT_TOO_LONG", "Members can be timed out for 28 days at most.")
	case until.After(w.Now()):
		return until.UTC()
	}
	return time.Time{}
}
