package main

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
)

// TestABotOutlivesItsServer ends the server under a bot: whoever asks for something is answered that it went wrong, and
// once the server is back the same bot plays on.
func TestABotOutlivesItsServer(t *testing.T) {
	t.Parallel()
	needPostgres(t)
	mortal, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = mortal.Stop() })
	env, sim := servedOn(t)
	env["BOATHOUSE_DB"] = mortal.Database(t)
	b := serving(t, env)
	b.until("/readyz", http.StatusOK, "ready")
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	asks := func(who string) {
		t.Helper()
		if out, err := sim.Person(who).Slash(ctx, sim.Handshake().Channel, "rum new", nil); err != nil || out.Failed {
			t.Fatalf("%s: %+v, %v", who, out, err)
		}
	}
	if err := mortal.Kill(); err != nil {
		t.Fatal(err)
	}
	asks("Ada")
	if err := sim.Person("Ada").Wait(ctx, func(all []discord.Message) bool {
		return slices.ContainsFunc(all, func(m discord.Message) bool { return strings.Contains(m.Text(), "Something went wrong") })
	}); err != nil {
		t.Fatalf("Ada isn't told: %v", err)
	}
	if err := mortal.Launch(); err != nil {
		t.Fatal(err)
	}
	for open := false; !open; { // a connection of before may be met once more
		asks("Ben")
		if err := sim.Person("Ben").Wait(ctx, func(all []discord.Message) bool {
			open = slices.ContainsFunc(all, func(m discord.Message) bool { _, has := m.Find("Join"); return has })
			return open || slices.ContainsFunc(all, func(m discord.Message) bool { return strings.Contains(m.Text(), "Something went wrong") })
		}); err != nil {
			t.Fatalf("Ben: %v", err)
		}
	}
	b.quit()
	if err := <-b.ended; err != nil {
		t.Error(err)
	}
}
