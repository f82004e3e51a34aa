package commands_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// hookRoute is where a message is added to an answer.
const hookRoute = "/webhooks/{webhook_id}/{webhook_token}"

// TestPicturesRestAfterOneThatGotNoAnswer has the table's picture break or hang: for a while nothing waits for another, and
// then there are some again. One that is just refused keeps no other back.
func TestPicturesRestAfterOneThatGotNoAnswer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault discordsim.Fault
		rests bool
	}{
		"broken":  {discordsim.Fault{Kind: discordsim.StatusBefore, Status: http.StatusBadGateway}, true},
		"hangs":   {discordsim.Fault{Kind: discordsim.Slow, Delay: time.Minute}, true},
		"refused": {discordsim.Fault{Kind: discordsim.StatusBefore, Status: http.StatusRequestEntityTooLarge}, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := pictured(t, setup{})
			p.may = []int{0}
			ada, ben := p.guest("Ada"), p.guest("Ben")
			p.game()
			c.fault.Files = true
			since := p.newest()
			struck := p.sim.Faults().Next(http.MethodPatch, editRoute, c.fault)
			p.dealt(nil, ada, ben)
			<-struck
			p.rested()
			edited := func() bool {
				return slices.ContainsFunc(p.brought(since), func(b string) bool { return strings.HasPrefix(b, "edit ") })
			}
			for met := since; !edited() && p.ctx.Err() == nil; met = p.newest() {
				p.sim.Wire().Wait(p.ctx, met) // what hangs is noted when it ends, which may be after what came in its place
			}
			since = p.newest()
			his := ben.hand()
			for try := 0; !c.rests && pictureOf(his).ID == 0 && try < 5; try++ { // a slow machine may let an answer go without
				his = ben.hand()
			}
			p.rested() // what a hand came with is on the wire once it is answered, and seen before
			if got := p.brought(since); (pictureOf(his).ID == 0) != c.rests || (len(got) == 0) != c.rests {
				t.Errorf("soon after it a hand comes with %+v, and %q is brought", pictureOf(his), got)
			}
			p.later(31 * time.Second)
			if his = ben.told(func() { ben.press(his, "pl draw stock") }); pictureOf(his).ID == 0 {
				t.Error("later there are none either")
			}
		})
	}
}

// TestWhatIsSharedStandsOnce loses the answer to what was shared with its picture, when it is done and before.
func TestWhatIsSharedStandsOnce(t *testing.T) {
	for name, fault := range map[string]discordsim.Fault{
		"cut off when done": {Kind: discordsim.DropAfterEffect},
		"broken when done":  {Kind: discordsim.StatusAfter, Status: http.StatusBadGateway},
		"refused":           {Kind: discordsim.StatusBefore, Status: http.StatusRequestEntityTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			fault.Files = true
			p := pictured(t, setup{})
			p.may = []int{0}
			ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
			p.quick()
			p.dealt(nil, ada, ben)
			ben.wins()
			mine := ada.told(func() { ada.press(ada.more(ada.result()), "rp 1") })
			share := p.component(mine, "sm 1/0").CustomID
			p.rested()
			struck := p.sim.Faults().Next(http.MethodPost, hookRoute, fault)
			mine = ada.told(func() { ada.heard(ada.Click(p.ctx, mine.ID, share)) })
			<-struck
			p.rested()
			ada.refused(func() { ada.heard(ada.Click(p.ctx, mine.ID, share)) }, p.say("", lang.TroubleMomentShared))
			p.rested()
			title, n := p.say("", lang.ReplayShared, lang.Name("Ada"), lang.Hand(1)), 0
			for _, m := range cleo.Sees(p.channel) {
				if !m.Ephemeral() && strings.Contains(m.Text(), title) {
					n++
				}
			}
			if n != 1 {
				t.Errorf("it stands %d times", n)
			}
		})
	}
}

// TestAHandThatMayHaveBeenSentAgainIsNotSentTwice loses the answer to a hand that comes below the table.
func TestAHandThatMayHaveBeenSentAgainIsNotSentTwice(t *testing.T) {
	p := pictured(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	ben.hand()
	p.rested()
	struck := p.sim.Faults().Next(http.MethodPost, hookRoute, discordsim.Fault{Kind: discordsim.DropAfterEffect, Files: true})
	board := p.moved()
	<-struck
	p.rested()
	below := slices.DeleteFunc(ben.private(), func(m discord.Message) bool { return m.ID < board.ID })
	if len(below) != 1 {
		t.Errorf("%d hands stand below the table", len(below))
	}
	ada.below(board)
}

// TestWhatIsDeletedDuringAnUploadComesAgain deletes the table and dismisses a hand while a picture of theirs is under way.
func TestWhatIsDeletedDuringAnUploadComesAgain(t *testing.T) {
	t.Run("the table", func(t *testing.T) {
		p := pictured(t, setup{})
		p.may = []int{rest.CodeUnknownMessage}
		ada, ben := p.guest("Ada"), p.guest("Ben")
		p.game()
		p.dealt(nil, ada, ben)
		p.rested()
		ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
		p.rested()
		board, let := ada.board(p.plays("Ben")), make(chan struct{})
		held := p.sim.Faults().Next(http.MethodPatch, editRoute, discordsim.Fault{Kind: discordsim.Reorder, Until: let, Files: true})
		ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
		<-held
		p.must(ada.Delete(p.ctx, p.channel, board.ID))
		close(let)
		now := ada.board(p.turns("Ada"))
		p.rested()
		if now.ID == board.ID || pictureOf(now).ID == 0 || len(ada.boards()) != 1 {
			t.Errorf("%d tables stand, the newest with %+v", len(ada.boards()), pictureOf(now))
		}
	})
	t.Run("a hand", func(t *testing.T) {
		p := pictured(t, setup{})
		p.may = []int{rest.CodeUnknownMessage}
		ada, ben := p.guest("Ada"), p.guest("Ben")
		p.game()
		p.dealt(nil, ada, ben)
		p.rested()
		ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
		p.rested()
		hers, let := ada.one(), make(chan struct{})
		held := p.sim.Faults().Next(http.MethodPatch, followUpRoute, discordsim.Fault{Kind: discordsim.Reorder, Until: let, Files: true})
		ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
		<-held
		ada.dismissed(hers)
		close(let)
		ada.board(p.turns("Ada"))
		p.rested()
		if n := len(ada.private()); n != 0 {
			t.Errorf("who dismissed their hand has %d private messages", n)
		}
		writes := func() (n int) {
			for _, e := range p.sim.Wire().SentByBot() {
				if e.Method == http.MethodPatch && strings.HasPrefix(e.Path, "/webhooks/") {
					n++
				}
			}
			return n
		}
		before := writes()
		if m := ada.told(func() { ada.slash("draw", options{"from": "stock"}) }); pictureOf(m).ID == 0 {
			t.Error("the next hand has no picture")
		}
		ada.told(func() { ada.slash("discard", options{"card": "JD"}) })
		p.rested()
		if slices.ContainsFunc(ada.private(), func(m discord.Message) bool { return m.ID == hers.ID }) || writes() > before+1 { // one is Ben's
			t.Error("a hand that is gone is written to")
		}
	})
}
