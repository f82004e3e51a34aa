package discordsim

import (
	"encoding/json"
	"strconv"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

func (w *world) roles() []discord.Role {
	return []discord.Role{
		{ID: w.Guild, Name: "@everyone", Permissions: bits(w.everyone())},
		{ID: w.BotRole, Name: w.Name, Permissions: bits(w.Permissions), Position: 1, Managed: true, Tags: &discord.RoleTags{Bot: w.Bot}},
	}
}

func bits(n uint64) string { return strconv.FormatUint(n, 10) }

// guild is what REST tells of the server.
func (w *world) guild() map[string]any {
	return map[string]any{
		"id": w.Guild, "name": w.GuildName, "icon": nil, "description": nil, "home_header": nil, "splash": nil,
		"discovery_splash": nil, "features": []string{}, "banner": nil, "owner_id": w.Owner, "application_id": nil,
		"region": "local", "afk_channel_id": nil, "afk_timeout": 300, "system_channel_id": w.Channel,
		"system_channel_flags": 0, "widget_enabled": false, "widget_channel_id": nil, "verification_level": 0,
		"roles": w.roles(), "default_message_notifications": 1, "mfa_level": 0, "explicit_content_filter": 0,
		"max_presences": nil, "max_members": 250000, "max_stage_video_channel_users": 50, "max_video_channel_users": 25,
		"vanity_url_code": nil, "premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": w.GuildLocale,
		"rules_channel_id": nil, "safety_alerts_channel_id": nil, "public_updates_channel_id": nil,
		"premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0, "emojis": []int{}, "stickers": []int{},
		"incidents_data": nil,
	}
}

// guildCreate is what the gateway tells of it: with channels, threads and members as one account sees them.
func (w *world) guildCreate(p *person) json.RawMessage {
	g := w.guild()
	channels, threads := []discord.Channel{}, []discord.Channel{}
	for _, c := range w.channelsWhere(func(c *channel) bool { return c.Type != discord.ChannelDirect }) {
		switch {
		case w.permissions(p, c)&rules.PermViewChannel == 0:
		case c.isThread():
			if !c.Archived {
				threads = append(threads, w.channelView(c))
			}
		default:
			channels = append(channels, w.channelView(c))
		}
	}
	members := []discord.Member{}
	for _, q := range w.peopleInOrder() {
		if !p.Bot || q.ID == p.ID { // without its intent a bot hears of no member but itself
			members = append(members, w.member(q))
		}
	}
	for key, value := range map[string]any{
		"joined_at": p.Joined, "large": false, "unavailable": false, "member_count": len(w.people),
		"voice_states": []int{}, "members": members, "channels": channels, "threads": threads, "presences": []int{},
		"stage_instances": []int{}, "guild_scheduled_events": []int{}, "soundboard_sounds": []int{},
		"application_command_counts": map[string]int{}, "embedded_activities": []int{},
	} {
		g[key] = value
	}
	return discord.Encode(g)
}
