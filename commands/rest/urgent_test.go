package rest_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

// TestACallThatWaitsGivesWay has something urgent come while a call waits for a place, for its route, and after Discord
// refused it or broke over it; then while it is under way, and before it is asked for.
func TestACallThatWaitsGivesWay(t *testing.T) {
	const status = http.StatusTooManyRequests
	for name, c := range map[string]struct {
		answer func(w http.ResponseWriter) // to the call's first attempt; nil: another has taken the only place
		after  time.Duration               // comes what is urgent
		gives  bool
		acted  bool
		sent   int
	}{
		"waits for a place": {nil, 100 * time.Millisecond, true, false, 0},
		"refused": {func(w http.ResponseWriter) {
			limitHeaders(w, "edits", 5, 0, 60)
			refuse(w, status, `{"message":"slow down","retry_after":60,"global":false}`)
		}, time.Second, true, false, 1},
		"refused, and shut out": {func(w http.ResponseWriter) {
			w.Header().Set("X-RateLimit-Global", "true")
			refuse(w, status, `{"message":"slow down","retry_after":60,"global":true}`)
		}, time.Second, true, false, 1},
		"under way": {func(w http.ResponseWriter) { time.Sleep(time.Second); ok(w) }, 100 * time.Millisecond, false, false, 1},
		"too late":  {ok, time.Second, false, false, 1},
		"broken": {func(w http.ResponseWriter) {
			limitHeaders(w, "edits", 5, 0, 60)
			refuse(w, http.StatusBadGateway, `{}`)
		}, 10 * time.Second, true, true, 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client, d := inMemory(t, func(_ int, w http.ResponseWriter, r request) {
					if strings.HasSuffix(r.Path, "/channels/5/messages/9") {
						c.answer(w)
						return
					}
					ok(w)
				}, func(o *rest.Options) { o.Rate = 1 })
				before := 0
				if c.answer == nil {
					if _, err := client.EditMessage(t.Context(), "6", "9", hello()); err != nil {
						t.Fatal(err)
					}
					before = 1
				}
				urgent, begin := make(chan struct{}), time.Now()
				time.AfterFunc(c.after, func() { close(urgent) })
				_, err := client.EditMessage(rest.GivingWay(t.Context(), urgent), "5", "9", hello())
				if errors.Is(err, rest.ErrGaveWay) != c.gives || rest.Acted(err) != c.acted || (err == nil) == c.gives {
					t.Errorf("it ends with %v, and Discord may have acted: %v", err, rest.Acted(err))
				}
				if took := time.Since(begin); c.gives && took != c.after {
					t.Errorf("it gives way after %v", took)
				}
				if sent := len(d.requests()) - before; sent != c.sent {
					t.Errorf("%d requests were sent", sent)
				}
				if !c.gives {
					<-urgent
				}
				if _, err = client.EditMessage(rest.GivingWay(t.Context(), urgent), "5", "9", hello()); !errors.Is(err, rest.ErrGaveWay) {
					t.Errorf("asked for when something urgent has come: %v", err)
				}
				if _, err = client.EditMessage(rest.GivingWay(t.Context(), nil), "6", "9", hello()); err != nil {
					t.Errorf("another then: %v", err)
				}
			})
		})
	}
}

// TestANewMessageThatMayStandGivesNoWay has Discord break over a new message when something urgent has come: whoever asked for it
// learns which it is.
func TestANewMessageThatMayStandGivesNoWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		urgent := make(chan struct{})
		client, d := inMemory(t, func(n int, w http.ResponseWriter, _ request) {
			if n == 1 {
				close(urgent)
				refuse(w, http.StatusBadGateway, `{}`)
				return
			}
			ok(w)
		})
		m, err := client.CreateMessage(rest.GivingWay(t.Context(), urgent), "5", "one", hello())
		if err != nil || m.ID == "" || len(d.requests()) != 2 {
			t.Errorf("%+v, %v, after %d requests", m, err, len(d.requests()))
		}
	})
}
