package wire

import (
	"github.com/coder/websocket"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
)

// Snag is trouble of the gateway that waits for its moment.
type Snag int

// What can wait for its moment on the gateway.
const (
	NoHello        Snag = iota // the next line gets no hello
	NoResumeAnswer             // the next resume gets no answer
	BadToken                   // the next identify gets 4004
	TwiceEvent                 // the next event comes twice
	LateEvent                  // the next event comes after the one that follows it
	SlowParcel                 // the next interaction that goes over HTTP comes late
)

type gatewayOrder struct {
	snag   Snag
	struck chan struct{}
}

// Snag orders trouble for the bot's gateway that waits for its moment. The channel is closed when it strikes.
func (g *Gate) Snag(snag Snag) <-chan struct{} {
	o := &gatewayOrder{snag, make(chan struct{})}
	order := func() {
		g.faults.mu.Lock()
		defer g.faults.mu.Unlock()
		g.faults.gateway = append(g.faults.gateway, o)
	}
	// What is being told already, such as the server after READY, isn't the next event.
	g.world.Change(func(*world.State) { order() })
	return o.struck
}

// AskReconnect asks the bot to connect anew, on all of its lines.
func (g *Gate) AskReconnect() {
	g.lines(func(one *session) { one.socket.say(discord.OpReconnect, "null") })
}

// AskHeartbeat asks for a heartbeat.
func (g *Gate) AskHeartbeat() {
	g.lines(func(one *session) { one.socket.say(discord.OpHeartbeat, "null") })
}

// Invalidate tells the bot that its session is no more, or that it should resume.
func (g *Gate) Invalidate(resumable bool) {
	g.lines(func(one *session) {
		k := one.socket
		if !resumable {
			g.hub.end(one)
		}
		k.say(discord.OpInvalid, string(discord.Encode(resumable)))
	})
}

// Break ends the bot's lines without a word.
func (g *Gate) Break() { g.lines(func(one *session) { one.socket.drop() }) }

// Mute says nothing more on the bot's lines, and, when deaf too, hears nothing either, though they stay up.
func (g *Gate) Mute(deaf bool) {
	quiet := mute
	if deaf {
		quiet = halfOpen
	}
	g.lines(func(one *session) { one.socket.hush(quiet) })
}

// Shut closes the bot's lines with a code.
func (g *Gate) Shut(code int) {
	g.lines(func(one *session) { one.socket.shut(websocket.StatusCode(code), "ordered") })
}

// lines does something to each of the bot's lines.
func (g *Gate) lines(do func(*session)) {
	g.world.Change(func(w *world.State) {
		for _, one := range g.hub.byUser[w.Bot] {
			if one.socket != nil {
				do(one)
			}
		}
	})
}
