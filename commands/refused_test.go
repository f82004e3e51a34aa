package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/table"
)

// TestWhatDiscordAnswersToAPostIsSorted: only a server that isn't there is final, what Discord
// refuses stays owed, and an answer that says nothing of the post is no refusal.
func TestWhatDiscordAnswersToAPostIsSorted(t *testing.T) {
	t.Parallel()
	const final, refused, content, passing = "final", "refused", "content", "passing"
	for _, c := range []struct {
		status, code int
		want         string
	}{
		{http.StatusNotFound, codeUnknownServer, final},
		{http.StatusForbidden, rest.CodeMissingAccess, refused},
		{http.StatusForbidden, 50013, refused},
		{http.StatusForbidden, 40333, refused}, // Cloudflare
		{http.StatusForbidden, 20016, refused}, // slow mode
		{http.StatusForbidden, 99999, refused}, // not known yet
		{http.StatusForbidden, 0, refused},     // a page and no code
		{http.StatusNotFound, rest.CodeUnknownChannel, refused},
		{http.StatusBadRequest, 50083, refused}, // an archived thread
		{http.StatusBadRequest, rest.CodeThreadLocked, refused},
		{http.StatusBadRequest, rest.CodeBlockedByFilter, content},
		{http.StatusForbidden, rest.CodeBlockedByFilter, content},
		{http.StatusBadRequest, rest.CodeHarmfulLink, content},
		{http.StatusBadRequest, rest.CodeInvalidForm, content},
		{http.StatusBadRequest, 0, content},
		{http.StatusUnauthorized, 0, passing},
		{http.StatusRequestTimeout, 0, passing},
		{http.StatusTooEarly, 0, passing},
		{http.StatusTooManyRequests, 0, passing},
		{http.StatusTooManyRequests, 20028, passing},
		{http.StatusInternalServerError, 0, passing},
		{http.StatusBadGateway, 0, passing},
		{http.StatusServiceUnavailable, rest.CodeMissingAccess, passing},
		{http.StatusGatewayTimeout, 0, passing},
	} {
		sent := fmt.Errorf("post: %w", &rest.Error{Status: c.status, Code: c.code})
		if got := sorted(refusal(sent)); got != c.want {
			t.Errorf("%d, code %d: %s, want %s", c.status, c.code, got, c.want)
		}
	}
	for _, passes := range []error{context.DeadlineExceeded, errors.New("connection reset")} {
		if got := sorted(refusal(passes)); got != passing {
			t.Errorf("%v: %s", passes, got)
		}
	}
}

func sorted(err error) string {
	var refused *table.RefusedError
	switch {
	case errors.Is(err, table.ErrGone):
		return "final"
	case !errors.As(err, &refused):
		return "passing"
	case refused.Content:
		return "content"
	}
	return "refused"
}

// TestRefusedRetriesGoOneASecondTogether sends sixty to as many channels at once. The control: what
// wasn't refused waits for nothing.
func TestRefusedRetriesGoOneASecondTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLine(Discord{Log: slog.New(slog.DiscardHandler)}, time.Now, time.Minute)
		passed := func(tries int) (at []time.Duration) {
			var all sync.WaitGroup
			var mu sync.Mutex
			begun := time.Now()
			for range 60 {
				all.Go(func() {
					if err := l.pass(retrying(t.Context(), table.Post{Tries: tries})); err != nil {
						t.Error(err)
					}
					mu.Lock()
					defer mu.Unlock()
					at = append(at, time.Since(begun))
				})
			}
			all.Wait()
			return at
		}
		for i, d := range passed(1) {
			if d < time.Duration(i)*time.Second {
				t.Fatalf("number %d passed after %v", i+1, d)
			}
		}
		for _, d := range passed(0) {
			if d > 0 {
				t.Errorf("what was refused by nobody waited for %v", d)
			}
		}
	})
}
