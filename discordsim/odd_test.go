package discordsim_test

import (
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// TestWordsInPathsAreNoIDs: search and pins are routes of their own.
func TestWordsInPathsAreNoIDs(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b := s.Handshake(), bareBot(t, s)
	guild, room := "/guilds/"+h.Guild.String(), "/channels/"+h.Channel.String()+"/messages"
	found := decode[[]discord.Member](t, b.do("GET", guild+"/members/search?query=be", ""))
	if len(found) != 1 || found[0].User.Name() != "Ben" {
		t.Errorf("%+v", found)
	}
	want(t, b.do("GET", guild+"/members", ""), 403, 50001)
	m := decode[discord.Message](t, b.do("POST", room, `{"content":"x"}`))
	pins := func() int { return strings.Count(string(b.do("GET", room+"/pins", "").body), `"pinned_at"`) }
	want(t, b.do("PUT", room+"/pins/"+m.ID.String(), ""), 403, 50013)
	s.Permit(h.Channel, discordsim.DefaultPermissions|1<<51)
	want(t, b.do("PUT", room+"/pins/"+m.ID.String(), ""), 204, 0)
	if pins() != 1 {
		t.Error("nothing is pinned")
	}
	want(t, b.do("DELETE", room+"/pins/"+m.ID.String(), ""), 204, 0)
	if pins() != 0 {
		t.Error("it is pinned still")
	}
}

// TestAPollIsSomethingToSay, at first and when the message is edited.
func TestAPollIsSomethingToSay(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b := s.Handshake(), bareBot(t, s)
	room := "/channels/" + h.Channel.String() + "/messages"
	m := b.do("POST", room, `{"poll":{"question":{"text":"Row?"},"answers":[{"poll_media":{"text":"Yes"}}]}}`)
	want(t, m, 200, 0)
	if !strings.Contains(string(m.body), `"poll":{`) {
		t.Errorf("%s", m.body)
	}
	want(t, b.do("PATCH", room+"/"+decode[discord.Message](t, m).ID.String(), `{"allowed_mentions":{"parse":[]}}`), 200, 0)
	want(t, b.do("POST", room, `{"content":""}`), 400, 50006)
}

// TestReferencesNeedTheHistoryAndKeepTheAgeLimit.
func TestReferencesNeedTheHistoryAndKeepTheAgeLimit(t *testing.T) {
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Off: true}})
	h, b, ctx := s.Handshake(), bareBot(t, s), soon(t)
	ada := s.Person("Ada")
	rude := must[discord.ID](t)(ada.In(h.Guild).AddChannel(ctx, discord.ChannelText, "rude", 0))
	room := "/channels/" + h.Channel.String() + "/messages"
	here := decode[discord.Message](t, b.do("POST", room, `{"content":"x"}`)).ID.String()
	there := decode[discord.Message](t, b.do("POST", "/channels/"+rude.String()+"/messages", `{"content":"x"}`)).ID.String()
	reply := `{"content":"x","message_reference":{"message_id":"` + here + `"}}`
	other := `{"content":"x","message_reference":{"channel_id":"` + rude.String() + `","message_id":"` + there + `"}}`
	want(t, b.do("POST", room, reply), 200, 0)
	want(t, b.do("POST", room, other), 400, 50035)
	if err := ada.ChangeChannel(ctx, rude, map[string]any{"nsfw": true}); err != nil {
		t.Fatal(err)
	}
	want(t, b.do("POST", room, other), 400, 160010)
	s.Permit(h.Channel, view|send)
	want(t, b.do("POST", room, reply), 403, 160009)
}

// TestNothingIsAnEmptyListAndNotNull: commands where none are registered, and whose channel no
// application has made.
func TestNothingIsAnEmptyListAndNotNull(t *testing.T) {
	s := start(t, discordsim.Options{})
	h := s.Handshake()
	c := raw{t, h.REST + "/v10", s.Person("Ben").Token()}
	for _, path := range []string{"/channels/" + h.Channel.String(), "/guilds/" + h.Guild.String()} {
		if got := string(c.do("GET", path+"/application-command-index", "").body); !strings.Contains(got, `"application_commands":[]`) {
			t.Error(got)
		}
	}
	if got := string(c.do("GET", "/channels/"+h.Channel.String(), "").body); !strings.Contains(got, `"application_id":null`) {
		t.Error(got)
	}
}
