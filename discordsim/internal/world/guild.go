package world

import (
	"encoding/json"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// guild is the server as it is told.
type guild struct{ rooms }

// Roles lists that of everybody and the bot's.
func (w *guild) Roles() []discord.Role {
	list := []discord.Role{{ID: w.Guild, Name: "@everyone", Permissions: bits(w.everyone())}}
	if w.Removed {
		return list
	}
	return append(list, discord.Role{ID: w.BotRole, Name: w.Name, Permissions: bits(w.Permissions), Position: 1, Managed: true, Tags: &discord.RoleTags{Bot: w.Bot}})
}

// GuildView is what REST tells of the server.
func (w *guild) GuildView() map[string]any {
	return map[string]any{
		"id": w.Guild, "name": w.GuildName, "icon": nil, "description": nil, "home_header": nil, "splash": nil,
		"discovery_splash": nil, "features": w.features(), "banner": nil, "owner_id": w.Owner, "application_id": nil,
		"region": "local", "afk_channel_id": nil, "afk_timeout": 300, "system_channel_id": w.Channel,
		"system_channel_flags": 0, "widget_enabled": false, "widget_channel_id": nil, "verification_level": 0,
		"roles": w.Roles(), "default_message_notifications": 1, "mfa_level": 0, "explicit_content_filter": 0,
		"max_presences": nil, "max_members": 250000, "max_stage_video_channel_users": 50, "max_video_channel_users": 25,
		"vanity_url_code": nil, "premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": w.GuildLocale,
		"rules_channel_id": nil, "safety_alerts_channel_id": nil, "public_updates_channel_id": nil,
		"premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0, "emojis": []int{}, "stickers": []int{},
		"incidents_data": nil,
	}
}

// GuildCreate is what the gateway tells of it: with channels, threads and members as one account sees them.
func (w *guild) GuildCreate(p *Account) json.RawMessage {
	g := w.GuildView()
	channels, threads := []discord.Channel{}, []discord.Channel{}
	for _, c := range w.where(func(c *Channel) bool { return c.Type != discord.ChannelDirect }) {
		switch {
		case !w.Sees(p, c):
		case c.IsThread():
			if !c.Archived {
				threads = append(threads, w.View(c))
			}
		default:
			channels = append(channels, w.View(c))
		}
	}
	members := []discord.Member{}
	for _, q := range w.Accounts() {
		if !p.Bot || q.ID == p.ID { // without its intent a bot hears of no member but itself
			members = append(members, w.Member(q))
		}
	}
	for key, value := range map[string]any{
		"joined_at": p.Joined, "large": false, "unavailable": false, "member_count": w.People(),
		"voice_states": []int{}, "members": members, "channels": channels, "threads": threads, "presences": []int{},
		"stage_instances": []int{}, "guild_scheduled_events": []int{}, "soundboard_sounds": []int{},
		"application_command_counts": map[string]int{}, "embedded_activities": []int{},
	} {
		g[key] = value
	}
	return discord.Encode(g)
}

// application is what people are told of the bot's application.
type application struct {
	ID          discord.ID    `json:"id"`
	Name        string        `json:"name"`
	Icon        *string       `json:"icon"`
	Description string        `json:"description"`
	Type        *int          `json:"type"`
	Bot         *discord.User `json:"bot,omitempty"`
}

func (w *guild) application() application {
	u := w.people[w.Bot].User()
	return application{ID: w.Application, Name: w.Name, Bot: &u}
}

// ApplicationView is what the bot is told of its application.
func (w *guild) ApplicationView() map[string]any {
	view := map[string]any{
		"id": w.Application, "name": w.Name, "icon": nil, "description": "", "type": nil, "bot": w.people[w.Bot].User(),
		"bot_public": true, "bot_require_code_grant": false, "verify_key": w.verifyKey(), "flags": 0, "flags_new": "0",
		"redirect_uris": []string{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"owner": w.people[w.Owner].User(), "approximate_guild_count": len(w.GuildsOf(w.people[w.Bot])), "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": nil,
		"eligible_oauth2_scopes": []string{}, "summary": "", "hook": true,
		"integration_types_config": map[string]any{"0": map[string]any{"oauth2_install_params": map[string]any{
			"scopes": []string{"applications.commands", "bot"}, "permissions": bits(w.Permissions),
		}}},
	}
	if w.Interactions != "" {
		view["interactions_endpoint_url"] = w.Interactions
	}
	if w.Events != "" {
		view["event_webhooks_url"], view["event_webhooks_status"], view["event_webhooks_types"] = w.Events, 2, w.EventTypes
	}
	return view
}

// GuildsOf lists the servers of an account: this one, or none.
func (w *guild) GuildsOf(p *Account) []any {
	if !w.IsMember(p) {
		return []any{}
	}
	return []any{map[string]any{
		"id": w.Guild, "name": w.GuildName, "icon": nil, "banner": nil, "owner": p.ID == w.Owner,
		"permissions": bits(w.permissionsOf(p)), "features": []string{},
	}}
}

// permissionsOf are what an account may do in the server as a whole.
func (w *guild) permissionsOf(p *Account) uint64 {
	switch p.ID {
	case w.Owner:
		return rules.PermAll
	case w.Bot:
		return w.everyone() | w.Permissions
	}
	return w.everyone()
}

// ActiveThreads lists the threads that are open and that an account sees.
func (w *guild) ActiveThreads(p *Account) []discord.Channel {
	list := []discord.Channel{}
	for _, room := range w.where(func(t *Channel) bool { return t.IsThread() && !t.Archived && w.Sees(p, t) }) {
		list = append(list, w.View(room))
	}
	return list
}

// People is how many are in the server, the bot among them.
func (w *guild) People() int { return len(w.Accounts()) }
