package commands

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// TestWhoIsThereIsRememberedForTenMinutes: what an interaction says counts, and what it says
// nothing of isn't known.
func TestWhoIsThereIsRememberedForTenMinutes(t *testing.T) {
	now := time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)
	b := &Noticeboard{presences: newPresences(), now: func() time.Time { return now }}
	hear := func(server sitting.Server) {
		in := &interaction{User: &user{ID: "1"}, Data: json.RawMessage(`{"resolved":{"users":{"2":{"id":"2"},"3":{"id":"3"},"4":{"id":"4","bot":true}},"members":{"2":{}}}}`)}
		in.Server = server
		b.notePresence(t.Context(), in)
	}
	said := func(id string) string {
		is, known := b.presences.said(membership{"s", id}, now)
		switch {
		case !known:
			return "unknown"
		case is.here:
			return "here"
		}
		return "gone"
	}
	want := func(when string, all ...string) {
		t.Helper()
		for i, id := range []string{"1", "2", "3", "4", "5"} {
			if got := said(id); got != all[i] {
				t.Errorf("%s: %s is %s, not %s", when, id, got, all[i])
			}
		}
	}
	hear("")
	want("after a direct message", "unknown", "unknown", "unknown", "unknown", "unknown")
	hear("s")
	want("at once", "here", "here", "gone", "unknown", "unknown")
	now = now.Add(presenceLasts - time.Second)
	want("before ten minutes", "here", "here", "gone", "unknown", "unknown")
	now = now.Add(time.Second)
	want("after ten minutes", "unknown", "unknown", "unknown", "unknown", "unknown")
}

// blindness needs View Channel, or an administrator's rights; what isn't told is no reason to
// refuse.
func TestOnlyWhoLacksSightOfAChannelIsBlind(t *testing.T) {
	none, admin, all := bits(0), bits(1<<3), bits(discordsim.DefaultPermissions)
	if blind(nil) || blind(&admin) || blind(&all) || !blind(&none) {
		t.Error(blind(nil), blind(&admin), blind(&all), blind(&none))
	}
}
