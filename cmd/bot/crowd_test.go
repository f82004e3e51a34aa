package main

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// TestACrowdInOneServerHoldsNoOtherServersTableUp has 75 people of one server start hands at tables
// of their own at once, with the real bot, which may make ten requests a second here: it posts a
// deal for each. Then somebody starts a hand in another server. What counts is how many of the
// crowd's posts go before theirs, not how long that takes.
func TestACrowdInOneServerHoldsNoOtherServersTableUp(t *testing.T) {
	t.Parallel()
	const people, before = 75, 25
	program := buildBot(t)
	env, sim := servedWith(t, discordsim.Options{Limits: unhurried()})
	env["BOATHOUSE_RATE"], env["BOATHOUSE_PACE"], env["BOATHOUSE_MAX_TABLES_SERVER"] = "10", "0", "0"
	club, there, err := sim.Person("Ada").Found(t.Context(), "Another club", "")
	if err == nil {
		err = club.AddBot(t.Context(), discordsim.DefaultPermissions)
	}
	if err != nil {
		t.Fatal(err)
	}
	bot, _ := spawned(t, program, env)
	bot.until("/readyz", http.StatusOK, "ready")
	ada := newClicker(sim, "Ada", there)
	if err := openTable(t.Context(), nil, 1, ada); err != nil {
		t.Fatal(err)
	}
	crowd := make([]*clicker, people)
	each := func(do func(c *clicker) error) {
		var all sync.WaitGroup
		for _, c := range crowd {
			all.Go(func() {
				if err := do(c); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
	for i := range crowd {
		name := fmt.Sprintf("crowd-%d", i)
		answer, err := http.Post(sim.Handshake().Page+"sim/people", "application/json", strings.NewReader(fmt.Sprintf(`{"name":%q}`, name)))
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		crowd[i] = newClicker(sim, name, addChannel(t, sim, name))
	}
	each(func(c *clicker) error { return openTable(t.Context(), nil, 1, c) })
	each(func(c *clicker) error { // once their table shows that the computer sits, which takes a while for so many
		err := c.tap(t.Context(), "st")
		for range 3 {
			if err != nil {
				err = c.tap(t.Context(), "st")
			}
		}
		return err
	})
	since := sim.Wire().SentByBot()
	last := since[len(since)-1].N
	if err := ada.tap(t.Context(), "st"); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of the crowd's %d deals stood when the other hand was started", len(crowdsPosts(since, there)), people)
	tick, late := time.NewTicker(20*time.Millisecond), time.NewTimer(2*time.Minute)
	defer tick.Stop()
	defer late.Stop()
	for {
		now := slices.DeleteFunc(sim.Wire().SentByBot(), func(e wirelog.Exchange) bool { return e.N <= last }) // it forgets old ones
		if n, is := postsBefore(now, there); is {
			if t.Logf("%d of the crowd's posts went before", n); n > before {
				t.Errorf("%d of the crowd's posts went before", n)
			}
			return
		}
		select {
		case <-tick.C:
		case <-late.C:
			t.Fatalf("no deal was posted; %d others were", len(crowdsPosts(now, there)))
		}
	}
}

// crowdsPosts are the messages that the bot posted by its token elsewhere than in a channel.
func crowdsPosts(sent []wirelog.Exchange, but discord.ID) (all []wirelog.Exchange) {
	for _, e := range sent {
		if e.Method == http.MethodPost && strings.HasSuffix(e.Path, "/messages") && path.Base(path.Dir(e.Path)) != but.String() {
			all = append(all, e)
		}
	}
	return all
}

// postsBefore counts those before the first in the channel; false: there is none yet.
func postsBefore(sent []wirelog.Exchange, in discord.ID) (n int, is bool) {
	for i, e := range sent {
		if e.Method == http.MethodPost && path.Base(path.Dir(e.Path)) == in.String() {
			return len(crowdsPosts(sent[:i], in)), true
		}
	}
	return 0, false
}
