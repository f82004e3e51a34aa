package main

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/storage/postgres"
)

// TestTwoProcessesAreNeverToldThatTheyAreTooMany has two clients with a store each call a Discord that allows fifty requests a
// second, each of them more than that. The control is two that share nothing.
func TestTwoProcessesAreNeverToldThatTheyAreTooMany(t *testing.T) {
	t.Parallel()
	address := needPostgres(t).Database(t)
	for _, shared := range []bool{true, false} {
		sim, err := startChecked(t.Context(), discordsim.Options{Limits: discordsim.Limits{Routes: map[string]discordsim.Bucket{
			"GET /users/@me": {Requests: 1 << 20, Window: time.Second},
		}}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = sim.Close() })
		var calls, shares sync.WaitGroup
		ctx, stop := context.WithCancel(t.Context())
		sharing, end := context.WithCancel(context.WithoutCancel(t.Context()))
		var mine [2]int
		for i := range mine {
			db, err := postgres.Open(t.Context(), address, postgres.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = db.Close() })
			o := rest.Options{API: sim.Handshake().REST, Token: sim.Handshake().Token}
			if shared {
				o.Budget = budget(db)
			}
			c := rest.New(o)
			t.Cleanup(c.Close)
			shares.Go(func() {
				if err := c.Share(sharing); err != nil {
					t.Error(err)
				}
			})
			var count sync.Mutex
			for range 2 * rest.DefaultRate {
				calls.Go(func() {
					for ctx.Err() == nil {
						if _, err := c.Me(ctx); err == nil {
							count.Lock()
							mine[i]++
							count.Unlock()
						}
					}
				})
			}
		}
		time.Sleep(8 * time.Second) // is what is measured
		stop()
		calls.Wait()
		end()
		shares.Wait()
		refused := 0
		for _, v := range sim.Violations() {
			if v.Status == http.StatusTooManyRequests {
				refused++
			}
		}
		switch {
		case shared && (refused > 0 || mine[0] < 50 || mine[1] < 50):
			t.Errorf("%d were too many, and %v came through", refused, mine)
		case !shared && refused == 0:
			t.Error("nothing was too much of two that share nothing: this test sees nothing")
		}
		t.Logf("shared %t: %d too many, %v came through", shared, refused, mine)
	}
}
