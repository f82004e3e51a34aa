package commands_test

import (
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestWhatKeepsATableFromItsChannelIsSaid has Discord refuse what the bot may post by its
// permissions: all of it, or what a filter blocks.
func TestWhatKeepsATableFromItsChannelIsSaid(t *testing.T) {
	for name, c := range map[string]struct {
		refuse func(*place)
		codes  []int
		want   lang.Key
	}{
		"everything": {
			func(p *place) { p.sim.Permit(p.channel, 0) },
			[]int{rest.CodeMissingAccess, rest.CodeMissingPermissions}, lang.TroubleShut,
		},
		"what a filter blocks": {
			func(p *place) {
				p.must(p.sim.Moderate(p.here.Guild, discordsim.Filter{Code: discordsim.BlockedByAutoMod, Words: []string{"stock"}}))
			},
			[]int{rest.CodeBlockedByFilter}, lang.TroubleFiltered,
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, setup{locales: map[string]string{"Ben": "de"}, wire: func(in map[string]any) {
				in["app_permissions"] = strconv.FormatInt(render.Needed(), 10)
			}})
			p.may = c.codes
			ada, ben := p.guest("Ada"), p.guest("Ben")
			p.game()
			p.dealt(nil, ada, ben)
			p.settled()
			c.refuse(p)
			ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
			ben.toldWith(func() { ben.slash("rum table", nil) }, p.say("de", c.want))
		})
	}
}

// TestAThreadThatTheBotIsntInOpensNoTable has the command come from a private thread.
func TestAThreadThatTheBotIsntInOpensNoTable(t *testing.T) {
	const privateThread = 12
	var inside atomic.Bool
	p := open(t, setup{wire: func(in map[string]any) {
		if !inside.Load() {
			in["app_permissions"] = "0"
			in["channel"].(map[string]any)["type"] = privateThread
		}
	}})
	ben := p.guest("Ben")
	ben.toldWith(func() { ben.slash("rum new", nil) }, p.say("en-US", lang.TroubleOutside))
	inside.Store(true)
	ben.slash("rum new", nil)
	ben.board("Ben")
}
