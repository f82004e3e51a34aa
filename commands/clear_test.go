package commands

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// TestWhatCantBeClearedAwayForNowIsLater has Discord not delete messages in whose place others
// stand. Only a refusal of Discord's is the end of it.
func TestWhatCantBeClearedAwayForNowIsLater(t *testing.T) {
	t.Parallel()
	answers := func(status int) carrier {
		return func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader("{}"))}, nil
		}
	}
	for name, c := range map[string]struct {
		meets carrier
		later bool
	}{
		"a server in trouble": {answers(http.StatusServiceUnavailable), true},
		"too many requests":   {answers(http.StatusTooManyRequests), true},
		"no line":             {func(*http.Request) (*http.Response, error) { return nil, errors.New("reset") }, true},
		"gone":                {answers(http.StatusNotFound), false},
		"refused":             {answers(http.StatusForbidden), false},
		"taken":               {answers(http.StatusNoContent), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				meets, deleted := c.meets, []string(nil)
				client := rest.New(rest.Options{
					API: "http://discord.test/api", Token: "x", Transport: carrier(func(r *http.Request) (*http.Response, error) {
						deleted = append(deleted, path.Base(r.URL.Path))
						return meets(r)
					}),
				})
				defer client.Close()
				b := NewNoticeboard(BoardOptions{
					Discord: Discord{REST: client, Log: slog.New(slog.DiscardHandler)}, Now: time.Now,
				})
				at := screen{snap: &sitting.Sight{ID: "table", Channel: "5"}}
				refs := b.clear(t.Context(), at, table.Refs{Table: "11"}.Moves("12", time.Now()))
				if refs.Unsure != c.later {
					t.Errorf("the table is posted once more: %v", refs.Unsure)
				}
				refs.Unsure = false
				if refs = b.clear(t.Context(), at, refs.Moves("13", time.Now())); refs.Unsure {
					t.Error("the table is posted once more each time")
				}
				meets, deleted, refs.Unsure = answers(http.StatusNoContent), nil, false
				refs = b.clear(t.Context(), at, refs)
				b.clear(t.Context(), at, refs)
				var want []string
				if c.later {
					want = []string{"11", "12"}
				}
				if !slices.Equal(deleted, want) || refs.Unsure {
					t.Errorf("deleted later are %q, not %q; once more: %v", deleted, want, refs.Unsure)
				}
			})
		})
	}
}
