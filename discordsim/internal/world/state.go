package world

import (
	"cmp"
	"crypto/ed25519"
	"encoding/base64"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// State is all that Discord remembers. It lies in layers, each of which knows those below it and none above: ground,
// accounts, rooms, views, shelf, register, board, posts, desk. It is used inside World.Change alone.
type State struct{ desk }

// openState reads a state or makes a fresh one. The journal of what it returns must be closed even after an error.
func openState(o Options, later func(time.Duration, func()) *time.Timer) (*State, error) {
	w := &State{}
	w.ids.clock, w.host, w.times, w.later = o.Times.Clock, o.Host, o.Times, later
	w.journal.path, w.journal.log = o.Path, o.Log
	w.people, w.byName, w.byToken = map[discord.ID]*Account{}, map[string]*Account{}, map[string]*Account{}
	w.servers, w.channels = map[discord.ID]*Server{}, map[discord.ID]*Channel{}
	w.files, w.emojis = map[discord.ID]*File{}, map[discord.ID]*Emoji{}
	w.slots = o.Emojis
	w.commands = map[discord.ID]*discord.Command{}
	w.messages, w.nonces = map[discord.ID]*Message{}, map[nonceKey]discord.ID{}
	w.interactions, w.tokens, w.clients = map[discord.ID]*Interaction{}, map[string]*Interaction{}, map[discord.ID]*client{}
	found := false
	if o.Path != "" {
		if err := w.journal.own(); err != nil {
			return w, err
		}
		var err error
		if found, err = w.read(); err != nil {
			return w, err
		}
	}
	if !found {
		w.populate(o)
	}
	if len(w.SigningSeed) == 0 { // of before anything was signed, too
		w.SigningSeed = random(ed25519.SeedSize)
		w.settle()
	}
	return w, w.rewrite()
}

// populate fills an empty world: an application with its bot, a server, its people and one channel.
func (w *State) populate(o Options) {
	w.Application = w.ids.next()
	w.Bot = w.Application
	w.Name = o.Bot
	w.BotToken = base64.RawURLEncoding.EncodeToString([]byte(w.Application.String())) + "." + secret(4) + "." + secret(28)
	w.Permissions = o.Permissions
	w.addPerson(&Account{ID: w.Bot, Name: w.Name, Token: w.BotToken, Locale: "en-US", Bot: true})
	s := w.newServer("Boat club", o.GuildLocale, o.Permissions)
	w.Home = s.ID
	w.admitBot(s, o.Permissions)
	for _, name := range o.People {
		p := w.newPerson(name, cmp.Or(o.Locales[name], "en-US"))
		s.Owner = cmp.Or(s.Owner, p.ID)
		s.Members[p.ID] = &Membership{Joined: w.Now().UTC()}
	}
	s.Channel = w.newChannel(s, "general").ID
	w.Channel = s.Channel
	w.saveServer(s)
	w.settle()
}

// flush writes what changed.
func (w *State) flush() {
	if !w.journal.flush() {
		return
	}
	if err := w.rewrite(); err != nil {
		w.journal.log.Error("discordsim: state not rewritten", "err", err)
	}
}

// rewrite writes everything anew, without what is overtaken.
func (w *State) rewrite() error {
	w.High = w.ids.high
	j := &w.journal
	j.begin()
	j.put(recordSettled, 0, w.settled)
	putAll(j, recordPerson, w.people)
	putAll(j, recordServer, w.servers)
	putAll(j, recordChannel, w.channels)
	putAll(j, recordMessage, w.messages)
	putAll(j, recordCommand, w.commands)
	putAll(j, recordInteraction, w.interactions)
	putAll(j, recordFile, w.files)
	putAll(j, recordEmoji, w.emojis)
	return j.replace()
}
