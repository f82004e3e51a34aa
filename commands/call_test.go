package commands_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// isCall tells a call from all other messages.
func isCall(m discord.Message) bool { return !m.Ephemeral() && m.Content != "" && len(m.Mentions) > 0 }

// turn has somebody draw from the stock and throw a card, on the hand that they open
// by a message.
func (g *guest) turn(by discord.Message) {
	g.at.t.Helper()
	g.draws(g.told(func() { g.press(by, "ha") }))
}

// draws draws from the stock and throws the first card of the list.
func (g *guest) draws(hand discord.Message) {
	g.at.t.Helper()
	hand = g.told(func() { g.press(hand, "pl draw") })
	throw := g.at.component(hand, "pl d0")
	g.told(func() { g.pick(hand, "pl d0", throw.Options[len(throw.Options)-1].Value) })
}

func TestACallSaysTheNewsInItsReadersLanguage(t *testing.T) {
	p := open(t, setup{schema: true, locales: map[string]string{"Ben": "de"}})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	p.later(2 * time.Minute)
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
	hers := ada.sees("a call", isCall)
	want := fmt.Sprintf("<@%s> %s %s", ada.ID(), p.say("en-US", lang.CallThrew, lang.Name("Ben"), lang.Card("Q♠")), p.say("en-US", lang.CallTake, lang.Cards("Q♠ 2♣")))
	if !strings.HasPrefix(hers.Content, want) || hers.Flags != 0 {
		t.Errorf("with flags %d she is told %q, not %q", hers.Flags, hers.Content, want)
	}
	p.settled()
	p.later(2 * time.Minute)
	ada.turn(hers)
	his := ben.sees("a call", func(m discord.Message) bool { return isCall(m) && m.Mentions[0].ID == ben.ID() })
	if words, _, _ := strings.Cut(p.say("de", lang.CallThrew, lang.Name("Ada")), "{"); !strings.Contains(his.Content, words) {
		t.Errorf("he is told %q", his.Content)
	}
	for _, verb := range []string{"ha", "dr stock"} {
		if _, there := find(his, verb); !there {
			t.Errorf("no %q on the call", verb)
		}
	}
}

// TestOnlyCallsPush plays on while Cleo has notifications for all messages: her phone
// tells of calls alone, and each says what it is about.
func TestOnlyCallsPush(t *testing.T) {
	p := open(t, setup{})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.game()
	p.dealt(nil, ada, ben)
	for _, g := range []*guest{ben, ada, ben} {
		p.settled()
		p.later(2 * time.Minute)
		g.turn(g.board())
		p.settled()
	}
	sure := ada.told(func() { ada.slash("rum close", nil) })
	ada.told(func() { ada.press(sure, "cs") })
	ada.publicly(p.say("en-US", lang.TableClosed))
	p.settled()
	pushed := cleo.Pushes(p.channel)
	if len(pushed) < 2 {
		t.Errorf("%d pushes: the test shows nothing", len(pushed))
	}
	for _, m := range pushed {
		if !isCall(m) {
			t.Errorf("a push of %q", m.Text())
		}
	}
	// The control: what anybody says is pushed.
	got[discord.Message](t)(ada.Say(p.ctx, p.channel, "nice boat"))
	cleo.publicly("nice boat")
	if again := cleo.Pushes(p.channel); len(again) != len(pushed)+1 {
		t.Errorf("%d pushes after something was said, %d before", len(again), len(pushed))
	}
}

// TestATurnThatMovesTheTableBringsOneMessage has somebody talk below the table before
// the turn passes to Ada, who has been idle: she is called by the message that becomes
// the table.
func TestATurnThatMovesTheTableBringsOneMessage(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	old := ben.board(p.turns("Ben"))
	p.settled()
	p.later(2 * time.Minute)
	chat := got[discord.Message](t)(ada.Say(p.ctx, p.channel, "nice boat"))
	ben.turn(old)
	moved := ada.board(p.turns("Ada"))
	p.settled()
	var below []discord.ID
	for _, m := range ada.Sees(p.channel) {
		if m.ID > chat.ID && !m.Ephemeral() {
			below = append(below, m.ID)
		}
	}
	if !slices.Equal(below, []discord.ID{moved.ID}) || moved.Content != "" {
		t.Errorf("below the talk stand %v, the table is %v", below, moved.ID)
	}
	pushed := ada.Pushes(p.channel)
	if len(pushed) == 0 || pushed[len(pushed)-1].ID != moved.ID || !isCall(pushed[len(pushed)-1]) {
		t.Errorf("pushed were %+v", pushed)
	}
	if slices.ContainsFunc(ada.Sees(p.channel), func(m discord.Message) bool { return m.ID == old.ID }) {
		t.Error("the old table still stands")
	}
	ada.turn(moved)
	ben.board(p.turns("Ben"))
}

func TestANudgeIsAMessageToTheOneToPlay(t *testing.T) {
	p := open(t, setup{schema: true, locales: map[string]string{"Ben": "nl"}})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.game()
	p.dealt(nil, ada, ben)
	p.settled()
	menu := ada.told(func() { ada.press(ada.board(), "mo") })
	if m := ada.told(func() { ada.press(menu, "nu") }); !holds(m, []string{"Ben"}) {
		t.Errorf("she is told %q", m.Text())
	}
	call := ben.sees("the nudge", isCall)
	if words := p.say("nl", lang.CallNudge, lang.Name("Ada")); !strings.Contains(call.Content, words) {
		t.Errorf("he is told %q, not %q", call.Content, words)
	}
	if m := ada.told(func() { ada.press(ada.board(), "mo") }); hasVerb(m, "nu") {
		t.Error("who was nudged lately may be nudged")
	}
	words, _, _ := strings.Cut(p.say("en-US", lang.TroubleNudgeLately, lang.Name("Ben")), "{")
	ada.refused(func() { ada.press(menu, "nu") }, words)
	if m := ben.told(func() { ben.press(ben.board(), "mo") }); hasVerb(m, "nu") {
		t.Error("who is to play may nudge")
	}
	if m := cleo.told(func() { cleo.press(cleo.board(), "mo") }); hasVerb(m, "nu") {
		t.Error("a watcher may nudge")
	}
}

func hasVerb(m discord.Message, verb string) bool {
	_, has := find(m, verb)
	return has
}

func TestTheTablesThatWaitForMe(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	none := p.say("en-US", lang.TurnsNone)
	if m := ben.told(func() { ben.slash("turns", nil) }); !holds(m, []string{none}) {
		t.Errorf("before any table: %q", m.Text())
	}
	p.dealt(nil, ada, ben)
	p.settled()
	link := fmt.Sprintf("https://discord.com/channels/%s/%s/%s", p.here.Guild, p.channel, ben.board().ID)
	if m := ben.told(func() { ben.slash("turns", nil) }); !holds(m, []string{link, "<t:"}) {
		t.Errorf("his tables are %q, without %s", m.Text(), link)
	}
	if m := ada.told(func() { ada.slash("turns", nil) }); !holds(m, []string{none}) {
		t.Errorf("her tables are %q", m.Text())
	}
	ben.turn(ben.board())
	if m := ada.told(func() { ada.slash("turns", nil) }); !holds(m, []string{link}) {
		t.Errorf("her tables are %q", m.Text())
	}
}
