package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
)

// served is the environment of a bot with a file of its own, on a simulated Discord.
func served(t *testing.T) map[string]string {
	t.Helper()
	sim, err := discordsim.Start(t.Context(), discordsim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	hello := sim.Handshake()
	return map[string]string{
		"DISCORD_API": hello.REST, "DISCORD_TOKEN": hello.Token,
		"BOATHOUSE_DB": filepath.Join(t.TempDir(), "boathouse.db"), "BOATHOUSE_OPS": "off",
	}
}

// TestWhatAPersonMustMendIsNotTriedAgain: a supervisor starts a bot again for every code but 0 and 78.
func TestWhatAPersonMustMendIsNotTriedAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	for setting, value := range map[string]func(string) string{
		"BOATHOUSE_GUILD": func(string) string { return "1" },
		"DISCORD_API":     func(api string) string { return strings.TrimSuffix(api, "/api") },
		"DISCORD_TOKEN":   func(string) string { return someToken },
	} {
		env := served(t)
		env[setting] = value(env[setting])
		if got := typed(t, env, "", "serve"); got.code != exitConfig || !strings.Contains(endOf(t, got.err), setting) {
			t.Errorf("%s: %+v", setting, got)
		}
	}
}

func TestToldToStopWhileItStartsIsNoFault(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		stop()
		<-r.Context().Done()
	}))
	defer silent.Close()
	env := served(t)
	env["DISCORD_API"] = silent.URL
	if err := run(ctx, []string{"bot", "serve"}, func(name string) string { return env[name] }, strings.NewReader(""), io.Discard, io.Discard); err != nil {
		t.Error(err)
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
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	out, told := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- run(ctx, []string{"bot", "demo", "-addr", "127.0.0.1:0"}, func(name string) string { return env[name] }, strings.NewReader(""), told, io.Discard)
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
