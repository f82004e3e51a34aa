package gateway

import (
	"encoding/json"
	"slices"
	"time"
)

// hidden is Discord's flag of a channel that the bot doesn't see.
const hidden = 1 << 17

// threaded are Discord's types of channels that can have threads.
//
//nolint:gochecknoglobals // constant table
var threaded = []int{0, 5, 15, 16}

// deleted takes in that a channel or a thread was deleted. It may have been deleted before the line
// was there, which makes no difference.
func (g *Gateway) deleted(m message) {
	var wire struct {
		ID     string `json:"id"`
		Server string `json:"guild_id"`
		Kind   int    `json:"type"`
	}
	if err := json.Unmarshal(m.Data, &wire); err != nil || wire.ID == "" {
		g.log.Warn("event not read", "event", m.Type, "error", err)
		return
	}
	g.options.OnDeleted(wire.Server, wire.ID, m.Type == "CHANNEL_DELETE" && slices.Contains(threaded, wire.Kind))
}

// changed takes in that the bot may do more in a server than before, unless the event says that it
// doesn't.
func (g *Gateway) changed(m message) {
	var wire struct {
		ID       string    `json:"id"` // of a server, in an event of it
		Server   string    `json:"guild_id"`
		Flags    int64     `json:"flags"`
		Silenced time.Time `json:"communication_disabled_until"`
		Thread   struct {
			Locked bool `json:"locked"`
		} `json:"thread_metadata"`
	}
	if err := json.Unmarshal(m.Data, &wire); err != nil {
		g.log.Warn("event not read", "event", m.Type, "error", err)
		return
	}
	if wire.Server == "" && m.Type == "GUILD_CREATE" {
		wire.Server = wire.ID
	}
	shut := wire.Thread.Locked || time.Now().Before(wire.Silenced) || m.Type == "CHANNEL_UPDATE" && wire.Flags&hidden != 0
	if wire.Server != "" && m.Type != "GUILD_DELETE" && !shut {
		g.options.OnChanged(wire.Server)
	}
}
