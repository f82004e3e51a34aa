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

// TestWhoCantBeAskedStaysUnknown asks somebody who never used the bot where the table wouldn't ask
// anybody: it has no seat, or waits for as many answers as it can. They get no pseudonym.
func TestWhoCantBeAskedStaysUnknown(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	unknown := func(g *guest) bool {
		t.Helper()
		return got[sitting.Person](t)(p.db.Person(p.ctx, g.ID().String())) == ""
	}
	p.lobby(options{"seats": 2}, ada, ben)
	cleo := p.guest("Cleo")
	asks := func(g *guest) { ada.slash("rum invite", options{"person": g.ID().String()}) }
	ada.toldWith(func() { asks(cleo) }, p.say("en-US", lang.TroubleInviteFull))
	if !unknown(cleo) {
		t.Error("somebody is kept who couldn't be asked, since the table is full")
	}
	ben.told(func() { ben.slash("rum leave", nil) })
	host := got[sitting.Person](t)(p.db.Person(p.ctx, ada.ID().String()))
	five := []sitting.Person{"pa", "pb", "pc", "pd", "pe"}
	_, err := p.house.Do(p.ctx, sitting.Command{Key: "five", Table: p.look().ID, By: host, Do: sitting.Invite{People: five}})
	p.must(err)
	ada.toldWith(func() { asks(cleo) }, "at most")
	if !unknown(cleo) {
		t.Error("somebody is kept who couldn't be asked, since many are waited for")
	}
	_, err = p.house.Do(p.ctx, sitting.Command{Key: "no", Table: p.look().ID, By: "pa", Do: sitting.Respond{}})
	p.must(err)
	ada.toldWith(func() { asks(cleo) }, p.say("en-US", lang.NoticeInvited))
	if unknown(cleo) {
		t.Error("nobody is kept: the test shows nothing")
	}
}

// TestWhoWantsNoInvitationsIsntAsked tells the asker so, who may ask once that is changed back.
func TestWhoWantsNoInvitationsIsntAsked(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	ada.slash("rum new", nil)
	ada.board("Ada")
	ask := func() { ada.slash("rum invite", options{"person": ben.ID().String()}) }
	ben.told(func() { ben.slash("settings pings", options{"invites": false}) })
	ada.toldWith(ask, p.say("en-US", lang.TroubleAskedOff, lang.Word("Ben")))
	ben.told(func() { ben.slash("settings pings", options{"invites": true}) })
	ada.toldWith(ask, p.say("en-US", lang.NoticeInvited))
}

// TestWhoCantComeIsntAsked has the host ask somebody who has left the server, and somebody who
// doesn't see the channel.
func TestWhoCantComeIsntAsked(t *testing.T) {
	p := open(t, setup{})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	ada.slash("rum new", nil)
	ada.board("Ada")
	ask := func(whom *guest) func() {
		return func() { ada.slash("rum invite", options{"person": whom.ID().String()}) }
	}
	p.must(ben.In(p.here.Guild).Leave(p.ctx))
	ada.toldWith(ask(ben), p.say("en-US", lang.TroubleInviteGone, lang.Word("Ben")))
	const viewChannel = 1 << 10
	p.must(ada.In(p.here.Guild).Overwrite(p.ctx, p.channel, cleo.ID(), 0, viewChannel))
	ada.toldWith(ask(cleo), p.say("en-US", lang.TroubleInviteBlind, lang.Word("Cleo")))
}
