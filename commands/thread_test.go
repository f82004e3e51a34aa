package commands_test

import (
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestAThreadMeansTheTableOnWhoseMessageItHangs, and in any other thread of the channel one is told
// where the table is.
func TestAThreadMeansTheTableOnWhoseMessageItHangs(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben := p.guest("Ada"), p.guest("Ben")
		p.game()
		p.dealt(nil, ada, ben)
		board := ben.board().ID
		its := got[discord.ID](t)(p.sim.Person("Ada").ThreadFrom(p.ctx, p.channel, board, "ours"))
		other := got[discord.ID](t)(p.sim.Person("Ada").Thread(p.ctx, p.channel, "other"))
		for thread, want := range map[discord.ID]string{
			its:   say(lang.RefuseDrawfirst),
			other: "https://discord.com/channels/" + p.here.Guild.String() + "/" + p.channel.String() + "/" + board.String(),
		} {
			if _, err := p.sim.Person("Ben").Slash(p.ctx, thread, "discard", map[string]any{"card": "9♣"}); err != nil {
				t.Fatal(err)
			}
			p.must(p.sim.Person("Ben").Wait(p.ctx, func(all []discord.Message) bool {
				for _, m := range all {
					if m.Channel == thread && strings.Contains(m.Text(), want) {
						return true
					}
				}
				return false
			}))
		}
	})
}

// TestAThreadBesideATableIsAChannelWithoutOne: what needs no table of the channel is answered there
// too, and only what means nothing else hears where the table is.
func TestAThreadBesideATableIsAChannelWithoutOne(t *testing.T) {
	p := open(t, setup{locales: map[string]string{"Ben": "de", "Cleo": "nl"}})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.game()
	p.dealt(nil, ada, ben)
	above := "https://discord.com/channels/" + p.here.Guild.String() + "/" + p.channel.String() + "/"
	berth := got[discord.ID](t)(ada.Thread(p.ctx, p.channel, "berth"))
	beside := got[discord.ID](t)(ada.Thread(p.ctx, p.channel, "beside"))
	asks := func(g *guest, command string, o options, words ...string) {
		t.Helper()
		if m := g.told(func() { g.slash(command, o) }); !holds(m, words) {
			t.Errorf("%s: /%s is answered by %s, not %q", g.Name(), command, m.Text(), words)
		}
	}
	p.channel = berth
	ben.heard(ben.Slash(p.ctx, p.channel, "rum new", nil))
	p.channel = beside
	asks(cleo, "hand", nil, above)
	asks(cleo, "rum close", nil, above)
	asks(cleo, "rum rules", nil, p.say("nl", lang.Key("preset.boathouse")))
	p.calm()
	playing := options{"level": "easy", "rules": "brisk"}
	cleo.toldWith(func() { cleo.slash("play", playing) }, p.say("nl", lang.HandDraw))
	asks(cleo, "rum help", nil, p.words.For("nl").Say(lang.HelpAlone))
	asks(cleo, "rum rules", nil, p.say("nl", lang.Key("preset.brisk")))
	asks(cleo, "hand", nil, p.say("nl", lang.HandDraw))
	asks(cleo, "goout", nil, p.say("nl", lang.RefuseDrawfirst))
	asks(cleo, "proof", nil, p.say("nl", lang.ProofRunning))
	asks(cleo, "replay", nil, p.say("nl", lang.TroubleReplayNone))
	asks(cleo, "rum join", nil, above)
	asks(ben, "draw", options{"from": "stock"}, above)
	asks(ben, "rum close", nil, above, p.say("de", lang.CloseElsewhere))
}

// TestATableIsPostedAnewFromAThreadThatIsShut asks for it in a thread on the table's message, which
// takes no messages of the bot's: the table's channel does. The control: a settlement is posted in
// the thread.
func TestATableIsPostedAnewFromAThreadThatIsShut(t *testing.T) {
	for name, c := range map[string]struct {
		shut   func(in, channel map[string]any)
		itself lang.Key
	}{
		"no Send Messages in Threads": {itself: lang.TroublePermissions, shut: func(in, _ map[string]any) {
			in["app_permissions"] = strconv.FormatInt(render.Needed()&^(1<<38), 10)
		}},
		"locked": {itself: lang.TroubleLocked, shut: func(in, channel map[string]any) {
			in["app_permissions"] = strconv.FormatInt(render.Needed(), 10)
			channel["thread_metadata"] = map[string]any{"locked": true}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			var shuts atomic.Bool
			p := open(t, setup{wire: func(in map[string]any) {
				if channel := in["channel"].(map[string]any); shuts.Load() {
					c.shut(in, channel)
				}
			}})
			ada, ben := p.guest("Ada"), p.guest("Ben")
			p.game()
			p.dealt(nil, ada, ben)
			link := "https://discord.com/channels/" + p.here.Guild.String() + "/" + p.channel.String() + "/"
			board := ben.board().ID
			inside := *p
			inside.channel = got[discord.ID](t)(ada.ThreadFrom(p.ctx, p.channel, board, "ours"))
			ben.at = &inside
			shuts.Store(true)
			ben.toldWith(func() { ben.slash("rum table", nil) }, link)
			words, _, _ := strings.Cut(p.say("en-US", c.itself), "{")
			ben.toldWith(func() { ben.slash("tab settle", with(ada, nil)) }, words)
		})
	}
}
