package main

import (
	"context"
	"errors"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/web"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// TestWhoIsErasedAtOneWorkerIsNobodyAtTheOther has two real processes know somebody, one of which is asked to erase them: at
// the other they act as somebody new, whom the database knows.
func TestWhoIsErasedAtOneWorkerIsNobodyAtTheOther(t *testing.T) {
	t.Parallel()
	address := needPostgres(t).Database(t)
	program := scriptedBot(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	sim, err := startChecked(ctx, discordsim.Options{Limits: roomy(), People: []string{"Ada"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	var workers []*stage
	for range 2 {
		one := &stage{program: program, dir: t.TempDir(), sim: sim, address: address, web: freePort(t)}
		one.env = []string{"BOATHOUSE_WORKER=" + freePort(t)} // where nobody listens: what comes to one is done by it
		t.Cleanup(func() {
			if t.Failed() {
				t.Log("a worker's log ends:\n" + one.tail())
			}
			_ = one.stop(context.Background(), syscall.SIGKILL) // only after a failure is it still there
		})
		if err := one.start(ctx); err != nil {
			t.Fatal(err)
		}
		workers = append(workers, one)
	}
	ada, channel := sim.Person("Ada"), sim.Handshake().Channel
	at := func(i int) {
		t.Helper()
		if err := sim.EnterInteractions(ctx, "http://"+workers[i].web+web.InteractionsPath); err != nil {
			t.Fatal(err)
		}
	}
	asks := func(command string) discord.ID {
		t.Helper()
		out, err := ada.Slash(ctx, channel, command, nil)
		if err != nil || out.Failed {
			t.Fatalf("/%s: %+v, %v", command, out, err)
		}
		return out.Interaction
	}
	is := func() string {
		t.Helper()
		r, err := workers[0].read(ctx)
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Person(ctx, ada.ID().String())
		if err := errors.Join(err, r.Close()); err != nil {
			t.Fatal(err)
		}
		return string(p)
	}
	for i := range workers {
		at(i)
		asks("rum new")
		asks("rum leave")
	}
	was := is()
	at(0)
	before := len(ada.Sees(channel))
	asks("privacy erase")
	if err := ada.Wait(ctx, func([]discord.Message) bool { return len(ada.Sees(channel)) > before }); err != nil {
		t.Fatal(err)
	}
	seen := ada.Sees(channel)
	if out, err := ada.Click(ctx, seen[len(seen)-1].ID, "Yes, erase me"); err != nil || out.Failed {
		t.Fatalf("%+v, %v: %s", out, err, seen[len(seen)-1].Text())
	}
	if err := ada.Wait(ctx, func([]discord.Message) bool { return is() == "" }); err != nil {
		t.Fatal(err)
	}
	at(1)
	asks("rum new")
	if now := is(); now == "" || now == was {
		t.Errorf("%q acts as %q", was, now)
	}
	for _, one := range workers {
		if err := one.stop(ctx, syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if err := one.check(ctx, []int{unknownMessage, alreadyAnswered}); err != nil {
			t.Error(err)
		}
		if strings.Contains(one.tail(), `"level":"ERROR"`) {
			t.Error(one.tail())
		}
	}
}
