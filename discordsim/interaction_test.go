package discordsim_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
)

func want(tb testing.TB, got reply, status, code int) {
	tb.Helper()
	if got.status != status || got.code(tb) != code {
		tb.Fatalf("got %d %s, want %d with code %d", got.status, got.body, status, code)
	}
}

func TestInteractionTellsWhoWhereAndHow(t *testing.T) {
	s := start(t, discordsim.Options{Locales: map[string]string{"Ben": "pt-BR"}, GuildLocale: "de"})
	h, b, ctx := s.Handshake(), bareBot(t, s), soon(t)
	b.register()
	ben, ada := s.Person("Ben"), s.Person("Ada")
	said, err := ada.Say(ctx, h.Channel, "hello")
	if err != nil {
		t.Fatal(err)
	}
	end := async(func() (people.Outcome, error) {
		return ben.Slash(ctx, h.Channel, "rum new", map[string]any{"rules": "brisk", "seats": 3, "friend": ada.ID()})
	})
	in := b.next()
	want(t, b.callback(in, `{"type":4,"data":{"content":"x"}}`), 204, 0)
	end(t)
	if in.Member == nil || in.Member.User.ID != ben.ID() || in.User != nil || in.GuildID != h.Guild || in.Locale != "pt-BR" ||
		in.GuildLocale != "de" || !has(in.Permissions, discordsim.DefaultPermissions) || in.Context != 0 ||
		in.Owners["0"] != h.Guild.String() || in.Channel.Last != said.ID {
		t.Errorf("%+v", in)
	}
	var data struct {
		Name     string `json:"name"`
		Options  json.RawMessage
		Resolved struct {
			Users map[string]discord.User `json:"users"`
		} `json:"resolved"`
	}
	if err := json.Unmarshal(in.Data, &data); err != nil {
		t.Fatal(err)
	}
	options := fmt.Sprintf(`[{"name":"new","type":1,"options":[{"name":"rules","type":3,"value":"brisk"},{"name":"seats","type":4,"value":3},{"name":"friend","type":6,"value":"%s"}]}]`, ada.ID())
	if diff := cmp.Diff(options, string(data.Options)); diff != "" || data.Resolved.Users[ada.ID().String()].Username != "ada" {
		t.Errorf("%s\n%s", diff, in.Data)
	}
}

// TestOnlyACommunityHasALocale asks two servers: of one that is none Discord says en-US, whatever is spoken there.
func TestOnlyACommunityHasALocale(t *testing.T) {
	for _, c := range []struct {
		locale, said string
		features     []string
	}{{"", "en-US", []string{}}, {"de", "de", []string{"COMMUNITY"}}, {"en-US", "en-US", []string{"COMMUNITY"}}} {
		s := start(t, discordsim.Options{Locales: map[string]string{"Ben": "pt-BR"}, GuildLocale: c.locale})
		b, ctx := bareBot(t, s), soon(t)
		b.register()
		in, end := b.slash(ctx, s.Person("Ben"), s.Handshake().Channel)
		want(t, b.callback(in, `{"type":4,"data":{"content":"x","flags":64}}`), 204, 0)
		end(t)
		if in.GuildLocale != c.said || in.Guild == nil || in.Guild.Locale != c.said || !slices.Equal(in.Guild.Features, c.features) {
			t.Errorf("locale %q: %q in %+v", c.locale, in.GuildLocale, in.Guild)
		}
	}
}

func TestCommandsInADirectConversationHaveNoMember(t *testing.T) {
	s := start(t, discordsim.Options{})
	b, ctx, ada := bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	room, err := ada.Direct(ctx)
	if err != nil {
		t.Fatal(err)
	}
	in, end := b.slash(ctx, ada, room)
	want(t, b.callback(in, `{"type":4,"data":{"content":"x","flags":64}}`), 204, 0)
	end(t)
	if in.Member != nil || in.User == nil || in.User.ID != ada.ID() || in.GuildID != 0 || in.Context != 1 {
		t.Errorf("%+v", in)
	}
	if _, err := ada.Slash(ctx, room, "rum new", map[string]any{"rules": "brisk"}); err == nil {
		t.Errorf("a command of servers only, used in private: %v", err)
	}
}

// TestWhoTakesNoDirectMessagesIsNotWrittenTo has a bot open the conversation, which
// Discord lets it do, and write there; what it wrote before stays its own.
func TestWhoTakesNoDirectMessagesIsNotWrittenTo(t *testing.T) {
	s := start(t, discordsim.Options{})
	b, ctx, ada := rawBot(t, s), soon(t), s.Person("Ada")
	open := func() string {
		room := b.do("POST", "/users/@me/channels", fmt.Sprintf(`{"recipient_id":"%s"}`, ada.ID()))
		want(t, room, 200, 0)
		return "/channels/" + decode[discord.Channel](t, room).ID.String() + "/messages"
	}
	before := b.do("POST", open(), `{"content":"hello"}`)
	want(t, before, 200, 0)
	if err := ada.CloseDirect(ctx, true); err != nil {
		t.Fatal(err)
	}
	want(t, b.do("POST", open(), `{"content":"hello again"}`), 403, 50007)
	want(t, b.do("DELETE", open()+"/"+decode[discord.Message](t, before).ID.String(), ""), 204, 0)
	if err := ada.CloseDirect(ctx, false); err != nil {
		t.Fatal(err)
	}
	want(t, b.do("POST", open(), `{"content":"hello"}`), 200, 0)
}

func refusedCode(err error) int {
	var refused *people.RefusedError
	if asRefused(err, &refused) {
		return refused.Code
	}
	return 0
}

func TestACommandForManagersIsForThemAlone(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx := s.Handshake(), bareBot(t, s), soon(t)
	b.register()
	if _, err := s.Person("Ben").Slash(ctx, h.Channel, "audit", nil); refusedCode(err) != 50013 {
		t.Errorf("Ben may do it: %v", err)
	}
	end := async(func() (people.Outcome, error) { return s.Person("Ada").Slash(ctx, h.Channel, "audit", nil) })
	want(t, b.callback(b.next(), `{"type":4,"data":{"content":"x"}}`), 204, 0)
	end(t)
}

func TestAnAnswerIsTakenOnce(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()

	in, end := b.slash(ctx, ada, h.Channel)
	want(t, b.hook("PATCH", "/messages/@original", in, `{"content":"x"}`), 404, 10015)
	want(t, b.callback(in, `{"type":8,"data":{"choices":[]}}`), 400, 50035)
	want(t, b.callback(in, `{"type":4,"data":{"content":"x"}}`), 204, 0)
	want(t, b.callback(in, `{"type":4,"data":{"content":"x"}}`), 400, 40060)
	if out := end(t); out.Failed {
		t.Errorf("answered in time, and yet %+v", out)
	}
}

func TestAnAnswerThatIsLateIsRefused(t *testing.T) {
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Acknowledge: time.Millisecond}})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	late, end := b.slash(ctx, ada, h.Channel)
	if out := end(t); !out.Failed || out.Reason != 3 {
		t.Errorf("not answered, and yet %+v", out)
	}
	want(t, b.callback(late, `{"type":4,"data":{"content":"x"}}`), 404, 10062)
	late.ID++
	want(t, b.callback(late, `{"type":4,"data":{"content":"x"}}`), 404, 10062)
}

func TestTokensEndAfterFifteenMinutes(t *testing.T) {
	clock := newClock()
	s := start(t, discordsim.Options{Clock: clock.Now})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	in, end := b.slash(ctx, ada, h.Channel)
	want(t, b.callback(in, `{"type":4,"data":{"content":"x","flags":64}}`), 204, 0)
	end(t)
	clock.add(14 * time.Minute)
	want(t, b.hook("PATCH", "/messages/%40original", in, `{"content":"y"}`), 200, 0)
	clock.add(2 * time.Minute)
	want(t, b.hook("PATCH", "/messages/@original", in, `{"content":"z"}`), 401, 50027)
	want(t, b.hook("POST", "", in, `{"content":"z"}`), 401, 50027)
	want(t, b.callback(in, `{"type":4,"data":{"content":"z"}}`), 400, 40060)
	err := ada.Wait(ctx, func([]discord.Message) bool { return last(t, ada, h.Channel).Content == "y" })
	if err != nil {
		t.Errorf("Ada sees %q: %v", last(t, ada, h.Channel).Content, err)
	}
}

func TestWithResponseTellsTheMessage(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	for _, yes := range []string{"true", "True", "1"} {
		in, end := b.slash(ctx, ada, h.Channel)
		got := b.do("POST", fmt.Sprintf("/interactions/%s/%s/callback?with_response=%s", in.ID, in.Token, yes), `{"type":4,"data":{"content":"x"}}`)
		want(t, got, 200, 0)
		end(t)
		said := decode[struct {
			Interaction struct {
				Message discord.ID `json:"response_message_id"`
			} `json:"interaction"`
			Resource struct {
				Type    int             `json:"type"`
				Message discord.Message `json:"message"`
			} `json:"resource"`
		}](t, got)
		seen := last(t, ada, h.Channel)
		if said.Interaction.Message != seen.ID || said.Resource.Type != 4 || said.Resource.Message.Content != "x" {
			t.Errorf("%s: %+v, seen %+v", yes, said, seen)
		}
	}
}

func TestEphemeralIsForItsReaderAlone(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx := s.Handshake(), bareBot(t, s), soon(t)
	b.register()
	ada, ben := s.Person("Ada"), s.Person("Ben")
	in, end := b.slash(ctx, ada, h.Channel)
	want(t, b.callback(in, `{"type":4,"data":{"content":"top secret","flags":64}}`), 204, 0)
	end(t)
	mine := last(t, ada, h.Channel)
	if mine.Content != "top secret" {
		t.Fatalf("Ada sees %+v", mine)
	}
	if _, err := ben.Say(ctx, h.Channel, "marker"); err != nil {
		t.Fatal(err)
	}
	marked := func(all []discord.Message) bool { return len(all) > 0 && all[len(all)-1].Content == "marker" }
	if err := ben.Wait(ctx, marked); err != nil {
		t.Fatal(err)
	}
	if got := ben.Sees(h.Channel); len(got) != 1 {
		t.Errorf("Ben sees %+v", got)
	}
	path := fmt.Sprintf("/channels/%s/messages", h.Channel)
	asBen := raw{t, b.base, ben.Token()}
	if got := asBen.do("GET", path, ""); strings.Contains(string(got.body), "secret") {
		t.Errorf("Ben reads %s", got.body)
	}
	want(t, asBen.do("GET", path+"/"+mine.ID.String(), ""), 404, 10008)
	click := fmt.Sprintf(`{"type":3,"application_id":"%s","guild_id":"%s","channel_id":"%s","session_id":"x","nonce":"1","message_id":"%s","data":{"component_type":2,"custom_id":"x"}}`, h.Application, h.Guild, h.Channel, mine.ID)
	want(t, asBen.do("POST", "/interactions", click), 404, 10008)
	want(t, b.do("PATCH", path+"/"+mine.ID.String(), `{"content":"x"}`), 404, 10008)
	toBen := string(must[[]byte](t)(json.Marshal(s.Wire().SentTo(ben.ID()))))
	if strings.Contains(toBen, "secret") || !strings.Contains(toBen, "marker") {
		t.Error("the wire log has Ada's secret among what was sent to Ben, or nothing at all")
	}
}

func TestADeferredAnswerBecomesComponentsV2AndStaysPrivate(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	in, end := b.slash(ctx, ada, h.Channel)
	want(t, b.callback(in, `{"type":5,"data":{"flags":64}}`), 204, 0)
	end(t)
	if m := last(t, ada, h.Channel); m.Flags != discord.FlagEphemeral|discord.FlagLoading {
		t.Fatalf("flags %d", m.Flags)
	}
	want(t, b.hook("PATCH", "/messages/@original", in, `{"flags":32768,"components":[{"type":10,"content":"x"}]}`), 200, 0)
	got := b.hook("PATCH", "/messages/@original", in, `{"flags":0,"content":"x","components":[]}`)
	want(t, got, 400, 50035)
	if reason := reasonAt(t, got.body, "flags"); reason != "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG" {
		t.Errorf("%s", got.body)
	}
	want(t, b.hook("PATCH", "/messages/@original", in, `{"components":[{"type":10,"content":"y"}]}`), 200, 0)
	wanted := func(all []discord.Message) bool {
		return len(all) == 1 && all[0].Text() == "y" && all[0].Flags == discord.FlagEphemeral|discord.FlagComponentsV2
	}
	if err := ada.Wait(ctx, wanted); err != nil {
		t.Fatalf("%v: %+v", err, ada.Sees(h.Channel))
	}
	want(t, b.hook("DELETE", "/messages/@original", in, ``), 204, 0)
	if err := ada.Wait(ctx, func(all []discord.Message) bool { return len(all) == 0 }); err != nil {
		t.Fatal(err)
	}
}

func TestTheFirstFollowUpFillsADeferredAnswer(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	in, end := b.slash(ctx, ada, h.Channel)
	want(t, b.callback(in, `{"type":5}`), 204, 0)
	end(t)
	first := decode[discord.Message](t, b.hook("POST", "", in, `{"content":"one","flags":64}`))
	second := decode[discord.Message](t, b.hook("POST", "", in, `{"content":"two","flags":64}`))
	if first.Ephemeral() || !second.Ephemeral() || len(ada.Sees(h.Channel)) < 1 || first.ID != ada.Sees(h.Channel)[0].ID {
		t.Errorf("%+v, %+v", first, second)
	}
	want(t, b.hook("PATCH", "/messages/"+second.ID.String(), in, `{"content":"three"}`), 200, 0)
}

func TestAnAnswerInAChannelThatIsGoneIsRefused(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	room, err := ada.Thread(ctx, h.Channel, "short")
	if err != nil {
		t.Fatal(err)
	}
	answered, end := b.slash(ctx, ada, room)
	want(t, b.callback(answered, `{"type":4,"data":{"content":"x"}}`), 204, 0)
	end(t)
	waiting, _ := b.slash(ctx, ada, room)
	want(t, raw{t, b.base, ada.Token()}.do("DELETE", "/channels/"+room.String(), ""), 200, 0)
	want(t, b.callback(waiting, `{"type":4,"data":{"content":"x"}}`), 404, 10003)
	want(t, b.hook("POST", "", answered, `{"content":"x"}`), 404, 10003)
	want(t, b.hook("PATCH", "/messages/@original", answered, `{"content":"x"}`), 404, 10003)
}

// TestATokenReachesTheClickedMessageOnlyIfThatIsItsAnswer answers clicks in each way, and has the token change what was clicked.
func TestATokenReachesTheClickedMessageOnlyIfThatIsItsAnswer(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	const row = `"components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"x"}]}]`
	for answer, reaches := range map[string]bool{
		`{"type":4,"data":{"content":"mine","flags":64}}`: false,
		`{"type":5,"data":{"flags":64}}`:                  false,
		`{"type":6}`:                                      true,
		`{"type":7,"data":{"content":"changed"}}`:         true,
	} {
		public := decode[discord.Message](t, b.do("POST", fmt.Sprintf("/channels/%s/messages", h.Channel), `{"content":"public",`+row+`}`))
		if err := ada.Wait(ctx, func(all []discord.Message) bool {
			return slices.ContainsFunc(all, func(m discord.Message) bool { return m.ID == public.ID })
		}); err != nil {
			t.Fatal(err)
		}
		end := async(func() (people.Outcome, error) { return ada.Click(ctx, public.ID, "x") })
		in := b.next()
		want(t, b.callback(in, answer), 204, 0)
		end(t)
		status, code := 404, 10008
		if reaches {
			status, code = 200, 0
		}
		want(t, b.hook("PATCH", "/messages/"+public.ID.String(), in, `{"content":"changed by its id"}`), status, code)
		want(t, b.hook("PATCH", "/messages/@original", in, `{"content":"changed"}`), 200, 0)
		want(t, b.hook("POST", "", in, `{"content":"beside","flags":64}`), 200, 0)
		if reaches {
			want(t, b.hook("DELETE", "/messages/@original", in, ""), 204, 0)
		}
		stands := b.do("GET", fmt.Sprintf("/channels/%s/messages/%s", h.Channel, public.ID), "").status == 200
		if stands == reaches {
			t.Errorf("after %s and all by the token the clicked message stands: %v", answer, stands)
		}
	}
}
