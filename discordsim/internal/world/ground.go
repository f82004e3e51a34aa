package world

import (
	"crypto/rand"
	"encoding/base64"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
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
	Guild       discord.ID `json:"guild"`
	GuildName   string     `json:"guild_name"`
	GuildLocale string     `json:"guild_locale"`
	Community   bool       `json:"community,omitempty"`
	BotRole     discord.ID `json:"bot_role"`
	Owner       discord.ID `json:"owner"`
	Channel     discord.ID `json:"channel"`
	Permissions uint64     `json:"permissions"`
	High        discord.ID `json:"high"` // of the ids made so far
	Commands    discord.ID `json:"commands"`
	Removed     bool       `json:"removed,omitempty"` // the bot, from the server
	Lost        bool       `json:"lost,omitempty"`    // Discord has lost sight of the server
	endpoints
}

// Now is the time that this world has.
func (w *ground) Now() time.Time { return w.ids.clock() }

// features are the server's. Only a community has a locale of its own.
func (w *ground) features() []string {
	if w.Community {
		return []string{"COMMUNITY"}
	}
	return []string{}
}

func (w *ground) tell(e Event) { w.told = append(w.told, e) }

// everyone is what @everyone may in the server.
func (w *ground) everyone() uint64 { return rules.Everyone(w.Permissions) }

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
