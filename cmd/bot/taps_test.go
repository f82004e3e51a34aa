package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// A beginning is a way from nothing to cards in the hands of all who play.
type beginning struct {
	name string
	most int // taps that it may take
	by   func(ctx context.Context, ada, ben *clicker) error
}

// beginnings are counted. With a friend both people's taps count.
func beginnings() []beginning {
	return []beginning{
		{"alone, by `/play`", 1, func(ctx context.Context, ada, _ *clicker) error {
			return heard(ada.Slash(ctx, ada.channel, "play", nil))
		}},
		{"with a friend who sees the table: `/rum new`, *Join*, *Start*, *My hand*", 4, func(ctx context.Context, ada, ben *clicker) error {
			if err := heard(ada.Slash(ctx, ada.channel, "rum new", nil)); err != nil {
				return err
			}
			if err := ben.tap(ctx, "jo"); err != nil {
				return err
			}
			return startedBy(ctx, ada, ben)
		}},
		{"with a friend who is invited: `/rum new with:`, *Join* on the invitation, *Start*, *My hand*", 4, func(ctx context.Context, ada, ben *clicker) error {
			if err := heard(ada.Slash(ctx, ada.channel, "rum new", map[string]any{"with": ben.ID().String()})); err != nil {
				return err
			}
			if err := ben.tap(ctx, "iy"); err != nil {
				return err
			}
			return startedBy(ctx, ada, ben)
		}},
		{"with a friend whom *Invite…* invites to an open table", 8, func(ctx context.Context, ada, ben *clicker) error {
			if err := heard(ada.Slash(ctx, ada.channel, "rum new", nil)); err != nil {
				return err
			}
			if err := ada.tap(ctx, "in"); err != nil {
				return err
			}
			if err := ada.Wait(ctx, func([]discord.Message) bool { _, ok := ada.shown(true, "in"); return ok }); err != nil {
				return fmt.Errorf("nobody is asked whom to invite: %w", err)
			}
			m, _ := ada.shown(true, "in")
			list, _ := component(m, "in")
			if err := heard(ada.Pick(ctx, m.ID, list.CustomID, ben.ID().String())); err != nil {
				return err
			}
			if err := ben.tap(ctx, "iy"); err != nil {
				return err
			}
			return startedBy(ctx, ada, ben)
		}},
	}
}

// startedBy starts a table of two: who starts it has cards then, the other asks for theirs.
func startedBy(ctx context.Context, ada, ben *clicker) error {
	err := ada.Wait(ctx, func([]discord.Message) bool {
		lobby, ok := ada.shown(false, "st")
		return ok && strings.Contains(lobby.Text(), ben.Name())
	})
	if err != nil {
		return fmt.Errorf("%s sees nobody at the table: %w", ada.Name(), err)
	}
	if err := ada.tap(ctx, "st"); err != nil {
		return err
	}
	return ben.tap(ctx, "ha")
}

// TestTapsToTheFirstCards counts what people do with their fingers before they have cards, through the real binary: "make
// taps" prints it. What counts is read from Discord's wire, so nothing can be done uncounted; each thing done is taken from
// what is drawn. A command that is written and sent is one tap, a button one, a select one to open it and one for each that is
// taken; where it takes several there is one more to be done with it. No form is among these ways.
func TestTapsToTheFirstCards(t *testing.T) {
	t.Parallel()
	s := &stage{program: scriptedBot(t), dir: t.TempDir()}
	var err error
	if s.sim, err = startChecked(t.Context(), discordsim.Options{Limits: roomy()}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("the bot's log ends:\n" + s.tail())
		}
		_ = s.stop(context.Background(), syscall.SIGKILL) // only after a failure is it still there
		if err := s.sim.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := s.start(ctx); err != nil {
		t.Fatal(err)
	}
	for i, way := range beginnings() {
		channel := addChannel(t, s.sim, fmt.Sprint("way-", i))
		ada, ben := newClicker(s.sim, "Ada", channel), newClicker(s.sim, "Ben", channel)
		since := s.newest()
		if err := way.by(ctx, ada, ben); err != nil {
			t.Fatalf("%s: %v", way.name, err)
		}
		players := []*clicker{ada, ben}
		if i == 0 {
			players = players[:1]
		}
		for _, p := range players {
			if err := p.Wait(ctx, func([]discord.Message) bool { return holdsCards(p) }); err != nil {
				t.Fatalf("%s: %s has no cards: %v", way.name, p.Name(), err)
			}
		}
		counted, err := taps(s.sim.Wire().After(since))
		if err != nil {
			t.Errorf("%s: %v", way.name, err)
		}
		t.Logf("| %s | %d |", way.name, counted)
		if counted > way.most {
			t.Errorf("%s: %d taps, of %d at most", way.name, counted, way.most)
		}
		// The control: one tap more is noticed.
		if _, err := players[0].Slash(ctx, channel, "hand", nil); err != nil {
			t.Fatal(err)
		}
		if more, err := taps(s.sim.Wire().After(since)); err != nil || more != counted+1 {
			t.Errorf("%s: after one command more there are %d taps, not %d: %v", way.name, more, counted+1, err)
		}
	}
	if err := s.stop(ctx, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.check(ctx, nil); err != nil {
		t.Error(err)
	}
}

// holdsCards says whether somebody's own cards stand on their screen.
func holdsCards(c *clicker) bool {
	hand, ok := c.shown(true, "so")
	return ok && strings.ContainsAny(hand.Text(), "♣♦♥♠")
}

// taps counts those that are behind what people sent.
func taps(wire []wirelog.Exchange) (n int, err error) {
	for _, e := range wire {
		if e.Dir != "person→discord" || e.Kind != "rest" || e.Method == http.MethodGet {
			continue
		}
		var sent struct {
			Type int `json:"type"`
			Data struct {
				Component int      `json:"component_type"`
				Values    []string `json:"values"`
			} `json:"data"`
		}
		if err := json.Unmarshal(e.Body, &sent); err != nil || e.Path != "/interactions" {
			return n, fmt.Errorf("nobody knows how many taps %s %s is: %w", e.Method, e.Path, err)
		}
		switch {
		case sent.Type == 2, sent.Type == 3 && sent.Data.Component == discord.TypeButton:
			n++
		case sent.Type == 3 && sent.Data.Component == discord.TypeStringSelect:
			n += 1 + len(sent.Data.Values)
		case sent.Type == 3: // of people, of whom it takes several
			n += 1 + len(sent.Data.Values) + 1
		default:
			return n, fmt.Errorf("nobody knows how many taps an interaction of type %d is", sent.Type)
		}
	}
	return n, nil
}
