package gateway

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/gorilla/websocket"
)

// BenchmarkFrame is the way of one frame from the network to whoever listens: a click on a table message as Discord sends
// it, and a server of 500 channels and roles that the bot is told of and doesn't read, with a word after it.
func BenchmarkFrame(b *testing.B) {
	word := clicked(1)
	for _, bench := range []struct {
		name   string
		frames [][]byte // the last of them is the one that is listened to
	}{
		{"click", [][]byte{clicked(12)}},
		{"server", [][]byte{entered(500), word}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			const under = waiting / 2 // way at once, so that none is lost
			way := make(chan struct{}, under)
			found, start, sent := make(chan struct{}), make(chan struct{}), make(chan struct{})
			w, leave := begin(b, func(_ int, c *call) {
				c.serve(beat, func() {
					defer close(sent)
					<-start
					for range b.N {
						way <- struct{}{}
						for _, frame := range bench.frames {
							_ = c.ws.WriteMessage(websocket.TextMessage, frame)
						}
					}
				})
			}, func(o *Options) {
				o.OnInteraction = func(json.RawMessage) { <-way }
				o.OnFound = func() { close(found) }
			})
			defer leave()
			<-found
			size := 0
			for _, frame := range bench.frames {
				size += len(frame)
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			b.ResetTimer()
			close(start)
			<-sent
			for range under {
				way <- struct{}{} // there is room again for as many as have been listened to
			}
			b.StopTimer()
			if h := w.Health(); h.Lost > 0 || h.Interactions < int64(b.N) {
				b.Errorf("%+v", h)
			}
			for range under {
				<-way
			}
		})
	}
}

// clicked is a click in a server, on a message with so many rows of buttons.
func clicked(rows int) []byte {
	person := map[string]any{"id": "80351110224678912", "username": "nelly", "global_name": "Nelly", "avatar": "8342729096ea3675442027381ff50dfe", "discriminator": "0", "public_flags": 64, "primary_guild": nil, "avatar_decoration_data": nil, "clan": nil}
	var parts []any
	for row := range rows {
		var buttons []any
		for i := range 5 {
			buttons = append(buttons, map[string]any{"id": row*6 + i, "type": 2, "style": 2, "label": fmt.Sprintf("7♦ 8♦ 9♦ %d", i), "custom_id": fmt.Sprintf("me~AZKp3FQ7w%02d~1b~%02d~kq2vXw", row, i)})
		}
		parts = append(parts, map[string]any{"id": row*6 + 5, "type": 1, "components": buttons})
	}
	return dispatched("INTERACTION_CREATE", map[string]any{
		"id": "1176895283720294400", "application_id": "1176895283720294401", "type": 3, "version": 1,
		"token":      "aW50ZXJhY3Rpb246MTE3Njg5NTI4MzcyMDI5NDQwMDpUZ3FXdVh4ZXJqS0J2ZlNnQ0Z1dW1xUUZ3ZVZBdVh4ZXJqS0J2ZlNnQ0Z1dW1xUUZ3ZVZB",
		"channel_id": "1176895283720294402", "guild_id": "1176895283720294403", "locale": "en-GB", "guild_locale": "en-US",
		"app_permissions": "2251799813685247", "authorizing_integration_owners": map[string]string{"0": "1176895283720294403"}, "context": 0, "entitlements": []any{},
		"guild":   map[string]any{"id": "1176895283720294403", "locale": "en-US", "features": []string{"COMMUNITY", "NEWS"}},
		"channel": map[string]any{"id": "1176895283720294402", "type": 0, "name": "cards", "flags": 0, "permissions": "2251799813685247", "position": 3, "parent_id": nil, "topic": nil, "nsfw": false},
		"member":  map[string]any{"user": person, "roles": []string{"1176895283720294404"}, "joined_at": "2021-04-05T12:00:00.000000+00:00", "nick": nil, "permissions": "2251799813685247", "deaf": false, "mute": false, "flags": 0, "pending": false},
		"data":    map[string]any{"component_type": 2, "custom_id": "me~AZKp3FQ7w03~1b~02~kq2vXw", "id": 7},
		"message": map[string]any{"id": "1176895283720294405", "type": 0, "flags": 32768, "channel_id": "1176895283720294402", "author": person, "content": "", "timestamp": "2026-11-22T01:00:00.000000+00:00", "edited_timestamp": nil, "mentions": []any{}, "attachments": []any{}, "embeds": []any{}, "components": parts, "application_id": "1176895283720294401"},
	})
}

// entered is a server with so many channels and as many roles.
func entered(size int) []byte {
	var channels, roles []any
	for i := range size {
		id := fmt.Sprint(1176895283720294400 + i)
		channels = append(channels, map[string]any{"id": id, "type": 0, "name": "channel " + id, "position": i, "permission_overwrites": []any{map[string]any{"id": id, "type": 0, "allow": "1024", "deny": "0"}}, "parent_id": nil, "topic": "what we talk of here", "nsfw": false, "rate_limit_per_user": 0, "last_message_id": id})
		roles = append(roles, map[string]any{"id": id, "name": "role " + id, "color": i, "hoist": false, "position": i, "permissions": "2251799813685247", "managed": false, "mentionable": true, "icon": nil, "unicode_emoji": nil, "flags": 0})
	}
	return dispatched("GUILD_CREATE", map[string]any{"id": "1176895283720294403", "name": "friends", "member_count": 12, "channels": channels, "roles": roles, "members": []any{}, "emojis": []any{}, "threads": []any{}})
}

func dispatched(kind string, data any) []byte {
	text, _ := json.Marshal(map[string]any{"t": kind, "s": 2, "op": 0, "d": data}) // nothing in it can fail
	return text
}
