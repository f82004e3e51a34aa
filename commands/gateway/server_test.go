package gateway

import (
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
)

// TestARemovalIsToldFromAnOutage has Discord tell of servers in each way that it has.
func TestARemovalIsToldFromAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		heard := make(chan string, 100)
		w := watch(t, func(_ int, c *call) {
			c.serve(beat, func() {
				for i, d := range []string{
					`"GUILD_CREATE","d":{"id":"1","name":"club"}`, `"GUILD_CREATE","d":{"id":"2","unavailable":true}`, `"GUILD_DELETE","d":{"id":"1","unavailable":true}`,
					`"GUILD_CREATE","d":{"id":"1","unavailable":false}`, `"GUILD_DELETE","d":{"id":"1","unavailable":false}`, `"GUILD_DELETE","d":{"id":"3"}`, `"GUILD_DELETE","d":{}`, `"GUILD_DELETE","d":[]`,
				} {
					c.send(`{"op":0,"s":%d,"t":%s}`, 2+i, d)
				}
				c.interaction(20, "after")
			})
		}, func(o *Options) {
			o.OnServer = func(server string, is bool) { heard <- fmt.Sprint(server, " ", is) }
		})
		w.took(1)
		close(heard)
		var got []string
		for h := range heard {
			got = append(got, h)
		}
		if diff := cmp.Diff([]string{"1 true", "1 true", "1 false", "3 false"}, got); diff != "" {
			t.Error(diff)
		}
		w.end(t)
	})
}

// TestASessionTellsOfAllServers starts one whose READY lists two, one of them unavailable, and some that list none as it ought to.
func TestASessionTellsOfAllServers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var heard []string
		w := watch(t, func(_ int, c *call) {
			c.serve(beat, func() {
				for i, guilds := range []string{``, `,"guilds":null`, `,"guilds":[]`, `,"guilds":[{"id":"7"}]`} {
					c.send(`{"op":0,"s":%d,"t":"READY","d":{"session_id":"s%[1]d"%s}}`, 2+i, guilds)
				}
				c.interaction(20, "after")
			})
		}, func(o *Options) {
			o.OnServers = func(all []string) { heard = append(heard, fmt.Sprint(all)) }
		})
		w.took(1)
		w.end(t)
		if diff := cmp.Diff([]string{"[5 6]", "[]", "[7]"}, heard); diff != "" {
			t.Error(diff)
		}
	})
}
