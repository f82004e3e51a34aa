package world

import (
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// legacySettled is what earlier state files say of their one server, which everybody was in.
type legacySettled struct {
	GuildName   string     `json:"guild_name,omitempty"`
	GuildLocale string     `json:"guild_locale,omitempty"`
	Community   bool       `json:"community,omitempty"`
	BotRole     discord.ID `json:"bot_role,omitzero"`
	Owner       discord.ID `json:"owner,omitzero"`
	Removed     bool       `json:"removed,omitempty"` // the bot, from the server
	Lost        bool       `json:"lost,omitempty"`
}

// legacyChannel is what earlier state files say of a channel: the bot's permissions there.
type legacyChannel struct {
	BotPermissions *uint64 `json:"bot_permissions,omitempty"`
}

// inherit makes the server of an earlier state file.
func (w *State) inherit() {
	old := w.legacySettled
	if old.Owner == 0 {
		return
	}
	w.legacySettled = legacySettled{}
	s := &Server{
		ID: w.Home, Name: old.GuildName, Locale: old.GuildLocale, Community: old.Community, Owner: old.Owner, Channel: w.Channel,
		Roles:   []Role{{ID: w.Home, Name: "@everyone", Permissions: rules.Everyone(w.Permissions)}},
		Members: map[discord.ID]*Membership{}, Lost: old.Lost,
	}
	w.servers[s.ID] = s
	for _, p := range w.people {
		if p.Closed {
			p.Restricted = []discord.ID{s.ID}
		}
		if !p.Bot {
			s.Members[p.ID] = &Membership{Joined: p.Joined}
		} else if !old.Removed {
			s.Roles = append(s.Roles, Role{ID: old.BotRole, Name: w.Name, Permissions: w.Permissions, Bot: p.ID})
			s.Members[p.ID] = &Membership{Joined: p.Joined, Roles: []discord.ID{old.BotRole}}
		}
		p.Joined, p.Closed = time.Time{}, false
	}
	for _, c := range w.channels {
		if c.Type == discord.ChannelDirect {
			continue
		}
		c.Guild = s.ID
		if has, base := c.BotPermissions, s.everyone()|w.Permissions; has != nil {
			c.BotPermissions = nil
			c.Overwrites = []Overwrite{{ID: old.BotRole, Allow: *has &^ base, Deny: base &^ *has}}
		}
	}
}
