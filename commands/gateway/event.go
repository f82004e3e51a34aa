package gateway

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/bwmarrin/discordgo"
)

// handler takes the events of one line, in discordgo's own goroutine, and so never blocks.
//
// It reads the event as it came: discordgo's own decoding empties a whole interaction when one field is unknown to it.
// After a resumption, and when a line is replaced while an event is on its way, an event can come twice. It is passed on
// twice; who acts on it knows it by its id.
func (g *Gateway) handler(l *line) func(*discordgo.Session, *discordgo.Event) {
	return func(_ *discordgo.Session, e *discordgo.Event) {
		defer g.survive("event " + e.Type)
		switch e.Type {
		case "READY":
			g.ready(l, e)
		case "RESUMED":
			g.resumes.Add(1)
			l.note(e.Sequence, func(*resumption) {})
		case "INTERACTION_CREATE":
			l.note(e.Sequence, nil)
			g.interaction.Add(1)
			select {
			case g.incoming <- e.RawData:
			default:
				if lost := g.lost.Add(1); lost&(lost-1) == 0 { // the first, second, fourth, eighth …
					g.log.Error("interactions come faster than they are taken", "lost", lost)
				}
			}
		default:
			l.note(e.Sequence, nil)
		}
	}
}

// ready takes in the start of a session.
func (g *Gateway) ready(l *line, e *discordgo.Event) {
	var wire struct {
		Session string `json:"session_id"`
		URL     string `json:"resume_gateway_url"`
	}
	err := json.Unmarshal(e.RawData, &wire)
	if err == nil && wire.Session == "" {
		err = errors.New("no session_id")
	}
	if err != nil {
		l.cut(lineEnd{why: endLost, err: fmt.Errorf("READY: %w", err)})
		return
	}
	g.identifies.Add(1)
	l.note(e.Sequence, func(r *resumption) { r.session, r.url = wire.Session, wire.URL })
}

// hand gives interactions to whoever listens, until it is stopped and those that came before are given too.
func (g *Gateway) hand(stopped <-chan struct{}) {
	for {
		select {
		case raw := <-g.incoming:
			g.give(raw)
		case <-stopped:
			for {
				select {
				case raw := <-g.incoming:
					g.give(raw)
				default:
					return
				}
			}
		}
	}
}

func (g *Gateway) give(raw json.RawMessage) {
	defer g.survive("interaction")
	g.options.OnInteraction(raw)
}

// survive keeps a panic from ending the process. The event is lost, the next one is not.
func (g *Gateway) survive(what string) {
	if p := recover(); p != nil {
		g.log.Error("panic in a handler", "handling", what, "panic", p, "stack", string(debug.Stack()))
	}
}
