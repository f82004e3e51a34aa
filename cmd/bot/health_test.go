package main

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// TestTheBotOutlivesItsLogAndItsTerminal starts the real bot with a log that nobody reads from then
// on, as nohup starts it: it goes on, answers `bot health`, and ends when it is told to.
func TestTheBotOutlivesItsLogAndItsTerminal(t *testing.T) {
	program := buildBot(t)
	env, sim := servedOn(t)
	b := &server{t: t, ops: freePort(t), ended: make(chan error, 1)}
	env["BOATHOUSE_OPS"] = b.ops
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", `trap "" HUP; exec "$0" serve`, program)
	cmd.Dir, cmd.Stderr = t.TempDir(), w
	env["BOATHOUSE_LOG"] = "debug"
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	if got := typed(t, env, "", "health"); got.code != 1 || !strings.Contains(got.err, b.ops) {
		t.Errorf("nobody is there: %+v", got)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { b.ended <- cmd.Wait() }()
	_ = w.Close()
	b.until("/readyz", 200, "ready")
	if _, err := io.ReadAtLeast(r, make([]byte, 1), 1); err != nil { // it has written
		t.Error(err)
	}
	_ = r.Close()
	_ = cmd.Process.Signal(syscall.SIGHUP)
	for range 3 { // each is a line of the log
		out, err := sim.Person("Ada").Slash(t.Context(), sim.Handshake().Channel, "turns", nil)
		if err != nil || out.Failed {
			t.Errorf("%+v, %v", out, err)
		}
	}
	if got := typed(t, env, "", "health"); got.code != 0 || got.out != "ready\n" {
		t.Errorf("it plays: %+v", got)
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	if err := <-b.ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
}

// TestTheBuildIsTold by a command, by an option and by doctor, in the same words.
func TestTheBuildIsTold(t *testing.T) {
	t.Chdir(t.TempDir())
	want := "bot version " + buildText() + "\n"
	for _, word := range []string{"version", "--version"} {
		if got := typed(t, nil, "", word); got.code != 0 || got.out != want {
			t.Errorf("%s: %+v, want %q", word, got, want)
		}
	}
	if got := typed(t, map[string]string{"BOATHOUSE_LOG": "loud"}, "", "doctor"); !strings.Contains(got.out, buildText()) {
		t.Errorf("doctor: %+v", got)
	}
}
