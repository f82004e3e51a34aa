package commands_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// slow are tables whose answers can be held up.
type slow struct {
	commands.Tables
	gate atomic.Pointer[chan struct{}]
}

// hold holds answers up until the function that it returns is called.
func (s *slow) hold() (release func()) {
	gate := make(chan struct{})
	s.gate.Store(&gate)
	return func() {
		s.gate.Store(nil)
		close(gate)
	}
}

func (s *slow) wait(ctx context.Context) {
	if gate := s.gate.Load(); gate != nil {
		select {
		case <-*gate:
		case <-ctx.Done():
		}
	}
}

func (s *slow) Do(ctx context.Context, c sitting.Command) (table.Reply, error) {
	s.wait(ctx)
	return s.Tables.Do(ctx, c)
}

func (s *slow) Look(ctx context.Context, id sitting.ID, p sitting.Person) (sitting.Sight, error) {
	s.wait(ctx)
	return s.Tables.Look(ctx, id, p)
}

// slowly makes a place whose tables can be slow and whose hall soon defers.
func slowly(t *testing.T) (*place, *slow) {
	t.Helper()
	s := &slow{}
	p := open(t, setup{schema: true, patience: time.Second, tables: func(t commands.Tables) commands.Tables {
		s.Tables = t
		return s
	}})
	return p, s
}

// held does something while the tables are slow: Discord is told that the answer
// is on its way, and only then it comes.
func (g *guest) held(s *slow, do func()) {
	g.at.t.Helper()
	before := g.at.hall.Stats().Deferred
	release := s.hold()
	do()
	if g.at.hall.Stats().Deferred == before {
		g.at.t.Error("nothing was deferred")
	}
	release()
}

// loading lists the messages that say that an answer is on its way.
func (g *guest) loading() []discord.Message {
	var found []discord.Message
	for _, m := range g.Sees(g.at.channel) {
		if m.Flags&discord.FlagLoading != 0 {
			found = append(found, m)
		}
	}
	return found
}

func TestASlowAnswerComesAfterADeferral(t *testing.T) {
	p, s := slowly(t)
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	// The lobby: everybody sees that it is on its way, and it is the answer.
	var waiting discord.ID
	ada.held(s, func() {
		ada.slash("rum new", nil)
		if l := ada.loading(); len(l) != 1 || l[0].Ephemeral() {
			t.Fatalf("on its way: %v", l)
		}
		waiting = ada.loading()[0].ID
	})
	if m := ada.board(p.say("en-US", lang.LobbyOpen)); m.ID != waiting {
		t.Error("the lobby isn't the answer that was promised")
	}
	// A refusal of it: private, and the promise is taken back.
	m := ben.told(func() { ben.held(s, func() { ben.slash("rum new", nil) }) })
	if m.Text() != p.say("en-US", lang.TroubleTaken) || !m.Ephemeral() {
		t.Errorf("refused with %s", m.Text())
	}
	p.must(ada.Wait(p.ctx, func([]discord.Message) bool { return len(ada.loading()) == 0 && len(ada.boards()) == 1 }))
	// A click that the table message shows.
	lobby := ben.board()
	ben.held(s, func() { ben.press(lobby, "jo") })
	if m := ben.board("Ben"); m.ID != lobby.ID || len(ben.private()) != 1 {
		t.Errorf("joining is shown by %s", m.Text())
	}
	m = ben.told(func() { ben.held(s, func() { ben.press(ben.board(), "jo") }) })
	if m.Text() != p.say("en-US", lang.TroubleSeatedLobby) {
		t.Errorf("joining twice is answered by %s", m.Text())
	}
	// A command whose answer is private, and a click on a private message.
	ada.told(func() { ada.held(s, func() { ada.press(ada.board(), "st") }) })
	ben.playing(1)
	his := ben.told(func() {
		ben.held(s, func() {
			ben.slash("draw", options{"from": "stock"})
			if l := ben.loading(); len(l) != 1 || !l[0].Ephemeral() {
				t.Errorf("on its way: %v", l)
			}
		})
	})
	after := ben.told(func() {
		ben.held(s, func() { ben.pick(his, "pl m", engine.Meld{Cards: cards(t, "8C 8D 8S")}.String()) })
	})
	if after.ID != his.ID || !holds(after, []string{"8♣ 8♦ 8♠ · Ben"}) || len(ben.loading()) > 0 {
		t.Errorf("the meld is answered by %s", after.Text())
	}
	again := ben.told(func() { ben.held(s, func() { ben.press(after, "ch") }) })
	if again.ID != his.ID || !holds(again, []string{"8♣ 8♦ 8♠ · Ben"}) {
		t.Errorf("a form that comes too late is %s", again.Text())
	}
	p.component(again, "ch")
}

func TestNothingIsAcknowledgedBeforeItIsStored(t *testing.T) {
	p, s := slowly(t)
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	release := s.hold()
	ben.slash("draw", options{"from": "stock"})
	for _, m := range ben.private() {
		if strings.Contains(m.Text(), "Q♥ Q♠") {
			t.Errorf("acknowledged: %s", m.Text())
		}
	}
	ben.told(release)
}

func TestClicksTakenUpAreAnsweredBeforeTheEnd(t *testing.T) {
	p, s := slowly(t)
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	release := s.hold()
	ben.slash("draw", options{"from": "stock"})
	short, cancel := context.WithCancel(p.ctx)
	cancel()
	if err := p.hall.Close(short); err == nil {
		t.Error("closed with a click unanswered")
	}
	release()
	p.must(p.hall.Close(p.ctx))
	ben.sees("the hand after the draw", func(m discord.Message) bool { return m.Ephemeral() && holds(m, []string{"Q♥ Q♠"}) })
}

func TestARepeatedEventIsAnsweredOnce(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.lobby(nil, ada, ben)
	struck := p.sim.Faults().Gateway(discordsim.GatewayFault{Kind: discordsim.DuplicateDispatch})
	m := ben.told(func() { ben.slash("cut", options{"word": "oars"}) })
	<-struck
	ben.told(func() { ben.slash("rum help", nil) })
	if n := p.hall.Stats().Repeated; n != 1 {
		t.Errorf("%d repetitions noticed after %s", n, m.Text())
	}
	answers := make(map[string]int)
	for _, e := range p.sim.Wire().SentByBot() {
		if strings.Contains(e.Path, "/callback") {
			answers[e.Path]++
		}
	}
	for path, n := range answers {
		if n != 1 {
			t.Errorf("%d answers by %s", n, path)
		}
	}
}

func TestALostReceiptOfTheLobbyMakesNoSecondOne(t *testing.T) {
	p := open(t, setup{})
	ada := p.guest("Ada")
	struck := p.sim.Faults().Next("POST", "/interactions/{interaction_id}/{interaction_token}/callback", discordsim.Fault{Kind: discordsim.DropAfterEffect})
	ada.slash("rum new", nil)
	<-struck
	lobby := ada.board("Ada")
	ben := p.guest("Ben")
	ben.press(ben.board(), "jo")
	if m := ada.board("Ben"); m.ID != lobby.ID || len(ada.boards()) != 1 {
		t.Errorf("%d lobbies", len(ada.boards()))
	}
}

// TestAnAnswerThatWasTakenIsNotGivenAgain: Discord's good status counts, whatever it says besides.
func TestAnAnswerThatWasTakenIsNotGivenAgain(t *testing.T) {
	for name, body := range map[string]string{"nothing": "", "no JSON": "<html>", "no object": "[]", "no message": "{}"} {
		t.Run(name, func(t *testing.T) {
			p := open(t, setup{})
			ada, ben := p.guest("Ada"), p.guest("Ben")
			garbled := discordsim.Fault{Kind: discordsim.OtherBody, Body: body}
			struck := p.sim.Faults().Next("POST", "/interactions/{interaction_id}/{interaction_token}/callback", garbled)
			ada.slash("rum new", nil)
			<-struck
			lobby := ada.board("Ada")
			struck = p.sim.Faults().Next("POST", "/interactions/{interaction_id}/{interaction_token}/callback", garbled)
			ben.press(ben.board(), "jo")
			<-struck
			if m := ada.board("Ben"); m.ID != lobby.ID || len(ada.boards()) != 1 {
				t.Errorf("%d lobbies", len(ada.boards()))
			}
			if n := p.hall.Stats().Late; n != 0 {
				t.Errorf("%d answers count as not taken", n)
			}
		})
	}
}

// TestADeferredLobbyThatWasTakenIsNotPostedAgain: the same for the answer that a deferral promised.
func TestADeferredLobbyThatWasTakenIsNotPostedAgain(t *testing.T) {
	p, s := slowly(t)
	ada, ben := p.guest("Ada"), p.guest("Ben")
	struck := p.sim.Faults().Next("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", discordsim.Fault{Kind: discordsim.OtherBody})
	ada.held(s, func() { ada.slash("rum new", nil) })
	<-struck
	lobby := ada.board("Ada")
	ben.press(ben.board(), "jo")
	if m := ada.board("Ben"); m.ID != lobby.ID || len(ada.boards()) != 1 {
		t.Errorf("%d lobbies", len(ada.boards()))
	}
}

func TestARestartBetweenClicksLosesNothing(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	again := func() {
		p.settled()
		p.stop()
		p.start()
	}
	ada.slash("rum new", nil)
	again()
	ben.press(ben.board(), "jo")
	ada.board("Ben")
	again()
	ada.told(func() { ada.press(ada.board(), "st") }) // by her hand, or that it is about to be dealt
	again()
	hers, his := ada.hand(), ben.hand()
	again()
	his = ben.told(func() { ben.press(his, "pl draw stock") })
	again()
	his = ben.told(func() { ben.pick(his, "pl m", engine.Meld{Cards: cards(t, "8C 8D 8S")}.String()) })
	again()
	form := ben.press(his, "ch")
	again()
	his = ben.told(func() { ben.heard(ben.Submit(p.ctx, *form.Modal, map[string]any{"H": []string{"9H", "TH", "JH"}})) })
	again()
	ben.told(func() { ben.pick(his, "pl d0", "discard QS") })
	again()
	hers = ada.told(func() { ada.press(hers, "rf") })
	again()
	ada.told(func() { ada.press(hers, "pl draw stock") })
	if n := len(ada.boards()); n != 1 {
		t.Errorf("%d tables", n)
	}
	if s := p.look(); s.View.MeldCount != 2 || s.View.Turn != 0 || s.View.Phase != engine.ToPlay {
		t.Errorf("the table stands at %+v", s.View)
	}
}

// TestWhoWaitsInVainIsTold has tables that never answer: who asked reads that something went wrong, and not that an answer is on its way for ever.
func TestWhoWaitsInVainIsTold(t *testing.T) {
	p, s := slowly(t)
	ada := p.guest("Ada")
	ada.slash("rum new", nil)
	release := s.hold()
	defer release()
	ada.slash("cut", options{"word": "oars"})
	ada.sees("that an answer is on its way", func(m discord.Message) bool { return m.Flags&discord.FlagLoading != 0 })
	wrong, _, _ := strings.Cut(p.say("", lang.TroubleFault, lang.Word("`")), "`")
	ada.sees(wrong, func(m discord.Message) bool { return m.Flags&discord.FlagLoading == 0 && holds(m, []string{wrong}) })
}
