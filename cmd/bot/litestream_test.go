package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// TestTheFileIsCopiedElsewhere has Litestream, of which BOATHOUSE_LITESTREAM is the program, follow the file while three play, by
// the recipe in deploy, and one of them is erased. Bot and copier are killed, the file is lost, and the game goes on where it was,
// from the copy.
func TestTheFileIsCopiedElsewhere(t *testing.T) {
	t.Parallel()
	copier := os.Getenv("BOATHOUSE_LITESTREAM")
	if copier == "" {
		t.Skip("BOATHOUSE_LITESTREAM isn't the path of Litestream: make litestream")
	}
	n := newCount(t, scriptedBot(t), course{pace: "live", people: 3, between: 10 * time.Second, taps: true})
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	recipe := copiedTo(t, n.db(), filepath.Join(t.TempDir(), "copy"))
	if err := errors.Join(n.start(ctx), openTable(ctx, map[string]any{"pace": "live"}, 0, n.players...), n.players[0].tap(ctx, "st")); err != nil {
		t.Fatal(err)
	}
	follows := exec.Command(copier, "replicate", "-config", recipe)
	var said bytes.Buffer
	follows.Stdout, follows.Stderr = &said, &said
	if err := follows.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if t.Failed() {
			t.Log(said.String())
		}
	}()
	plays := func() {
		t.Helper()
		if _, err := n.hand(ctx, n.newest()); err != nil {
			t.Fatal(err)
		}
	}
	plays()
	who := []byte(n.players[2].ID().String())
	if err := errors.Join(n.erases(ctx, n.players[2]), n.players[0].tap(ctx, "nx")); err != nil {
		t.Fatal(err)
	}
	restored := filepath.Join(n.dir, "restored.db")
	for want := events(t, n.db()); ; { // it is a second behind
		_ = os.Remove(restored)
		out, err := exec.CommandContext(ctx, copier, "restore", "-config", recipe, "-o", restored, n.db()).CombinedOutput()
		if err == nil && events(t, restored) == want {
			break
		}
		if ctx.Err() != nil {
			t.Fatalf("the copy never has %d events: %v, %s", want, err, out)
		}
	}
	if err := errors.Join(follows.Process.Signal(syscall.SIGTERM), follows.Wait()); err != nil {
		t.Error(err)
	}
	for kept := true; kept && ctx.Err() == nil; time.Sleep(10 * time.Millisecond) { // until the bot may empty the log, and does
		kept = has(t, n.db(), who) || has(t, n.db()+"-wal", who)
	}
	if has(t, restored, who) || ctx.Err() != nil {
		t.Errorf("who was erased is in the copy or in the log: %v", ctx.Err())
	}
	if err := n.stop(ctx, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for _, end := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(n.db() + end); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Rename(restored, n.db()), n.start(ctx)); err != nil {
		t.Fatal(err)
	}
	plays()
	if err := errors.Join(n.stop(ctx, syscall.SIGTERM), n.check(ctx, []int{unknownMessage})); err != nil {
		t.Error(err)
	}
}

func has(t *testing.T, path string, what []byte) bool {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Contains(content, what)
}

// erases has somebody erase all that is kept of them.
func (n *count) erases(ctx context.Context, c *clicker) error {
	if err := heard(c.Slash(ctx, c.channel, "privacy erase", nil)); err != nil {
		return err
	}
	m, _ := c.shown(true, "er")
	_, err := c.Click(ctx, m.ID, "Yes, erase me")
	return err
}

// copiedTo writes the recipe for another file, and a copy in a folder.
func copiedTo(t *testing.T, path, folder string) (recipe string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "deploy", "litestream.yml"))
	if err != nil {
		t.Fatal(err)
	}
	put := strings.NewReplacer("/var/lib/boathouse/boathouse.db", path, "s3://BUCKET/boathouse", "file://"+folder)
	recipe = filepath.Join(t.TempDir(), "litestream.yml")
	if err := os.WriteFile(recipe, []byte(put.Replace(string(text))), 0o600); err != nil {
		t.Fatal(err)
	}
	return recipe
}

// events counts those of a file.
func events(t *testing.T, path string) int {
	t.Helper()
	r, err := sqlite.OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }() // it has read only
	found, err := r.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return found.Events
}
