package main

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/render/lang"
)

const serverListRoute = "/applications/{application_id}/guilds/{guild_id}/commands"

// registered counts the commands in the lists of a simulated Discord: everywhere, and in two servers.
type registered struct {
	t      *testing.T
	client *rest.Client
	app    string
	lists  []string
}

func registeredOn(t *testing.T, sim *discordsim.Server, env map[string]string) registered {
	t.Helper()
	club, _, err := sim.Person("Ada").Found(t.Context(), "Another club", "")
	if err == nil {
		err = club.AddBot(t.Context(), discordsim.DefaultPermissions)
	}
	if err != nil {
		t.Fatal(err)
	}
	hello := sim.Handshake()
	client := rest.New(rest.Options{API: env["DISCORD_API"], Token: env["DISCORD_TOKEN"]})
	t.Cleanup(client.Close)
	return registered{t, client, hello.Application.String(), []string{"", hello.Guild.String(), club.Server().String()}}
}

func (r registered) in(list string) int {
	r.t.Helper()
	names, err := r.client.CommandNames(r.t.Context(), r.app, list)
	if err != nil {
		r.t.Fatal(err)
	}
	return len(names)
}

// until waits until a bot plays and the commands stand in one list alone.
func (r registered) until(b *server, list string) {
	r.t.Helper()
	b.until("/readyz", http.StatusOK, "ready")
	elsewhere := slices.DeleteFunc(slices.Clone(r.lists), func(l string) bool { return l == list })
	tick, late := time.NewTicker(10*time.Millisecond), time.NewTimer(time.Minute)
	defer tick.Stop()
	defer late.Stop()
	for r.in(list) == 0 || slices.ContainsFunc(elsewhere, func(l string) bool { return r.in(l) > 0 }) {
		select {
		case <-tick.C:
		case err := <-b.ended:
			r.t.Fatalf("it ended with %v: %s", err, b.log.String())
		case <-late.C:
			r.t.Fatalf("commands stand twice: %d %d %d", r.in(""), r.in(r.lists[1]), r.in(r.lists[2]))
		}
	}
}

// TestCommandsStandOnce whichever way they are registered, and doctor names those that don't.
func TestCommandsStandOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	env, sim := servedOn(t)
	all := registeredOn(t, sim, env)
	everywhere, here, there := all.lists[0], all.lists[1], all.lists[2]
	had := ""
	for i, list := range []string{everywhere, here, there, everywhere, there, here, everywhere} {
		env["BOATHOUSE_GUILD"] = list
		if got := typed(t, env, "", "doctor"); i > 0 && !strings.Contains(got.out, "also registered in "+commands.ListName(had)+",") {
			t.Errorf("before start %d doctor says %s", i, got.out)
		}
		bot := serving(t, env)
		all.until(bot, list)
		bot.stop()
		if got := typed(t, env, "", "doctor"); strings.Contains(got.out, "also registered in") {
			t.Errorf("after start %d doctor says %s", i, got.out)
		}
		had = list
	}
}

// TestAKillBetweenRegisteringAndRemovingIsMended by the next start of the real bot, however far it came.
func TestAKillBetweenRegisteringAndRemovingIsMended(t *testing.T) {
	t.Parallel()
	program := buildBot(t)
	env, sim := servedOn(t)
	all := registeredOn(t, sim, env)
	bot, _ := spawned(t, program, env)
	all.until(bot, "")
	bot.stop()
	for _, method := range []string{http.MethodGet, http.MethodPut} { // of the list for all servers
		env["BOATHOUSE_GUILD"] = all.lists[1]
		held := make(chan struct{})
		struck := sim.Faults().Next(method, listRoute, discordsim.Fault{Kind: discordsim.Reorder, Until: held, Delay: time.Minute})
		bot, process := spawned(t, program, env)
		<-struck
		_ = process.Process.Kill()
		if err := <-bot.ended; err == nil {
			t.Fatal("it ended by itself")
		}
		if all.in("") == 0 || all.in(all.lists[1]) == 0 {
			t.Fatalf("killed at %s, %d and %d commands stand", method, all.in(""), all.in(all.lists[1]))
		}
		close(held)
		bot, _ = spawned(t, program, env)
		all.until(bot, all.lists[1])
		bot.stop()
		env["BOATHOUSE_GUILD"] = ""
		bot, _ = spawned(t, program, env)
		all.until(bot, "")
		bot.stop()
	}
}

// TestTroubleWithAListOfCommandsPasses: the bot plays meanwhile.
func TestTroubleWithAListOfCommandsPasses(t *testing.T) {
	t.Chdir(t.TempDir())
	env, sim := servedOn(t)
	all := registeredOn(t, sim, env)
	for _, trouble := range []struct {
		method, route string
		fault         discordsim.Fault
	}{
		{http.MethodGet, serverListRoute, discordsim.Fault{Kind: discordsim.StatusBefore, Status: http.StatusBadGateway}},
		{http.MethodGet, serverListRoute, discordsim.Fault{Kind: discordsim.Drop}},
		{http.MethodPut, serverListRoute, discordsim.Fault{Kind: discordsim.StatusAfter, Status: http.StatusServiceUnavailable}},
		{http.MethodPut, serverListRoute, discordsim.Fault{Kind: discordsim.DropAfterEffect}},
		{http.MethodGet, "/users/@me/guilds", discordsim.Fault{Kind: discordsim.StatusBefore, Status: http.StatusInternalServerError}},
	} {
		env["BOATHOUSE_GUILD"] = all.lists[2]
		bot := serving(t, env)
		all.until(bot, all.lists[2])
		bot.stop()
		env["BOATHOUSE_GUILD"] = ""
		sim.Faults().Next(trouble.method, trouble.route, trouble.fault)
		bot = serving(t, env)
		all.until(bot, "")
		bot.stop()
	}
}

// A crowd is a Discord in which the bot is in many servers, each with commands of the bot.
type crowd struct {
	sync.Mutex
	servers int
	lists   map[string][]time.Duration // when each was asked for
	from    time.Time
	removed map[string]bool
	answers map[string][]int // of a list: statuses other than 200, one a request
}

// RoundTrip answers a request.
func (c *crowd) RoundTrip(r *http.Request) (*http.Response, error) {
	c.Lock()
	defer c.Unlock()
	status, body := http.StatusOK, "[]"
	_, list, _ := strings.Cut(r.URL.Path, "/applications/")
	switch {
	case strings.HasSuffix(r.URL.Path, "/guilds"):
		first, _ := strconv.Atoi(r.URL.Query().Get("after"))
		var page []string
		for i := first + 1; i <= min(first+200, c.servers); i++ {
			page = append(page, `{"id":"`+strconv.Itoa(i)+`","permissions":"0"}`)
		}
		body = "[" + strings.Join(page, ",") + "]"
	case r.Method == http.MethodGet:
		c.lists[list] = append(c.lists[list], time.Since(c.from))
		body = `[{"id":"7","name":"rum"}]`
		if told := c.answers[list]; len(told) > 0 {
			c.answers[list] = told[1:]
			status, body = told[0], `{"code":0,"message":""}`
			if status == http.StatusForbidden {
				body = `{"code":50001,"message":"Missing Access"}`
			}
		}
	default:
		c.removed[list] = true
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

// TestManyListsOfCommandsAreLookedAtSlowly: the first few at once, then one a second. One that fails
// is looked at again and the others aren't; where the bot may have no commands there are none.
func TestManyListsOfCommandsAreLookedAtSlowly(t *testing.T) {
	t.Parallel()
	words, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		c := &crowd{servers: 450, lists: map[string][]time.Duration{}, from: time.Now(), removed: map[string]bool{}, answers: map[string][]int{
			"1/guilds/5/commands":   slices.Repeat([]int{http.StatusBadGateway}, 6), // as often as one call is made
			"1/guilds/300/commands": {http.StatusForbidden},
		}}
		client := rest.New(rest.Options{Token: someToken, Transport: c})
		defer client.Close()
		e := newEnrolment(commands.Discord{REST: client, Application: "1", Log: slog.New(slog.DiscardHandler)}, words, "")
		if err := e.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		var times []time.Duration
		for list, asked := range c.lists {
			times = append(times, asked[0])
			switch {
			case list == "1/guilds/5/commands":
				if len(asked) != 7 || asked[6] < 450*time.Second {
					t.Errorf("the list that failed was asked for at %v", asked)
				}
			case len(asked) != 1:
				t.Errorf("list %s was asked for at %v", list, asked)
			}
			if is := c.removed[list]; is == (list == "1/guilds/300/commands") {
				t.Errorf("list %s was emptied: %t", list, is)
			}
		}
		slices.Sort(times)
		for i, at := range times {
			if least := time.Duration(i-10) * time.Second; at < least {
				t.Errorf("list %d was asked for after %v", i, at)
			}
		}
		if len(c.removed) != c.servers-1 {
			t.Errorf("%d lists of %d were emptied", len(c.removed), c.servers)
		}
	})
}

// TestARefusedTokenEndsTheLookAtLists as it ends everything.
func TestARefusedTokenEndsTheLookAtLists(t *testing.T) {
	t.Parallel()
	words, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		client := rest.New(rest.Options{Token: someToken, Transport: refusing{}})
		defer client.Close()
		e := newEnrolment(commands.Discord{REST: client, Application: "1", Log: slog.New(slog.DiscardHandler)}, words, "")
		var told *coded
		if err := e.run(t.Context()); !errors.As(err, &told) || told.code != exitConfig {
			t.Error(err)
		}
	})
}

// refusing is a Discord that takes no token.
type refusing struct{}

// RoundTrip answers a request.
func (refusing) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusUnauthorized, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}")), Request: r}, nil
}
