package commands_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// missed has somebody do something while nobody is on the line, and gives what Discord would tell then. The person
// waits for an answer until the test ends.
func (p *place) missed(do func(context.Context)) json.RawMessage {
	p.t.Helper()
	came := make(chan json.RawMessage, 1)
	p.away.Store(&came)
	ctx, stop := context.WithCancel(p.ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		do(ctx)
	}()
	p.t.Cleanup(func() { stop(); <-done })
	raw := <-came
	p.away.Store(nil)
	return raw
}

// hears has the bot learn what time it is for Discord.
func (p *place) hears() {
	p.t.Helper()
	_, err := p.client.Application(p.ctx)
	p.must(err)
}

// done waits until all that the hall has taken up is done.
func (p *place) done() {
	p.t.Helper()
	p.must(p.hall.Close(p.ctx))
}

func TestWhatIsMissedIsDoneWhileItCanBeAnswered(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		p.may = []int{rest.CodeUnknownWebhook} // it is asked what was answered
		ada, ben := p.guest("Ada"), p.guest("Ben")
		p.game()
		p.dealt(nil, ada, ben)
		ben.playing(1)
		hand := ben.told(func() { ben.slash("hand", nil) })
		draws := func(ctx context.Context) {
			_, _ = ben.Slash(ctx, p.channel, "draw", options{"from": "stock"}) // who waits in vain is none of ours
		}
		note := say(lang.TroubleMissed)

		// Too late: nothing is done, and the hand that is open says so; so does the next answer, and the one after doesn't.
		begun := p.look().Seq
		raw := p.missed(draws)
		p.later(3 * time.Second)
		p.hears()
		p.hall.HandleMissed(raw, false)
		p.done()
		if now := p.look().Seq; now != begun {
			t.Errorf("%d events, and before it was missed %d", now, begun)
		}
		ben.sees("word on the hand", func(m discord.Message) bool { return m.ID == hand.ID && holds(m, []string{note}) })
		if m := ben.told(func() { ben.slash("hand", nil) }); !holds(m, []string{note}) {
			t.Errorf("the next answer is %s", m.Text())
		}
		if m := ben.told(func() { ben.slash("hand", nil) }); holds(m, []string{note}) {
			t.Errorf("the one after is %s", m.Text())
		}

		// In time, and the process before was killed: it is done once, whatever comes again.
		raw = p.missed(draws)
		ben.typed = 0
		ben.told(func() { p.hall.HandleMissed(raw, true) })
		if now := p.look().Seq; now == begun {
			t.Error("what came in time wasn't done")
		}
		drawn := p.look().Seq
		p.stop()
		p.start()
		p.hears()
		answers := len(ben.private())
		p.hall.HandleMissed(raw, true)
		p.done()
		p.later(3 * time.Second)
		p.hears()
		p.stop()
		p.start()
		p.hears()
		p.hall.HandleMissed(raw, false)
		p.done()
		if now := p.look().Seq; now != drawn || len(ben.private()) != answers {
			t.Errorf("%d events and %d answers, before it came again %d and %d", now, len(ben.private()), drawn, answers)
		}
		if m := ben.told(func() { ben.slash("hand", nil) }); holds(m, []string{note}) {
			t.Errorf("of what counts is said %s", m.Text())
		}
	})
}

func TestAPromiseOfAKilledBotIsKept(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	ben.playing(1)
	raw := p.missed(func(ctx context.Context) { _, _ = ben.Slash(ctx, p.channel, "draw", options{"from": "stock"}) })
	var in struct{ ID, Token string }
	p.must(json.Unmarshal(raw, &in))
	later := rest.Payload{Body: map[string]any{"type": 5, "data": map[string]any{"flags": discord.FlagEphemeral}}}
	_, err := p.client.Respond(p.ctx, in.ID, in.Token, later, false)
	p.must(err)
	ben.sees("that an answer is on its way", func(m discord.Message) bool { return m.Flags&discord.FlagLoading != 0 })
	p.later(time.Minute)
	p.hears()
	p.hall.HandleMissed(raw, true)
	ben.sees("the answer", func(m discord.Message) bool {
		return m.Cause != nil && m.Cause.ID.String() == in.ID && m.Flags&discord.FlagLoading == 0
	})
	if len(ben.loading()) > 0 {
		t.Error("an answer is still on its way")
	}
}

// TestWhatIsStoredCountsUnderWhateverKey has a click on a question about the tab, and one that deals the next hand alone, stored by a process that is killed
// then: nobody is told that it doesn't count.
func TestWhatIsStoredCountsUnderWhateverKey(t *testing.T) {
	p := open(t, setup{})
	p.may = []int{rest.CodeUnknownWebhook}
	ada, ben := p.owed()
	ada.told(func() { ada.slash("tab settle", with(ben, options{"note": "coffee"})) })
	asked := ben.publicly("152 pips", "coffee")
	p.quick()
	ada.slash("play", options{"players": 2})
	p.settled()
	over := ada.sees("a result", func(m discord.Message) bool { _, is := find(m, "po"); return is })
	agrees, deals := p.component(asked, "tc").CustomID, p.component(over, "po").CustomID
	raws := []json.RawMessage{
		p.missed(func(ctx context.Context) { _, _ = ben.Click(ctx, asked.ID, agrees) }),
		p.missed(func(ctx context.Context) { _, _ = ada.Click(ctx, over.ID, deals) }),
	}
	for _, raw := range raws {
		p.hall.Handle(raw)
	}
	p.done()
	p.lies(0)
	p.stop()
	p.start()
	p.later(3 * time.Second)
	p.hears()
	for _, raw := range raws {
		p.hall.HandleMissed(raw, false)
	}
	p.done()
	if n := p.hall.Stats().Forgone; n != 0 {
		t.Errorf("%d of two are said not to count", n)
	}
}

// TestWhatWaitedIsPromisedInTime has a click come when Discord takes an answer for a moment more, and the table be slow. A machine that is so slow that it comes
// too late tries again.
func TestWhatWaitedIsPromisedInTime(t *testing.T) {
	s := &slow{}
	p := open(t, setup{patience: time.Hour, tables: func(t commands.Tables) commands.Tables {
		s.Tables = t
		return s
	}})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	ben.playing(1)
	release := s.hold()
	defer release()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for late := uint64(0); ; late++ {
		raw := p.missed(func(ctx context.Context) { _, _ = ben.Slash(ctx, p.channel, "draw", options{"from": "stock"}) })
		p.later(time.Second)
		p.hears()
		p.hall.HandleMissed(raw, false)
		for p.hall.Stats().Forgone == late {
			if len(ben.loading()) > 0 {
				return
			}
			select {
			case <-tick.C:
			case <-p.ctx.Done():
				t.Fatal("no answer is promised")
			}
		}
	}
}

// TestWhatWaitedTooLongIsNotDone has requests over HTTP come when nobody can answer them any more: one that another process did is left alone, and of one that
// nobody did nothing is done. The control is as old as one may be.
func TestWhatWaitedTooLongIsNotDone(t *testing.T) {
	p := open(t, setup{})
	p.may = []int{rest.CodeUnknownWebhook}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	ben.playing(1)
	begun := p.look().Seq
	done := p.missed(func(ctx context.Context) { _, _ = ben.Slash(ctx, p.channel, "hand", nil) })
	p.hall.HandleSent(done)
	p.done()
	draw := func(ctx context.Context) { _, _ = ben.Slash(ctx, p.channel, "draw", options{"from": "stock"}) }
	undone := p.missed(draw)
	p.stop()
	p.start()
	p.later(10 * time.Second)
	p.hears()
	p.hall.HandleSent(done)
	p.hall.HandleSent(undone)
	p.done()
	if now, n := p.look().Seq, p.hall.Stats().Forgone; now != begun || n != 1 {
		t.Errorf("%d events, before that %d; %d not done", now, begun, n)
	}
	soon := p.missed(draw)
	p.later(time.Second)
	p.hears()
	p.hall.HandleSent(soon)
	p.done()
	if now := p.look().Seq; now == begun {
		t.Error("what can be answered wasn't done")
	}
}
