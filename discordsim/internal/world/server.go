package world

import (
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// Server is what Discord's documentation calls a guild: channels, roles and members.
type Server struct {
	ID        discord.ID                 `json:"id"`
	Name      string                     `json:"name"`
	Locale    string                     `json:"locale"`
	Community bool                       `json:"community,omitempty"`
	Owner     discord.ID                 `json:"owner"`
	Channel   discord.ID                 `json:"channel"` // the first one
	Roles     []Role                     `json:"roles"`   // @everyone first, whose id is the server's
	Members   map[discord.ID]*Membership `json:"members"`
	Filters   []Filter                   `json:"filters,omitempty"` // of messages
	Lost      bool                       `json:"lost,omitempty"`    // Discord has lost sight of it
}

// Role is a set of permissions that members can have.
type Role struct {
	ID          discord.ID `json:"id"`
	Name        string     `json:"name"`
	Permissions uint64     `json:"permissions"`
	Bot         discord.ID `json:"bot,omitzero"` // whose own role it is
}

// Membership is an account's part in a server.
type Membership struct {
	Joined   time.Time    `json:"joined"`
	Nick     string       `json:"nick,omitempty"`
	Roles    []discord.ID `json:"roles,omitempty"`
	TimedOut time.Time    `json:"timed_out,omitzero"` // until when
}

// features are the server's. Only a community has a locale of its own.
func (s *Server) features() []string {
	if s.Community {
		return []string{"COMMUNITY"}
	}
	return []string{}
}

// everyone is what @everyone may.
func (s *Server) everyone() uint64 { return s.Roles[0].Permissions }

// role finds one by its id; nil for none.
func (s *Server) role(id discord.ID) *Role {
	for i := range s.Roles {
		if s.Roles[i].ID == id {
			return &s.Roles[i]
		}
	}
	return nil
}

// botRole is the role that a bot has of its own; nil for none.
func (s *Server) botRole(bot discord.ID) *Role {
	for i := range s.Roles {
		if s.Roles[i].Bot == bot {
			return &s.Roles[i]
		}
	}
	return nil
}

// permissionsOf are what an account may do in the server as a whole.
func (s *Server) permissionsOf(p *Account) uint64 {
	m := s.Members[p.ID]
	switch {
	case m == nil:
		return 0
	case p.ID == s.Owner:
		return rules.PermAll
	}
	has := s.everyone()
	for _, id := range m.Roles {
		if r := s.role(id); r != nil {
			has |= r.Permissions
		}
	}
	if has&rules.PermAdministrator != 0 {
		return rules.PermAll
	}
	return has
}

// View is a role as it is told.
func (r Role) View(position int) discord.Role {
	v := discord.Role{ID: r.ID, Name: r.Name, Permissions: bits(r.Permissions), Position: position, Managed: r.Bot != 0}
	if r.Bot != 0 {
		v.Tags = &discord.RoleTags{Bot: r.Bot}
	}
	return v
}

// RoleViews lists the roles as they are told.
func (s *Server) RoleViews() []discord.Role {
	list := make([]discord.Role, len(s.Roles))
	for i, r := range s.Roles {
		list[i] = r.View(i)
	}
	return list
}
