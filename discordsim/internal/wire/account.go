package wire

import (
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
)

func getApplication(w *world.State, c *call) (answer, *rules.Refusal) {
	if id, given := c.id("application_id"); given && id != w.Application {
		return answer{}, rules.Refuse(rules.NotYourApplication)
	}
	return ok(w.ApplicationView()), nil
}

func getGateway(_ *world.State, c *call) (answer, *rules.Refusal) {
	return ok(map[string]any{"url": c.rest.gate.place.gateway()}), nil
}

func getGatewayBot(_ *world.State, c *call) (answer, *rules.Refusal) {
	return ok(map[string]any{
		"url": c.rest.gate.place.gateway(), "shards": 1,
		"session_start_limit": map[string]any{"total": 1000, "remaining": max(1000-c.rest.gate.hub.starts, 0), "reset_after": 86400000, "max_concurrency": 1},
	}), nil
}

func getSelf(_ *world.State, c *call) (answer, *rules.Refusal) { return ok(c.who.Self()), nil }

func getUser(w *world.State, c *call) (answer, *rules.Refusal) {
	id, _ := c.id("user_id")
	p := w.Account(id)
	if p == nil {
		return answer{}, rules.Refuse(rules.UnknownUser)
	}
	return ok(p.User()), nil
}

func getSelfGuilds(w *world.State, c *call) (answer, *rules.Refusal) {
	return ok(w.GuildsOf(c.who)), nil
}

func openDirect(w *world.State, c *call) (answer, *rules.Refusal) {
	room, r := w.OpenDirect(c.who, c.form())
	return okUnless(room, r)
}

func patchSettings(w *world.State, c *call) (answer, *rules.Refusal) {
	r := w.Set(c.who, c.form())
	return okUnless(map[string]any{"locale": c.who.Locale}, r)
}

// needGuild refuses a path that names another server than the caller's.
func needGuild(w *world.State, c *call) *rules.Refusal {
	if id, _ := c.id("guild_id"); id != w.Guild || !w.IsMember(c.who) {
		return rules.Refuse(rules.UnknownGuild)
	}
	return nil
}

func getGuild(w *world.State, c *call) (answer, *rules.Refusal) {
	if r := needGuild(w, c); r != nil {
		return answer{}, r
	}
	g := w.GuildView()
	if c.asks("with_counts") {
		g["approximate_member_count"], g["approximate_presence_count"] = w.People(), w.People()
	}
	return ok(g), nil
}

func getGuildChannels(w *world.State, c *call) (answer, *rules.Refusal) {
	return okUnless(textChannels(w), needGuild(w, c))
}

// textChannels lists the server's channels as all see them.
func textChannels(w *world.State) []discord.Channel {
	list := []discord.Channel{}
	for _, room := range w.TextChannels() {
		list = append(list, w.View(room))
	}
	return list
}

func getRoles(w *world.State, c *call) (answer, *rules.Refusal) {
	return okUnless(w.Roles(), needGuild(w, c))
}

func getMember(w *world.State, c *call) (answer, *rules.Refusal) {
	if r := needGuild(w, c); r != nil {
		return answer{}, r
	}
	id, _ := c.id("user_id")
	if c.value("user_id") == "@me" {
		id = c.who.ID
	}
	p := w.Account(id)
	if !w.IsMember(p) {
		return answer{}, rules.Refuse(rules.UnknownMember)
	}
	return ok(w.Member(p)), nil
}

// removeMember takes somebody out of the server.
func removeMember(w *world.State, c *call) (answer, *rules.Refusal) {
	if r := needGuild(w, c); r != nil {
		return answer{}, r
	}
	id, _ := c.id("user_id")
	return noContent, w.Remove(c.who, w.Account(id))
}

// leaveGuild has the caller leave the server.
func leaveGuild(w *world.State, c *call) (answer, *rules.Refusal) {
	if r := needGuild(w, c); r != nil {
		return answer{}, r
	}
	return noContent, w.Remove(c.who, c.who)
}

// authorize is what a person's client asks for who follows a bot's invitation.
func authorize(w *world.State, c *call) (answer, *rules.Refusal) {
	application, _ := discord.ParseID(c.query.Get("client_id"))
	r := w.Install(c.who, application, c.form())
	return okUnless(map[string]any{"location": ""}, r)
}

func getActiveThreads(w *world.State, c *call) (answer, *rules.Refusal) {
	return okUnless(map[string]any{"threads": w.ActiveThreads(c.who), "members": []int{}, "has_more": false}, needGuild(w, c))
}
