package discordsim

import (
	"slices"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

type basicApplication struct {
	ID          discord.ID    `json:"id"`
	Name        string        `json:"name"`
	Icon        *string       `json:"icon"`
	Description string        `json:"description"`
	Type        *int          `json:"type"`
	Bot         *discord.User `json:"bot,omitempty"`
}

func (w *world) basicApplication() basicApplication {
	u := w.people[w.Bot].user()
	return basicApplication{ID: w.Application, Name: w.Name, Bot: &u}
}

func (s *Server) getApplication(c *call) (answerBody, *rules.Refusal) {
	w := s.world
	if id, given := c.id("application_id"); given && id != w.Application {
		return answerBody{}, rules.Refuse(rules.NotYourApplication)
	}
	owner := w.people[w.Owner].user()
	return ok(map[string]any{
		"id": w.Application, "name": w.Name, "icon": nil, "description": "", "type": nil, "bot": w.people[w.Bot].user(),
		"bot_public": true, "bot_require_code_grant": false, "verify_key": w.VerifyKey, "flags": 0, "flags_new": "0",
		"redirect_uris": []string{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"owner": owner, "approximate_guild_count": 1, "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": nil,
		"eligible_oauth2_scopes": []string{}, "summary": "", "hook": true,
		"integration_types_config": map[string]any{"0": map[string]any{"oauth2_install_params": map[string]any{
			"scopes": []string{"applications.commands", "bot"}, "permissions": bits(w.Permissions),
		}}},
	}), nil
}

func (s *Server) getGateway(*call) (answerBody, *rules.Refusal) {
	return ok(map[string]any{"url": s.gatewayURL()}), nil
}

func (s *Server) gatewayURL() string { return "ws://" + s.listener.Addr().String() + "/gateway" }

func (s *Server) getGatewayBot(*call) (answerBody, *rules.Refusal) {
	return ok(map[string]any{
		"url": s.gatewayURL(), "shards": 1,
		"session_start_limit": map[string]any{"total": 1000, "remaining": max(1000-s.hub.starts, 0), "reset_after": 86400000, "max_concurrency": 1},
	}), nil
}

func (s *Server) getSelf(c *call) (answerBody, *rules.Refusal) { return ok(c.who.self()), nil }

func (s *Server) getUser(c *call) (answerBody, *rules.Refusal) {
	id, _ := c.id("user_id")
	p, there := s.world.people[id]
	if !there {
		return answerBody{}, rules.Refuse(rules.UnknownUser)
	}
	return ok(p.user()), nil
}

func (s *Server) getSelfGuilds(c *call) (answerBody, *rules.Refusal) {
	w := s.world
	own := w.everyone()
	switch c.who.ID {
	case w.Owner:
		own = rules.PermAll
	case w.Bot:
		own |= w.Permissions
	}
	return ok([]any{map[string]any{
		"id": w.Guild, "name": w.GuildName, "icon": nil, "banner": nil, "owner": c.who.ID == w.Owner,
		"permissions": bits(own), "features": []string{},
	}}), nil
}

// openDirect opens the conversation between the bot and a person.
func (s *Server) openDirect(c *call) (answerBody, *rules.Refusal) {
	f := rules.NewForm(c.body)
	id, given := f.ID("recipient_id")
	if !given && !c.who.Bot {
		if ids := f.IDs("recipients", 10); len(ids) == 1 {
			id, given = ids[0], true
		}
	}
	if !given {
		f.Need("recipient_id")
		return answerBody{}, f.Refusal()
	}
	other, there := s.world.people[id]
	if !there || other.ID == c.who.ID {
		return answerBody{}, rules.Refuse(rules.UnknownUser)
	}
	if other.Bot == c.who.Bot {
		return answerBody{}, rules.RefuseField("DM_ONLY_WITH_BOT", "People talk to the bot here, not to each other", "recipient_id")
	}
	human := other
	if other.Bot {
		human = c.who
	}
	room, fresh := s.world.direct(human)
	if fresh {
		for _, p := range []*person{human, s.world.people[s.world.Bot]} {
			s.tell(event{name: "CHANNEL_CREATE", only: p.ID, data: discord.Encode(s.world.directView(room, p))})
		}
	}
	return ok(s.world.directView(room, c.who)), nil
}

func (s *Server) patchSettings(c *call) (answerBody, *rules.Refusal) {
	f := rules.NewForm(c.body)
	locale := f.Text("locale", 2, 10)
	if f.Has("locale") && !slices.Contains(rules.Locales, locale) {
		f.Complain("locale", "ENUM_TYPE_COERCE", "Value %q is not a valid locale.", locale)
	}
	if r := f.Refusal(); r != nil {
		return answerBody{}, r
	}
	if locale != "" {
		c.who.Locale = locale
		s.world.journal.put(recordPerson, c.who.ID, c.who)
		s.tell(event{name: "USER_UPDATE", only: c.who.ID, data: discord.Encode(c.who.self())})
	}
	return ok(map[string]any{"locale": c.who.Locale}), nil
}

func (s *Server) needGuild(c *call) *rules.Refusal {
	if id, _ := c.id("guild_id"); id != s.world.Guild {
		return rules.Refuse(rules.UnknownGuild)
	}
	return nil
}

func (s *Server) getGuild(c *call) (answerBody, *rules.Refusal) {
	if r := s.needGuild(c); r != nil {
		return answerBody{}, r
	}
	g := s.world.guild()
	if c.asks("with_counts") {
		g["approximate_member_count"], g["approximate_presence_count"] = len(s.world.people), len(s.world.people)
	}
	return ok(g), nil
}

func (s *Server) getGuildChannels(c *call) (answerBody, *rules.Refusal) {
	if r := s.needGuild(c); r != nil {
		return answerBody{}, r
	}
	list := []discord.Channel{}
	for _, room := range s.world.textChannels() {
		list = append(list, s.world.channelView(room))
	}
	return ok(list), nil
}

func (s *Server) getRoles(c *call) (answerBody, *rules.Refusal) {
	if r := s.needGuild(c); r != nil {
		return answerBody{}, r
	}
	return ok(s.world.roles()), nil
}

func (s *Server) getMember(c *call) (answerBody, *rules.Refusal) {
	if r := s.needGuild(c); r != nil {
		return answerBody{}, r
	}
	id, _ := c.id("user_id")
	if c.value("user_id") == "@me" {
		id = c.who.ID
	}
	p, there := s.world.people[id]
	if !there {
		return answerBody{}, rules.Refuse(rules.UnknownMember)
	}
	return ok(s.world.member(p)), nil
}

func (s *Server) getActiveThreads(c *call) (answerBody, *rules.Refusal) {
	if r := s.needGuild(c); r != nil {
		return answerBody{}, r
	}
	list := []discord.Channel{}
	for _, room := range s.world.channelsWhere(func(t *channel) bool { return t.isThread() && !t.Archived }) {
		if s.world.permissions(c.who, room)&rules.PermViewChannel != 0 {
			list = append(list, s.world.channelView(room))
		}
	}
	return ok(map[string]any{"threads": list, "members": []int{}, "has_more": false}), nil
}
