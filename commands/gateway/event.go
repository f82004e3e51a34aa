package gateway

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// event takes in an event of a line, where discordgo waits to read on, and so waits itself only as long as others are taken in.
//
// After a resumption, and when a line is replaced while an event is on its way, an event can come twice. It is passed on
// twice; who acts on it knows it by its id.
func (g *Gateway) event(l *line, m message) {
	defer g.survive("event " + m.Type)
	switch m.Type {
	case "READY":
		g.ready(l, m)
	case "RESUMED":
		g.resumes.Add(1)
		l.accept(m.Seq, func(r *resumption) { r.killed = false })
		for id, is := range l.servers {
			g.options.OnServer(id, is)
		}
	case "INTERACTION_CREATE":
		g.takeIn(l, m)
	case "GUILD_CREATE", "GUILD_DELETE":
		l.note(m.Seq, nil)
		g.server(l, m)
		g.changed(m)
	case "CHANNEL_DELETE", "THREAD_DELETE":
		l.note(m.Seq, nil)
		g.deleted(m)
	case "CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE", "THREAD_LIST_SYNC", "THREAD_MEMBERS_UPDATE", "THREAD_MEMBER_UPDATE",
		"GUILD_MEMBER_UPDATE", "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE":
		l.note(m.Seq, nil)
		g.changed(m)
	default:
		l.note(m.Seq, nil)
	}
}

// takeIn has an interaction wait for whoever listens.
func (g *Gateway) takeIn(l *line, m message) {
	room, noted := g.room(l), false
	l.note(m.Seq, func() {
		noted = true
		g.interaction.Add(1)
		if room {
			g.incoming <- arrival{m.Data, !l.isReady(), l.begun.killed} // it has its place
		}
	})
	switch {
	case room && !noted: // the line was over, and what it brought comes again
		<-g.places
	case !room && noted:
		if lost := g.lost.Add(1); lost&(lost-1) == 0 { // the first, second, fourth, eighth …
			g.log.Error("interactions come faster than they are taken", "lost", lost)
		}
	}
}

// room finds a place for one more that waits. After an outage more may come at once than have one: then what is on the line waits
// there, while others are taken. Behind a listener who hangs nothing waits.
func (g *Gateway) room(l *line) bool {
	select {
	case g.places <- struct{}{}:
		return true
	default:
	}
	if g.hangs.Load() {
		return false
	}
	timer := time.NewTimer(takenWithin)
	defer timer.Stop()
	select {
	case g.places <- struct{}{}:
		return true
	case <-timer.C:
		g.hangs.Store(true)
	case <-l.over:
	}
	return false
}

// server takes in that the bot is in a server, or in one no more. Discord takes one away, too, when it has trouble itself: then
// it is unavailable, and comes back.
func (g *Gateway) server(l *line, m message) {
	var wire struct {
		ID          string `json:"id"`
		Unavailable bool   `json:"unavailable"`
	}
	if err := json.Unmarshal(m.Data, &wire); err != nil || wire.ID == "" {
		g.log.Warn("event not read", "event", m.Type, "error", err)
		return
	}
	switch {
	case wire.Unavailable:
	case !l.isReady(): // some of it was heard before: what came last holds
		l.servers[wire.ID] = m.Type == "GUILD_CREATE"
	default:
		g.options.OnServer(wire.ID, m.Type == "GUILD_CREATE")
	}
}

// ready takes in the start of a session.
func (g *Gateway) ready(l *line, m message) {
	var wire struct {
		Session string `json:"session_id"`
		URL     string `json:"resume_gateway_url"`
		Servers []struct {
			ID string `json:"id"`
		} `json:"guilds"`
	}
	err := json.Unmarshal(m.Data, &wire)
	if err == nil && wire.Session == "" {
		err = errors.New("no session_id")
	}
	if err != nil {
		l.cut(lineEnd{why: endLost, err: fmt.Errorf("READY: %w", err)})
		return
	}
	g.identifies.Add(1)
	l.accept(m.Seq, func(r *resumption) { r.session, r.url = wire.Session, wire.URL })
	if wire.Servers == nil {
		return // it tells of none, which isn't that there are none
	}
	all := make([]string, len(wire.Servers))
	for i, s := range wire.Servers {
		all[i] = s.ID
	}
	g.options.OnServers(all)
}

// An arrival is an interaction that has come.
type arrival struct {
	raw    json.RawMessage
	missed bool // it happened before the line was there
	unsure bool // a process that was killed may have heard it
}

// hand gives interactions to whoever listens, until it is stopped and those that came before are given too.
func (g *Gateway) hand(stopped <-chan struct{}) {
	for {
		select {
		case a := <-g.incoming:
			g.give(a)
		case <-stopped:
			for {
				select {
				case a := <-g.incoming:
					g.give(a)
				default:
					return
				}
			}
		}
	}
}

func (g *Gateway) give(a arrival) {
	<-g.places
	g.hangs.Store(false)
	defer g.survive("interaction")
	if a.missed {
		g.options.OnMissed(a.raw, a.unsure)
		return
	}
	g.options.OnInteraction(a.raw)
}

// survive keeps a panic from ending the process. The event is lost, the next one is not.
func (g *Gateway) survive(what string) {
	if p := recover(); p != nil {
		g.log.Error("panic in a handler", "handling", what, "panic", p, "stack", string(debug.Stack()))
	}
}
