package rest_test

import (
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

// TestATokenThatHasWorkedIsAskedForAgain has Discord refuse it so many times in a row: nothing but
// the questions is sent meanwhile, and what was to be sent is, once Discord takes the token.
func TestATokenThatHasWorkedIsAskedForAgain(t *testing.T) {
	for refusals, want := range map[int]struct {
		took    time.Duration
		refused bool
	}{1: {took: time.Second}, 2: {took: 5 * time.Second}, 3: {took: 30 * time.Second}, 4: {30 * time.Second, true}} {
		synctest.Test(t, func(t *testing.T) {
			left := 0
			c, d := inMemory(t, func(_ int, w http.ResponseWriter, r request) {
				if r.Authorization != "" && left > 0 {
					left--
					refuse(w, http.StatusUnauthorized, `{"code":0,"message":"401: Unauthorized"}`)
					return
				}
				ok(w)
			})
			defer c.Close()
			if _, err := c.Me(t.Context()); err != nil {
				t.Fatal(err)
			}
			left = refusals
			begun := time.Now()
			first := make(chan error, 1)
			go func() { first <- c.DeleteMessage(t.Context(), "5", "9") }()
			synctest.Wait()
			if !c.Doubts() {
				t.Error("nothing is in doubt")
			}
			second := make(chan error, 1)
			go func() { second <- c.DeleteMessage(t.Context(), "6", "9") }()
			if _, err := c.FollowUp(t.Context(), "1", ixToken, hello()); err != nil {
				t.Errorf("an answer needs no token: %v", err)
			}
			for _, err := range []error{<-first, <-second} {
				if errors.Is(err, rest.ErrTokenRefused) != want.refused || err != nil != want.refused {
					t.Errorf("%d refusals: %v", refusals, err)
				}
			}
			if took := time.Since(begun); took < want.took || took > want.took+2*time.Second {
				t.Errorf("%d refusals: it took %v", refusals, took)
			}
			select {
			case <-c.Refused():
				if !want.refused {
					t.Error("refused for good")
				}
			default:
				if want.refused {
					t.Error("not refused")
				}
			}
			calls := 1 + 1 + 1 + min(refusals, 3) // me, the first try, the answer, and the questions
			if !want.refused {
				calls += 2
			}
			if got := len(d.requests()); got != calls {
				t.Errorf("%d refusals: %d requests, want %d", refusals, got, calls)
			}
		})
	}
}

// TestNoAnswerIsNoRefusal has Discord be away when it is asked again.
func TestNoAnswerIsNoRefusal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		c, _ := inMemory(t, func(_ int, w http.ResponseWriter, _ request) {
			switch n++; n {
			case 2, 3, 5:
				refuse(w, http.StatusUnauthorized, `{"code":0,"message":"401: Unauthorized"}`)
			case 4:
				refuse(w, http.StatusBadGateway, "")
			default:
				ok(w)
			}
		})
		defer c.Close()
		if _, err := c.Me(t.Context()); err != nil {
			t.Fatal(err)
		}
		if c.TokenRefused(t.Context()) { // as after close 4004: nothing was sent
			t.Error("refused before each try was")
		}
	})
}
