package web

import (
	"encoding/json"
	"net/http"
)

// The types of what comes to the address for events. Source: Discord's documentation, "webhook events".
const (
	eventPing  = 0
	eventAdded = "APPLICATION_AUTHORIZED"
)

// event takes up something that happened to the application. Each is answered with 204, those that came after us too.
//
// That somebody has deauthorised the application names that person alone and no server, and it is about their own account: nothing follows
// from it. That a server removed the bot isn't told at all; refused posts tell it.
func (e *Endpoint) event(w http.ResponseWriter, body []byte) {
	var in struct {
		Type  *int `json:"type"`
		Event struct {
			Type string          `json:"type"`
			Data json.RawMessage `json:"data"`
		} `json:"event"`
	}
	if json.Unmarshal(body, &in) != nil || in.Type == nil {
		e.unreadable(w, EventsPath, body)
		return
	}
	if !e.begin() {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	defer e.end()
	w.Header().Set("Content-Type", "application/json") // without one Discord doesn't take the answer to its PING
	w.WriteHeader(http.StatusNoContent)
	if *in.Type == eventPing {
		e.pings.Add(1)
		return
	}
	e.events.Add(1)
	if in.Event.Type != eventAdded {
		e.options.Log.Debug("event without consequence", "type", in.Event.Type)
		return
	}
	var added struct {
		Guild struct {
			ID string `json:"id"`
		} `json:"guild"`
	}
	if json.Unmarshal(in.Event.Data, &added) == nil && added.Guild.ID != "" {
		e.options.OnServer(added.Guild.ID)
	}
}
