package commands_test

import (
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestOfWhoIsAskedOnlyThatIsKept asks somebody who never used the bot: they are called, and
// what they are called is kept only once they have acted.
func TestOfWhoIsAskedOnlyThatIsKept(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	ada.slash("rum new", nil)
	ada.board("Ada")
	name := func() string {
		t.Helper()
		who := got[sitting.Person](t)(p.db.Person(p.ctx, ben.ID().String()))
		all, err := p.db.Known(p.ctx, sitting.Server(p.here.Guild.String()), []sitting.Person{who})
		if err != nil || len(all) != 1 || all[0].User != ben.ID().String() {
			t.Fatalf("%+v, %v", all, err)
		}
		return all[0].Name
	}
	ada.toldWith(func() { ada.slash("rum invite", options{"person": ben.ID().String()}) }, p.say("en-US", lang.NoticeInvited))
	call := ben.sees("the call", func(m discord.Message) bool {
		_, ok := find(m, "iy")
		return ok
	})
	if n := name(); n != "" {
		t.Errorf("somebody who did nothing is kept as %q", n)
	}
	ben.press(call, "iy")
	ada.board("Ben")
	if name() != "Ben" {
		t.Error("nobody's name is kept: the test shows nothing")
	}
}
