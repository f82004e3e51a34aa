package commands_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// callbackRoute is where first answers go.
const callbackRoute = "/interactions/{interaction_id}/{interaction_token}/callback"

// A gap is tables that let a test do something just before a command is stored, or
// between that and its answer.
type gap struct {
	commands.Tables
	before, after atomic.Pointer[func()]
}

func (g *gap) Do(ctx context.Context, c sitting.Command) (table.Reply, error) {
	if do := g.before.Swap(nil); do != nil {
		(*do)()
	}
	reply, err := g.Tables.Do(ctx, c)
	if do := g.after.Swap(nil); do != nil {
		(*do)()
	}
	return reply, err
}

// dismissed says that a message went away, and takes note that answers to it fail.
func (g *guest) dismissed(m discord.Message) {
	g.at.t.Helper()
	g.at.may = append(g.at.may, rest.CodeUnknownMessage)
	g.at.must(g.Delete(g.at.ctx, g.at.channel, m.ID))
}

// TestAClickOnAVanishingHandIsAnswered asks for the hand anew while a draw on the
// old one is on its way: the old message is deleted before the draw is answered.
// One hand stays, and it shows the draw, whichever of the two was first.
func TestAClickOnAVanishingHandIsAnswered(t *testing.T) {
	for name, of := range map[string]func(*gap) *atomic.Pointer[func()]{
		"before the draw is stored": func(g *gap) *atomic.Pointer[func()] { return &g.before },
		"after the draw is stored":  func(g *gap) *atomic.Pointer[func()] { return &g.after },
	} {
		t.Run(name, func(t *testing.T) {
			g := &gap{}
			p := open(t, setup{schema: true, tables: func(t commands.Tables) commands.Tables {
				g.Tables = t
				return g
			}})
			p.may = []int{rest.CodeUnknownMessage}
			ada, ben := p.guest("Ada"), p.guest("Ben")
			p.game()
			p.dealt(nil, ada, ben)
			old := ben.hand()
			askAnew := func() {
				ben.slash("hand", nil)
				p.must(ben.Wait(p.ctx, func(seen []discord.Message) bool {
					return !slices.ContainsFunc(seen, func(m discord.Message) bool { return m.ID == old.ID })
				}))
			}
			of(g).Store(&askAnew)
			ben.press(old, "pl draw stock")
			p.must(p.hall.Close(p.ctx))
			p.must(ben.Wait(p.ctx, func([]discord.Message) bool { // the one hand that is left
				own := ben.private()
				return len(own) == 1 && holds(own[0], []string{"Q♥ Q♠"})
			}))
		})
	}
}

// troubles are what can befall a first answer.
func troubles() map[string]discordsim.Fault {
	return map[string]discordsim.Fault{
		"the line breaks before":   {Kind: discordsim.Drop},
		"the line breaks after":    {Kind: discordsim.DropAfterEffect},
		"a fault before":           {Kind: discordsim.StatusBefore, Status: http.StatusBadGateway},
		"a fault after the effect": {Kind: discordsim.StatusAfter, Status: http.StatusBadGateway},
	}
}

// TestAnAnswerThatFailsIsGivenAnotherWay has every way of giving a first answer
// fail in every way: the reader sees what was to be said all the same, once.
func TestAnAnswerThatFailsIsGivenAnotherWay(t *testing.T) {
	for name, fault := range troubles() {
		t.Run(name, func(t *testing.T) {
			p := open(t, setup{schema: true})
			p.may = []int{0, rest.CodeAlreadyAnswered, rest.CodeUnknownWebhook, rest.CodeUnknownMessage}
			ada, ben := p.guest("Ada"), p.guest("Ben")
			p.game()
			strike := func(do func()) {
				t.Helper()
				struck := p.sim.Faults().Next("POST", callbackRoute, fault)
				do()
				<-struck
				p.rested() // the repetition mustn't meet the next fault
			}
			strike(func() { ada.slash("rum new", nil) })
			strike(func() { ben.press(ben.board(p.say("en-US", lang.LobbyOpen)), "jo") })
			if ada.board("Ben"); len(ada.boards()) != 1 {
				t.Errorf("%d lobbies", len(ada.boards()))
			}
			strike(func() { ada.told(func() { ada.press(ada.board(), "st") }) })
			ben.playing(1)
			var his discord.Message
			strike(func() { his = ben.told(func() { ben.slash("hand", nil) }) })
			strike(func() { his = ben.told(func() { ben.press(his, "pl draw stock") }) })
			if !holds(his, []string{"Q♥ Q♠"}) || len(ben.private()) != 1 {
				t.Errorf("Ben sees %d messages, the last %s", len(ben.private()), his.Text())
			}
			strike(func() {
				if out := ben.press(his, "ch"); out.Modal == nil {
					t.Error("no form")
				}
			})
			strike(func() {
				if values := ben.complete("discard", options{"card": ""}, "card"); len(values) == 0 {
					t.Error("nothing offered")
				}
			})
			if n := p.hall.Stats().Late; n != 0 {
				t.Errorf("%d answers given up", n)
			}
		})
	}
}

// TestABodyThatDiscordRefusesIsSaidInALine has Discord refuse what was to be
// shown: the reader hears of it with a number, and what they did counts.
func TestABodyThatDiscordRefusesIsSaidInALine(t *testing.T) {
	p := open(t, setup{})
	p.may = []int{0}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	his := ben.hand()
	sorry := strings.Split(p.say("en-US", lang.TroubleFault, lang.Word("|")), "|")[0]
	for verb, of := range map[string]func() discord.Message{
		"pl draw stock": func() discord.Message { return his },
		"ha":            func() discord.Message { return ben.board() },
	} {
		struck := p.sim.Faults().Next("POST", callbackRoute, discordsim.Fault{Kind: discordsim.StatusBefore, Status: http.StatusBadRequest})
		since := p.newest()
		ben.press(of(), verb)
		<-struck
		p.rested() // a hand is brought up to the present after it said so
		said := p.heardBy(ben.ID(), since)
		if !slices.ContainsFunc(said, func(text string) bool { return strings.Contains(text, sorry) }) {
			t.Errorf("Ben is told %q", said)
		}
	}
	p.must(p.hall.Close(p.ctx))
	if n := p.hall.Stats().Faults; n != 2 {
		t.Errorf("%d faults counted", n)
	}
	ben.told(func() { ben.slash("hand", nil) })
	if !p.seat(ben).View.Hand.Has(card(t, "QH")) {
		t.Error("the draw doesn't count")
	}
}

// TestAFormThatFailsIsTheHand has Discord refuse a form.
func TestAFormThatFailsIsTheHand(t *testing.T) {
	p := open(t, setup{})
	p.may = []int{0}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	his := ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	ada.board(p.plays("Ben"))
	struck := p.sim.Faults().Next("POST", callbackRoute, discordsim.Fault{Kind: discordsim.StatusBefore, Status: http.StatusBadRequest})
	if out := ben.press(his, "ch"); out.Modal != nil {
		t.Error("a form that was refused is shown")
	}
	<-struck
	p.must(p.hall.Close(p.ctx))
	if m := ben.one(); !holds(m, []string{"Q♥ Q♠"}) {
		t.Errorf("Ben sees %s", m.Text())
	}
}

// TestAPromisedAnswerWhoseMessageIsGoneComesAnew deletes the message that an
// answer was promised on, after the promise.
func TestAPromisedAnswerWhoseMessageIsGoneComesAnew(t *testing.T) {
	p, s := slowly(t)
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	old := ben.hand()
	his := ben.told(func() {
		ben.held(s, func() {
			ben.press(old, "pl draw stock")
			ben.dismissed(old)
		})
	})
	if his.ID == old.ID || !holds(his, []string{"Q♥ Q♠"}) {
		t.Errorf("Ben sees %s", his.Text())
	}
	again := ben.told(func() {
		ben.held(s, func() {
			ben.slash("hand", nil)
			ben.dismissed(ben.loading()[0])
		})
	})
	if !holds(again, []string{"Q♥ Q♠"}) {
		t.Errorf("Ben sees %s", again.Text())
	}
	// A hand that came so is written to and replaced like any other.
	ben.told(func() { ben.slash("discard", options{"card": "KS"}) })
	p.must(p.hall.Close(p.ctx))
	ben.one()
}

// TestAPromiseThatWasLostIsNoAnswer has the promise itself fail.
func TestAPromiseThatWasLostIsNoAnswer(t *testing.T) {
	for name, fault := range troubles() {
		t.Run(name, func(t *testing.T) {
			p, s := slowly(t)
			p.may = []int{0, rest.CodeAlreadyAnswered, rest.CodeUnknownWebhook, rest.CodeUnknownMessage}
			ada, ben := p.guest("Ada"), p.guest("Ben")
			p.game()
			p.dealt(nil, ada, ben)
			his := ben.hand()
			struck := p.sim.Faults().Next("POST", callbackRoute, fault)
			m := ben.told(func() { ben.held(s, func() { ben.press(his, "pl draw stock"); <-struck }) })
			if !holds(m, []string{"Q♥ Q♠"}) {
				t.Errorf("Ben sees %s", m.Text())
			}
		})
	}
}

// TestAnAnswerOnADeadLineIsSentAgainInTime has a first answer vanish in silence,
// as on a line whose other end is gone: it is sent again before Discord gives up.
func TestAnAnswerOnADeadLineIsSentAgainInTime(t *testing.T) {
	limits := discordsim.Limits{Acknowledge: 8 * time.Second, Routes: roomy()}
	p := open(t, setup{limits: limits})
	p.may = []int{rest.CodeAlreadyAnswered, rest.CodeUnknownWebhook}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	struck := p.sim.Faults().Next("POST", callbackRoute, discordsim.Fault{Kind: discordsim.Reorder, Delay: 12 * time.Second})
	m := ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	<-struck
	if !holds(m, []string{"Q♥ Q♠"}) {
		t.Errorf("Ben sees %s", m.Text())
	}
}

// TestWhatWasAnsweredBeforeARestartIsLeftAlone delivers a click again that the
// process before answered: nothing is written over what the reader sees since.
func TestWhatWasAnsweredBeforeARestartIsLeftAlone(t *testing.T) {
	var last atomic.Pointer[[]byte]
	p := open(t, setup{wire: func(in map[string]any) {
		if text, err := json.Marshal(in); err == nil {
			last.Store(&text)
		}
	}})
	p.may = []int{rest.CodeAlreadyAnswered}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	his := ben.hand()
	his = ben.told(func() { ben.press(his, "pl draw stock") })
	click := *last.Load()
	p.settled()
	p.stop()
	p.start()
	his = ben.told(func() { ben.press(his, "so") })
	p.hall.Handle(click)
	p.must(p.hall.Close(p.ctx))
	ben.told(func() { ben.slash("rum help", nil) }) // whatever came before it has come by now
	for _, now := range ben.private() {
		if now.ID == his.ID && printed(now) != printed(his) {
			t.Errorf("Ben's hand became %s", now.Text())
		}
	}
}
