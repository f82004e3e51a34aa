package commands

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptrace"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
)

// A carrier carries requests as a test wants.
type carrier func(*http.Request) (*http.Response, error)

func (c carrier) RoundTrip(r *http.Request) (*http.Response, error) { return c(r) }

// inTurn answers with one status after the other; the last stays.
func inTurn(statuses ...int) carrier {
	return func(r *http.Request) (*http.Response, error) {
		httptrace.ContextClientTrace(r.Context()).WroteHeaders()
		status := statuses[0]
		statuses = statuses[min(1, len(statuses)-1):]
		return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader(""))}, nil
	}
}

// TestACutThatWasNotSentSaysSo has the post of a cut fail in the ways in which its message can't
// stand, and in those in which it may.
func TestACutThatWasNotSentSaysSo(t *testing.T) {
	t.Parallel()
	wrote := func(r *http.Request) { httptrace.ContextClientTrace(r.Context()).WroteHeaders() }
	for name, c := range map[string]struct {
		meets    carrier
		mayStand bool
	}{
		"no line": {meets: func(*http.Request) (*http.Response, error) { return nil, errors.New("refused") }},
		"the line is cut": {mayStand: true, meets: func(r *http.Request) (*http.Response, error) {
			wrote(r)
			return nil, errors.New("reset")
		}},
		"a server in trouble": {mayStand: true, meets: func(r *http.Request) (*http.Response, error) {
			wrote(r)
			return &http.Response{StatusCode: http.StatusBadGateway, Body: io.NopCloser(strings.NewReader(""))}, nil
		}},
		"a server in trouble, then a request timeout": {mayStand: true, meets: inTurn(http.StatusBadGateway, http.StatusRequestTimeout)},
		"a request timeout": {meets: func(r *http.Request) (*http.Response, error) {
			wrote(r)
			return &http.Response{StatusCode: http.StatusRequestTimeout, Body: io.NopCloser(strings.NewReader(""))}, nil
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client := rest.New(rest.Options{API: "http://discord.test/api", Token: "x", Transport: c.meets})
				defer client.Close()
				b := NewNoticeboard(BoardOptions{
					Discord: Discord{REST: client, Log: slog.New(slog.DiscardHandler)}, Now: time.Now,
				})
				s := &sitting.Sight{Channel: "5"}
				is := func(string) bool { return false }
				_, err := b.createOnce(t.Context(), s, table.Post{ID: 1}, "", is, render.Message{}, render.Message{})
				if err == nil || errors.Is(err, table.ErrNotSent) == c.mayStand {
					t.Errorf("it may stand: %v, and the post ends with: %v", c.mayStand, err)
				}
			})
		})
	}
}
