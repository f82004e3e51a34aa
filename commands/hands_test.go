package commands_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// alone waits until a guest sees one private message, which holds the words.
func (g *guest) alone(words ...string) discord.Message {
	g.at.t.Helper()
	err := g.Wait(g.at.ctx, func([]discord.Message) bool { return len(g.private()) == 1 && holds(g.private()[0], words) })
	if err != nil {
		var seen []string
		for _, m := range g.private() {
			seen = append(seen, m.Text())
		}
		g.at.t.Fatalf("%s waits for one private message with %q and sees %q", g.Name(), words, seen)
	}
	return g.private()[0]
}

// below waits until a guest's one private message, with the words, stands below another.
func (g *guest) below(board discord.Message, words ...string) {
	g.at.t.Helper()
	g.sees("one private message below the table", func(m discord.Message) bool {
		return m.Ephemeral() && m.ID > board.ID && len(g.private()) == 1 && holds(m, words)
	})
}

// TestTheEndOfAHandComesToEveryOpenHand has Ada look at her hand while Ben ends it.
func TestTheEndOfAHandComesToEveryOpenHand(t *testing.T) {
	p := open(t, setup{schema: true, locales: map[string]string{"Ben": "de"}})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.quick()
	p.dealt(nil, ada, ben)
	his := ben.hand()
	his = ben.told(func() { ben.press(his, "pl draw stock") })
	ben.press(his, "go")
	won := func(locale string) string {
		return p.say(locale, lang.ResultRummy, lang.Name("Ben"), lang.Hand(1), lang.N(2))
	}
	hers := ada.alone(p.say("", lang.HandOver), won(""))
	if m := ben.alone(won("de")); m.ID != his.ID {
		t.Error("Ben's hand isn't where it was")
	}
	ada.press(hers, "nx")
	board := ada.playing(2)
	ada.below(board, p.say("", lang.HandTitle, lang.Hand(2)))
}

// TestAnOldHandIsLeftAloneAtTheEnd is the other side of that: who last clicked long ago.
func TestAnOldHandIsLeftAloneAtTheEnd(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.quick()
	p.dealt(options{"turn": "0s"}, ada, ben)
	hers := ada.alone()
	p.later(16 * time.Minute)
	ben.wins()
	if m := ada.alone(); printed(m) != printed(hers) {
		t.Errorf("a hand whose token is over became %s", m.Text())
	}
}

// TestAHandThatCantBeChangedAnyMoreOffersNoMove waits until it is as old as that.
func TestAHandThatCantBeChangedAnyMoreOffersNoMove(t *testing.T) {
	p := open(t, setup{schema: true, past: time.Second})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	ben.hand()
	his := ben.alone(p.say("", lang.HandWait))
	if text := his.Text(); strings.Contains(text, p.say("", lang.HandDraw)) {
		t.Errorf("an old hand says %q", text)
	}
	ben.press(his, "rf")
	ben.alone(p.say("", lang.HandDraw))
}

// TestOpenHandsFollowTheTable posts the table anew, by talk and on request.
func TestOpenHandsFollowTheTable(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	his := ben.hand()
	p.settled()
	below := func() {
		t.Helper()
		p.settled()
		for _, g := range []*guest{ada, ben} {
			g.below(ada.boards()[0])
		}
		if n := len(ada.boards()); n != 1 {
			t.Errorf("%d tables stand", n)
		}
	}
	below()
	got[discord.Message](t)(ada.Say(p.ctx, p.channel, "nice boat"))
	his = ben.told(func() { ben.press(his, "pl draw stock") })
	ben.pick(his, "pl d0", "discard QS")
	ada.board(p.turns("Ada"))
	below()
	hers := ada.alone(p.say("", lang.HandDraw))
	// It is a hand as any other.
	hers = ada.told(func() { ada.press(hers, "pl draw stock") })
	ada.pick(hers, "pl d0", "discard JD")
	ben.alone(p.say("", lang.HandDraw), "Ada")
	board := ada.board(p.turns("Ben"))
	p.settled()
	p.later(16 * time.Minute)
	ada.slash("hand", nil)
	p.settled()
	ada.told(func() { ada.slash("rum table", nil) })
	p.settled()
	if moved := ada.boards(); len(moved) != 1 || moved[0].ID == board.ID {
		t.Error("the table wasn't posted anew")
	}
	// Ben's token is over, so his stays above; Ada's is below.
	if m := ben.one(); m.ID > ada.boards()[0].ID {
		t.Error("a hand was sent by a token that is over")
	}
}

// TestPressesAtOnceLeaveOneHand has somebody press Next three times at once.
func TestPressesAtOnceLeaveOneHand(t *testing.T) {
	p := open(t, setup{})
	p.may = []int{rest.CodeUnknownMessage} // a hand may go while its next answer is under way
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.quick()
	p.dealt(nil, ada, ben)
	ben.wins()
	result := ada.result()
	next := p.component(result, "nx").CustomID
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if out, err := ada.Click(p.ctx, result.ID, next); err != nil || out.Failed {
				t.Errorf("a press came to nothing: %v", err)
			}
		})
	}
	all.Wait()
	p.settled()
	ada.alone(p.say("", lang.HandTitle, lang.Hand(2)))
	if s := p.look(); s.Hand != 2 {
		t.Errorf("hand %d is played", s.Hand)
	}
}

// TestWhoPlayOnAtOnceHaveAHandEach has three people press at once: one deals, and each
// has one hand of it.
func TestWhoPlayOnAtOnceHaveAHandEach(t *testing.T) {
	p := open(t, setup{})
	p.may = []int{rest.CodeUnknownMessage} // a hand may go while its next answer is under way
	guests := []*guest{p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")}
	p.stack("3C", "2S 2H", "QD 2C 4H TS AS 3S 5C", "8C 8D 8S KS KH KD 2D", "8H JD 7S JC QH 6C 9D")
	p.dealt(nil, guests[0], guests[1], guests[2])
	guests[1].wins()
	result := guests[0].result()
	next := p.component(result, "nx").CustomID
	var all sync.WaitGroup
	for _, g := range guests {
		all.Go(func() {
			if out, err := g.Click(p.ctx, result.ID, next); err != nil || out.Failed {
				t.Errorf("a press came to nothing: %v", err)
			}
		})
	}
	all.Wait()
	p.settled()
	for _, g := range guests {
		g.alone(p.say("", lang.HandTitle, lang.Hand(2)))
	}
	if s := p.look(); s.Hand != 2 {
		t.Errorf("hand %d is played", s.Hand)
	}
}

// TestAHandFromTheMenuTakesThePlaceOfTheOther opens the menu beside a hand and has it
// become a hand.
func TestAHandFromTheMenuTakesThePlaceOfTheOther(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	ben.hand()
	menu := ben.told(func() { ben.press(ben.board(p.turns("Ben")), "mo") })
	ben.press(menu, "aw")
	if m := ben.alone(p.say("", lang.HandTitle, lang.Hand(1))); m.ID != menu.ID {
		t.Error("the hand isn't where the menu was")
	}
}

// TestTheMenuHasAWayBack opens each page of it.
func TestTheMenuHasAWayBack(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	ada.board(p.turns("Ben"))
	title := p.say("", lang.MoreTitle)
	menu := ada.toldWith(func() { ada.press(ada.board(), "mo") }, title)
	for _, verb := range []string{"pi", "pr", "ho", "ta", "he", "se", "cl"} {
		page := ada.told(func() { ada.press(menu, verb) })
		if verb == "cl" {
			page = ada.told(func() { ada.press(page, "kp") })
		}
		if page.ID != menu.ID || holds(page, []string{title}) {
			t.Fatalf("%s is answered by %s", verb, page.Text())
		}
		menu = ada.toldWith(func() { ada.press(page, "mo") }, title)
	}
	// By a command there is no menu to go back to.
	rules := ada.toldWith(func() { ada.slash("rum rules", nil) }, p.say("", lang.RulesTitle))
	if _, back := find(rules, "mo"); back {
		t.Error("a command leads back to a menu")
	}
}

// TestThePileShowsEveryDiscard looks at it in mid-hand.
func TestThePileShowsEveryDiscard(t *testing.T) {
	p := open(t, setup{})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.game()
	p.dealt(nil, ada, ben)
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
	menu := cleo.told(func() { cleo.press(cleo.board(p.turns("Ada")), "mo") })
	pile := cleo.told(func() { cleo.press(menu, "pi") })
	if !holds(pile, []string{"Q♠ 2♣", p.say("", lang.PileLater, lang.Cards("2♣"))}) {
		t.Errorf("the pile is %s", pile.Text())
	}
}

// TestTheSameRefusalStandsOnce refuses people in one channel.
func TestTheSameRefusalStandsOnce(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
		p.game()
		p.dealt(nil, ada, ben)
		cleo.playing(1)
		first := cleo.refused(func() { cleo.press(cleo.board(), "ha") }, say(lang.TroubleUnseated))
		cleo.press(cleo.board(), "ha")
		cleo.slash("draw", options{"from": "stock"})
		if again := cleo.alone(say(lang.TroubleUnseated)); again.ID == first.ID {
			t.Error("the first refusal stands and not the last")
		}
		cleo.slash("meld", options{"cards": "joker"}) // something else
		p.must(cleo.Wait(p.ctx, func([]discord.Message) bool { return len(cleo.private()) == 2 }))
		// What is too old to be deleted is left.
		p.later(16 * time.Minute)
		cleo.slash("draw", options{"from": "stock"})
		p.must(cleo.Wait(p.ctx, func([]discord.Message) bool { return len(cleo.private()) == 3 }))
	})
}

// TestWhoAsksForTheTableIsToldWhereItStands asks for it below some talk, and while it
// can't be posted.
func TestWhoAsksForTheTableIsToldWhereItStands(t *testing.T) {
	p := open(t, setup{schema: true})
	p.may = []int{rest.CodeMissingAccess, rest.CodeMissingPermissions}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	p.settled()
	told := ada.toldWith(func() { ada.slash("rum table", nil) }, "https://discord.com/channels/")
	p.settled()
	if board := ada.boards(); len(board) != 1 || !strings.HasSuffix(told.Text(), "/"+p.channel.String()+"/"+board[0].ID.String()) {
		t.Errorf("Ada is told %s", told.Text())
	}
}

// TestATableDeletedByAModeratorComesBackInEveryState deletes it in each, and has
// something happen.
func TestATableDeletedByAModeratorComesBackInEveryState(t *testing.T) {
	p := open(t, setup{})
	p.may = []int{rest.CodeUnknownMessage}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.quick()
	p.lobby(nil, ada, ben)
	back := func(state, shows string, do func()) {
		t.Helper()
		p.settled()
		for _, m := range ada.boards() {
			p.must(ada.Delete(p.ctx, p.channel, m.ID))
		}
		do()
		p.settled()
		ada.board(shows)
		if n := len(ada.boards()); n != 1 {
			t.Errorf("deleted in %s: %d tables stand", state, n)
		}
	}
	lobby := p.say("", lang.LobbyOpen)
	back("the lobby", lobby, func() { ada.told(func() { ada.slash("rum add", options{"level": "easy"}) }) })
	back("the lobby", lobby, func() { ada.told(func() { ada.slash("rum remove", options{"seat": 3}) }) })
	back("the lobby", p.turns("Ben"), func() { ada.told(func() { ada.slash("rum start", nil) }) })
	back("a turn", p.plays("Ben"), func() { ben.told(func() { ben.slash("draw", options{"from": "stock"}) }) })
	back("a turn", p.plays("Ben"), func() { ada.told(func() { ada.slash("rum table", nil) }) })
	back("a turn", p.say("", lang.PlayerAway), func() { ada.told(func() { ada.slash("rum away", nil) }) })
	back("a turn", p.say("", lang.TableOver, lang.Hand(1)), func() { ben.told(func() { ben.slash("goout", nil) }) })
	back("a pause", p.say("", lang.TableOver, lang.Hand(1)), func() { ada.told(func() { ada.slash("hand", nil) }) })
	back("a pause", p.say("", lang.TableHand, lang.Hand(2)), func() { ada.told(func() { ada.slash("rum next", nil) }) })
	back("a hand", p.say("", lang.TableClosed), func() {
		sure := ada.toldWith(func() { ada.slash("rum close", nil) }, p.say("", lang.ConfirmClose))
		ada.press(sure, "cs")
	})
	if s := p.look(); s.Phase != sitting.Ended {
		t.Errorf("the table is in phase %d", s.Phase)
	}
}

// TestAHandComesBelowTheTableThatItsDealMoves presses Next below a result.
func TestAHandComesBelowTheTableThatItsDealMoves(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.quick()
	p.dealt(nil, ada, ben)
	ben.wins()
	p.must(ada.Wait(p.ctx, func([]discord.Message) bool { return len(ada.private()) > 0 }))
	ada.press(ada.result(), "nx")
	board := ada.playing(2)
	p.settled()
	if m := ada.alone(p.say("", lang.HandTitle, lang.Hand(2))); m.ID < board.ID {
		t.Error("the hand stands above the table")
	}
	sent := 0
	for _, e := range p.sim.Wire().SentByBot() {
		if e.Method == http.MethodPost && strings.Contains(e.Path, "/webhooks/") {
			sent++
		}
	}
	if sent > 2 { // Ben's hand, which was open, and at most Ada's, where the table came late
		t.Errorf("hands were sent again %d times", sent)
	}
	if slices.ContainsFunc(ada.boards(), func(m discord.Message) bool { return m.ID != board.ID }) {
		t.Error("the table stands twice")
	}
}

// moved posts the table anew and returns when that and what follows it is done.
func (p *place) moved() discord.Message {
	p.t.Helper()
	p.must(p.house.Repost(p.ctx, p.look().ID))
	p.settled()
	return p.guest("Ada").boards()[0]
}

// followUps counts the messages that the bot asked Discord for by tokens, beside first
// answers, after an entry of the wire.
func (p *place) followUps(since uint64) (n int) {
	for _, e := range p.sim.Wire().SentByBot() {
		if e.N > since && e.Method == http.MethodPost && strings.Contains(e.Path, "/webhooks/") {
			n++
		}
	}
	return n
}

// TestHandsAreSentAgainOnlySoOften moves a table with three open hands as often as a channel
// takes and once more: of the last only the hand of whoever plays and the next are sent.
func TestHandsAreSentAgainOnlySoOften(t *testing.T) {
	p := open(t, setup{})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.dealt(nil, ada, ben, cleo)
	ben.hand()
	cleo.hand()
	p.settled()
	const most = 20
	var board discord.Message
	for p.followUps(0) < most {
		before := p.followUps(0)
		if board = p.moved(); p.followUps(0) == before {
			t.Fatalf("no more than %d hands are sent again", before)
		}
	}
	p.moved()
	if n := p.followUps(0); n != most {
		t.Errorf("%d hands were sent again within a minute", n)
	}
	ben.below(board)
	if hers := cleo.one(); hers.ID < board.ID {
		t.Error("the hand of who plays next wasn't sent before that of who waits longest")
	}
	if hers := ada.one(); hers.ID > board.ID {
		t.Error("all hands were sent: the test shows nothing")
	}
	// It heals with a click, and is sent again when a minute is over.
	ada.press(ada.one(), "rf")
	p.later(time.Minute)
	board = p.moved()
	for _, g := range []*guest{ada, ben, cleo} {
		g.below(board, p.say("", lang.HandTitle, lang.Hand(1)))
	}
}

// TestAReachedLimitOfTheChannelLosesNoHandAndDoublesNone has Discord refuse the first hand
// that is sent again: nothing more is sent until it may be, and each stands once.
func TestAReachedLimitOfTheChannelLosesNoHandAndDoublesNone(t *testing.T) {
	p := open(t, setup{})
	p.may = []int{0}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.quick()
	p.dealt(nil, ada, ben)
	ben.hand()
	p.rested() // else that visit may send his hand beside the post
	since := p.followUps(0)
	struck := p.sim.Faults().Next(http.MethodPost, "/webhooks/{webhook_id}/{webhook_token}",
		discordsim.Fault{Kind: discordsim.Status429, RetryAfter: 10 * time.Minute, Shared: true})
	hers, his := ada.one(), ben.one()
	for range 3 {
		p.moved()
	}
	<-struck
	if n := p.followUps(0) - since; n != 1 {
		t.Errorf("%d hands were sent though Discord takes none", n)
	}
	if ada.one().ID != hers.ID || ben.one().ID != his.ID {
		t.Error("a hand went, and none came for it")
	}
	// A click is answered, and what stands is a hand as any other.
	his = ben.told(func() { ben.press(his, "pl draw stock") })
	p.later(10 * time.Minute)
	hers = ada.told(func() { ada.press(hers, "rf") })
	board := p.moved()
	ada.below(board)
	ben.below(board)
}

// TestAReachedLimitHoldsNoTableUp has Discord refuse to change the hand of whoever is next:
// the table goes on, and the hand is brought up to the present with its next news.
func TestAReachedLimitHoldsNoTableUp(t *testing.T) {
	p := open(t, setup{})
	p.may = []int{0}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	hers := ada.one()
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	p.settled()
	struck := p.sim.Faults().Next(http.MethodPatch, "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
		discordsim.Fault{Kind: discordsim.Status429, RetryAfter: 10 * time.Minute, Shared: true})
	ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
	<-struck
	ada.board(p.turns("Ada"))
	p.settled()
	if now := ada.one(); printed(now) != printed(hers) {
		t.Error("a hand changed though Discord took no change")
	}
	if m := ada.told(func() { ada.press(hers, "rf") }); m.ID != hers.ID || !holds(m, []string{p.say("", lang.HandDraw)}) {
		t.Errorf("the click is answered by %s", m.Text())
	}
}

// TestAnEditThatComesLateIsWrittenOver holds back the edit that shows Ada her turn until she has
// drawn on the hand that it changes.
func TestAnEditThatComesLateIsWrittenOver(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	hers := ada.one()
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	p.settled()
	held := p.sim.Faults().Next(http.MethodPatch, "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
		discordsim.Fault{Kind: discordsim.Reorder, Delay: 500 * time.Millisecond})
	ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
	<-held
	hers = ada.told(func() { ada.press(hers, "rf") })
	ada.told(func() { ada.press(hers, "pl draw stock") })
	p.settled()
	if now := ada.one(); now.ID != hers.ID || !holds(now, []string{p.say("", lang.HandDrew, lang.Cards("6♣ 6♥"))}) {
		t.Errorf("after the late edit stands %s", now.Text())
	}
}

// TestAHandGoesOnlyOnceItIsWritten holds back the edit that shows Ada her turn until she has
// asked for her hand anew: the message that it changes is there until it has.
func TestAHandGoesOnlyOnceItIsWritten(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	p.settled()
	held := p.sim.Faults().Next(http.MethodPatch, "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
		discordsim.Fault{Kind: discordsim.Reorder, Delay: 500 * time.Millisecond})
	hers := ada.one()
	ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
	<-held
	now := ada.told(func() { ada.slash("hand", nil) })
	p.settled()
	if one := ada.one(); one.ID != now.ID || one.ID == hers.ID {
		t.Errorf("what stands is %s", one.Text())
	}
}

// TestNewsOfAHandIsAnnouncedToWhoWantsIt compares Ada, who has a screen reader, with Ben.
func TestNewsOfAHandIsAnnouncedToWhoWantsIt(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben := p.guest("Ada"), p.guest("Ben")
		p.quick()
		p.dealt(nil, ben, ada)
		ada.told(func() { ada.slash("settings show", nil) })
		on := ada.told(func() { ada.slash("settings announce", options{"on": true}) })
		if !holds(on, []string{p.say("", lang.HabitAnnounceOn)}) {
			t.Errorf("Ada is told %s", on.Text())
		}
		hers, his := ada.hand(), ben.hand()
		ada.told(func() { ada.press(hers, "pl draw stock") })
		ada.told(func() { ada.slash("discard", options{"card": "2S"}) })
		ben.sees("his hand in its place", func(m discord.Message) bool { return m.ID == his.ID && holds(m, []string{say(lang.HandDraw)}) })
		p.settled()
		newest := func() discord.ID {
			var id discord.ID
			for _, m := range ada.private() {
				id = max(id, m.ID)
			}
			return id
		}
		before := newest()
		ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
		ben.told(func() { ben.slash("discard", options{"card": "JD"}) })
		m := ada.sees("a new hand", func(m discord.Message) bool { return m.ID > before && holds(m, []string{p.say("", lang.HandDraw)}) })
		ada.press(m, "pl draw stock")
		ada.told(func() { ada.slash("settings announce", options{"on": false}) })
		p.settled()
		if kept := got[table.Kept](t)(p.db.Kept(p.ctx, got[sitting.Person](t)(p.db.Person(p.ctx, ada.ID().String())))); kept.Prefs != (render.Prefs{}).String() {
			t.Errorf("kept is %q", kept.Prefs)
		}
	})
}

// TestNewsThatNoHandCanBringIsInTheCall is the other side of that: Ben clicked long ago, so
// there is no message of his that could be followed. A click on the call is answered as any.
func TestNewsThatNoHandCanBringIsInTheCall(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben := p.guest("Ada"), p.guest("Ben")
		p.game()
		p.dealt(options{"turn": "0s"}, ada, ben)
		ben.told(func() { ben.slash("settings announce", options{"on": true}) })
		his := ben.told(func() { ben.press(ben.hand(), "pl draw stock") })
		ben.pick(his, "pl d0", "discard KS")
		ada.alone("Ben", "K♠")
		p.settled()
		p.later(16 * time.Minute)
		before := len(ben.private())
		ada.told(func() { ada.slash("draw", options{"from": "stock"}) })
		ada.told(func() { ada.slash("discard", options{"card": "KD"}) })
		call := ben.sees("the call", func(m discord.Message) bool { return isCall(m) && strings.Contains(m.Content, ben.ID().String()) })
		if threw := say(lang.CallThrew, lang.Name("Ada"), lang.Card("K♦")); !strings.Contains(call.Content, threw) {
			t.Errorf("Ben is called with %q and not %q", call.Content, threw)
		}
		p.settled()
		if n := len(ben.private()); n != before {
			t.Errorf("%d private messages, want %d: a token that is over was used", n, before)
		}
		if m := ben.told(func() { ben.press(call, "ha") }); !holds(m, []string{"K♦", say(lang.HandDraw)}) {
			t.Errorf("the call's button is answered by %s", m.Text())
		}
	})
}

// TestAHandTakesTwoMessages counts what the channel gets new with buttons while two
// people play hand after hand and nobody else writes: the result, and the table below it.
func TestAHandTakesTwoMessages(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.quick()
	p.dealt(nil, ada, ben)
	made := func() (n int) {
		p.settled()
		for _, e := range p.sim.Wire().SentByBot() {
			if e.Method == http.MethodPost && strings.HasSuffix(e.Path, "/channels/"+p.channel.String()+"/messages") && strings.Contains(string(e.Body), `"custom_id"`) {
				n++
			}
		}
		return n
	}
	ben.hand()
	before := made()
	for hand := 1; hand <= 3; hand++ {
		first, second := ada, ben
		if p.look().View.Turn == 1 {
			first, second = ben, ada
		}
		first.wins()
		second.told(func() { second.slash("rum next", nil) })
		first.playing(hand + 1)
		now := made()
		if now-before > 2 {
			t.Errorf("hand %d took %d messages", hand, now-before)
		}
		before = now
	}
	if before == 0 {
		t.Error("nothing is counted: the test shows nothing")
	}
}
