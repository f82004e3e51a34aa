package world

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// pinned is a message that is pinned to its channel.
type pinned struct {
	At      time.Time       `json:"pinned_at"`
	Message json.RawMessage `json:"message"`
}

// Pins lists a channel's pinned messages as an account may read them, newest first.
func (w *posts) Pins(p *Account, room *Channel) any {
	items := []pinned{}
	if w.PermissionsOf(p, room)&rules.PermReadHistory != 0 {
		for _, m := range slices.Backward(room.list) {
			if m.Pinned && m.Reader == 0 {
				items = append(items, pinned{m.Timestamp, w.Readable(m, p)})
			}
		}
	}
	return map[string]any{"items": items, "has_more": false}
}

// Pin pins a message to its channel, or takes it off.
func (w *posts) Pin(p *Account, room *Channel, m *Message, on bool) *rules.Refusal {
	if room.Type != discord.ChannelDirect {
		if r := w.Allow(p, room, rules.PermPinMessages); r != nil {
			return r
		}
	}
	if m.Reader != 0 {
		return rules.Refuse(rules.UnknownMessage)
	}
	m.Pinned = on
	w.saveMessage(m)
	w.tellMessage("MESSAGE_UPDATE", m)
	return nil
}
