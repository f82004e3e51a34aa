package commands

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/bwmarrin/discordgo"
)

// A claimed Discord answers as it is told to: "taken", "lost" (a 502 after which it isn't known) or
// "had", what it says of an interaction that has its first answer; the last for ever.
type claimed []string

func (c *claimed) RoundTrip(r *http.Request) (*http.Response, error) {
	says := map[string]struct {
		status int
		body   string
	}{
		"taken": {http.StatusNoContent, ""}, "lost": {http.StatusBadGateway, ""},
		"had":     {http.StatusBadRequest, `{"code":40060,"message":"Interaction has already been acknowledged."}`},
		"nothing": {http.StatusNotFound, `{"code":10015,"message":"Unknown Webhook"}`},
	}[(*c)[0]]
	if len(*c) > 1 {
		*c = (*c)[1:]
	}
	return &http.Response{StatusCode: says.status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(says.body)), Request: r}, nil
}

// TestAnotherProcessWithTheTokenIsNoticed, and nothing else that leaves us with an answer that
// Discord had.
func TestAnotherProcessWithTheTokenIsNoticed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		discord        claimed
		sent, promised bool // not heard as it happened; promised by the process before
		shared         bool
		rival          bool
	}{
		"another's":             {discord: claimed{"had"}, rival: true},
		"taken":                 {discord: claimed{"taken"}},
		"ours, lost":            {discord: claimed{"lost", "nothing", "had"}},
		"ours, lost twice":      {discord: claimed{"lost", "nothing", "lost", "had"}},
		"of a process before":   {discord: claimed{"had"}, promised: true},
		"brought again by HTTP": {discord: claimed{"had"}, sent: true},
		"another worker's":      {discord: claimed{"had"}, shared: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var text bytes.Buffer
				discord := c.discord
				l := newLine(Discord{REST: rest.New(rest.Options{Token: "t", Transport: &discord}), Application: "1", Log: slog.New(slog.NewTextHandler(&text, nil))}, time.Now, lateTry)
				l.shared = c.shared
				d := &Door{hall: &hall{line: l}}
				acts := func(n int) {
					for range n {
						a := &answer{line: l, in: &interaction{ID: "1", Token: "x", heard: !c.sent, promised: c.promised}}
						for range 2 { // a deferral, say, and what was promised
							_, _ = a.first(context.Background(), callback{Type: discordgo.InteractionResponseDeferredMessageUpdate}, false)
						}
					}
				}
				acts(1)
				if d.HasRival() != c.rival || strings.Contains(text.String(), "level=ERROR") != c.rival {
					t.Errorf("a rival: %t; %s", d.HasRival(), &text)
				}
				if !c.rival {
					return
				}
				acts(500)
				<-time.After(sumEvery + time.Second)
				acts(500)
				<-time.After(2 * sumEvery)
				if n := strings.Count(text.String(), "times="); n != 3 || strings.Count(text.String(), "times=1001") != 1 || strings.Count(text.String(), "times=1000 ") != 1 {
					t.Errorf("the log says:\n%s", &text)
				}
				if <-time.After(rivalFor); d.HasRival() {
					t.Error("it is believed to be there for ever")
				}
			})
		})
	}
}
