package discordsim

import (
	"log/slog"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/wire"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// Options say what a Server is like. The zero value is a server on a port of the system's choosing that keeps nothing.
type Options struct {
	// Addr is where to listen, "host:port"; "" is "127.0.0.1:0".
	Addr string
	// State is the file that keeps everything between runs; "" keeps nothing.
	State string
	// OpenAPI holds requests and answers against Discord's official OpenAPI file; nil checks
	// nothing. See openapi.Load. Servers of a process may share one: to read the file and to make
	// its checks takes longer than many a test.
	OpenAPI wirelog.Checker
	// Clock tells the time of ids, tokens and rate limits; nil is time.Now.
	Clock func() time.Time
	// Log hears what went wrong inside; nil is silent.
	Log *slog.Logger
	// People are the names of those in the server when a fresh state is made; the first owns it.
	// nil is Ada, Ben, Cleo, Dov, Eva, Finn and Gus.
	People []string
	// Bot is the bot's name when a fresh state is made; "" is "Simulated bot".
	Bot string
	// Locales gives a person another locale than en-US, by name, when a fresh state is made.
	Locales map[string]string
	// GuildLocale is the server's preferred locale when a fresh state is made. Only a community has one, so the server is
	// one then; "" is a server that is none, of which Discord says en-US.
	GuildLocale string
	// Permissions are the bot's in every channel of a fresh state; 0 is DefaultPermissions. What it lacks of those, the
	// people lack too, but for the server's owner.
	Permissions uint64
	// Limits are Discord's numbers, for tests to lower or to switch off.
	Limits Limits
}

// DefaultPermissions are what an invitation asks for: View Channel, Send Messages, Attach Files, Read Message History,
// Send Messages in Threads, Create Public Threads.
const DefaultPermissions = rules.DefaultPermissions

// Limits are the numbers of Discord that a test may want otherwise; a zero keeps Discord's.
type Limits struct {
	// Off answers no 429 at all; the headers are still sent.
	Off bool
	// Global is how many requests a second a bot may make, 50; interaction answers don't count.
	Global int
	// Routes replaces the bucket of a route, named as "PATCH /channels/{channel_id}/messages/{message_id}".
	Routes map[string]Bucket
	// FollowUps is how many messages a minute a channel takes by the tokens of interactions, first answers not counted:
	// 30, which Discord's documentation doesn't tell. What is beyond is refused with a 429 of scope shared.
	FollowUps int
	// Invalid is how many answers of 401, 403 and 429 in ten minutes shut the door, 10,000.
	Invalid int
	// Acknowledge is how long a bot may take to acknowledge an interaction, 3 s.
	Acknowledge time.Duration
	// Token is how long an interaction's token lives, 15 min.
	Token time.Duration
	// Heartbeat is the interval told in hello, 41.25 s.
	Heartbeat time.Duration
	// Replay is how many events a session keeps for a resume, 1000.
	Replay int
	// Emojis is how many an application may have, 2,000.
	Emojis int
	// Resume is how long a lost session can be resumed, 3 min.
	Resume time.Duration
}

// Bucket is a rate limit: so many requests in each window.
type Bucket struct {
	Requests int
	Window   time.Duration
}

func (l Limits) filled() Limits {
	if l.Global == 0 {
		l.Global = 50
	}
	if l.FollowUps == 0 {
		l.FollowUps = 30
	}
	if l.Invalid == 0 {
		l.Invalid = 10000
	}
	if l.Acknowledge == 0 {
		l.Acknowledge = 3 * time.Second
	}
	if l.Token == 0 {
		l.Token = 15 * time.Minute
	}
	if l.Heartbeat == 0 {
		l.Heartbeat = 41250 * time.Millisecond
	}
	if l.Replay == 0 {
		l.Replay = 1000
	}
	if l.Emojis == 0 {
		l.Emojis = rules.MaxEmojis
	}
	if l.Resume == 0 {
		l.Resume = 3 * time.Minute
	}
	return l
}

func (o Options) filled() Options {
	if o.Addr == "" {
		o.Addr = "127.0.0.1:0"
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.People == nil {
		o.People = []string{"Ada", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gus"}
	}
	if o.Bot == "" {
		o.Bot = "Simulated bot"
	}
	if o.Permissions == 0 {
		o.Permissions = rules.DefaultPermissions
	}
	o.Limits = o.Limits.filled()
	return o
}

// parted gives each room of the simulator what it needs of the options, which are filled.
func (o Options) parted() wire.Options {
	routes := make(map[string]wire.Bucket, len(o.Limits.Routes))
	for name, bucket := range o.Limits.Routes {
		routes[name] = wire.Bucket(bucket)
	}
	return wire.Options{
		World: world.Options{
			Path: o.State, People: o.People, Bot: o.Bot, Locales: o.Locales, GuildLocale: o.GuildLocale, Permissions: o.Permissions,
			Times:  world.Times{Clock: o.Clock, Acknowledge: o.Limits.Acknowledge, Token: o.Limits.Token},
			Emojis: o.Limits.Emojis, Log: o.Log,
		},
		Rates:   wire.Rates{Off: o.Limits.Off, Global: o.Limits.Global, Routes: routes, FollowUps: o.Limits.FollowUps, Invalid: o.Limits.Invalid},
		Line:    wire.Line{Heartbeat: o.Limits.Heartbeat, Replay: o.Limits.Replay, Resume: o.Limits.Resume},
		OpenAPI: o.OpenAPI, Errors: o.Log,
	}
}
