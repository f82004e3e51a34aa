package wire

import (
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
	return ok(w.ServerList(c.who)), nil
}

func openDirect(w *world.State, c *call) (answer, *rules.Refusal) {
	room, r := w.OpenDirect(c.who, c.form())
	return okUnless(room, r)
}

func patchSettings(w *world.State, c *call) (answer, *rules.Refusal) {
	r := w.Set(c.who, c.form())
	return okUnless(map[string]any{"locale": c.who.Locale}, r)
}
