package discordsim

import (
	"crypto/rand"
	"encoding/base64"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// world is everything that Discord remembers. The Server's lock guards all of it; what changes is told to the journal
// in the same breath, and nobody hears of a change before it is written.
type world struct {
	settled
	ids     mint
	journal *journal
	limits  Limits
	host    string // scheme and host of the addresses of files

	people       map[discord.ID]*person
	byName       map[string]*person
	byToken      map[string]*person
	channels     map[discord.ID]*channel
	messages     map[discord.ID]*message
	nonces       map[nonceKey]discord.ID
	nonceOrder   []nonceKey
	commands     map[discord.ID]*discord.Command
	interactions map[discord.ID]*interaction
	tokens       map[string]*interaction
	aging        []discord.ID // interactions, oldest first
	fading       []discord.ID // ephemeral messages, oldest first
	files        map[discord.ID]*file
	loose        []discord.ID // files that no message lists any more, oldest first
	emojis       map[discord.ID]*emoji
}

// settled is what is decided once, when a fresh world is made.
type settled struct {
	Application discord.ID `json:"application"`
	Name        string     `json:"name"`
	Bot         discord.ID `json:"bot"`
	BotToken    string     `json:"bot_token"`
	VerifyKey   string     `json:"verify_key"`
	Guild       discord.ID `json:"guild"`
	GuildName   string     `json:"guild_name"`
	GuildLocale string     `json:"guild_locale"`
	BotRole     discord.ID `json:"bot_role"`
	Owner       discord.ID `json:"owner"`
	Channel     discord.ID `json:"channel"`
	Permissions uint64     `json:"permissions"`
	High        discord.ID `json:"high"` // of the ids made so far
	Commands    discord.ID `json:"commands"`
}

type nonceKey struct {
	author discord.ID
	nonce  string
}

func newWorld(o Options) *world {
	return &world{
		ids:          mint{clock: o.Clock},
		limits:       o.Limits,
		people:       map[discord.ID]*person{},
		byName:       map[string]*person{},
		byToken:      map[string]*person{},
		channels:     map[discord.ID]*channel{},
		messages:     map[discord.ID]*message{},
		nonces:       map[nonceKey]discord.ID{},
		commands:     map[discord.ID]*discord.Command{},
		interactions: map[discord.ID]*interaction{},
		tokens:       map[string]*interaction{},
		files:        map[discord.ID]*file{},
		emojis:       map[discord.ID]*emoji{},
	}
}

// populate fills an empty world: an application with its bot, a server, its people and one channel.
func (w *world) populate(o Options) {
	w.Application = w.ids.next()
	w.Bot = w.Application
	w.Name = o.Bot
	w.BotToken = base64.RawURLEncoding.EncodeToString([]byte(w.Application.String())) + "." + secret(4) + "." + secret(28)
	w.VerifyKey = hexSecret(32)
	w.Guild, w.BotRole = w.ids.next(), w.ids.next()
	w.GuildName, w.GuildLocale, w.Permissions = "Boat club", o.GuildLocale, o.Permissions
	w.addPerson(&person{ID: w.Bot, Name: w.Name, Token: w.BotToken, Locale: "en-US", Bot: true, Joined: w.now()})
	for _, name := range o.People {
		locale := o.Locales[name]
		if locale == "" {
			locale = "en-US"
		}
		p := w.newPerson(name, locale)
		if w.Owner == 0 {
			w.Owner = p.ID
		}
	}
	w.Channel = w.newChannel("general").ID
	w.settle()
}

func (w *world) now() time.Time { return w.ids.clock() }

// settle writes the settled part and how far the ids have come.
func (w *world) settle() {
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

func hexSecret(bytes int) string {
	const digits = "0123456789abcdef"
	out := make([]byte, 0, 2*bytes)
	for _, b := range random(bytes) {
		out = append(out, digits[b>>4], digits[b&15])
	}
	return string(out)
}

// textChannels lists the server's own channels in order, threads left out.
func (w *world) textChannels() []*channel {
	return w.channelsWhere(func(c *channel) bool { return c.Type == discord.ChannelText })
}

func (w *world) channelsWhere(keep func(*channel) bool) []*channel {
	var out []*channel
	for _, c := range w.channels {
		if keep(c) {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b *channel) int { return int(int64(a.ID) - int64(b.ID)) })
	return out
}

// peopleInOrder lists everybody in the server by age of their id, the bot first.
func (w *world) peopleInOrder() []*person {
	out := make([]*person, 0, len(w.people))
	for _, p := range w.people {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b *person) int { return int(int64(a.ID) - int64(b.ID)) })
	return out
}
