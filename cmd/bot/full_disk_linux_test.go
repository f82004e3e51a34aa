package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// onDisk makes a program that serves with a disk of a few MiB of its own at a folder: a tmpfs that
// only the bot's process sees.
func onDisk(t *testing.T, program, folder string) string {
	t.Helper()
	unshare, err := exec.LookPath("unshare")
	if err == nil {
		err = exec.CommandContext(t.Context(), unshare, "-Urm", "mount", "-t", "tmpfs", "none", folder).Run()
	}
	if err != nil {
		t.Skip("no disk of one's own to fill: this machine lets nobody mount: ", err)
	}
	script := filepath.Join(t.TempDir(), "bot")
	body := fmt.Sprintf("#!/bin/sh\nexec %s -Urm sh -c 'mount -t tmpfs -o size=8m none %s && exec %s serve'\n", unshare, folder, program)
	if err := os.WriteFile(script, []byte(body), 0o700); err != nil {
		t.Fatal(err)
	}
	return script
}

// TestAFullDiskIsOneErrorAndEverybodyIsTold fills the disk of a real bot. Whoever clicks then is
// told an id, which the log's one ERROR has, and once there is room the next click is taken. In the
// long run the minute ends while the disk is full, and one more ERROR counts the rest.
func TestAFullDiskIsOneErrorAndEverybodyIsTold(t *testing.T) {
	t.Parallel()
	const faults, most = 20, 1000 // clicks: what room its own files still have is used up first
	folder := t.TempDir()
	program := onDisk(t, buildBot(t), folder)
	env, sim := servedOn(t)
	env["BOATHOUSE_DB"], env["BOATHOUSE_PACE"], env["PATH"] = filepath.Join(folder, "boathouse.db"), "0", os.Getenv("PATH")
	bot, cmd := spawned(t, program, env)
	bot.until("/readyz", http.StatusOK, "ready")
	ada, channel := sim.Person("Ada"), sim.Handshake().Channel
	var ids []string
	asks := func(command string, options map[string]any) (id string) {
		t.Helper()
		out, err := ada.Slash(t.Context(), channel, command, options)
		if err != nil || out.Failed {
			t.Fatalf("%+v, %v", out, err)
		}
		seen := ada.Sees(channel)
		_, id, _ = strings.Cut(seen[len(seen)-1].Text(), "the number ")
		return strings.Trim(id, "`.")
	}
	cuts := func(n int) string { return asks("cut", map[string]any{"word": fmt.Sprint("word", n)}) }
	asks("rum new", nil)
	filler := filepath.Join("/proc", strconv.Itoa(cmd.Process.Pid), "root", folder, "filler")
	fill(t, filler)
	n := 0
	for ; len(ids) < faults && n < most; n++ {
		if id := cuts(n); id != "" {
			ids = append(ids, id)
		}
	}
	told := slices.Compact(slices.Clone(ids))
	if len(ids) < faults || len(told) != 1 {
		t.Errorf("%d clicks were told of %v", n, ids)
	}
	lines := 1
	if os.Getenv("BOATHOUSE_LONG") != "" {
		time.Sleep(61 * time.Second) // the minute of the log is the process's own
		lines = 2
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if id := cuts(n); id != "" {
		t.Error("there is room, and the click wasn't taken")
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	if err := <-bot.ended; err != nil {
		t.Error(err)
	}
	log := bot.log.String()
	count := regexp.MustCompile(`"times":(\d+)`).FindAllStringSubmatch(log, -1)
	if strings.Count(log, `"level":"ERROR"`) != lines || len(count) != lines || len(told) == 0 || !strings.Contains(log, `"id":"`+told[0]+`"`) {
		t.Errorf("not %d ERROR with the id %v in %s", lines, told, log)
	}
	if lines == 2 && count[1][1] != strconv.Itoa(len(ids)-1) {
		t.Errorf("%d clicks failed, and the log counts %v", len(ids), count)
	}
}

// fill writes a file until nothing more goes onto its disk.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for block := make([]byte, 1<<16); len(block) > 0; {
		if _, err = f.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
	if err := f.Close(); err != nil && !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}
