package discordsim_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
)

// TestAnApplicationIsInstalledForAPerson: its commands that say so are there in every server and direct
// conversation, and its answers are bounded where the application itself isn't.
func TestAnApplicationIsInstalledForAPerson(t *testing.T) {
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Off: true}})
	h, b, ctx, ada, ben := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada"), s.Person("Ben")
	want(t, b.do("PUT", fmt.Sprintf("/applications/%s/commands", b.application), `[
		{"name":"daily","description":"x","contexts":[0,1,2],"integration_types":[0,1]},
		{"name":"rum","description":"x","contexts":[0],"integration_types":[0]}]`), 200, 0)
	away, room, err := ada.Found(ctx, "Rowing club", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := ben.In(away.Server()).Join(ctx); err != nil {
		t.Fatal(err)
	}
	own := must[discord.ID](t)(ben.Direct(ctx))
	private := must[discord.ID](t)(ben.DirectWith(ctx, ada.ID()))
	rooms := map[string]discord.ID{"home": h.Channel, "away": room, "own": own, "private": private}
	use := func(where, command string) (heard, bool) {
		t.Helper()
		done := async(func() (people.Outcome, error) {
			out, err := ben.Slash(ctx, rooms[where], command, nil)
			if err != nil {
				out.Failed = true
			}
			return out, nil
		})
		if offered := strings.Contains(string(raw{t, b.base, ben.Token()}.do("GET", "/channels/"+rooms[where].String()+"/application-command-index", "").body), `"name":"`+command+`"`); !offered {
			return heard{}, !done(t).Failed
		}
		in := b.next()
		want(t, b.callback(in, `{"type":4,"data":{"content":"`+where+`"}}`), 204, 0)
		return in, !done(t).Failed
	}
	none := map[string]string(nil)
	server, user := map[string]string{"0": h.Guild.String()}, ben.ID().String()
	for _, c := range []struct {
		installed bool
		where     string
		owners    map[string]string
		context   int
	}{
		{false, "home", server, 0}, {false, "away", none, 0}, {false, "own", map[string]string{"0": "0"}, 1}, {false, "private", none, 0},
		{true, "home", map[string]string{"0": h.Guild.String(), "1": user}, 0}, {true, "away", map[string]string{"1": user}, 0},
		{true, "own", map[string]string{"0": "0", "1": user}, 1}, {true, "private", map[string]string{"1": user}, 2},
	} {
		if c.installed {
			if err := ben.Install(ctx); err != nil {
				t.Fatal(err)
			}
		}
		in, done := use(c.where, "daily")
		if diff := cmp.Diff(c.owners, in.Owners); diff != "" || in.Context != c.context || done != (c.owners != nil) {
			t.Errorf("%s, installed %v: %s, context %d, %v", c.where, c.installed, diff, in.Context, done)
		}
		if c.where == "private" && c.installed && (in.User == nil || in.Member != nil || in.Permissions != strconv.Itoa(1<<14|1<<15|1<<17)) {
			t.Errorf("between two people: %+v", in)
		}
	}
	if _, there := use("away", "rum"); there {
		t.Error("a command for servers alone is there for a person")
	}

	in, _ := use("away", "daily")
	want(t, b.do("GET", "/channels/"+room.String(), ""), 403, 50001)
	for range 5 {
		want(t, b.hook("POST", "", in, `{"content":"more"}`), 200, 0)
	}
	want(t, b.hook("POST", "", in, `{"content":"more"}`), 400, 40094)
	want(t, b.hook("PATCH", "/messages/@original", in, `{"content":"changed"}`), 200, 0)
	in, _ = use("home", "daily")
	for range 6 {
		want(t, b.hook("POST", "", in, `{"content":"more"}`), 200, 0)
	}
	if err := away.Overwrite(ctx, room, away.Server(), 0, 1<<50); err != nil { // Use External Apps
		t.Fatal(err)
	}
	in, _ = use("away", "daily")
	if m := decode[discord.Message](t, b.hook("GET", "/messages/@original", in, "")); !m.Ephemeral() {
		t.Errorf("an answer that others may not see: %+v", m)
	}
	if m := decode[discord.Message](t, b.hook("POST", "", in, `{"content":"more","flags":4}`)); !m.Ephemeral() {
		t.Errorf("a follow-up that others may not see: %+v", m)
	}
	s.Deauthorize(ben.ID())
	if _, there := use("away", "daily"); there {
		t.Error("it is there still when the person has taken it back")
	}
}
