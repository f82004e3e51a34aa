package main

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
)

// TestTwoBotsWithOneTokenAreToldSo has two real processes with one token and a file each hear every
// click: Discord takes one's answer. The other says so in its log, on /readyz and to doctor; one
// alone, whose answers are lost, says nothing of the kind.
func TestTwoBotsWithOneTokenAreToldSo(t *testing.T) {
	t.Parallel()
	program := buildBot(t)
	env, sim := servedOn(t)
	ada, channel := sim.Person("Ada"), sim.Handshake().Channel
	first, _ := spawned(t, program, env)
	first.until("/readyz", http.StatusOK, "ready")
	for range 3 {
		if out, err := ada.Slash(t.Context(), channel, "turns", nil); err != nil || out.Failed {
			t.Fatalf("%+v, %v", out, err)
		}
	}
	first.until("/readyz", http.StatusOK, "ready")
	env["BOATHOUSE_DB"] = filepath.Join(t.TempDir(), "other.db")
	second, _ := spawned(t, program, env)
	second.until("/readyz", http.StatusOK, "ready")
	for range 6 {
		if out, err := ada.Slash(t.Context(), channel, "turns", nil); err != nil || out.Failed {
			t.Fatalf("%+v, %v", out, err)
		}
	}
	untilAnswered(t, sim, 3+2*6)
	const says = "another process answers"
	noticed := 0
	for _, b := range []*server{first, second} {
		ready := func() bool {
			_, body := fetch(t, "http://"+b.ops+"/readyz")
			return strings.Contains(body, says)
		}
		env["BOATHOUSE_OPS"] = b.ops
		told, got := ready(), typed(t, env, "", "doctor")
		for told != ready() { // it has just noticed
			told, got = ready(), typed(t, env, "", "doctor")
		}
		if strings.Contains(got.out, says) != told || told && got.code == 0 {
			t.Errorf("/readyz says so: %v; doctor: %s", told, got.out)
		}
		log := b.stop()
		if n := strings.Count(log, "another process answers with this bot's DISCORD_TOKEN"); n > 1 || (n == 1) != told {
			t.Errorf("%d times in %s", n, log)
		}
		if told {
			noticed++
		}
	}
	if noticed == 0 {
		t.Error("neither notices the other")
	}
}

// untilAnswered waits until Discord has said what it makes of so many first answers.
func untilAnswered(t *testing.T, sim *discordsim.Server, answers int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		newest, n := uint64(0), 0
		for _, e := range sim.Wire().After(0) {
			newest = max(newest, e.N)
			if strings.Contains(e.Path, "/callback") && e.Status > 0 {
				n++
			}
		}
		if n >= answers {
			return
		}
		if ctx.Err() != nil {
			t.Fatalf("%d first answers of %d", n, answers)
		}
		sim.Wire().Wait(ctx, newest)
	}
}
