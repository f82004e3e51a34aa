package people

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// Member acts in one server: what any member can do there, and what a moderator can who may.
type Member struct {
	person *Person
	server discord.ID
}

// In is the person as a member of a server.
func (p *Person) In(server discord.ID) Member { return Member{p, server} }

func (m Member) path(more string) string { return "/guilds/" + m.server.String() + more }

// Leave has the person leave the server, which its owner can't.
func (m Member) Leave(ctx context.Context) error {
	return m.person.rest(ctx, http.MethodDelete, "/users/@me"+m.path(""), nil, nil)
}

// Join has the person come into the server, or back into it, and look at its channels.
func (m Member) Join(ctx context.Context) error {
	if err := m.person.rest(ctx, http.MethodPut, m.path("/members/@me"), map[string]any{}, nil); err != nil {
		return err
	}
	var rooms []discord.Channel
	if err := m.person.rest(ctx, http.MethodGet, m.path("/channels"), nil, &rooms); err != nil {
		return err
	}
	return m.person.history(ctx, rooms)
}

// Kick takes somebody out of the server.
func (m Member) Kick(ctx context.Context, who discord.ID) error {
	return m.person.rest(ctx, http.MethodDelete, m.path("/members/"+who.String()), nil, nil)
}

// AddBot takes the bot into the server, as one who follows its invitation: with the permissions that
// this asks for.
func (m Member) AddBot(ctx context.Context, permissions uint64) error {
	return m.person.rest(ctx, http.MethodPost, "/oauth2/authorize?scope=bot+applications.commands&client_id="+m.person.server.Application.String(), map[string]any{
		"guild_id": m.server, "permissions": strconv.FormatUint(permissions, 10), "authorize": true,
	}, nil)
}

// SetNick gives somebody a nickname in the server; "" takes it away.
func (m Member) SetNick(ctx context.Context, who discord.ID, nick string) error {
	return m.change(ctx, who, "nick", nick)
}

// TimeOut silences somebody in the server, the bot too, until a time; the zero time ends it.
func (m Member) TimeOut(ctx context.Context, who discord.ID, until time.Time) error {
	if until.IsZero() {
		return m.change(ctx, who, "communication_disabled_until", nil)
	}
	return m.change(ctx, who, "communication_disabled_until", until.UTC().Format(time.RFC3339Nano))
}

// SetRoles gives somebody these roles instead of those they had; a bot keeps its own.
func (m Member) SetRoles(ctx context.Context, who discord.ID, roles ...discord.ID) error {
	return m.change(ctx, who, "roles", append([]discord.ID{}, roles...))
}

func (m Member) change(ctx context.Context, who discord.ID, what string, value any) error {
	path := m.path("/members/" + who.String())
	if who == m.person.ID() {
		path = m.path("/members/@me")
	}
	return m.person.rest(ctx, http.MethodPatch, path, map[string]any{what: value}, nil)
}

// Roles lists the server's roles: that of everybody, whose id is the server's, first.
func (m Member) Roles(ctx context.Context) ([]discord.Role, error) {
	var list []discord.Role
	err := m.person.rest(ctx, http.MethodGet, m.path("/roles"), nil, &list)
	return list, err
}

// AddRole makes a role with these permissions.
func (m Member) AddRole(ctx context.Context, name string, permissions uint64) (discord.ID, error) {
	var made discord.Role
	err := m.person.rest(ctx, http.MethodPost, m.path("/roles"), map[string]any{"name": name, "permissions": permissions}, &made)
	return made.ID, err
}

// ChangeRole gives a role other permissions, that of everybody and a bot's own too.
func (m Member) ChangeRole(ctx context.Context, role discord.ID, permissions uint64) error {
	return m.person.rest(ctx, http.MethodPatch, m.path("/roles/"+role.String()), map[string]any{"permissions": permissions}, nil)
}

// Overwrite has a role, or a member, be allowed and denied something in one channel, whatever holds in
// the server.
func (m Member) Overwrite(ctx context.Context, channel, who discord.ID, allow, deny uint64) error {
	roles, err := m.Roles(ctx)
	if err != nil {
		return err
	}
	kind := 1 // a member
	for _, r := range roles {
		if r.ID == who {
			kind = 0
		}
	}
	return m.person.rest(ctx, http.MethodPut, "/channels/"+channel.String()+"/permissions/"+who.String(), map[string]any{"type": kind, "allow": allow, "deny": deny}, nil)
}

// DropOverwrite takes an overwrite away.
func (m Member) DropOverwrite(ctx context.Context, channel, who discord.ID) error {
	return m.person.rest(ctx, http.MethodDelete, "/channels/"+channel.String()+"/permissions/"+who.String(), nil, nil)
}

// AddChannel makes a channel of a type, in a category or, with 0, in none.
func (m Member) AddChannel(ctx context.Context, kind discord.ChannelType, name string, category discord.ID) (discord.ID, error) {
	body := map[string]any{"name": name, "type": kind}
	if category != 0 {
		body["parent_id"] = category
	}
	var made discord.Channel
	err := m.person.rest(ctx, http.MethodPost, m.path("/channels"), body, &made)
	return made.ID, err
}

// Found makes a server, which the person owns, and gives its first channel. A server with a locale of
// its own is a community; "" makes one that is none. The bot isn't in it.
func (p *Person) Found(ctx context.Context, name, locale string) (Member, discord.ID, error) {
	var made struct {
		ID      discord.ID `json:"id"`
		Channel discord.ID `json:"system_channel_id"`
	}
	err := p.rest(ctx, http.MethodPost, "/guilds", map[string]any{"name": name, "preferred_locale": locale}, &made)
	return p.In(made.ID), made.Channel, err
}

// Server is the server's id.
func (m Member) Server() discord.ID { return m.server }
