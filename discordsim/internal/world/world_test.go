package world

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// open opens a world for one test, which hears every event.
func open(t *testing.T, path string, hear func(*State, Event)) *World {
	t.Helper()
	w, err := Open(Options{
		Path: path, Host: "http://here", Times: Times{Clock: time.Now, Acknowledge: time.Hour, Token: time.Hour},
		People: []string{"Ada", "Ben"}, Bot: "Bot", GuildLocale: "en-US", Permissions: rules.DefaultPermissions,
		Log: slog.New(slog.DiscardHandler),
	}, hear)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close(func() {}) })
	return w
}

// say posts a message of Ada's.
func say(t *testing.T, w *World, content string) {
	t.Helper()
	w.Change(func(s *State) {
		if _, r := s.Post(s.byName["Ada"], s.channels[s.Channel], rules.NewForm(map[string]any{"content": content}), nil); r != nil {
			t.Errorf("%s: %s", content, r.Body())
		}
	})
}

// said lists what was said, oldest first.
func said(w *World) (contents []string) {
	w.Look(func(s *State) {
		for _, m := range s.channels[s.Channel].list {
			contents = append(contents, m.Content)
		}
	})
	return contents
}

// TestAStateThatCouldNotBeWrittenIsWrittenAnew leaves half a line in the state file and makes the next write to it fail,
// as a full disk does.
func TestAStateThatCouldNotBeWrittenIsWrittenAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "discord.state")
	w := open(t, path, func(*State, Event) {})
	w.Look(func(s *State) {
		if _, err := s.journal.file.WriteString(`{"k":"mess`); err != nil {
			t.Fatal(err)
		}
		if err := s.journal.file.Close(); err != nil {
			t.Fatal(err)
		}
	})
	say(t, w, "one")
	say(t, w, "two")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "discord.state")
	if err := os.WriteFile(copied, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"one", "two"}, said(open(t, copied, func(*State, Event) {}))); diff != "" {
		t.Error(diff)
	}
}

// TestNobodyHearsOfWhatIsNotWritten: when an event is told, a process killed at that moment has left it on disk.
func TestNobodyHearsOfWhatIsNotWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "discord.state")
	heard := 0
	w := open(t, path, func(_ *State, e Event) {
		heard++
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		copied := filepath.Join(t.TempDir(), "discord.state")
		if err := os.WriteFile(copied, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"one", "two"}[:heard], said(open(t, copied, func(*State, Event) {}))); diff != "" || e.Name != "MESSAGE_CREATE" {
			t.Errorf("%s: %s", e.Name, diff)
		}
	})
	say(t, w, "one")
	say(t, w, "two")
	if heard != 2 {
		t.Errorf("%d events", heard)
	}
}

// TestAClosedWorldStandsStill: nothing changes it, and it can still be read.
func TestAClosedWorldStandsStill(t *testing.T) {
	w := open(t, "", func(*State, Event) {})
	say(t, w, "one")
	if err := w.Close(func() {}); err != nil {
		t.Fatal(err)
	}
	if w.Change(func(*State) { t.Error("a closed world was changed") }) {
		t.Error("a closed world says that it was changed")
	}
	if diff := cmp.Diff([]string{"one"}, said(w)); diff != "" {
		t.Error(diff)
	}
}
