package wire

import (
	"encoding/json"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
)

// identify begins a session.
func (g *Gate) identify(w *world.State, k *socket, data json.RawMessage) {
	var id identify
	if err := json.Unmarshal(data, &id); err != nil || id.Properties == nil {
		k.shut(closeDecode, "Error while decoding payload.")
		return
	}
	who := w.ByToken(strings.TrimPrefix(id.Token, "Bot "))
	shard := [2]int{0, 1}
	if id.Shard != nil {
		shard = *id.Shard
	}
	switch {
	case k.session != nil:
		k.shut(closeIdentified, "Already authenticated.")
		return
	case who == nil || g.faults.strike(BadToken):
		k.shut(closeToken, "Authentication failed.")
		return
	case shard[1] < 1 || shard[0] < 0 || shard[0] >= shard[1]:
		k.shut(closeShard, "Invalid shard.")
		return
	case who.Bot && id.Intents == nil:
		k.shut(closeDecode, "Error while decoding payload.")
		return
	case who.Bot && (*id.Intents < 0 || *id.Intents&^discord.IntentsAll != 0):
		k.shut(closeIntents, "Invalid intent(s).")
		return
	case who.Bot && *id.Intents&discord.IntentsPrivileged != 0:
		k.shut(closeIntentsUnasked, "Disallowed intent(s).")
		return
	}
	intents := discord.IntentsAll
	if who.Bot {
		intents = *id.Intents
	}
	k.compress = id.Compress
	started := g.hub.begin(k, who, intents, shard)
	g.hub.send(started, "READY", g.ready(w, started))
	if !who.Bot || intents&discord.IntentGuilds == 0 {
		return
	}
	for _, one := range w.ServersOf(who) {
		if started.has(one.ID) && !one.Lost {
			g.hub.send(started, "GUILD_CREATE", w.ServerCreate(one, who))
		}
	}
}

// ready is READY: to a bot its servers are unavailable until GUILD_CREATE, which doesn't come while Discord has lost sight of one; a person's client gets them whole.
func (g *Gate) ready(w *world.State, started *session) []byte {
	who := started.who
	body := map[string]any{
		"v": 10, "user": who.Self(), "session_id": started.id, "session_type": "normal",
		"resume_gateway_url": g.place.gateway(), "shard": started.shard, "application": map[string]any{"id": w.Application, "flags": 0},
		"private_channels": []discord.Channel{}, "relationships": []int{}, "presences": []int{}, "user_settings": map[string]any{},
		"geo_ordered_rtc_regions": []string{}, "guild_join_requests": []int{}, "auth": map[string]any{}, "_trace": []string{},
	}
	servers := []any{}
	for _, one := range w.ServersOf(who) {
		switch {
		case !who.Bot:
			servers = append(servers, w.ServerCreate(one, who))
		case started.has(one.ID):
			servers = append(servers, map[string]any{"id": one.ID, "unavailable": true})
		}
	}
	body["guilds"] = servers
	if !who.Bot {
		delete(body, "application")
		body["private_channels"] = w.DirectRooms(who)
	}
	return discord.Encode(body)
}

// resume goes on with a session.
func (g *Gate) resume(w *world.State, k *socket, data json.RawMessage) {
	var r resume
	if err := json.Unmarshal(data, &r); err != nil {
		k.shut(closeDecode, "Error while decoding payload.")
		return
	}
	who := w.ByToken(strings.TrimPrefix(r.Token, "Bot "))
	switch {
	case who == nil:
		k.shut(closeToken, "Authentication failed.")
	case k.session != nil:
		k.shut(closeIdentified, "Already authenticated.")
	case g.faults.strike(NoResumeAnswer):
	case !g.hub.resume(k, who, r.Session, r.Seq):
		k.say(discord.OpInvalid, "false")
	}
}
