package discordsim_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
)

// TestSlowmodeIsKept for people and not for bots nor for those who may bypass it.
func TestSlowmodeIsKept(t *testing.T) {
	now := newClock()
	s := start(t, discordsim.Options{Clock: now.Now})
	h, b, ctx, ada, ben := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada"), s.Person("Ben")
	if err := ada.ChangeChannel(ctx, h.Channel, map[string]any{"rate_limit_per_user": 30}); err != nil {
		t.Fatal(err)
	}
	if c := string(b.gate.event("CHANNEL_UPDATE")); !strings.Contains(c, `"rate_limit_per_user":30`) {
		t.Error(c)
	}
	if c := string(b.do("GET", "/channels/"+h.Channel.String(), "").body); !strings.Contains(c, `"rate_limit_per_user":30`) {
		t.Error(c)
	}
	say := func() int {
		_, err := ben.Say(ctx, h.Channel, "x")
		return refusedCode(err)
	}
	for range 2 {
		if got := []int{say(), say()}; !slices.Equal(got, []int{0, 20016}) {
			t.Errorf("two messages at once: %v", got)
		}
		want(t, b.do("POST", "/channels/"+h.Channel.String()+"/messages", `{"content":"x"}`), 200, 0)
		now.add(30 * time.Second)
	}
	for range 2 {
		if _, err := ada.Say(ctx, h.Channel, "x"); err != nil {
			t.Errorf("the owner: %v", err)
		}
	}
	if got := refusedCode(ada.ChangeChannel(ctx, h.Channel, map[string]any{"rate_limit_per_user": 21601})); got != 50035 {
		t.Errorf("too slow a mode: %d", got)
	}
}

// TestAnAgeLimitIsKept: minors neither read nor act in an age-restricted channel, and commands that are
// age-restricted are used in such channels alone.
func TestAnAgeLimitIsKept(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada, ben := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada"), s.Person("Ben")
	b.register()
	want(t, b.do("POST", fmt.Sprintf("/applications/%s/commands", b.application), `{"name":"rude","description":"x","nsfw":true}`), 201, 0)
	if err := ben.SetMinor(ctx, true); err != nil {
		t.Fatal(err)
	}
	_, before := ada.Slash(ctx, h.Channel, "rude", nil)
	_, young := ben.Say(ctx, h.Channel, "x")
	if err := ada.ChangeChannel(ctx, h.Channel, map[string]any{"nsfw": true}); err != nil {
		t.Fatal(err)
	}
	if c := string(b.gate.event("CHANNEL_UPDATE")); !strings.Contains(c, `"nsfw":true`) {
		t.Error(c)
	}
	_, said := ben.Say(ctx, h.Channel, "x")
	_, used := ben.Slash(ctx, h.Channel, "privacy", nil)
	if refusedCode(before) != 10063 || young != nil || refusedCode(said) != 50001 || refusedCode(used) != 50001 {
		t.Errorf("%v, %v, %v, %v", before, young, said, used)
	}
	if _, err := ada.Say(ctx, h.Channel, "x"); err != nil {
		t.Error(err)
	}
	end := async(func() (people.Outcome, error) { return ada.Slash(ctx, h.Channel, "rude", nil) })
	want(t, b.callback(b.next(), `{"type":4,"data":{"content":"ok"}}`), 204, 0)
	end(t)
}

// TestEachTypeOfChannelHoldsWhatItDoes: messages in all but forums and categories, threads in text,
// announcement and forum channels.
func TestEachTypeOfChannelHoldsWhatItDoes(t *testing.T) {
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Off: true}})
	h, b, ctx, ben := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ben")
	b.register()
	ada := s.Person("Ada").In(h.Guild)
	for _, c := range []struct {
		kind         discord.ChannelType
		post, thread int // codes
		started      discord.ChannelType
	}{
		{kind: discord.ChannelText, started: discord.ThreadPublic},
		{kind: discord.ChannelVoice, thread: 50024},
		{kind: discord.ChannelStage, thread: 50024},
		{kind: discord.ChannelAnnouncement, started: discord.ThreadAnnouncement},
		{kind: discord.ChannelForum, post: 50008, started: discord.ThreadPublic},
		{kind: discord.ChannelCategory, post: 50008, thread: 50024},
	} {
		id, err := ada.AddChannel(ctx, c.kind, "boats", 0)
		if err != nil {
			t.Fatal(err)
		}
		var told discord.Channel
		if err := json.Unmarshal(b.gate.event("CHANNEL_CREATE"), &told); err != nil || told.ID != id || told.Type != c.kind {
			t.Errorf("%d: %+v, %v", c.kind, told, err)
		}
		path := "/channels/" + id.String()
		want(t, b.do("GET", path, ""), 200, 0)
		post := b.do("POST", path+"/messages", `{"content":"x"}`)
		if got := post.code(t); got != c.post {
			t.Errorf("%d: a message is answered with %d", c.kind, got)
		}
		body, route := `{"name":"boat","message":{"content":"first"}}`, path+"/threads"
		if c.kind != discord.ChannelForum && c.post == 0 {
			body, route = `{"name":"boat"}`, path+"/messages/"+decode[discord.Message](t, post).ID.String()+"/threads"
		}
		thread := b.do("POST", route, body)
		if got := thread.code(t); got != c.thread {
			t.Errorf("%d: a thread is answered with %d", c.kind, got)
		} else if got == 0 {
			made := decode[discord.Channel](t, thread)
			if made.Type != c.started || made.Parent != id {
				t.Errorf("%d: %+v", c.kind, made)
			}
			want(t, b.do("POST", "/channels/"+made.ID.String()+"/messages", `{"content":"x"}`), 200, 0)
			if c.kind == discord.ChannelForum {
				want(t, b.do("GET", "/channels/"+made.ID.String()+"/messages/"+made.ID.String(), ""), 200, 0)
			}
		}
		if c.post != 0 {
			if _, err := ben.Slash(ctx, id, "privacy", nil); refusedCode(err) != 50024 {
				t.Errorf("%d: a command in it: %v", c.kind, err)
			}
			continue
		}
		in, end := b.slash(ctx, ben, id)
		want(t, b.callback(in, `{"type":4,"data":{"content":"ok"}}`), 204, 0)
		end(t)
	}
	voice := must[discord.ID](t)(ada.AddChannel(ctx, discord.ChannelVoice, "talk", 0))
	if err := ada.Overwrite(ctx, voice, h.Guild, 0, 1<<20); err != nil { // Connect
		t.Fatal(err)
	}
	want(t, b.do("POST", "/channels/"+voice.String()+"/messages", `{"content":"x"}`), 403, 50013)
}

// TestACategoryIsSeenByWhoSeesAChannelInIt.
func TestACategoryIsSeenByWhoSeesAChannelInIt(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx := s.Handshake(), bareBot(t, s), soon(t)
	ada := s.Person("Ada").In(h.Guild)
	category := must[discord.ID](t)(ada.AddChannel(ctx, discord.ChannelCategory, "harbour", 0))
	inside := must[discord.ID](t)(ada.AddChannel(ctx, discord.ChannelText, "quay", category))
	told := func() (list []string) {
		for _, e := range b.gate.sofar() {
			var c discord.Channel
			name, data, _ := strings.Cut(e, " ")
			if err := json.Unmarshal([]byte(data), &c); err != nil {
				t.Fatal(err)
			}
			list = append(list, name+" "+c.Name)
		}
		slices.Sort(list)
		return list
	}
	b.gate.sofar()
	s.Permit(category, 0)
	if got := told(); !slices.Equal(got, []string{"CHANNEL_UPDATE harbour"}) {
		t.Errorf("with a channel in it that is seen: %v", got)
	}
	s.Permit(inside, 0)
	if got := told(); !slices.Equal(got, []string{"CHANNEL_UPDATE ___hidden___", "CHANNEL_UPDATE ___hidden___"}) {
		t.Errorf("with none: %v", got)
	}
	s.Permit(inside, discordsim.DefaultPermissions)
	if got := told(); !slices.Equal(got, []string{"CHANNEL_UPDATE harbour", "CHANNEL_UPDATE quay"}) {
		t.Errorf("with one again: %v", got)
	}
}

// TestThereAreSeveralServers, each with its channels, members and commands of its own.
func TestThereAreSeveralServers(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada, ben := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada"), s.Person("Ben")
	b.register()
	away, room, err := ben.Found(ctx, "Rowing club", "de")
	if err != nil {
		t.Fatal(err)
	}
	path := "/channels/" + room.String() + "/messages"
	want(t, b.do("POST", path, `{"content":"x"}`), 403, 50001)
	want(t, b.do("GET", "/guilds/"+away.Server().String(), ""), 404, 10004)
	if err := away.AddBot(ctx, discordsim.DefaultPermissions); err != nil {
		t.Fatal(err)
	}
	if g := string(b.gate.event("GUILD_CREATE")); !strings.Contains(g, away.Server().String()) || !strings.Contains(g, `"preferred_locale":"de"`) {
		t.Error(g)
	}
	want(t, b.do("POST", path, `{"content":"x"}`), 200, 0)
	want(t, b.do("PUT", fmt.Sprintf("/applications/%s/guilds/%s/commands", b.application, away.Server()), `[{"name":"here","description":"x"}]`), 200, 0)
	in, end := b.slash(ctx, ben, room)
	want(t, b.callback(in, `{"type":4,"data":{"content":"ok"}}`), 204, 0)
	end(t)
	if in.GuildID != away.Server() || in.GuildLocale != "de" || in.Owners["0"] != away.Server().String() {
		t.Errorf("%+v", in)
	}
	if _, err := ben.Slash(ctx, h.Channel, "here", nil); err == nil {
		t.Error("a command of one server is there in another one")
	}
	if _, err := ada.Say(ctx, room, "x"); refusedCode(err) != 50001 {
		t.Errorf("somebody who isn't there: %v", err)
	}
	if err := ada.In(away.Server()).Join(ctx); err != nil {
		t.Fatal(err)
	}
	if all := ada.Sees(room); len(all) != 2 {
		t.Errorf("somebody who has come sees %+v", all)
	}
	if list := decode[[]json.RawMessage](t, b.do("GET", "/users/@me/guilds", "")); len(list) != 2 {
		t.Errorf("%s", list)
	}
	if err := ada.RemoveBot(ctx); err != nil {
		t.Fatal(err)
	}
	want(t, b.do("POST", path, `{"content":"x"}`), 200, 0)
	want(t, b.do("POST", "/channels/"+h.Channel.String()+"/messages", `{"content":"x"}`), 403, 50001)
}
