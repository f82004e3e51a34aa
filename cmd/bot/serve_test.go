package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// served is the environment of a bot with a file of its own, on a simulated Discord.
func served(t *testing.T) map[string]string {
	t.Helper()
	env, _ := servedOn(t)
	return env
}

// servedOn is served, with the Discord.
func servedOn(t testing.TB) (map[string]string, *discordsim.Server) {
	t.Helper()
	return servedWith(t, discordsim.Options{})
}

// servedWith is servedOn for a Discord with options of its own.
func servedWith(t testing.TB, options discordsim.Options) (map[string]string, *discordsim.Server) {
	t.Helper()
	sim, err := discordsim.Start(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	hello := sim.Handshake()
	return map[string]string{
		"DISCORD_API": hello.REST, "DISCORD_TOKEN": hello.Token,
		"BOATHOUSE_DB": filepath.Join(t.TempDir(), "boathouse.db"), "BOATHOUSE_OPS": "off",
	}, sim
}

// A server is a bot that serves in the test's own process.
type server struct {
	t     testing.TB
	ops   string
	quit  context.CancelFunc
	log   bytes.Buffer // to be read when it has ended
	ended chan error
}

// serving starts a bot that tells on an address of its own how it is.
func serving(t *testing.T, env map[string]string) *server {
	t.Helper()
	b := &server{t: t, ops: freePort(t), ended: make(chan error, 1)}
	env["BOATHOUSE_OPS"] = b.ops
	ctx, quit := context.WithCancel(t.Context()) // without a deadline: the bot waits no longer than one lets it
	b.quit = quit
	go func() {
		b.ended <- run(ctx, []string{"bot", "serve"}, env, strings.NewReader(""), io.Discard, &b.log)
	}()
	t.Cleanup(quit)
	return b
}

// until asks a page until it answers so, and gives what it says.
func (b *server) until(page string, status int, says string) string {
	b.t.Helper()
	tick, late := time.NewTicker(10*time.Millisecond), time.NewTimer(time.Minute)
	defer tick.Stop()
	defer late.Stop()
	for {
		got, body := fetch(b.t, "http://"+b.ops+page)
		if got == status && strings.Contains(body, says) {
			return body
		}
		select {
		case <-tick.C:
		case err := <-b.ended:
			b.t.Fatalf("it ended with %v: %s", err, b.log.String())
		case <-late.C:
			b.t.Fatalf("%s never answers %d %q, but %d %q", page, status, says, got, body)
		}
	}
}

// stop tells it to stop and gives its log.
func (b *server) stop() string {
	b.t.Helper()
	b.quit()
	if err := <-b.ended; err != nil {
		b.t.Error(err)
	}
	return b.log.String()
}

const listRoute = "/applications/{application_id}/commands"

// TestAStartThatDiscordHoldsBackAnswers: that it is there, that it can't play, and what it waits for.
func TestAStartThatDiscordHoldsBackAnswers(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, method := range []string{http.MethodGet, http.MethodPut} {
		env, sim := servedOn(t)
		struck := sim.Faults().Next(method, listRoute, discordsim.Fault{Kind: discordsim.Status429, RetryAfter: time.Hour})
		bot := serving(t, env)
		<-struck
		bot.until("/healthz", http.StatusOK, "ok")
		bot.until("/readyz", http.StatusServiceUnavailable, "registering the commands: Discord's limit holds it back until "+
			time.Now().Add(time.Hour).UTC().Format("2006-01-02T"))
		bot.until("/metrics", http.StatusOK, `status="429"`)
		bot.stop()
	}
}

// TestWhatAPersonMustMendIsNotTriedAgain: a supervisor starts a bot again for every code but 0 and 78.
func TestWhatAPersonMustMendIsNotTriedAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	for setting, value := range map[string]func(string) string{
		"DISCORD_API":   func(api string) string { return strings.TrimSuffix(api, "/api") },
		"DISCORD_TOKEN": func(string) string { return someToken },
	} {
		env := served(t)
		env[setting] = value(env[setting])
		if got := typed(t, env, "", "serve"); got.code != exitConfig || !strings.Contains(endOf(t, got.err), setting) {
			t.Errorf("%s: %+v", setting, got)
		}
	}
}

// TestABotThatWasRemovedWaitsToBeAddedAgain: where it isn't in the server that its commands are for it starts, says so, and registers
// them when it is there.
func TestABotThatWasRemovedWaitsToBeAddedAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	env, sim := servedOn(t)
	env["BOATHOUSE_GUILD"] = sim.Handshake().Guild.String()
	ada := sim.Person("Ada")
	if err := ada.RemoveBot(t.Context()); err != nil {
		t.Fatal(err)
	}
	const counted = `boathouse_discord_requests_total{route="PUT /applications/{application}/guilds/{guild}/commands",status="200"} 1`
	bot := serving(t, env)
	bot.until("/readyz", http.StatusOK, "ready")
	if _, body := fetch(t, "http://"+bot.ops+"/metrics"); strings.Contains(body, counted) {
		t.Error("commands are registered where the bot isn't")
	}
	if err := ada.AddBot(t.Context(), discordsim.DefaultPermissions); err != nil {
		t.Fatal(err)
	}
	bot.until("/metrics", http.StatusOK, counted)
	if log := bot.stop(); !strings.Contains(log, "WARN") || !strings.Contains(log, "BOATHOUSE_GUILD: the bot isn't in that server") {
		t.Errorf("the log says %s", log)
	}
}

func TestToldToStopWhileItStartsIsNoFault(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, stop := context.WithTimeout(t.Context(), 4*time.Minute)
	defer stop()
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		stop()
		<-r.Context().Done()
	}))
	defer silent.Close()
	env := served(t)
	env["DISCORD_API"] = silent.URL
	if err := run(ctx, []string{"bot", "serve"}, env, strings.NewReader(""), io.Discard, io.Discard); err != nil {
		t.Error(err)
	}
}

// TestADiscordThatCantListCommandsGetsThem: registering is the same the second time, so what isn't known to be there is
// registered, and the log says what was asked and answered.
func TestADiscordThatCantListCommandsGetsThem(t *testing.T) {
	for _, status := range []int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented} {
		t.Run(http.StatusText(status), func(t *testing.T) {
			t.Chdir(t.TempDir())
			env, sim := servedOn(t)
			struck := sim.Faults().Next(http.MethodGet, listRoute, discordsim.Fault{Kind: discordsim.StatusBefore, Status: status})
			bot := serving(t, env)
			<-struck
			bot.until("/readyz", http.StatusOK, "ready")
			if want := fmt.Sprintf("GET /applications/{application}/commands: %d", status); !strings.Contains(bot.stop(), want) {
				t.Errorf("the log doesn't tell %q", want)
			}
			if !slices.ContainsFunc(sim.Wire().SentByBot(), func(e wirelog.Exchange) bool { return e.Method == http.MethodPut }) {
				t.Error("no commands registered")
			}
		})
	}
}

// TestADiscordThatTakesNoCommandsIsNotTriedAgain: it is there, and it is told what it can't.
func TestADiscordThatTakesNoCommandsIsNotTriedAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	env, sim := servedOn(t)
	sim.Faults().Next(http.MethodPut, listRoute, discordsim.Fault{Kind: discordsim.StatusBefore, Status: http.StatusNotFound})
	got := typed(t, env, "", "serve")
	if why := endOf(t, got.err); got.code != exitConfig || strings.Contains(why, "no Discord") || !strings.Contains(why, "PUT /applications/{application}/commands: 404") {
		t.Errorf("%+v", got)
	}
}

func TestTheDemoLeavesOtherTablesAlone(t *testing.T) {
	t.Chdir(t.TempDir())
	env := map[string]string{"BOATHOUSE_DB": playedFile(t, 1)}
	if got := typed(t, env, "", "demo", "-addr", "127.0.0.1:0"); got.code != exitConfig || !strings.Contains(got.err, "file of its own") || got.out != "" {
		t.Errorf("%+v", got)
	}
}

// TestADemoThatDidNotStartHoldsNoneUp: its file is there and what its Discord remembers isn't.
func TestADemoThatDidNotStartHoldsNoneUp(t *testing.T) {
	t.Chdir(t.TempDir())
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	env := map[string]string{"BOATHOUSE_DB": "demo.db"}
	if got := typed(t, env, "", "demo", "-addr", taken.Addr().String()); got.code != exitConfig || !strings.Contains(got.err, "-addr") {
		t.Fatalf("%+v", got)
	}
	ctx, stop := context.WithTimeout(t.Context(), 4*time.Minute)
	defer stop()
	out, told := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- run(ctx, []string{"bot", "demo", "-addr", "127.0.0.1:0"}, env, strings.NewReader(""), told, io.Discard)
		_ = told.Close()
	}()
	var page string
	if _, err := fmt.Fscanf(out, "Boathouse is open at %s (Ctrl-C closes it)\n", &page); err != nil {
		t.Error(err, <-done)
		return
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
