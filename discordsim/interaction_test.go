package discordsim_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
)

// heard is an interaction as a bare bot hears it.
type heard struct {
	ID          discord.ID        `json:"id"`
	Type        int               `json:"type"`
	Token       string            `json:"token"`
	GuildID     discord.ID        `json:"guild_id"`
	Locale      string            `json:"locale"`
	GuildLocale string            `json:"guild_locale"`
	Permissions string            `json:"app_permissions"`
	Context     int               `json:"context"`
	Owners      map[string]string `json:"authorizing_integration_owners"`
	Channel     struct {
		Last discord.ID `json:"last_message_id"`
	} `json:"channel"`
	Member *struct {
		User        discord.User `json:"user"`
		Permissions string       `json:"permissions"`
	} `json:"member"`
	User    *discord.User    `json:"user"`
	Message *discord.Message `json:"message"`
	Data    json.RawMessage  `json:"data"`
}

// bare is a bot without a library: a gateway session and REST.
type bare struct {
	raw
	application discord.ID
	gate        *gate
}

func bareBot(tb testing.TB, s *discordsim.Server) bare {
	h := s.Handshake()
	g := dial(tb, h.Gateway+"/?v=10&encoding=json")
	g.identify(h.Token, intentGuilds)
	return bare{rawBot(tb, s), h.Application, g}
}

const intentGuilds = 1

func (b bare) next() heard {
	b.tb.Helper()
	var in heard
	if err := json.Unmarshal(b.gate.event("INTERACTION_CREATE"), &in); err != nil {
		b.tb.Fatal(err)
	}
	return in
}

func (b bare) callback(in heard, body string) reply {
	b.tb.Helper()
	return b.do("POST", fmt.Sprintf("/interactions/%s/%s/callback", in.ID, in.Token), body)
}

func (b bare) hook(method, path string, in heard, body string) reply {
	b.tb.Helper()
	return b.do(method, fmt.Sprintf("/webhooks/%s/%s%s", b.application, in.Token, path), body)
}

// register makes the commands that the tests use.
func (b bare) register() {
	b.tb.Helper()
	got := b.do("PUT", fmt.Sprintf("/applications/%s/commands", b.application), `[
		{"name":"rum","description":"x","contexts":[0],"options":[{"type":1,"name":"new","description":"x","options":[
			{"type":3,"name":"rules","description":"x","required":true,"choices":[{"name":"Brisk","value":"brisk"}]},
			{"type":4,"name":"seats","description":"x","min_value":2,"max_value":6},
			{"type":6,"name":"friend","description":"x"},
			{"type":3,"name":"note","description":"x","autocomplete":true}]}]},
		{"name":"privacy","description":"x","contexts":[0,1]},
		{"name":"audit","description":"x","default_member_permissions":"32"}]`)
	if got.status != 200 {
		b.tb.Fatalf("commands: %s", got.body)
	}
}

// async runs what a person does while the test plays the bot.
func async(f func() (people.Outcome, error)) func(tb testing.TB) people.Outcome {
	type result struct {
		out people.Outcome
		err error
	}
	done := make(chan result, 1)
	go func() {
		out, err := f()
		done <- result{out, err}
	}()
	return func(tb testing.TB) people.Outcome {
		tb.Helper()
		r := <-done
		if r.err != nil {
			tb.Fatal(r.err)
		}
		return r.out
	}
}

func (b bare) slash(ctx context.Context, p *people.Person, channel discord.ID) (heard, func(testing.TB) people.Outcome) {
	b.tb.Helper()
	end := async(func() (people.Outcome, error) { return p.Slash(ctx, channel, "privacy", nil) })
	return b.next(), end
}

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
		in.GuildLocale != "de" || in.Permissions != fmt.Sprint(discordsim.DefaultPermissions) || in.Context != 0 ||
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
	if _, err := ada.Slash(ctx, room, "rum new", map[string]any{"rules": "brisk"}); refusedCode(err) != 10063 {
		t.Errorf("a command of servers only, used in private: %v", err)
	}
}

func refusedCode(err error) int {
	var refused *people.RefusedError
	if asRefused(err, &refused) {
		return refused.Code
	}
	return 0
}

func TestOptionsMustFitTheCommand(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	for _, options := range []map[string]any{
		{},
		{"rules": "slow"},
		{"rules": 3},
		{"rules": "brisk", "seats": 7},
		{"rules": "brisk", "seats": "many"},
		{"rules": "brisk", "friend": "1"},
	} {
		if _, err := ada.Slash(ctx, h.Channel, "rum new", options); refusedCode(err) != 50035 {
			t.Errorf("%v: %v", options, err)
		}
	}
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

func TestComponentsAnswerWithinWhatTheyOffer(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	posted := decode[discord.Message](t, b.do("POST", fmt.Sprintf("/channels/%s/messages", h.Channel), `{"content":"x","components":[
		{"type":1,"components":[{"type":3,"custom_id":"pick","options":[{"label":"a","value":"a"},{"label":"b","value":"b"}]}]},
		{"type":1,"components":[{"type":2,"style":1,"label":"Off","custom_id":"off","disabled":true}]},
		{"type":1,"components":[{"type":5,"custom_id":"who"}]}]}`))
	if err := ada.Wait(ctx, func(all []discord.Message) bool { return len(all) == 1 }); err != nil {
		t.Fatal(err)
	}
	for _, values := range [][]string{{}, {"a", "b"}, {"c"}} {
		if _, err := ada.Pick(ctx, posted.ID, "pick", values...); refusedCode(err) != 50035 {
			t.Errorf("%v: %v", values, err)
		}
	}
	if _, err := ada.Click(ctx, posted.ID, "Off"); refusedCode(err) != 50035 {
		t.Errorf("a disabled button: %v", err)
	}
	end := async(func() (people.Outcome, error) { return ada.Pick(ctx, posted.ID, "who", ada.ID().String()) })
	in := b.next()
	want(t, b.callback(in, `{"type":6}`), 204, 0)
	end(t)
	want(t, b.hook("PATCH", "/messages/@original", in, `{"content":"changed","components":[]}`), 200, 0)
	wantData := fmt.Sprintf(`"values":["%s"]`, ada.ID())
	if !strings.Contains(string(in.Data), wantData) || !strings.Contains(string(in.Data), `"resolved"`) || in.Message.ID != posted.ID {
		t.Errorf("%s", in.Data)
	}
	// A client may still show an older state: what it sends reaches the bot, which has to guard itself.
	end = async(func() (people.Outcome, error) { return ada.Click(ctx, posted.ID, "gone") })
	in = b.next()
	want(t, b.callback(in, `{"type":7,"data":{"content":"fresh"}}`), 204, 0)
	end(t)
	if got := last(t, ada, h.Channel); got.Content != "fresh" || got.ID != posted.ID {
		t.Errorf("%+v", got)
	}
}

const modalBody = `{"type":9,"data":{"custom_id":"settle","title":"Settle","components":[
	{"type":10,"content":"How much?"},
	{"type":18,"label":"Pips","description":"a number","component":{"type":4,"custom_id":"pips","style":1,"value":"24","min_length":1,"max_length":4}},
	{"type":18,"label":"Cards","component":{"type":3,"custom_id":"cards","min_values":0,"max_values":2,"required":false,"options":[{"label":"a","value":"a"},{"label":"b","value":"b","default":true}]}},
	{"type":18,"label":"Note","component":{"type":4,"custom_id":"note","style":2,"required":false}}]}}`

func TestAModalComesBackFilledIn(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	in, end := b.slash(ctx, ada, h.Channel)
	want(t, b.callback(in, modalBody), 204, 0)
	out := end(t)
	if out.Modal == nil || out.Modal.Title != "Settle" || len(out.Modal.Fields()) != 3 {
		t.Fatalf("%+v", out)
	}
	for _, wrong := range []map[string]any{{"pips": ""}, {"pips": "12345"}, {"cards": []string{"c"}}, {"cards": []string{"a", "a"}}} {
		if _, err := ada.Submit(ctx, *out.Modal, wrong); refusedCode(err) != 50035 {
			t.Errorf("%v: %v", wrong, err)
		}
	}
	end = async(func() (people.Outcome, error) {
		return ada.Submit(ctx, *out.Modal, map[string]any{"cards": []string{"a", "b"}, "note": "thanks"})
	})
	got := b.next()
	wanted := `{"custom_id":"settle","components":[{"type":10,"id":1},` +
		`{"type":18,"id":2,"component":{"type":4,"id":3,"custom_id":"pips","value":"24"}},` +
		`{"type":18,"id":4,"component":{"type":3,"id":5,"custom_id":"cards","values":["a","b"]}},` +
		`{"type":18,"id":6,"component":{"type":4,"id":7,"custom_id":"note","value":"thanks"}}]}`
	if diff := cmp.Diff(wanted, string(got.Data)); diff != "" {
		t.Error(diff)
	}
	want(t, b.callback(got, `{"type":7,"data":{"content":"x"}}`), 400, 50035) // there is no message to update
	want(t, b.callback(got, modalBody), 400, 50035)
	want(t, b.callback(got, `{"type":4,"data":{"content":"x"}}`), 204, 0)
	end(t)
	if _, err := ada.Submit(ctx, *out.Modal, nil); refusedCode(err) != 10062 {
		t.Errorf("submitted twice: %v", err)
	}
}

const boxesBody = `{"type":9,"data":{"custom_id":"boxes","title":"Boxes","components":[
	{"type":18,"label":"One","component":{"type":21,"custom_id":"one","options":[{"label":"a","value":"a"},{"label":"b","value":"b","default":true}]}},
	{"type":18,"label":"None","component":{"type":21,"custom_id":"none","required":false,"options":[{"label":"a","value":"a"},{"label":"b","value":"b"}]}},
	{"type":18,"label":"Some","component":{"type":22,"custom_id":"some","min_values":2,"options":[{"label":"a","value":"a"},{"label":"b","value":"b"},{"label":"c","value":"c"}]}},
	{"type":18,"label":"Who","component":{"type":5,"custom_id":"who","default_values":[{"id":"ADA","type":"user"}]}},
	{"type":18,"label":"Sure","component":{"type":23,"custom_id":"sure","default":true}}]}}`

func TestRadiosAndCheckboxesComeBackFilledIn(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	in, end := b.slash(ctx, ada, h.Channel)
	want(t, b.callback(in, strings.Replace(boxesBody, "ADA", ada.ID().String(), 1)), 204, 0)
	modal := end(t).Modal
	some := []string{"a", "c"}
	for _, wrong := range []map[string]any{
		{}, {"some": []string{"a"}}, {"some": []string{"a", "d"}}, {"some": some, "one": nil}, {"some": some, "one": "c"},
		{"some": some, "sure": "yes"}, {"some": some, "who": "7"},
	} {
		if _, err := ada.Submit(ctx, *modal, wrong); refusedCode(err) != 50035 {
			t.Errorf("%v: %v", wrong, err)
		}
	}
	end = async(func() (people.Outcome, error) {
		return ada.Submit(ctx, *modal, map[string]any{"some": some, "sure": false})
	})
	got := b.next()
	data, _, _ := strings.Cut(string(got.Data), `,"resolved"`)
	wanted := `{"custom_id":"boxes","components":[` +
		`{"type":18,"id":1,"component":{"type":21,"id":2,"custom_id":"one","value":"b"}},` +
		`{"type":18,"id":3,"component":{"type":21,"id":4,"custom_id":"none","value":null}},` +
		`{"type":18,"id":5,"component":{"type":22,"id":6,"custom_id":"some","values":["a","c"]}},` +
		`{"type":18,"id":7,"component":{"type":5,"id":8,"custom_id":"who","values":["` + ada.ID().String() + `"]}},` +
		`{"type":18,"id":9,"component":{"type":23,"id":10,"custom_id":"sure","value":false}}]`
	if diff := cmp.Diff(wanted, data); diff != "" {
		t.Error(diff)
	}
	want(t, b.callback(got, `{"type":4,"data":{"content":"x"}}`), 204, 0)
	end(t)
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

func TestModalsAreRefusedAsDiscordDoes(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	in, end := b.slash(ctx, ada, h.Channel)
	label := `{"type":18,"label":"x","component":{"type":4,"style":1,"custom_id":"c#"}}`
	for _, one := range []struct{ name, title, components, at, reason string }{
		{"no parts", "x", ``, "data.components", "BASE_TYPE_BAD_LENGTH"},
		{"six parts", "x", numbered(6, label), "data.components", "BASE_TYPE_BAD_LENGTH"},
		{"title too long", strings.Repeat("x", 46), label, "data.title", "BASE_TYPE_BAD_LENGTH"},
		{"button", "x", `{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"x"}]}`, "data.components.0.components.0.type", "UNION_TYPE_CHOICES"},
		{"bare input", "x", `{"type":4,"style":1,"custom_id":"x"}`, "data.components.0.type", "UNION_TYPE_CHOICES"},
		{"custom_id twice", "x", repeat(2, label), "data.components.1.component.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"},
		{"label too long", "x", strings.Replace(label, `"x"`, `"`+strings.Repeat("x", 46)+`"`, 1), "data.components.0.label", "BASE_TYPE_BAD_LENGTH"},
		{"required choice of none", "x", `{"type":18,"label":"x","component":{"type":3,"custom_id":"x","min_values":0,"options":[{"label":"o","value":"v"}]}}`, "data.components.0.component.min_values", "SELECT_COMPONENT_REQUIRED_MIN_VALUES"},
		{"one radio button", "x", `{"type":18,"label":"x","component":{"type":21,"custom_id":"x","options":[{"label":"o","value":"v"}]}}`, "data.components.0.component.options", "BASE_TYPE_BAD_LENGTH"},
		{"eleven checkboxes", "x", `{"type":18,"label":"x","component":{"type":22,"custom_id":"x","options":[` + numbered(11, `{"label":"o","value":"v#"}`) + `]}}`, "data.components.0.component.options", "BASE_TYPE_BAD_LENGTH"},
		{"checkbox in a row", "x", `{"type":1,"components":[{"type":23,"custom_id":"x"}]}`, "data.components.0.components.0.type", "UNION_TYPE_CHOICES"},
		{"disabled select", "x", `{"type":18,"label":"x","component":{"type":3,"custom_id":"x","disabled":true,"options":[{"label":"o","value":"v"}]}}`, "data.components.0.component.disabled", "COMPONENT_DISABLED_IN_MODAL"},
	} {
		got := b.callback(in, `{"type":9,"data":{"custom_id":"m","title":"`+one.title+`","components":[`+one.components+`]}}`)
		want(t, got, 400, 50035)
		if reason := reasonAt(t, got.body, one.at); reason != one.reason {
			t.Errorf("%s: %q in %s", one.name, reason, got.body)
		}
	}
	want(t, b.callback(in, `{"type":4,"data":{"content":"x"}}`), 204, 0)
	end(t)
}

func TestCompletionOffersWhatTheBotSays(t *testing.T) {
	s := start(t, discordsim.Options{Locales: map[string]string{"Ben": "de"}})
	h, b, ctx, ben := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ben")
	b.register()
	type result struct {
		choices []discord.Choice
		err     error
	}
	done := make(chan result, 1)
	go func() {
		choices, err := ben.Complete(ctx, h.Channel, "rum new", map[string]any{"note": "h"}, "note")
		done <- result{choices, err}
	}()
	in := b.next()
	if !strings.Contains(string(in.Data), `"focused":true`) {
		t.Errorf("%s", in.Data)
	}
	want(t, b.callback(in, `{"type":8,"data":{"choices":[`+numbered(26, `{"name":"n#","value":"v#"}`)+`]}}`), 400, 50035)
	want(t, b.callback(in, `{"type":4,"data":{"content":"x"}}`), 400, 50035)
	want(t, b.callback(in, `{"type":8,"data":{"choices":[{"name":"hand","name_localizations":{"de":"Hand"},"value":"h"}]}}`), 204, 0)
	got := <-done
	if diff := cmp.Diff([]discord.Choice{{Name: "Hand", Value: "h"}}, got.choices); diff != "" || got.err != nil {
		t.Error(diff, got.err)
	}
}
