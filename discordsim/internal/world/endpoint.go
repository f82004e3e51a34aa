package world

import (
	"crypto/ed25519"
	"encoding/hex"
	"slices"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// endpoints are the addresses of the application to which things are sent over HTTP, and how that is signed.
type endpoints struct {
	SigningSeed  []byte   `json:"signing_seed"`
	Interactions string   `json:"interactions_url,omitempty"` // "": they go over the gateway
	Events       string   `json:"events_url,omitempty"`
	EventTypes   []string `json:"event_types,omitempty"`
}

// The types of events that there are here.
const (
	EventAdded   = "APPLICATION_AUTHORIZED"
	EventRevoked = "APPLICATION_DEAUTHORIZED"
)

func (e *endpoints) key() ed25519.PrivateKey { return ed25519.NewKeyFromSeed(e.SigningSeed) }

// verifyKey is the public key that the application is told.
func (e *endpoints) verifyKey() string { return hex.EncodeToString(e.key()[ed25519.SeedSize:]) }

// Sign is the signature of what is sent over HTTP at a time.
func (e *endpoints) Sign(at string, body []byte) string {
	return hex.EncodeToString(ed25519.Sign(e.key(), append([]byte(at), body...)))
}

// Wants says whether the application is told events of a type.
func (e *endpoints) Wants(event string) bool {
	return e.Events != "" && slices.Contains(e.EventTypes, event)
}

// NewEndpoints are addresses that are to be entered. What is nil stays.
type NewEndpoints struct {
	Interactions, Events *string
	Types                *[]string
}

// ReadEndpoints reads those of a form. Discord takes addresses with https alone; here nobody has a certificate.
func ReadEndpoints(f rules.Form) (NewEndpoints, *rules.Refusal) {
	var n NewEndpoints
	address := func(name string) *string {
		if !f.Given(name) {
			return nil
		}
		text := f.Text(name, 0, 2048)
		return &text
	}
	n.Interactions, n.Events = address("interactions_endpoint_url"), address("event_webhooks_url")
	if f.Has("event_webhooks_types") {
		types := []string{}
		for _, v := range f.Array("event_webhooks_types", 0, 100) {
			if text, ok := v.(string); ok {
				types = append(types, text)
			}
		}
		n.Types = &types
	}
	return n, f.Refusal()
}

// Enter has what is sent over HTTP go to these addresses.
func (w *ground) Enter(n NewEndpoints) {
	if n.Interactions != nil {
		w.Interactions = *n.Interactions
	}
	if n.Events != nil {
		w.Events = *n.Events
	}
	if n.Types != nil {
		w.EventTypes = *n.Types
	}
	w.settle()
}

// Unanswered ends the wait for the answer to an interaction that couldn't be brought.
func (w *desk) Unanswered(id discord.ID) {
	if in, there := w.interactions[id]; there {
		w.giveUp(in)
	}
}
