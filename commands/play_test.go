package commands_test

import (
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// own is the table at which a guest plays alone, as they see it.
func (p *place) own(g *guest) sitting.Sight {
	p.t.Helper()
	person := got[sitting.Person](p.t)(p.db.Person(p.ctx, g.ID().String()))
	id := got[sitting.ID](p.t)(p.house.Own(p.ctx, person))
	return got[sitting.Sight](p.t)(p.house.Peek(p.ctx, id, person))
}

// spent lists the bot's requests since an entry of the wire that Discord counts against
// its token.
func (p *place) spent(since uint64) (all []string) {
	for _, e := range p.sim.Wire().SentByBot() {
		if e.N > since && e.Kind == "rest" && !strings.Contains(e.Path, "/interactions/") && !strings.Contains(e.Path, "/webhooks/") {
			all = append(all, e.Method+" "+e.Path)
		}
	}
	return all
}

func (p *place) newest() uint64 {
	all := p.sim.Wire().After(0)
	return all[len(all)-1].N
}

func TestAHandPlayedAloneCostsNoRequestOfTheBotsOwn(t *testing.T) {
	p := open(t, setup{schema: true})
	ada := p.guest("Ada")
	since := p.newest()
	p.calm()
	hand := ada.toldWith(func() { ada.slash("play", options{"level": "easy"}) }, p.say("en-US", lang.HandDraw))
	for range 3 {
		if now := p.own(ada); now.Phase != sitting.Playing {
			break
		}
		ada.press(hand, "pl draw")
		hand = ada.sees("the choice of a discard", func(m discord.Message) bool {
			_, ok := find(m, "pl d0")
			return m.ID == hand.ID && ok
		})
		c, _ := find(hand, "pl d0")
		ada.pick(hand, "pl d0", c.Options[0].Value)
		now := p.own(ada)
		if now.Phase == sitting.Playing && now.View.Turn != now.Me {
			t.Error("answered before the computers have played")
		}
		hand = ada.sees("a turn", func(m discord.Message) bool {
			_, draws := find(m, "pl draw")
			_, over := find(m, "po")
			return m.ID == hand.ID && (draws || over)
		})
	}
	if spent := p.spent(since); len(spent) > 0 {
		t.Errorf("it cost %q", spent)
	}
	if n := len(ada.private()); n != 1 {
		t.Errorf("%d private messages, not one", n)
	}
	// The control: the same at a table of the channel.
	since = p.newest()
	ada.slash("rum new", nil)
	ada.slash("rum add", options{"level": "easy"})
	ada.press(ada.board("Ada", "Moby"), "st")
	p.settled()
	if len(p.spent(since)) == 0 {
		t.Error("a table of the channel cost nothing: nothing is counted")
	}
}

func TestWhoPlaysAloneIsTheOnlyOneWhoCan(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.stack("3C", "5S 7D", "KC 2H 4H 6H TS QS 8D", "9C JD 3S 5D 7H AC QD", "2C 4C 6D 8S TD QC KH") // nobody goes out before her
	hand := ada.toldWith(func() { ada.slash("play", options{"players": 3}) }, p.say("en-US", lang.HandDraw))
	theirs := ben.told(func() { ben.slash("rum help", nil) })
	before := p.own(ada)
	draw := p.component(hand, "pl draw").CustomID
	ben.toldWith(func() { ben.heard(ben.Click(p.ctx, theirs.ID, draw)) }, p.say("en-US", lang.TroubleNotyours))
	// What isn't over can't be shared: no screen offers it, so the id is made with the bot's key.
	codec := render.NewCodec(got[[]byte](t)(p.db.Secret(p.ctx, "custom_id")))
	share := codec.Encode(render.Click{Verb: render.VerbShare, Table: string(before.ID), Version: before.Version, Arg: "1"})
	ada.toldWith(func() { ada.heard(ada.Click(p.ctx, hand.ID, share)) }, p.say("en-US", lang.TroubleNotshared))
	if after := p.own(ada); after.Seq != before.Seq {
		t.Error("something changed")
	}
	// To all that isn't of a hand there is no table in the channel, and none is counted.
	ada.toldWith(func() { ada.slash("rum close", nil) }, p.say("en-US", lang.TroubleNotableAlone))
	ben.slash("play", nil)
	if mine, other := p.own(ada), p.own(ben); mine.ID == other.ID || mine.Seq != before.Seq {
		t.Error("two people play at one table")
	}
}

func TestPlayedByTwoDevicesThereIsOneTable(t *testing.T) {
	p := open(t, setup{})
	ada := p.guest("Ada")
	p.calm()
	done := make(chan error, 4)
	for range cap(done) {
		go func() {
			_, err := ada.Slash(p.ctx, p.channel, "play", nil)
			done <- err
		}()
	}
	for range cap(done) {
		p.must(<-done)
	}
	// The seal is an answer already, and the hand is dealt after it.
	ada.sees("a hand", func(m discord.Message) bool { return holds(m, []string{p.say("en-US", lang.HandDraw)}) })
	now := p.own(ada)
	if now.Hand != 1 || now.Phase != sitting.Playing {
		t.Errorf("hand %d, phase %d", now.Hand, now.Phase)
	}
	first := "Seal of hand 1: `" + deal.SealLine(now.Deal.Commitment)
	ada.sees("the seal on the message that carried it first", func(m discord.Message) bool {
		return m.ID.String() == now.Deal.Seal && holds(m, []string{first, p.say("en-US", lang.HandDraw)})
	})
	ada.sees("the seal on another, marked", func(m discord.Message) bool {
		return m.ID.String() != now.Deal.Seal && holds(m, []string{"shown again: `" + deal.SealLine(now.Deal.Commitment), p.say("en-US", lang.HandDraw)})
	})
}

// TestAPromisedHandIsSealedByAMessageYoungerThanItsSeal has the hall promise an answer before the table
// is opened: what was promised then is older than the seal, and may not be its first cut.
func TestAPromisedHandIsSealedByAMessageYoungerThanItsSeal(t *testing.T) {
	p, s := slowly(t)
	ada := p.guest("Ada")
	p.calm()
	var promised discord.ID
	ada.held(s, func() {
		ada.slash("play", nil)
		promised = ada.loading()[0].ID
	})
	hand := ada.sees("a hand", func(m discord.Message) bool { return holds(m, []string{p.say("en-US", lang.HandDraw)}) })
	now := p.own(ada)
	if now.Deal.Seal != hand.ID.String() {
		t.Errorf("the seal stands in %s, the hand in %v", now.Deal.Seal, hand.ID)
	}
	if hand.ID == promised || now.Deal.Seal == promised.String() {
		t.Error("the promise, which is older than the seal, is the first cut")
	}
	if !strings.Contains(hand.Text(), "Seal of hand 1: `"+deal.SealLine(now.Deal.Commitment)) {
		t.Errorf("the seal isn't where it was carried first: %s", hand.Text())
	}
	p.must(ada.Wait(p.ctx, func([]discord.Message) bool { return len(ada.loading()) == 0 && len(ada.private()) == 1 }))
}

// TestWhatIsSharedWaitsForThePromise has the promise of an answer still on its way when the answer
// is ready: nothing can follow it before Discord has it.
func TestWhatIsSharedWaitsForThePromise(t *testing.T) {
	p, s := slowly(t)
	ada := p.guest("Ada")
	p.quick() // the computer goes out at once
	ada.slash("play", nil)
	result := ada.sees("a result", func(m discord.Message) bool {
		_, ok := find(m, "sh 1")
		return ok
	})
	release, before := s.hold(), p.hall.Stats().Deferred
	struck := p.sim.Faults().Next("POST", callbackRoute, discordsim.Fault{Kind: discordsim.Reorder, Delay: 500 * time.Millisecond})
	pressed := make(chan error, 1)
	go func() {
		_, err := ada.Click(p.ctx, result.ID, p.component(result, "sh 1").CustomID)
		pressed <- err
	}()
	for p.hall.Stats().Deferred == before && p.ctx.Err() == nil {
		time.Sleep(time.Millisecond)
	}
	release()
	p.must(<-pressed)
	ada.sees("what is shared", func(m discord.Message) bool {
		return !m.Ephemeral() && strings.Contains(m.Text(), "/play")
	})
	<-struck
}
