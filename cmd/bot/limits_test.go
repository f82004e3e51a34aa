package main

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestTheDefaultsHoldAFloodBack has somebody send more at once than one person may
// to a bot of which nothing is set.
func TestTheDefaultsHoldAFloodBack(t *testing.T) {
	sim, err := discordsim.Start(t.Context(), discordsim.Options{Limits: roomy()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sim.Close() }()
	hello := sim.Handshake()
	env := map[string]string{
		"DISCORD_API": hello.REST, "DISCORD_TOKEN": hello.Token, "BOATHOUSE_GUILD": hello.Guild.String(),
		"BOATHOUSE_DB": filepath.Join(t.TempDir(), "boathouse.db"), "BOATHOUSE_OPS": "off",
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"bot", "serve"}, env, strings.NewReader(""), io.Discard, io.Discard)
	}()
	defer func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	if err := (&stage{sim: sim}).connected(t.Context()); err != nil {
		t.Fatal(err)
	}
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	ada := sim.Person("Ada")
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if _, err := ada.Slash(t.Context(), hello.Channel, "rum help", nil); err != nil {
				t.Error(err)
			}
		})
	}
	within, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	if err := ada.Wait(within, func([]discord.Message) bool {
		return slices.ContainsFunc(ada.Sees(hello.Channel), func(m discord.Message) bool {
			return m.Ephemeral() && strings.Contains(m.Text(), words.For("en-US").Say(lang.TroubleRush))
		})
	}); err != nil {
		t.Errorf("nobody is told to wait: %v", err)
	}
	all.Wait()
}
