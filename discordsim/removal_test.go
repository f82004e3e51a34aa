package discordsim_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
)

// TestARemovedBotIsOutOfTheServer removes the bot as somebody may who may kick members, and adds it again: what it hears, what it
// may and what people are offered, also after a kill.
func TestARemovedBotIsOutOfTheServer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "discord.state")
	s := start(t, discordsim.Options{State: file})
	h, b, ctx, ada, ben := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada"), s.Person("Ben")
	b.register()
	room, server := "/channels/"+h.Channel.String(), "/guilds/"+h.Guild.String()
	stands := decode[discord.Message](t, b.do("POST", room+"/messages", `{"content":"here","components":[{"type":1,"components":[{"type":2,"style":1,"label":"Tap","custom_id":"tap"}]}]}`))
	direct, err := ada.Direct(ctx)
	if err != nil {
		t.Fatal(err)
	}

	var refused *people.RefusedError
	if err := ben.RemoveBot(ctx); !errors.As(err, &refused) || refused.Code != 50013 {
		t.Errorf("who may not kick: %v", err)
	}
	want(t, b.do("GET", server, ""), 200, 0)
	if err := ada.RemoveBot(ctx); err != nil {
		t.Fatal(err)
	}
	if gone := b.gate.event("GUILD_DELETE"); string(gone) != `{"id":"`+h.Guild.String()+`"}` {
		t.Errorf("GUILD_DELETE: %s", gone)
	}
	removed := func(s *discordsim.Server) {
		t.Helper()
		c := rawBot(t, s)
		for _, one := range []struct {
			method, path, body string
			status, code       int
		}{
			{"GET", room, "", 403, 50001},
			{"GET", room + "/messages", "", 403, 50001},
			{"POST", room + "/messages", `{"content":"hello"}`, 403, 50001},
			{"PATCH", room + "/messages/" + stands.ID.String(), `{"content":"hello"}`, 403, 50001},
			{"DELETE", room + "/messages/" + stands.ID.String(), "", 403, 50001},
			{"GET", server, "", 404, 10004},
			{"GET", server + "/channels", "", 404, 10004},
			{"GET", server + "/members/@me", "", 404, 10004},
			{"DELETE", "/users/@me/guilds/" + h.Guild.String(), "", 404, 10004},
			{"GET", "/applications/" + h.Application.String() + server + "/commands", "", 403, 50001},
			{"POST", "/channels/" + direct.String() + "/messages", `{"content":"hello"}`, 403, 50007},
			{"GET", "/users/@me", "", 200, 0},
		} {
			want(t, c.do(one.method, one.path, one.body), one.status, one.code)
		}
		if got := c.do("GET", "/users/@me/guilds", ""); string(got.body) != "[]" {
			t.Errorf("servers: %s", got.body)
		}
		if _, err := s.Person("Ada").Slash(ctx, h.Channel, "privacy", nil); err == nil {
			t.Error("a command is there still")
		}
	}
	removed(s)
	again := start(t, discordsim.Options{State: leftByAKill(t, file, "")})
	removed(again)
	g := dial(t, again.Handshake().Gateway)
	g.send(2, `{"token":"`+h.Token+`","intents":1,"properties":{}}`)
	var ready struct{ Guilds []json.RawMessage }
	if err := json.Unmarshal(g.event("READY"), &ready); err != nil || len(ready.Guilds) != 0 {
		t.Errorf("READY lists %s, %v", ready.Guilds, err)
	}
	again.Person("Ada").Close()

	// In direct messages it is there as before, and what stands in the server can be clicked: the answer goes by the click's token.
	in, end := b.slash(ctx, ada, direct)
	want(t, b.callback(in, `{"type":4,"data":{"content":"as ever"}}`), 204, 0)
	if out := end(t); out.Failed {
		t.Error("no answer in direct messages")
	}
	clicked := async(func() (people.Outcome, error) { return ada.Click(ctx, stands.ID, "tap") })
	in = b.next()
	want(t, b.callback(in, `{"type":4,"data":{"content":"answered","flags":64}}`), 204, 0)
	if out := clicked(t); out.Failed {
		t.Error("no answer to a click")
	}

	if err := ben.AddBot(ctx, discordsim.DefaultPermissions); !errors.As(err, &refused) || refused.Code != 50013 {
		t.Errorf("who may not add bots: %v", err)
	}
	const view, send = 1 << 10, 1 << 11
	if err := ada.AddBot(ctx, view|send); err != nil {
		t.Fatal(err)
	}
	var created struct {
		ID          discord.ID
		Unavailable bool
		Roles       []discord.Role
	}
	if err := json.Unmarshal(b.gate.event("GUILD_CREATE"), &created); err != nil {
		t.Fatal(err)
	}
	if created.ID != h.Guild || created.Unavailable || len(created.Roles) != 2 || created.Roles[1].Permissions != "3072" {
		t.Errorf("GUILD_CREATE: %+v", created)
	}
	want(t, b.do("POST", room+"/messages", `{"content":"back"}`), 200, 0)
	want(t, b.do("PATCH", room+"/messages/"+stands.ID.String(), `{"content":"edited"}`), 200, 0)
	in, end = b.slash(ctx, ada, h.Channel)
	want(t, b.callback(in, `{"type":4,"data":{"content":"here again"}}`), 204, 0)
	end(t)

	want(t, b.do("DELETE", "/users/@me/guilds/"+h.Guild.String(), ""), 204, 0)
	b.gate.event("GUILD_DELETE")
	want(t, b.do("GET", room, ""), 403, 50001)
}
