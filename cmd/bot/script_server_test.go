package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
)

// owner is the person who owns the server, and so may do everything there.
func (g *game) owner() people.Member {
	hello := g.sim.Handshake()
	return g.sim.Person(hello.People[0].Name).In(hello.Guild)
}

// permissionBits are those that a script can name.
var permissionBits = map[string]uint64{ //nolint:gochecknoglobals // a constant table
	"View Channel": 1 << 10, "Send Messages": 1 << 11, "Attach Files": 1 << 15, "Read Message History": 1 << 16,
	"Send Messages in Threads": 1 << 38, "nothing": 0,
}

func bitsOf(names []word) (bits uint64, err error) {
	for _, name := range names {
		bit, known := permissionBits[name.text]
		if !known {
			return 0, fmt.Errorf("%q is no permission", name.text)
		}
		bits |= bit
	}
	return bits, nil
}

// lacks is "bot lacks" with the names of permissions, which it then has not in the first channel or in
// another one, "bot lacks … in corner"; "bot lacks nothing" gives them back. "bot role lacks" is the same
// for its role and everybody's, in the whole server.
func (g *game) lacks(ctx context.Context, names []word, role bool) error {
	names, where, elsewhere := split(names, "in")
	room := g.room["main"]
	if elsewhere {
		room = g.room[joined(where)]
	}
	bits, err := bitsOf(names)
	if err != nil {
		return err
	}
	if !role {
		g.sim.Permit(room, discordsim.DefaultPermissions&^bits)
		return nil
	}
	roles, err := g.owner().Roles(ctx)
	if err != nil {
		return err
	}
	for _, r := range roles {
		has := discordsim.DefaultPermissions
		if r.ID == g.sim.Handshake().Guild {
			has |= 1 << 31 // people use commands
		}
		if err := g.owner().ChangeRole(ctx, r.ID, has&^bits); err != nil {
			return err
		}
	}
	return nil
}

// silence times somebody out, the bot too: "timed out 10m".
func (g *game) silence(ctx context.Context, who discord.ID, length []word) error {
	d, err := time.ParseDuration(joined(length))
	if err != nil {
		return err
	}
	return g.owner().TimeOut(ctx, who, g.now().Add(d))
}

// serverLine is "server blocks WORD …", as automatic moderation does, "server blocks links WORD …", as
// Discord's filter of harmful links does, or "server blocks nothing".
func (g *game) serverLine(rest []word) error {
	words, ok := is(rest, "blocks")
	if !ok {
		return errors.New(`say "server blocks …"`)
	}
	if _, none := is(words, "nothing"); none {
		g.filters = nil
	} else if links, ok := is(words, "links"); ok {
		g.filters = append(g.filters, discordsim.Filter{Code: discordsim.BlockedHarmfulURL, Words: texts(links)})
	} else {
		g.filters = append(g.filters, discordsim.Filter{Code: discordsim.BlockedByAutoMod, Words: texts(words)})
	}
	return g.sim.Moderate(g.sim.Handshake().Guild, g.filters...)
}

// membership is what happens to somebody's part in the server; done is false for another line.
func (g *game) membership(ctx context.Context, p *people.Person, words []word) (done bool, err error) {
	here := p.In(g.sim.Handshake().Guild)
	if _, ok := is(words, "leaves"); ok {
		return true, here.Leave(ctx)
	}
	if _, ok := is(words, "comes back"); ok {
		return true, here.Join(ctx)
	}
	if _, ok := is(words, "installs the bot"); ok {
		return true, p.Install(ctx)
	}
	if _, ok := is(words, "is kicked"); ok {
		return true, g.owner().Kick(ctx, p.ID())
	}
	if nick, ok := is(words, "is called"); ok {
		return true, g.owner().SetNick(ctx, p.ID(), joined(nick))
	}
	if length, ok := is(words, "is timed out"); ok {
		return true, g.silence(ctx, p.ID(), length)
	}
	if _, ok := is(words, "manages the server"); ok {
		const manageGuild = 1 << 5
		role, err := g.owner().AddRole(ctx, "managers", manageGuild)
		if err == nil {
			err = g.owner().SetRoles(ctx, p.ID(), role)
		}
		return true, err
	}
	if room, ok := is(words, "is kept out of"); ok {
		return true, g.owner().Overwrite(ctx, g.room[joined(room)], p.ID(), 0, permissionBits["View Channel"])
	}
	if room, ok := is(words, "is let into"); ok {
		return true, g.owner().DropOverwrite(ctx, g.room[joined(room)], p.ID())
	}
	return false, nil
}

// addKind makes a channel of another kind than text.
func (g *game) addKind(ctx context.Context, kind, name string) (err error) {
	g.room[name], err = g.owner().AddChannel(ctx, map[string]discord.ChannelType{
		"announcement": discord.ChannelAnnouncement, "category": discord.ChannelCategory, "forum": discord.ChannelForum,
		"stage": discord.ChannelStage, "voice": discord.ChannelVoice,
	}[kind], name, 0)
	return err
}

// forumPost is "post NAME in FORUM".
func (g *game) forumPost(ctx context.Context, rest []word) (err error) {
	name, forum, _ := split(rest, "in")
	g.room[joined(name)], err = g.sim.Person("Ada").ForumPost(ctx, g.room[joined(forum)], joined(name), "ahoy")
	return err
}

// slowmode is "slowmode 30s" in the first channel, or "slowmode 30s in corner".
func (g *game) slowmode(ctx context.Context, rest []word) error {
	length, where, elsewhere := split(rest, "in")
	room := g.room["main"]
	if elsewhere {
		room = g.room[joined(where)]
	}
	d, err := time.ParseDuration(joined(length))
	if err != nil {
		return err
	}
	owner := g.sim.Person(g.sim.Handshake().People[0].Name)
	return owner.ChangeChannel(ctx, room, map[string]any{"rate_limit_per_user": int(d.Seconds())})
}

// another is "another server NAME", which Ada has made and all people and the bot are in; its first
// channel has its name.
func (g *game) another(ctx context.Context, rest []word) error {
	name, ok := is(rest, "server")
	if !ok {
		return errors.New(`say "another server NAME"`)
	}
	hello := g.sim.Handshake()
	owner, room, err := g.sim.Person(hello.People[0].Name).Found(ctx, joined(name), "")
	if err != nil {
		return err
	}
	g.room[joined(name)] = room
	for _, known := range hello.People[1:] {
		if err := g.sim.Person(known.Name).In(owner.Server()).Join(ctx); err != nil {
			return err
		}
	}
	return owner.AddBot(ctx, discordsim.DefaultPermissions)
}
