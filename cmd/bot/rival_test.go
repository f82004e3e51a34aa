package main

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
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
	const says = "another process answers"
	noticed := 0
	for _, b := range []*server{first, second} {
		_, body := fetch(t, "http://"+b.ops+"/readyz")
		told := strings.Contains(body, says)
		env["BOATHOUSE_OPS"] = b.ops
		if got := typed(t, env, "", "doctor"); strings.Contains(got.out, says) != told || told && got.code == 0 {
			t.Errorf("/readyz says %s, doctor %s", body, got.out)
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
