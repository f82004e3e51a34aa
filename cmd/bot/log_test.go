package main

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"runtime/debug"
	"strings"
	"testing"
)

// A logLine is what these tests read of a line of the log.
type logLine struct {
	Time  string `json:"time"`
	Level string `json:"level"`
	Msg   string `json:"msg"`
	Why   string `json:"why"`
	Code  int    `json:"code"`
	Token string `json:"DISCORD_TOKEN"`
	DB    string `json:"BOATHOUSE_DB"`

	Interactions int `json:"interactions"`
	Commands     int `json:"commands"`

	WaitsFor string `json:"waits_for"`

	Version string `json:"version"`
	Go      string `json:"go"`
	Commit  string `json:"commit"`
}

// logLines reads a log, of which every line must be JSON.
func logLines(t *testing.T, text string) []logLine {
	t.Helper()
	var all []logLine
	for line := range strings.Lines(text) {
		var l logLine
		if err := json.Unmarshal([]byte(line), &l); err != nil || l.Time == "" {
			t.Fatalf("%q: %v", line, err)
		}
		all = append(all, l)
	}
	if len(all) == 0 {
		t.Fatal("no log")
	}
	return all
}

// endOf is why a bot ended, as the last line of its log says.
func endOf(t *testing.T, text string) string {
	t.Helper()
	all := logLines(t, text)
	last := all[len(all)-1]
	if last.Level != "ERROR" || last.Msg != "the bot ends" || last.Why == "" || last.Code == 0 {
		t.Errorf("%+v", last)
	}
	return last.Why
}

// TestWhatAProgramReadsIsALog: the settings in force and the reason of the end too.
func TestWhatAProgramReadsIsALog(t *testing.T) {
	t.Chdir(t.TempDir())
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	env := served(t)
	env["BOATHOUSE_OPS"] = taken.Addr().String()
	got := typed(t, env, "", "serve")
	first := logLines(t, got.err)[1] // after which build it is
	if want := (logLine{Time: first.Time, Level: "INFO", Msg: "settings", Token: "set", DB: env["BOATHOUSE_DB"]}); first != want {
		t.Errorf("%+v", first)
	}
	if !strings.Contains(endOf(t, got.err), "BOATHOUSE_OPS") || got.code != exitConfig {
		t.Errorf("%+v", got)
	}
}

func TestTheEndIsToldOnce(t *testing.T) {
	fault := &coded{exitRetry, errors.New("broken")}
	var text strings.Builder
	log := newLog(&text, slog.LevelError)
	err := logged(t.Context(), &text, log, fault)
	if code := exitCode(err, &text); code != exitRetry || strings.Count(text.String(), "broken") != 1 {
		t.Errorf("%d, %s", code, text.String())
	}
	if err := logged(t.Context(), io.Discard, log, nil); err != nil {
		t.Error(err)
	}
}

// TestAPanicInTheLogNamesNoCard: what a stack shows of arguments, and what a panic says, may be cards.
func TestAPanicInTheLogNamesNoCard(t *testing.T) {
	var text strings.Builder
	log := newLog(&text, slog.LevelError)
	func() {
		defer func() { log.Error("caught", "panic", recover(), "stack", string(debug.Stack())) }()
		panicWith(0xdecade, "7H")
	}()
	func() {
		defer func() { log.Error("caught", "panic", recover()) }()
		_ = []int{}[len(text.String())]
	}()
	got := text.String()
	for _, hidden := range []string{"7H", "0xdecade"} {
		if strings.Contains(got, hidden) {
			t.Errorf("%q in %s", hidden, got)
		}
	}
	for _, told := range []string{`"panic":"string"`, "panicWith(…)", "log_test.go", "index out of range"} {
		if !strings.Contains(got, told) {
			t.Errorf("no %q in %s", told, got)
		}
	}
}

//go:noinline
func panicWith(n int, what string) {
	if n != 0 {
		panic(what)
	}
}
