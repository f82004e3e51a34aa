package commands_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// view waits until a guest's view of the table has the words, and gives it.
func (g *guest) view(words ...string) discord.Message {
	g.at.t.Helper()
	return g.sees("a view of the table", func(m discord.Message) bool {
		_, follows := find(m, "wu")
		return m.Ephemeral() && follows && holds(m, words)
	})
}

// TestWhoLooksOnIsShownEachTurn has somebody look on, stop, and look on again after a restart, and
// somebody who plays beside their hand.
func TestWhoLooksOnIsShownEachTurn(t *testing.T) {
	p := open(t, setup{schema: true, locales: map[string]string{"Cleo": "de"}})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.game()
	p.dealt(nil, ada, ben)
	told := cleo.told(func() { cleo.press(cleo.board(), "ha") })
	if _, join := find(told, "jo"); !join || !holds(told, []string{p.say("de", lang.TroubleUnseated)}) {
		t.Errorf("Cleo is told %s", told.Text())
	}
	hers := cleo.told(func() { cleo.press(told, "wa") })
	drawing := func(locale, name string) string { return p.say(locale, lang.TableDraws, lang.Name(name)) }
	if hers.ID != told.ID || !holds(hers, []string{drawing("de", "Ben"), "2♣"}) {
		t.Errorf("Cleo looks on at %s", hers.Text())
	}
	mine := ada.told(func() { ada.press(ada.told(func() { ada.press(ada.board(), "mo") }), "wa") })
	turn := func(g *guest, card string) {
		t.Helper()
		g.told(func() { g.slash("draw", options{"from": "stock"}) })
		g.told(func() { g.slash("discard", options{"card": card}) })
		p.settled()
	}
	turn(ben, "QS")
	if m := cleo.view(drawing("de", "Ada"), "Q♠ 2♣", p.say("de", lang.WatchLog)); m.ID != hers.ID || strings.Contains(m.Text(), "Q♥") {
		t.Errorf("Cleo looks on at %s", m.Text())
	}
	if m := ada.view(drawing("", "Ada"), "Q♠ 2♣"); m.ID != mine.ID || strings.Contains(m.Text(), "K♦") {
		t.Errorf("Ada looks on at %s", m.Text())
	}
	p.stop()
	p.start()
	turn(ada, "JD")
	cleo.view(drawing("de", "Ada")) // forgotten
	hers = cleo.told(func() { cleo.press(hers, "wa") })
	cleo.view(drawing("de", "Ben"), "J♦ Q♠")
	turn(ben, "KS")
	cleo.view(drawing("de", "Ada"), "K♠ J♦")
	hers = cleo.told(func() { cleo.press(hers, "wu") })
	if !holds(hers, []string{p.say("de", lang.NoticeUnwatched)}) {
		t.Errorf("Cleo is told %s", hers.Text())
	}
	turn(ada, "KD")
	if m := cleo.one(); printed(m) != printed(hers) {
		t.Errorf("who stopped is shown %s", m.Text())
	}
	// A token that is over is used no more; a view elsewhere takes the place of the one before.
	first := cleo.told(func() { cleo.press(cleo.told(func() { cleo.press(cleo.board(), "ha") }), "wa") })
	second := cleo.told(func() { cleo.press(cleo.told(func() { cleo.press(cleo.board(), "ha") }), "wa") })
	p.rested()
	if len(cleo.private()) != 2 || first.ID == second.ID { // and what said that she stopped
		t.Errorf("Cleo has %d private messages", len(cleo.private()))
	}
	p.later(16 * time.Minute)
	turn(ben, "KH")
	cleo.view(drawing("de", "Ben"))
	cleo.told(func() { cleo.press(second, "wa") })
	cleo.view(drawing("de", "Ada"))
	// What is left of it when the table is closed has nothing to keep up.
	question := ada.told(func() { ada.slash("rum close", nil) })
	ada.told(func() { ada.press(question, "cs") })
	p.settled()
	last := cleo.sees("the end", func(m discord.Message) bool {
		return m.ID == second.ID && holds(m, []string{p.say("de", lang.TableClosed)})
	})
	if _, follows := find(last, "wa"); follows {
		t.Error("a closed table can be looked on at")
	}
	if s := p.look(); s.Phase != sitting.Ended {
		t.Errorf("the table is in phase %d", s.Phase)
	}
}

// TestWhoLooksOnOneTooMany has a thirteenth look on: the first one's view says that it stands still, and goes on by a tap.
func TestWhoLooksOnOneTooMany(t *testing.T) {
	var watchers []string
	for i := range 13 {
		watchers = append(watchers, fmt.Sprint("Watcher ", i))
	}
	p := open(t, setup{people: append([]string{"Ada", "Ben"}, watchers...), locales: map[string]string{watchers[0]: "de"}})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	var all []*guest
	for _, name := range watchers {
		g := p.guest(name)
		g.told(func() { g.press(g.told(func() { g.press(g.board(), "mo") }), "wa") })
		all = append(all, g)
	}
	p.later(time.Minute)
	still := all[0].sees("that it stands still", func(m discord.Message) bool {
		_, on := find(m, "wa")
		_, stop := find(m, "wu")
		return on && !stop && holds(m, []string{p.say("de", lang.WatchStill)})
	})
	all[0].told(func() { all[0].press(still, "wa") })
	all[0].view(p.say("de", lang.TableDraws, lang.Name("Ben")))
	all[1].sees("that it stands still", func(m discord.Message) bool { return holds(m, []string{p.say("", lang.WatchStill)}) })
	all[2].view(p.turns("Ben"))
}

// TestWhoWaitsMayLookOn has somebody ask for a hand that they have from the next one on.
func TestWhoWaitsMayLookOn(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.game()
	p.dealt(nil, ada, ben)
	cleo.told(func() { cleo.slash("rum join", nil) })
	told := cleo.toldWith(func() { cleo.press(cleo.board(), "ha") }, p.say("", lang.TroubleLater))
	view := cleo.told(func() { cleo.press(told, "wa") })
	if view.ID != told.ID || !holds(view, []string{p.turns("Ben")}) {
		t.Errorf("Cleo looks on at %s", view.Text())
	}
}

// followUpRoute is where a private message is edited.
const followUpRoute = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"

// TestNothingIsWrittenOverWhatSaysThatAViewHasEnded stops looking on while the view is being changed.
func TestNothingIsWrittenOverWhatSaysThatAViewHasEnded(t *testing.T) {
	p := open(t, setup{})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.game()
	p.dealt(nil, ada, ben)
	view := cleo.told(func() { cleo.press(cleo.told(func() { cleo.press(cleo.board(), "mo") }), "wa") })
	p.settled()
	since := p.newest()
	held := p.sim.Faults().Next(http.MethodPatch, followUpRoute, discordsim.Fault{Kind: discordsim.Reorder, Delay: time.Second})
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	<-held
	cleo.press(view, "wu")
	p.must(cleo.Wait(p.ctx, func([]discord.Message) bool { // both have come, in whatever order
		changes := 0
		for _, e := range p.sim.Wire().SentTo(cleo.ID()) {
			if e.N > since && strings.Contains(string(e.Body), `"MESSAGE_UPDATE"`) && strings.Contains(string(e.Body), view.ID.String()) {
				changes++
			}
		}
		return changes == 2
	}))
	if m := cleo.one(); !holds(m, []string{p.say("", lang.NoticeUnwatched)}) {
		t.Errorf("who stopped is shown %s", m.Text())
	}
}

// TestAMessageFollowsOneThingAlone has a hand become a view, and a view a hand, as a click that was cached can have it.
func TestAMessageFollowsOneThingAlone(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	p.rested() // so that what comes next is the answer, and no hand brought up to the present
	codec := render.NewCodec(got[[]byte](t)(p.db.Secret(p.ctx, "custom_id")))
	click := func(on discord.Message, verb render.Verb) discord.Message {
		t.Helper()
		return ada.told(func() {
			ada.heard(ada.Click(p.ctx, on.ID, codec.Encode(render.Click{Verb: verb, Table: string(p.look().ID)})))
		})
	}
	turn := func(g *guest, card string) {
		t.Helper()
		g.told(func() { g.slash("draw", options{"from": "stock"}) })
		g.told(func() { g.slash("discard", options{"card": card}) })
		p.rested()
	}
	view := click(ada.hand(), render.VerbWatch)
	turn(ben, "QS")
	if m := ada.one(); m.ID != view.ID || !holds(m, []string{p.turns("Ada"), p.say("", lang.WatchLog)}) {
		t.Errorf("a hand that became a view shows %s", m.Text())
	}
	hand := click(view, render.VerbHand)
	ada.told(func() { ada.slash("draw", options{"from": "stock"}) })
	p.rested()
	for _, m := range ada.private() {
		if m.ID == hand.ID && holds(m, []string{p.say("", lang.WatchLog)}) {
			t.Errorf("a view that became a hand shows %s", m.Text())
		}
	}
}

// TestWhatWasAskedForLastIsFollowed clicks on a hand before the bot has heard that it stands.
func TestWhatWasAskedForLastIsFollowed(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	p.rested()
	codec := render.NewCodec(got[[]byte](t)(p.db.Secret(p.ctx, "custom_id")))
	p.sim.Faults().Next(http.MethodPost, callbackRoute, discordsim.Fault{Kind: discordsim.Slow, Delay: 300 * time.Millisecond})
	hand := ada.hand()
	view := ada.told(func() {
		ada.heard(ada.Click(p.ctx, hand.ID, codec.Encode(render.Click{Verb: render.VerbWatch, Table: string(p.look().ID)})))
	})
	p.rested()
	since := p.newest()
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
	p.rested()
	written := 0
	for _, e := range p.sim.Wire().SentTo(ada.ID()) {
		if e.N > since && strings.Contains(string(e.Body), p.say("", lang.HandTitle, lang.Hand(1))) {
			written++
		}
	}
	if m := ada.one(); m.ID != view.ID || written > 0 || !holds(m, []string{p.turns("Ada"), p.say("", lang.WatchLog)}) {
		t.Errorf("a hand that became a view was written %d times, and shows %s", written, m.Text())
	}
}
