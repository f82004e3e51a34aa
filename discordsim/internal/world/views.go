package world

import (
	"encoding/json"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// views are the servers and the application as they are told.
type views struct{ rooms }

// ServerView is what REST tells of a server.
func (w *views) ServerView(s *Server) map[string]any {
	return map[string]any{
		"id": s.ID, "name": s.Name, "icon": nil, "description": nil, "home_header": nil, "splash": nil,
		"discovery_splash": nil, "features": s.features(), "banner": nil, "owner_id": s.Owner, "application_id": nil,
		"region": "local", "afk_channel_id": nil, "afk_timeout": 300, "system_channel_id": s.Channel,
		"system_channel_flags": 0, "widget_enabled": false, "widget_channel_id": nil, "verification_level": 0,
		"roles": s.RoleViews(), "default_message_notifications": 1, "mfa_level": 0, "explicit_content_filter": 0,
		"max_presences": nil, "max_members": 250000, "max_stage_video_channel_users": 50, "max_video_channel_users": 25,
		"vanity_url_code": nil, "premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": s.Locale,
		"rules_channel_id": nil, "safety_alerts_channel_id": nil, "public_updates_channel_id": nil,
		"premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0, "emojis": []int{}, "stickers": []int{},
		"incidents_data": nil,
	}
}

// ServerCreate is what the gateway tells of a server: with channels, threads and members as one account
// sees them.
func (w *views) ServerCreate(s *Server, p *Account) json.RawMessage {
	g := w.ServerView(s)
	channels, threads := []discord.Channel{}, []discord.Channel{}
	for _, c := range w.where(func(c *Channel) bool { return c.Guild == s.ID }) {
		switch sees := w.Sees(p, c); {
		case c.IsThread() && sees && !c.Archived:
			threads = append(threads, w.View(c))
		case c.IsThread():
		case sees:
			channels = append(channels, w.View(c))
		default:
			channels = append(channels, w.hiddenView(c))
		}
	}
	members := []discord.Member{}
	for _, q := range w.MembersOf(s) {
		if !p.Bot || q.ID == p.ID { // without its intent a bot hears of no member but itself
			members = append(members, w.Member(s, q))
		}
	}
	for key, value := range map[string]any{
		"joined_at": s.Members[p.ID].Joined, "large": false, "unavailable": false, "member_count": len(s.Members),
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

func (w *views) application() application {
	u := w.people[w.Bot].User()
	return application{ID: w.Application, Name: w.Name, Bot: &u}
}

// ApplicationView is what the bot is told of its application.
func (w *views) ApplicationView() map[string]any {
	view := map[string]any{
		"id": w.Application, "name": w.Name, "icon": nil, "description": "", "type": nil, "bot": w.people[w.Bot].User(),
		"bot_public": true, "bot_require_code_grant": false, "verify_key": w.verifyKey(), "flags": 0, "flags_new": "0",
		"redirect_uris": []string{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"owner": w.people[w.servers[w.Home].Owner].User(), "approximate_guild_count": len(w.ServersOf(w.people[w.Bot])), "approximate_user_install_count": 0,
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

// ServerList lists the servers of an account as it is told of them.
func (w *views) ServerList(p *Account) []any {
	list := []any{}
	for _, s := range w.ServersOf(p) {
		list = append(list, map[string]any{
			"id": s.ID, "name": s.Name, "icon": nil, "banner": nil, "owner": p.ID == s.Owner,
			"permissions": bits(s.permissionsOf(p)), "features": s.features(),
		})
	}
	return list
}

// VisibleChannels lists the channels of a server that an account sees; the others REST leaves out.
func (w *views) VisibleChannels(s *Server, p *Account) []discord.Channel {
	list := []discord.Channel{}
	for _, c := range w.ChannelsOf(s) {
		if w.Sees(p, c) {
			list = append(list, w.View(c))
		}
	}
	return list
}

// AllChannels lists the channels of the server that was made first, as those see them who see all.
func (w *views) AllChannels() []discord.Channel {
	list := []discord.Channel{}
	for _, c := range w.ChannelsOf(w.servers[w.Home]) {
		list = append(list, w.View(c))
	}
	return list
}

// ActiveThreads lists the threads of a server that are open and that an account sees.
func (w *views) ActiveThreads(s *Server, p *Account) []discord.Channel {
	list := []discord.Channel{}
	for _, room := range w.where(func(t *Channel) bool { return t.Guild == s.ID && t.IsThread() && !t.Archived && w.Sees(p, t) }) {
		list = append(list, w.View(room))
	}
	return list
}
