package rest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

// TestWhatDiscordTookIsNotSentAgain: a good status means taken, also when the body is empty, no JSON, of another shape
// or cut short. What is asked again is what changes nothing by coming twice.
func TestWhatDiscordTookIsNotSentAgain(t *testing.T) {
	for name, garble := range map[string]func(http.ResponseWriter){
		"empty":    func(w http.ResponseWriter) { w.WriteHeader(http.StatusNoContent) },
		"no JSON":  func(w http.ResponseWriter) { _, _ = io.WriteString(w, "<html>") },
		"a number": func(w http.ResponseWriter) { _, _ = io.WriteString(w, "7") },
		"cut short": func(w http.ResponseWriter) {
			w.Header().Set("Content-Length", "99")
			_, _ = io.WriteString(w, `{"id":`)
		},
	} {
		for line, call := range calls(context.Background()) {
			synctest.Test(t, func(t *testing.T) {
				c, d := inMemory(t, func(n int, w http.ResponseWriter, r request) {
					switch {
					case n == 1:
						garble(w)
					case strings.HasSuffix(r.Path, "/commands"):
						_, _ = io.WriteString(w, `[]`)
					default:
						ok(w)
					}
				})
				err := call(c)
				var again []string
				for _, r := range d.requests()[1:] {
					again = append(again, r.line())
				}
				method, path, _ := strings.Cut(line, " ")
				var want []string
				switch {
				case method == "GET", line == "POST /channels/5/messages", line == "POST /users/@me/channels":
					want = []string{line}
				case method == "PATCH" && ofAnswer(line):
					want = []string{"GET " + path}
				}
				if diff := cmp.Diff(want, again); diff != "" {
					t.Errorf("%s, %s: asked again: %s", line, name, diff)
				}
				unread := strings.Contains(path, "/callback") || line == "POST /applications/1/emojis" // its caller knows where to ask
				if errors.Is(err, rest.ErrUnread) != unread || !unread && err != nil || unread != rest.Acted(err) {
					t.Errorf("%s, %s: %v", line, name, err)
				}
			})
		}
	}
}

// TestAnEditThatDiscordTookIsNoFailure: also when the message can't be read afterwards.
func TestAnEditThatDiscordTookIsNoFailure(t *testing.T) {
	c, d := onSocket(t, func(_ int, w http.ResponseWriter, r request) {
		if r.Method == http.MethodGet {
			refuse(w, http.StatusForbidden, `{"code":50013,"message":"Missing Permissions"}`)
			return
		}
		w.WriteHeader(http.StatusOK)
	})
	channel, err := c.EditMessage(t.Context(), "5", "9", hello())
	if err != nil || channel.ID != "9" || channel.ChannelID != "5" {
		t.Errorf("%+v, %v", channel, err)
	}
	if m, err := c.EditOriginal(t.Context(), "1", ixToken, hello()); err != nil || m.ID != "" {
		t.Errorf("%+v, %v", m, err)
	}
	if n := len(d.requests()); n != 3 {
		t.Errorf("%d requests", n)
	}
}

// TestWhetherDiscordActedIsTold: only a refusal, and a call that wasn't sent, leave all as it was.
func TestWhetherDiscordActedIsTold(t *testing.T) {
	for want, errs := range map[bool][]error{
		true:  {rest.ErrUnread, &rest.LostError{Sent: true}, &rest.Error{Status: 502}, fmt.Errorf("x: %w", rest.ErrUnread)},
		false: {nil, errors.New("x"), &rest.LostError{}, &rest.Error{Status: 404, Code: 10062}, &rest.Error{Status: 429}},
	} {
		for _, err := range errs {
			if rest.Acted(err) != want {
				t.Errorf("%v: %v", err, !want)
			}
		}
	}
}
