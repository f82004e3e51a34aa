package world

import (
	"crypto/rand"
	"encoding/base64"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// ground is what everything else stands on: what was settled when the world was made, its ids, its journal, and what there
// is to tell of the change that is under way.
type ground struct {
	settled
	ids     mint
	journal journal
	host    string // scheme and host of the addresses of files
	times   Times
	later   func(time.Duration, func()) *time.Timer // runs as a change of its own
	told    []Event
}

// settled is what is decided once, when a fresh world is made.
type settled struct {
	Application discord.ID `json:"application"`
	Name        string     `json:"name"`
	Bot         discord.ID `json:"bot"`
	BotToken    string     `json:"bot_token"`
	Home        discord.ID `json:"guild"`       // the server that was made first
	Channel     discord.ID `json:"channel"`     // its first
	Permissions uint64     `json:"permissions"` // that the bot's invitation asks for
	High        discord.ID `json:"high"`        // of the ids made so far
	Commands    discord.ID `json:"commands"`
	endpoints
	legacySettled
}

// Now is the time that this world has.
func (w *ground) Now() time.Time { return w.ids.clock() }

func (w *ground) tell(e Event) { w.told = append(w.told, e) }

// settle writes the settled part and how far the ids have come.
func (w *ground) settle() {
	w.High = w.ids.high
	w.journal.put(recordSettled, 0, w.settled)
}

func secret(bytes int) string {
	return base64.RawURLEncoding.EncodeToString(random(bytes))
}

func random(bytes int) []byte {
	b := make([]byte, bytes)
	rand.Read(b) // never fails
	return b
}
