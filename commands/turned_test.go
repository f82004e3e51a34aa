package commands

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
)

// countedServers are servers that count how often they are asked.
type countedServers struct {
	Servers
	asked int
}

func (c *countedServers) Manners(ctx context.Context, s sitting.Server) (table.Manners, error) {
	c.asked++
	return c.Servers.Manners(ctx, s)
}

// TestWhoIsTurnedAwayIsToldThatAlone: nothing is asked of the store where too many ask already, and
// what somebody is still to be told stays for an answer that has room for it.
func TestWhoIsTurnedAwayIsToldThatAlone(t *testing.T) {
	m := newMatrix(t)
	servers := &countedServers{Servers: m}
	m.door.hall.servers = servers
	manager := role{"a manager", "17", true}
	in, err := parseInteraction(json.RawMessage(m.interaction(typed("hand"), manager, render.Click{})))
	if err != nil {
		t.Fatal(err)
	}
	of, since := membership{in.Server, in.User.ID}, time.Now()
	keeps := func(does string) {
		t.Helper()
		if is, _ := m.board.presences.said(of, since); !is.untold.Equal(since) || len(m.heard) != 1 {
			t.Errorf("%s: untold since %s, and heard is %q", does, is.untold, m.heard)
		}
		m.heard = nil
	}
	m.board.presences.note(of, presence{here: true, since: since, untold: since})
	m.door.turnAway(in, &render.DoorRefusal{Code: render.Crowded})
	keeps("turned away")
	if servers.asked > 0 {
		t.Errorf("the servers were asked %d times", servers.asked)
	}
	m.door.visit(in).say(t.Context(), render.Line("who it is couldn't be read"))
	keeps("not known")
	if servers.asked == 0 {
		t.Error("an answer asks nothing of the servers: the test shows nothing")
	}
}
