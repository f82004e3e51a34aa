package rest_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

// spare is a call that can be done without.
func spare() rest.Payload {
	p := hello()
	p.Spare = true
	return p
}

// TestSpareCallsLeaveRoomInARoute edits as often as a route takes: the last call is left to others, and after a limit was
// reached nothing spare goes out for a while, though others do.
func TestSpareCallsLeaveRoomInARoute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limit, refuses := &window{limit: 5, every: 5 * time.Second}, false
		c, d := inMemory(t, func(_ int, w http.ResponseWriter, _ request) {
			if refuses {
				refuses = false
				limitHeaders(w, "edits", 5, 0, 1)
				refuse(w, http.StatusTooManyRequests, `{"message":"slow down","retry_after":1,"global":false}`)
				return
			}
			if limit.take(w, "edits") {
				ok(w)
			}
		})
		edit := func(p rest.Payload) error {
			_, err := c.EditMessage(t.Context(), "5", "9", p)
			return err
		}
		for i := range 4 {
			if err := edit(spare()); err != nil {
				t.Fatalf("call %d of five: %v", i+1, err)
			}
		}
		if err := edit(spare()); !errors.Is(err, rest.ErrNoRoom) || len(d.requests()) != 4 {
			t.Errorf("the last of five: %v after %d requests", err, len(d.requests()))
		}
		if err := edit(hello()); err != nil || limit.over != 0 {
			t.Errorf("a call that is needed: %v", err)
		}
		time.Sleep(6 * time.Second)
		refuses = true
		if err := edit(spare()); rest.Acted(err) || !errors.As(err, new(*rest.Error)) {
			t.Errorf("a limit is reached: %v", err)
		}
		time.Sleep(5 * time.Second)
		if err := edit(spare()); !errors.Is(err, rest.ErrNoRoom) {
			t.Errorf("soon after a limit was reached: %v", err)
		}
		if err := edit(hello()); err != nil {
			t.Errorf("a call that is needed then: %v", err)
		}
		time.Sleep(5 * time.Second)
		if err := edit(spare()); err != nil {
			t.Errorf("long after: %v", err)
		}
	})
}

// TestSpareCallsLeaveRoomInASecond sends so many calls at once to so many channels that only few of a second are left.
func TestSpareCallsLeaveRoomInASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, d := inMemory(t, func(_ int, w http.ResponseWriter, _ request) { ok(w) })
		for i := range 40 {
			if _, err := c.EditMessage(t.Context(), fmt.Sprint(i), "9", spare()); err != nil {
				t.Fatalf("call %d of a second: %v", i+1, err)
			}
		}
		if _, err := c.EditMessage(t.Context(), "41", "9", spare()); err != nil {
			t.Errorf("the tenth before the last: %v", err)
		}
		if _, err := c.EditMessage(t.Context(), "42", "9", spare()); !errors.Is(err, rest.ErrNoRoom) || len(d.requests()) != 41 {
			t.Errorf("fewer are left: %v after %d", err, len(d.requests()))
		}
		if _, err := c.FollowUp(t.Context(), "app", ixToken, spare()); err != nil {
			t.Errorf("an answer, which doesn't count: %v", err)
		}
		time.Sleep(time.Second)
		if _, err := c.EditMessage(t.Context(), "43", "9", spare()); err != nil {
			t.Errorf("a second later: %v", err)
		}
	})
}

// TestASpareCallIsMadeOnce has Discord break: an edit would be repeated, a spare one isn't.
func TestASpareCallIsMadeOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, d := inMemory(t, func(_ int, w http.ResponseWriter, _ request) { refuse(w, http.StatusBadGateway, `{}`) })
		for _, one := range []struct {
			p     rest.Payload
			times int
		}{{spare(), 1}, {hello(), 6}} {
			before := len(d.requests())
			if _, err := c.EditMessage(t.Context(), "5", "9", one.p); err == nil || len(d.requests())-before != one.times {
				t.Errorf("spare %v: %d requests, %v", one.p.Spare, len(d.requests())-before, err)
			}
		}
	})
}
