package commands_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// TestARematchEndsNothingButItsMatch keeps a result that offers a rematch, and presses it
// when another match goes on: that one and its table stay. Nor is a table closed for one that
// may not stand here any more.
func TestARematchEndsNothingButItsMatch(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.quick()
	p.dealt(options{"match": "short"}, ada, ben)
	ben.wins()
	result := ada.sees("a result that offers a rematch", func(m discord.Message) bool {
		_, more := find(m, "mo 1")
		_, again := find(m, "ma")
		return more && again && !m.Ephemeral()
	})
	server := sitting.Server(p.here.Guild.String())
	settle := func(now table.Manners) {
		_ = got[table.Manners](t)(p.db.ChangeManners(p.ctx, server, func(table.Manners) (table.Manners, error) { return now, nil }))
	}
	settle(table.Manners{Channels: []sitting.Channel{"1"}})
	ada.toldWith(func() { ada.press(result, "ma") }, "<#1>")
	if s := p.look(); s.Phase != sitting.Between {
		t.Errorf("closed for a table that can't stand here: phase %d", s.Phase)
	}
	settle(table.Manners{})

	set := p.look().Settings
	set.Match = sitting.LongMatch
	host := got[sitting.Person](t)(p.db.Person(p.ctx, ada.ID().String()))
	asks := func(key string, do sitting.Action) {
		t.Helper()
		_, err := p.house.Do(p.ctx, sitting.Command{Key: key, Table: p.look().ID, By: host, Manager: true, Do: do})
		p.must(err)
	}
	asks("long", sitting.SetSettings{Settings: set})
	ben.told(func() { ben.slash("rum next", nil) })
	asks("end", sitting.End{Sure: true})
	p.settled()
	if s := p.look(); s.Match == nil || s.Match.Over {
		t.Fatalf("no match goes on: %+v", s.Match)
	}
	ada.toldWith(func() { ada.press(result, "ma") }, p.say("en-US", lang.TroubleStale))
	s := p.look()
	if s.Phase != sitting.Between || s.Match.Over {
		t.Errorf("an old button ended the match: phase %d, %+v", s.Phase, s.Match)
	}
	// The control: where the match is over it opens the next table.
	set.Match = sitting.NoMatch
	asks("none", sitting.SetSettings{Settings: set})
	ada.press(result, "ma")
	ada.sees("the next lobby", func(m discord.Message) bool {
		_, start := find(m, "st")
		return start && isBoard(m)
	})
	if now := p.look(); now.ID == s.ID || now.Phase != sitting.Lobby {
		t.Errorf("no rematch: phase %d", now.Phase)
	}
}

// TestARematchThatOpensNothingDoesntCount has somebody else open a table between the end of the old
// one and the rematch: its host may open one in another channel at once.
func TestARematchThatOpensNothingDoesntCount(t *testing.T) {
	g := &gap{}
	wraps := func(of commands.Tables) commands.Tables { g.Tables = of; return g }
	p := open(t, setup{pace: 1000, tables: wraps})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.quick()
	p.dealt(options{"match": "short"}, ada, ben)
	ben.wins()
	result := ada.sees("a result that offers a rematch", func(m discord.Message) bool {
		_, again := find(m, "ma")
		return again && !m.Ephemeral()
	})
	p.later(time.Minute)
	other := got[sitting.Person](t)(p.db.Person(p.ctx, ben.ID().String()))
	set := p.look().Settings
	server, channel := sitting.Server(p.here.Guild.String()), sitting.Channel(p.channel.String())
	between := func() {
		at := sitting.Open{Server: server, Channel: channel, Settings: set}
		_, err := p.house.Do(p.ctx, sitting.Command{Key: "between", By: other, Do: at})
		p.must(err)
	}
	g.after.Store(&between)
	ada.toldWith(func() { ada.press(result, "ma") }, p.say("en-US", lang.TroubleTaken))
	ada.heard(ada.Slash(p.ctx, p.addChannels(1)[0], "rum new", nil))
	if open := p.openTables(); len(open) != 2 {
		t.Errorf("%d tables are open: Ada is told %s", len(open), ada.newest().Text())
	}
}
