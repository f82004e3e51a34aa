package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// freePort is a host:port that nobody listens at, and that a process which is started, or started again, can take: of an address of the
// loopback that nobody's calls come from, so no call takes it meanwhile. Where there is but one address, of that.
func freePort(t testing.TB) string {
	t.Helper()
	pid := os.Getpid()
	l, err := net.Listen("tcp", fmt.Sprintf("127.%d.%d.1:0", 1+pid>>8&0x7f, pid&0xff))
	if err != nil {
		l, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// fetch reads a page; status 0 when nobody answers.
func fetch(t testing.TB, url string) (status int, body string) {
	t.Helper()
	answer, err := (&http.Client{Timeout: 2 * time.Second}).Get(url)
	if err != nil {
		return 0, ""
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// TestATakenOpsAddressCostsDiscordNothing: it is noticed before anything is asked of Discord, and before a person is
// told that the demo is open.
func TestATakenOpsAddressCostsDiscordNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	var asked atomic.Bool
	discord := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Store(true) }))
	defer discord.Close()
	env := map[string]string{
		"DISCORD_API": discord.URL, "DISCORD_TOKEN": someToken, "BOATHOUSE_DB": "rum.db", "BOATHOUSE_OPS": taken.Addr().String(),
	}
	for _, args := range [][]string{{"serve"}, {"demo", "-addr", "127.0.0.1:0"}} {
		got := typed(t, env, "", args...)
		if got.code != exitConfig || got.out != "" || !strings.Contains(got.err, "BOATHOUSE_OPS: listen tcp "+taken.Addr().String()) {
			t.Errorf("%v: %+v", args, got)
		}
	}
	if asked.Load() {
		t.Error("Discord was asked something")
	}
}

func TestDemoTellsWhenItIsReadyAndStopsWhenTold(t *testing.T) {
	ops := freePort(t)
	env := map[string]string{"BOATHOUSE_DB": filepath.Join(t.TempDir(), "demo.db"), "BOATHOUSE_OPS": ops}
	ctx, stop := context.WithTimeout(t.Context(), 4*time.Minute)
	defer stop()
	out, told := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- run(ctx, []string{"bot", "demo", "-addr", "127.0.0.1:0"}, env, strings.NewReader(""), told, io.Discard)
	}()
	var page string
	if _, err := fmt.Fscanf(out, "Boathouse is open at %s (Ctrl-C closes it)\n", &page); err != nil {
		t.Fatal(err)
	}
	if status, body := fetch(t, page); status != http.StatusOK || !strings.Contains(body, "<html") {
		t.Errorf("the page: %d, %s", status, body)
	}
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for status := 0; status != http.StatusOK; status, _ = fetch(t, "http://"+ops+"/readyz") {
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatal("never ready")
		}
	}
	if status, body := fetch(t, "http://"+ops+"/healthz"); status != http.StatusOK || body != "ok\n" {
		t.Errorf("healthz: %d, %q", status, body)
	}
	_, metrics := fetch(t, "http://"+ops+"/metrics")
	for _, name := range []string{"boathouse_gateway_connected 1", "boathouse_tables 0", "boathouse_commands_total 0", "boathouse_interactions_total 0", "boathouse_discord_requests_total{", `boathouse_discord_kind_requests_total{by="bot",kind="other"}`, "boathouse_discord_rate 50", "boathouse_discord_places 50", "boathouse_discord_waiting 0", "boathouse_discord_refused 0", "go_goroutines"} {
		if !strings.Contains(metrics, name) {
			t.Errorf("no %s in the metrics", name)
		}
	}
	if second := typed(t, env, "", "demo", "-addr", "127.0.0.1:0"); second.code != exitRetry || !strings.Contains(second.err, "in use by another bot, process") {
		t.Errorf("a second bot on the file: %+v", second)
	}
	stop()
	select {
	case err := <-done:
		if err != nil {
			t.Error("told to stop:", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it doesn't stop")
	}
}
