package discordsim_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

type limited struct {
	Message string  `json:"message"`
	After   float64 `json:"retry_after"`
	Global  bool    `json:"global"`
}

func TestEachRouteHasItsBucket(t *testing.T) {
	clock := newClock()
	s := start(t, discordsim.Options{Clock: clock.Now})
	h, c := s.Handshake(), rawBot(t, s)
	path := fmt.Sprintf("/channels/%s/messages", h.Channel)
	bucket := ""
	for left := 4; left >= 0; left-- {
		got := c.do("POST", path, `{"content":"x"}`)
		want(t, got, 200, 0)
		if got.header.Get("X-RateLimit-Limit") != "5" || got.header.Get("X-RateLimit-Remaining") != strconv.Itoa(left) || got.header.Get("X-RateLimit-Reset-After") != "5.000" || got.header.Get("X-RateLimit-Bucket") == "" {
			t.Fatalf("%v", got.header)
		}
		bucket = got.header.Get("X-RateLimit-Bucket")
	}
	clock.add(500 * time.Millisecond)
	got := c.do("POST", path, `{"content":"x"}`)
	want(t, got, 429, 0)
	if l := decode[limited](t, got); l.After != 4.5 || l.Global || got.header.Get("Retry-After") != "5" || got.header.Get("X-RateLimit-Scope") != "user" || got.header.Get("X-RateLimit-Bucket") != bucket {
		t.Errorf("%+v %v", l, got.header)
	}
	want(t, c.do("GET", path, ""), 200, 0) // another bucket
	clock.add(4500 * time.Millisecond)
	want(t, c.do("POST", path, `{"content":"x"}`), 200, 0)
}

func TestTheGlobalLimitSparesInteractions(t *testing.T) {
	clock := newClock()
	s := start(t, discordsim.Options{Clock: clock.Now, Limits: discordsim.Limits{Global: 3}})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	in, end := b.slash(ctx, ada, h.Channel)
	for range 2 {
		want(t, b.do("GET", "/users/@me", ""), 200, 0)
	}
	got := b.do("GET", "/users/@me", "")
	want(t, got, 429, 0)
	if l := decode[limited](t, got); !l.Global || l.After <= 0 || got.header.Get("X-RateLimit-Global") != "true" || got.header.Get("X-RateLimit-Scope") != "global" {
		t.Errorf("%+v %v", l, got.header)
	}
	want(t, b.callback(in, `{"type":4,"data":{"content":"x"}}`), 204, 0)
	end(t)
	for range 5 {
		want(t, b.hook("PATCH", "/messages/@original", in, `{"content":"y"}`), 200, 0)
	}
	want(t, b.hook("PATCH", "/messages/@original", in, `{"content":"y"}`), 429, 0)
	clock.add(time.Second)
	want(t, b.do("GET", "/users/@me", ""), 200, 0)
}

func TestOldMessagesTakeFewEdits(t *testing.T) {
	clock := newClock()
	s := start(t, discordsim.Options{Clock: clock.Now})
	h, c := s.Handshake(), rawBot(t, s)
	path := fmt.Sprintf("/channels/%s/messages", h.Channel)
	m := decode[discord.Message](t, c.do("POST", path, `{"content":"x"}`))
	clock.add(61 * time.Minute)
	for range 3 {
		want(t, c.do("PATCH", path+"/"+m.ID.String(), `{"content":"y"}`), 200, 0)
	}
	got := c.do("PATCH", path+"/"+m.ID.String(), `{"content":"y"}`)
	want(t, got, 429, 30046)
	if l := decode[limited](t, got); l.After != 6 {
		t.Errorf("%+v", l)
	}
	clock.add(6 * time.Second)
	want(t, c.do("PATCH", path+"/"+m.ID.String(), `{"content":"y"}`), 200, 0)
}

func TestTooManyInvalidRequestsShutTheDoor(t *testing.T) {
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Invalid: 3}})
	c := rawBot(t, s)
	wrong := raw{t, c.base, "Bot wrong"}
	for range 3 {
		want(t, wrong.do("GET", "/users/@me", ""), 401, 0)
	}
	got := c.do("GET", "/users/@me", "")
	if got.status != 429 || !strings.Contains(string(got.body), "1015") || got.header.Get("Retry-After") == "" || got.header.Get("X-RateLimit-Limit") != "" {
		t.Errorf("%d %s %v", got.status, got.body, got.header)
	}
}

func TestAChannelTakesSoManyFollowUps(t *testing.T) {
	clock := newClock()
	s := start(t, discordsim.Options{Clock: clock.Now, Limits: discordsim.Limits{FollowUps: 2}})
	h, b, ctx := s.Handshake(), bareBot(t, s), soon(t)
	b.register()
	for i, name := range []string{"Ada", "Ben", "Cleo"} {
		in, end := b.slash(ctx, s.Person(name), h.Channel)
		want(t, b.callback(in, `{"type":4,"data":{"content":"x"}}`), 204, 0)
		end(t)
		if i < 2 {
			want(t, b.hook("POST", "", in, `{"content":"y"}`), 200, 0)
			continue
		}
		got := b.hook("POST", "", in, `{"content":"y"}`)
		want(t, got, 429, 0)
		if l := decode[limited](t, got); l.After != 60 || l.Global || got.header.Get("X-RateLimit-Scope") != "shared" {
			t.Errorf("%+v %v", l, got.header)
		}
		want(t, b.hook("PATCH", "/messages/@original", in, `{"content":"y"}`), 200, 0)
		clock.add(time.Minute)
		want(t, b.hook("POST", "", in, `{"content":"y"}`), 200, 0)
	}
}
