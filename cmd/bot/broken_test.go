package main

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

// TestABrokenTableCostsThatTableOnly starts the real bot on a file with two tables that are due and
// break it: one when its events are read, one when its computer moves. The bot starts each time,
// names them, and others play on.
func TestABrokenTableCostsThatTableOnly(t *testing.T) {
	program := buildBot(t)
	env, sim := servedOn(t)
	db, err := sqlite.Open(t.Context(), env["BOATHOUSE_DB"], sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	set := sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 2, Pace: sitting.None, Lang: "en"}
	for id, events := range map[sitting.ID][]sitting.Event{
		"aaaaaaaa": {sitting.Left{Seat: 7}},
		"bbbbbbbb": {sitting.Joined{Person: "q"}, sitting.HandStarted{Hand: 1}, sitting.WentAway{Seat: 0}},
	} {
		in := sitting.Channel("9" + string(id))
		at := time.Now().Add(-time.Hour)
		events = append([]sitting.Event{sitting.Opened{Server: "1", Channel: in, Host: "p", Settings: set}}, events...)
		head := sitting.Head{Table: id, Server: "1", Channel: in, Open: true}
		b := table.Batch{Table: id, Key: string(id), At: at, Events: events, Wake: at, Head: head}
		if _, err := db.Append(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		bot, cmd := spawned(t, program, env)
		bot.until("/readyz", 200, "ready")
		bot.until("/metrics", 200, "\nboathouse_panics_total 2\n") // at its alarm, and when people can play
		out, err := sim.Person("Ada").Slash(t.Context(), sim.Handshake().Channel, "turns", nil)
		if err != nil || out.Failed {
			t.Errorf("%+v, %v", out, err)
		}
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := <-bot.ended; err != nil {
			t.Errorf("%v: %s", err, bot.log.String())
		}
		for _, name := range []string{`"job panicked","owner":"aaaaaaaa"`, `"table":"bbbbbbbb"`} {
			if !strings.Contains(bot.log.String(), name) {
				t.Errorf("the log doesn't name %s: %s", name, bot.log.String())
			}
		}
	}
}
