package commands_test

import (
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
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
