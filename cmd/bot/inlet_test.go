package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/commands/web"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// overWeb has a bot take interactions over HTTP, and gives where.
func overWeb(t testing.TB, env map[string]string, sim *discordsim.Server) string {
	t.Helper()
	at := freePort(t)
	env["BOATHOUSE_INTERACTIONS"], env["DISCORD_PUBLIC_KEY"] = at, sim.VerifyKey()
	return at
}

// somebody answers PINGs at an address, so that it can be entered with a Discord.
func somebody(t *testing.T, sim *discordsim.Server) string {
	t.Helper()
	env := map[string]string{}
	overWeb(t, env, sim)
	s, err := readSettings(env)
	if err != nil {
		t.Fatal(err)
	}
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", s.Interactions)
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = web.New(web.Options{Key: s.PublicKey}).Serve(t.Context(), l) }()
	url := "http://" + s.Interactions + web.InteractionsPath
	if err := sim.EnterInteractions(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	return url
}

// TestWhatDiscordSaysOtherwiseEndsTheStart has settings that are right by themselves, and not with this Discord.
func TestWhatDiscordSaysOtherwiseEndsTheStart(t *testing.T) {
	t.Parallel()
	t.Run("another application's key", func(t *testing.T) {
		t.Parallel()
		env, sim := servedOn(t)
		overWeb(t, env, sim)
		env["DISCORD_PUBLIC_KEY"] = strings.Repeat("0a", 32)
		refusesToStart(t, env, "DISCORD_PUBLIC_KEY is not that of this application, whose key is "+sim.VerifyKey())
		tellsInteractions(t, env, false, sim.VerifyKey())
	})
	t.Run("a taken address", func(t *testing.T) {
		t.Parallel()
		env, sim := servedOn(t)
		overWeb(t, env, sim)
		l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", env["BOATHOUSE_INTERACTIONS"])
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close() }()
		refusesToStart(t, env, "BOATHOUSE_INTERACTIONS: listen tcp")
		tellsInteractions(t, env, true, "sends nothing until the developer portal has one")
	})
	t.Run("an address with Discord alone", func(t *testing.T) {
		t.Parallel()
		env, sim := servedOn(t)
		url := somebody(t, sim)
		refusesToStart(t, env, "Discord sends this application's interactions to "+url)
		tellsInteractions(t, env, false, url)
		if err := sim.EnterInteractions(t.Context(), ""); err != nil {
			t.Fatal(err)
		}
		tellsInteractions(t, env, true, "over the gateway")
	})
}

func refusesToStart(t *testing.T, env map[string]string, why string) {
	t.Helper()
	if got := typed(t, env, "", "serve"); got.code != exitConfig || !strings.Contains(got.err, why) {
		t.Errorf("%+v", got)
	}
}

// tellsInteractions asks doctor by which way interactions come.
func tellsInteractions(t *testing.T, env map[string]string, ok bool, says string) {
	t.Helper()
	got := typed(t, env, "", "doctor")
	for line := range strings.Lines(got.out) {
		if strings.HasPrefix(line, fmt.Sprintf(`{"check":"interactions","ok":%t,`, ok)) && strings.Contains(line, says) {
			return
		}
	}
	t.Errorf("want %t and %q:\n%s", ok, says, got.out)
}

// TestOverHTTPTheBotHoldsNoLine looks at a bot from its start to its end: it is ready, counts, and speaks to no gateway.
func TestOverHTTPTheBotHoldsNoLine(t *testing.T) {
	t.Parallel()
	env, sim := servedOn(t)
	at := overWeb(t, env, sim)
	b := serving(t, env)
	b.until("/readyz", http.StatusOK, "ready")
	url := "http://" + at + web.InteractionsPath
	if err := sim.EnterInteractions(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	tellsInteractions(t, env, true, "Discord sends to "+url)
	if out, err := sim.Person("Ada").Slash(t.Context(), sim.Handshake().Channel, "rum help", nil); err != nil || out.Failed {
		t.Fatal(out, err)
	}
	page := b.until("/metrics", http.StatusOK, "boathouse_web_interactions_total 1\n")
	for name, want := range map[string]bool{"boathouse_web_pings_total 1\n": true, "boathouse_web_forged_total 0\n": false, "boathouse_interactions_total 1\n": true, "boathouse_gateway": false} {
		if strings.Contains(page, name) != want {
			t.Errorf("%s: %t", name, !want)
		}
	}
	b.quit()
	if err := <-b.ended; err != nil {
		t.Error(err)
	}
	for _, e := range sim.Wire().After(0) {
		if e.Kind == "gateway" && e.Account == sim.Handshake().Application {
			t.Errorf("over the gateway: %+v", e)
		}
	}
	for _, v := range sim.Violations() {
		t.Errorf("%+v", v)
	}
}

// TestABotThatCantPlayYetTakesNothing has Discord hold a start back: until it plays nobody is let in at its address, so that whoever brings
// something goes to another worker at once, and nothing is done late.
func TestABotThatCantPlayYetTakesNothing(t *testing.T) {
	t.Parallel()
	env, sim := servedOn(t)
	at := overWeb(t, env, sim)
	struck := sim.Faults().Next(http.MethodGet, listRoute, discordsim.Fault{Kind: discordsim.Status429, RetryAfter: 2 * time.Second})
	b := serving(t, env)
	<-struck
	b.until("/readyz", http.StatusServiceUnavailable, "registering the commands")
	if in, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", at); err == nil {
		_ = in.Close()
		t.Error("somebody is let in")
	}
	b.until("/readyz", http.StatusOK, "ready")
	in, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	_ = in.Close()
	b.stop()
}

// TestWhatCameOverHTTPIsAnsweredBeforeTheEnd tells a bot to stop while people click, and has every request that it took answered.
func TestWhatCameOverHTTPIsAnsweredBeforeTheEnd(t *testing.T) {
	t.Parallel()
	// Discord waits for a first answer as long as a slow machine needs.
	env, sim := servedWith(t, discordsim.Options{Limits: discordsim.Limits{Acknowledge: time.Minute}})
	env["BOATHOUSE_PACE"] = "0"
	at := overWeb(t, env, sim)
	b := serving(t, env)
	b.until("/readyz", http.StatusOK, "ready")
	if err := sim.EnterInteractions(t.Context(), "http://"+at+web.InteractionsPath); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var clicks sync.WaitGroup
	for i := range 60 {
		ada := sim.Person(sim.Handshake().People[i%7].Name)
		clicks.Go(func() { _, _ = ada.Slash(ctx, sim.Handshake().Channel, "rum help", nil) })
	}
	for taken, seen := 0, uint64(0); taken < 10 && ctx.Err() == nil; sim.Wire().Wait(ctx, seen) {
		for _, e := range sim.Wire().After(seen) {
			if seen = e.N; e.Kind == "web" && e.Status == http.StatusAccepted {
				taken++
			}
		}
	}
	b.quit()
	clicks.Wait()
	if err := <-b.ended; err != nil {
		t.Error(err)
	}
	taken, answered := 0, 0
	for _, e := range sim.Wire().After(0) {
		switch {
		case e.Kind == "web" && e.Status == http.StatusAccepted:
			taken++
		case e.Kind == "rest" && strings.Contains(e.Path, "/callback") && e.Status >= 200 && e.Status < 300:
			answered++
		}
	}
	t.Logf("%d of 60 taken, all answered", taken)
	if taken == 0 || answered != taken {
		t.Errorf("%d taken, %d answered", taken, answered)
	}
}

// TestARefusedTokenEndsTheBotOverHTTP refuses the token of a bot that hears of it by no gateway, at the list of its servers: it ends, says what to do,
// and isn't started again.
func TestARefusedTokenEndsTheBotOverHTTP(t *testing.T) {
	t.Parallel()
	env, sim := servedOn(t)
	overWeb(t, env, sim)
	refused := discordsim.Fault{Kind: discordsim.StatusBefore, Status: http.StatusUnauthorized}
	sim.Faults().Next(http.MethodGet, "/users/@me/guilds", refused)
	for range 6 { // after 1, 5 and 30 s, and by what begins meanwhile
		sim.Faults().Next(http.MethodGet, "/users/@me", refused)
	}
	b := serving(t, env)
	select {
	case err := <-b.ended:
		if codeOf(err) != exitConfig || !strings.Contains(endOf(t, b.log.String()), "Discord refused DISCORD_TOKEN; copy it anew") {
			t.Errorf("%v: %s", err, b.log.String())
		}
	case <-time.After(3*answerWithin + 31*time.Second):
		t.Errorf("it plays on: %s", b.log.String())
	}
}

// TestAnAddressThatDiscordHasNotIsTold, and one that it has isn't.
func TestAnAddressThatDiscordHasNotIsTold(t *testing.T) {
	t.Parallel()
	env, sim := servedOn(t)
	for _, url := range []string{somebody(t, sim), ""} { // Discord takes one away as the portal clears it
		if err := sim.EnterInteractions(t.Context(), url); err != nil {
			t.Fatal(err)
		}
		overWeb(t, env, sim)
		b := serving(t, env)
		b.until("/metrics", http.StatusOK, `boathouse_discord_requests_total{route="GET /users/@me/guilds",status="200"} 2`) // those for what comes after, and for doubled commands
		log := b.stop()
		if told := strings.Contains(log, "WARN") && strings.Contains(log, "Discord has no Interactions Endpoint URL, and sends nothing until"); told != (url == "") {
			t.Errorf("Discord sends to %q: %s", url, log)
		}
	}
}

func TestWhatNobodyTellsIsLookedAtEachHour(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), 10*time.Hour)
		looks, from := 0, time.Now()
		eachHour(ctx, func(context.Context) {
			if looks++; looks == 4 {
				stop()
			}
		})
		if took := time.Since(from); took != 3*time.Hour {
			t.Errorf("the fourth look came after %v", took)
		}
	})
}

// TestTheDemoPlaysOverHTTPToo opens it so, and then again as ever on the same file.
func TestTheDemoPlaysOverHTTPToo(t *testing.T) {
	t.Parallel()
	env := map[string]string{"BOATHOUSE_DB": filepath.Join(t.TempDir(), "demo.db")}
	for _, args := range [][]string{{"-http"}, nil} {
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		out, told := io.Pipe()
		done := make(chan error, 1)
		go func() {
			done <- run(ctx, append([]string{"bot", "demo", "-addr", "127.0.0.1:0"}, args...), env, strings.NewReader(""), told, io.Discard)
		}()
		var page string
		if _, err := fmt.Fscanf(out, "Boathouse is open at %s (Ctrl-C closes it)\n", &page); err != nil {
			t.Fatal(err)
		}
		ada, err := people.Meet(ctx, page, "Ada")
		if err != nil {
			t.Fatal(err)
		}
		var hello discord.Handshake
		if _, body := fetch(t, page+"sim"); json.Unmarshal([]byte(body), &hello) != nil {
			t.Fatal(body)
		}
		for failed := true; failed && ctx.Err() == nil; { // until the bot listens, by whichever way
			got, err := ada.Slash(ctx, hello.Channel, "rum help", nil)
			failed = err != nil || got.Failed
		}
		if ctx.Err() != nil {
			t.Errorf("%v: never answered", args)
		}
		ada.Close()
		stop()
		if err := <-done; err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// TestOverHTTPTheBotLeavesServersThatItIsNotIn starts on a file that knows two, of which Discord lists one.
func TestOverHTTPTheBotLeavesServersThatItIsNotIn(t *testing.T) {
	t.Parallel()
	env, sim := servedOn(t)
	overWeb(t, env, sim)
	db, err := sqlite.Open(t.Context(), env["BOATHOUSE_DB"], sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	here := sim.Handshake().Guild.String()
	for _, server := range []string{here, "777"} {
		if _, err := db.Register(t.Context(), "700", sitting.Server(server), "Ann"); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	b := serving(t, env)
	b.until("/readyz", http.StatusOK, "ready")
	for ctx, tick := t.Context(), time.NewTicker(20*time.Millisecond); ctx.Err() == nil; <-tick.C {
		kept, err := keptFor(ctx, file(env["BOATHOUSE_DB"]), "777")
		if err != nil {
			t.Fatal(err)
		}
		if len(kept) == 0 {
			break
		}
	}
	if kept, err := keptFor(t.Context(), file(env["BOATHOUSE_DB"]), here); err != nil || len(kept) == 0 {
		t.Errorf("of the server that it is in: %v, %v", kept, err)
	}
	b.quit()
	if err := <-b.ended; err != nil {
		t.Error(err)
	}
}
