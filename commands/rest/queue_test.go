package rest_test

import (
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

// TestAServersManyCallsHoldNoOthersUp has 75 calls of one server wait when one of another comes.
// The control has all of them come from one server: it waits for 15 seconds.
func TestAServersManyCallsHoldNoOthersUp(t *testing.T) {
	for place, most := range map[string]time.Duration{"other": 2 * time.Second, "same": time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			c, _ := inMemory(t, func(_ int, w http.ResponseWriter, _ request) { ok(w) }, func(o *rest.Options) { o.Rate = 5 })
			l := &line{client: c}
			l.join(rest.From(t.Context(), "same"), rest.KindSeal, 75)
			start := time.Now()
			if _, err := c.EditMessage(rest.For(rest.From(t.Context(), place), rest.KindSeal), "5", "9", hello()); err != nil {
				t.Error(err)
			}
			if took := time.Since(start); took > most || place == "same" && took < 10*time.Second {
				t.Errorf("from the %s server it took %v", place, took)
			}
			l.all.Wait()
		})
	}
}

// TestServersTakeTurnsHoweverManyCallsEachHas sends calls of three servers at once: after each
// place that is free all have had as many, as long as they have more.
func TestServersTakeTurnsHoweverManyCallsEachHas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		came := make(chan string, 200)
		c, _ := inMemory(t, func(_ int, w http.ResponseWriter, _ request) { ok(w) }, func(o *rest.Options) { o.Rate = 5 })
		l := &line{client: c}
		l.join(t.Context(), rest.KindResult, 5) // takes all places
		for server, n := range map[string]int{"a": 60, "b": 20, "c": 3} {
			for i := range n {
				l.all.Go(func() {
					if _, err := c.EditMessage(rest.For(rest.From(t.Context(), server), rest.KindTable), fmt.Sprint(server, i), "9", hello()); err == nil {
						came <- server
					}
				})
			}
			synctest.Wait()
		}
		l.all.Wait()
		had := map[string]int{}
		for i := range 83 {
			had[<-came]++
			if i < 3*3 && max(had["a"], had["b"], had["c"]) > i/3+5 || i > 12 && had["c"] != 3 || i > 50 && had["b"] != 20 {
				t.Errorf("after %d: %v", i, had)
			}
		}
	})
}

// TestWhatWaitsForThePlacesHoldsNoSlotOfAChannel has an edit of a table wait while all places are
// taken, in a channel that takes one call at a time. A result that comes later goes first there.
func TestWhatWaitsForThePlacesHoldsNoSlotOfAChannel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := inMemory(t, func(_ int, w http.ResponseWriter, r request) {
			time.Sleep(100 * time.Millisecond) // is virtual
			limitHeaders(w, "b", 1, 0, 0.05)
			ok(w)
		}, func(o *rest.Options) { o.Rate = 5 })
		if _, err := c.EditMessage(t.Context(), "5", "9", hello()); err != nil { // from then on the limit is known
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		l := &line{client: c}
		for i := range 5 { // in channels of their own, so that one place after another is free again
			l.all.Go(func() { _, _ = c.EditMessage(t.Context(), fmt.Sprint("other", i), "9", hello()) })
			time.Sleep(150 * time.Millisecond)
		}
		order := make(chan string, 3)
		for _, k := range []rest.Kind{rest.KindTable, rest.KindTidy, rest.KindResult} {
			l.all.Go(func() {
				if _, err := c.EditMessage(rest.For(t.Context(), k), "5", "9", hello()); err == nil {
					order <- k.String()
				}
			})
			synctest.Wait()
		}
		l.all.Wait()
		if n := len(order); n != 3 {
			t.Fatalf("%d came", n)
		}
		if first := <-order; first != "result" {
			t.Errorf("first came %s", first)
		}
	})
}
