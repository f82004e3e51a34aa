package commands_test

import (
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestWhoHasNoSayHereIsOfferedTheirOwnTables: /rum close where another's table is open closes none
// of it, and leads to the caller's own in other channels. Who may ask its host asks.
func TestWhoHasNoSayHereIsOfferedTheirOwnTables(t *testing.T) {
	p := open(t, setup{locales: map[string]string{"Ben": "de", "Cleo": "nl"}})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	channels := p.addChannels(2)
	p.lobby(nil, ada, cleo)
	for i, g := range []*guest{ben, cleo} {
		g.heard(g.Slash(p.ctx, channels[i], "rum new", nil))
	}
	closes := func(g *guest) discord.Message { return g.told(func() { g.slash("rum close", nil) }) }
	nothost := p.say("de", lang.TroubleNothost, lang.Name("Ada"))
	leads := func(m discord.Message, locale string) bool {
		return holds(m, []string{p.say(locale, lang.CloseElsewhere)})
	}
	led := closes(ben)
	if !holds(led, []string{nothost}) || !leads(led, "de") {
		t.Fatalf("Ben is told %s", led.Text())
	}
	if m := closes(cleo); leads(m, "nl") || p.look().Sought == nil {
		t.Errorf("Cleo, who has a seat here, is told %s", m.Text())
	}
	ben.toldWith(func() { ben.press(led, "cl") }, p.say("de", lang.NoticeClosed))
	if open := p.openTables(); len(open) != 2 {
		t.Errorf("%d tables are open, not Ada's and Cleo's", len(open))
	}
	if m := closes(ben); !holds(m, []string{nothost}) || leads(m, "de") {
		t.Errorf("without a table of his own Ben is told %s", m.Text())
	}
}
