package discordsim_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
)

const (
	view, send, attach, history   = 1 << 10, 1 << 11, 1 << 15, 1 << 16
	manageGuild, kick, moderation = 1 << 5, 1 << 1, 1 << 40
)

// has says whether a number of Discord's has all of these bits.
func has(text string, bits uint64) bool {
	n, err := strconv.ParseUint(text, 10, 64)
	return err == nil && n&bits == bits
}

func names(events []string) (list []string) {
	for _, e := range events {
		name, _, _ := strings.Cut(e, " ")
		list = append(list, name)
	}
	return list
}

// resolvedOf is what an interaction tells of the people that it names.
func resolvedOf(tb testing.TB, in heard) discord.Resolved {
	tb.Helper()
	var data struct {
		Resolved discord.Resolved `json:"resolved"`
	}
	if err := json.Unmarshal(in.Data, &data); err != nil {
		tb.Fatal(err)
	}
	return data.Resolved
}

// TestMembersLeaveAreKickedAndComeBack: who isn't in the server sees and may nothing there, and is named
// without a part in it.
func TestMembersLeaveAreKickedAndComeBack(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada, ben := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada"), s.Person("Ben")
	b.register()
	member := "/guilds/" + h.Guild.String() + "/members/" + ben.ID().String()
	want(t, b.do("POST", "/channels/"+h.Channel.String()+"/messages", `{"content":"hello"}`), 200, 0)
	named := func() discord.Resolved {
		end := async(func() (people.Outcome, error) {
			return ada.Slash(ctx, h.Channel, "rum new", map[string]any{"rules": "brisk", "friend": ben.ID()})
		})
		in := b.next()
		want(t, b.callback(in, `{"type":4,"data":{"content":"ok","flags":64}}`), 204, 0)
		end(t)
		return resolvedOf(t, in)
	}

	if got := refusedCode(ben.In(h.Guild).Kick(ctx, s.Person("Cleo").ID())); got != 50013 {
		t.Errorf("somebody who may not kick: %d", got)
	}
	if got := refusedCode(ada.In(h.Guild).Leave(ctx)); got != 50055 {
		t.Errorf("the owner leaves: %d", got)
	}
	for _, way := range []func() error{
		func() error { return ada.In(h.Guild).Kick(ctx, ben.ID()) },
		func() error { return ben.In(h.Guild).Leave(ctx) },
	} {
		if r := named(); r.Users[ben.ID()].Name() != "Ben" || !has(r.Members[ben.ID()].Permissions, view|send) {
			t.Errorf("a member is named: %+v", r)
		}
		want(t, b.do("GET", member, ""), 200, 0)
		if err := way(); err != nil {
			t.Fatal(err)
		}
		want(t, b.do("GET", member, ""), 404, 10007)
		if r := named(); r.Users[ben.ID()].Name() != "Ben" || len(r.Members) != 0 {
			t.Errorf("somebody who has left is named: %+v", r)
		}
		_, said := ben.Say(ctx, h.Channel, "hello")
		_, used := ben.Slash(ctx, h.Channel, "privacy", nil)
		if refusedCode(said) != 50001 || used == nil {
			t.Errorf("somebody who has left says %v and uses a command: %v", said, used)
		}
		if err := s.Shown(ctx); err != nil || len(ben.Sees(h.Channel)) != 0 {
			t.Errorf("somebody who has left sees %v, %v", ben.Sees(h.Channel), err)
		}
		if err := ben.In(h.Guild).Join(ctx); err != nil {
			t.Fatal(err)
		}
		if all := ben.Sees(h.Channel); len(all) != 1 || all[0].Content != "hello" {
			t.Errorf("somebody who is back sees %+v", all)
		}
	}
	if told := names(b.gate.sofar()); slices.ContainsFunc(told, func(name string) bool { return strings.HasPrefix(name, "GUILD_MEMBER") }) {
		t.Errorf("a bot hears of other members without the intent: %v", told)
	}
	want(t, b.do("GET", "/guilds/"+h.Guild.String()+"/members/1", ""), 404, 10013)
}

// TestAMemberHasANickname until it is taken away or the member leaves.
func TestAMemberHasANickname(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada, ben := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada"), s.Person("Ben")
	here := ben.In(h.Guild)
	nick := func() string {
		m := decode[discord.Member](t, b.do("GET", "/guilds/"+h.Guild.String()+"/members/"+ben.ID().String(), ""))
		if m.Nick == nil {
			return ""
		}
		return *m.Nick
	}
	if err := here.SetNick(ctx, ben.ID(), "Captain"); err != nil || nick() != "Captain" {
		t.Errorf("one's own: %q, %v", nick(), err)
	}
	if err := ada.In(h.Guild).SetNick(ctx, ben.ID(), "Bosun"); err != nil || nick() != "Bosun" {
		t.Errorf("by the owner: %q, %v", nick(), err)
	}
	if got := refusedCode(here.SetNick(ctx, ada.ID(), "Mate")); got != 50013 {
		t.Errorf("by somebody who may not: %d", got)
	}
	if err := here.SetNick(ctx, ben.ID(), ""); err != nil || nick() != "" {
		t.Errorf("taken away: %q, %v", nick(), err)
	}
}

// TestWhoIsTimedOutOnlyReads, the bot too, which hears of it, and until the time is over.
func TestWhoIsTimedOutOnlyReads(t *testing.T) {
	now := newClock()
	s := start(t, discordsim.Options{Clock: now.Now})
	h, b, ctx, ada, ben := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada"), s.Person("Ben")
	b.register()
	post := func() reply { return b.do("POST", "/channels/"+h.Channel.String()+"/messages", `{"content":"x"}`) }
	may := func() string {
		in, end := b.slash(ctx, ada, h.Channel)
		want(t, b.callback(in, `{"type":4,"data":{"content":"ok"}}`), 204, 0)
		end(t)
		return in.Permissions
	}
	if got := refusedCode(ben.In(h.Guild).TimeOut(ctx, h.Application, now.Now().Add(time.Minute))); got != 50013 {
		t.Errorf("by somebody who may not: %d", got)
	}
	if got := refusedCode(ada.In(h.Guild).TimeOut(ctx, h.Application, now.Now().Add(29*24*time.Hour))); got != 50035 {
		t.Errorf("for 29 days: %d", got)
	}
	for _, end := range []func(){
		func() { now.add(11 * time.Minute) },
		func() {
			if err := ada.In(h.Guild).TimeOut(ctx, h.Application, time.Time{}); err != nil {
				t.Fatal(err)
			}
		},
	} {
		want(t, post(), 200, 0)
		if err := ada.In(h.Guild).TimeOut(ctx, h.Application, now.Now().Add(10*time.Minute)); err != nil {
			t.Fatal(err)
		}
		var m struct {
			User  discord.User `json:"user"`
			Until string       `json:"communication_disabled_until"`
		}
		if err := json.Unmarshal(b.gate.event("GUILD_MEMBER_UPDATE"), &m); err != nil || m.User.ID != h.Application || m.Until == "" {
			t.Errorf("the bot hears of its own: %+v, %v", m, err)
		}
		want(t, post(), 403, 50013)
		want(t, b.do("GET", "/channels/"+h.Channel.String()+"/messages", ""), 200, 0)
		if got := may(); got != strconv.Itoa(view|history) {
			t.Errorf("app_permissions: %s", got)
		}
		end()
		want(t, post(), 200, 0)
		if got := may(); !has(got, discordsim.DefaultPermissions) {
			t.Errorf("app_permissions afterwards: %s", got)
		}
	}
	if err := ada.In(h.Guild).TimeOut(ctx, ben.ID(), now.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, err := ben.Slash(ctx, h.Channel, "privacy", nil); refusedCode(err) != 50013 {
		t.Errorf("a command of somebody timed out: %v", err)
	}
	for _, e := range b.gate.sofar() {
		if strings.Contains(e, ben.ID().String()) && strings.HasPrefix(e, "GUILD_MEMBER") {
			t.Errorf("the bot hears of another's: %s", e)
		}
	}
}

// TestPermissionsComeOfRolesAndOverwrites in Discord's order, and the bot hears of each change.
func TestPermissionsComeOfRolesAndOverwrites(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ben := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ben")
	ada, room := s.Person("Ada").In(h.Guild), "/channels/"+h.Channel.String()
	post := func() reply { return b.do("POST", room+"/messages", `{"content":"x"}`) }
	try := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	roles, err := ada.Roles(ctx)
	try(err)
	everyone, bot := roles[0], roles[1]
	if everyone.ID != h.Guild || bot.Tags == nil || bot.Tags.Bot != h.Application {
		t.Fatalf("roles: %+v", roles)
	}

	heard := func(want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, names(b.gate.sofar())); diff != "" {
			t.Error(diff)
		}
	}
	heard()
	try(ada.ChangeRole(ctx, everyone.ID, view|history))
	try(ada.ChangeRole(ctx, bot.ID, view))
	heard("GUILD_ROLE_UPDATE", "GUILD_ROLE_UPDATE")
	want(t, post(), 403, 50013)
	try(ada.Overwrite(ctx, h.Channel, bot.ID, send, 0))
	heard("CHANNEL_UPDATE")
	want(t, post(), 200, 0)
	try(ada.Overwrite(ctx, h.Channel, h.Application, 0, send)) // one's own counts most
	want(t, post(), 403, 50013)
	try(ada.Overwrite(ctx, h.Channel, h.Guild, 0, view)) // and a role's over everybody's
	want(t, post(), 403, 50001)
	try(ada.Overwrite(ctx, h.Channel, bot.ID, view|send, 0))
	try(ada.DropOverwrite(ctx, h.Channel, h.Application))
	want(t, post(), 200, 0)
	if _, err := ben.Say(ctx, h.Channel, "x"); refusedCode(err) != 50001 {
		t.Errorf("somebody who doesn't see the channel: %v", err)
	}

	crew, err := ada.AddRole(ctx, "crew", manageGuild|kick|moderation)
	try(err)
	try(ada.SetRoles(ctx, ben.ID(), crew))
	try(ada.Overwrite(ctx, h.Channel, crew, view|send, 0))
	if _, err := ben.Say(ctx, h.Channel, "x"); err != nil {
		t.Errorf("somebody with a role that sees it: %v", err)
	}
	try(ben.In(h.Guild).Kick(ctx, s.Person("Cleo").ID()))
	if got := refusedCode(ben.In(h.Guild).SetRoles(ctx, ben.ID())); got != 50013 {
		t.Errorf("roles by somebody who may not: %d", got)
	}
	try(ada.ChangeRole(ctx, crew, 1<<3))
	try(ben.In(h.Guild).SetRoles(ctx, ben.ID()))
}

// TestAChannelIsHiddenFromWhoDoesntSeeIt: the gateway tells that it is there and nothing else, REST
// leaves it out, and it comes whole once it is seen.
func TestAChannelIsHiddenFromWhoDoesntSeeIt(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada").In(s.Handshake().Guild)
	roles, err := ada.Roles(ctx)
	if err != nil {
		t.Fatal(err)
	}
	hidden := func(data []byte) {
		t.Helper()
		var c discord.Channel
		if err := json.Unmarshal(data, &c); err != nil {
			t.Fatal(err)
		}
		only := []discord.Overwrite{{ID: h.Guild, Allow: "0", Deny: strconv.Itoa(view)}}
		if c.ID != h.Channel || c.Name != "___hidden___" || c.Flags != 1<<17 || c.Topic != nil || c.Last != nil || !cmp.Equal(c.Overwrites, only) {
			t.Errorf("%s", data)
		}
	}
	whole := func(data []byte) {
		t.Helper()
		if !strings.Contains(string(data), `"name":"general"`) || !strings.Contains(string(data), `"flags":0`) {
			t.Errorf("%s", data)
		}
	}
	listed := func() int {
		return len(decode[[]discord.Channel](t, b.do("GET", "/guilds/"+h.Guild.String()+"/channels", "")))
	}
	want(t, b.do("POST", "/channels/"+h.Channel.String()+"/messages", `{"content":"x"}`), 200, 0)
	s.Permit(h.Channel, 0)
	hidden(b.gate.event("CHANNEL_UPDATE"))
	if listed() != 0 {
		t.Error("REST lists it")
	}
	want(t, b.do("GET", "/channels/"+h.Channel.String(), ""), 403, 50001)
	g := dial(t, h.Gateway)
	g.send(2, `{"token":"`+h.Token+`","intents":1,"properties":{}}`)
	var created struct{ Channels []json.RawMessage }
	if err := json.Unmarshal(g.event("GUILD_CREATE"), &created); err != nil || len(created.Channels) != 1 {
		t.Fatalf("%+v, %v", created, err)
	}
	hidden(created.Channels[0])
	s.Permit(h.Channel, discordsim.DefaultPermissions)
	whole(b.gate.event("CHANNEL_UPDATE"))
	if listed() != 1 {
		t.Error("REST doesn't list it")
	}

	// By a role, the same.
	if err := ada.DropOverwrite(ctx, h.Channel, roles[1].ID); err != nil {
		t.Fatal(err)
	}
	b.gate.sofar()
	for _, role := range []discord.ID{h.Guild, roles[1].ID} {
		if err := ada.ChangeRole(ctx, role, send); err != nil {
			t.Fatal(err)
		}
	}
	hidden(b.gate.event("CHANNEL_UPDATE"))
	if err := ada.ChangeRole(ctx, h.Guild, view|send); err != nil {
		t.Fatal(err)
	}
	whole(b.gate.event("CHANNEL_UPDATE"))
}

// TestDeletedChannelsAndThreadsAreTold and are there no more, for people too.
func TestDeletedChannelsAndThreadsAreTold(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada, ben := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada"), s.Person("Ben")
	said, err := ben.Say(ctx, h.Channel, "a")
	if err != nil {
		t.Fatal(err)
	}
	thread, err := ben.ThreadFrom(ctx, h.Channel, said.ID, "boat")
	if err != nil || thread != said.ID {
		t.Fatalf("%s, %v", thread, err)
	}
	want(t, b.do("POST", "/channels/"+thread.String()+"/messages", `{"content":"x"}`), 200, 0)
	for _, one := range []struct {
		room discord.ID
		name string
	}{{thread, "THREAD_DELETE"}, {h.Channel, "CHANNEL_DELETE"}} {
		if err := ada.DeleteChannel(ctx, one.room); err != nil {
			t.Fatal(err)
		}
		if data := b.gate.event(one.name); !strings.Contains(string(data), `"id":"`+one.room.String()+`"`) {
			t.Errorf("%s: %s", one.name, data)
		}
		want(t, b.do("GET", "/channels/"+one.room.String(), ""), 404, 10003)
		want(t, b.do("POST", "/channels/"+one.room.String()+"/messages", `{"content":"x"}`), 404, 10003)
		if err := s.Shown(ctx); err != nil || len(ben.Sees(one.room)) != 0 {
			t.Errorf("people see %v, %v", ben.Sees(one.room), err)
		}
	}
}
