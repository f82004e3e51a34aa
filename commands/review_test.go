package commands_test

import (
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// reviewed has a guest ask for a review by a button of a message.
func (g *guest) reviewed(on discord.Message) discord.Message {
	g.at.t.Helper()
	return g.told(func() { g.press(on, "rv") })
}

// TestAReviewIsForWhoPlayedAndForHandsThatAreOver asks for one in every way in which there
// is none, in two languages.
func TestAReviewIsForWhoPlayedAndForHandsThatAreOver(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
		p.quick()
		p.dealt(nil, ada, ben)
		// No screen offers a review of a hand that isn't over, so the id is made with the bot's key.
		codec := render.NewCodec(got[[]byte](t)(p.db.Secret(p.ctx, "custom_id")))
		forged := func(g *guest, verb render.Verb, arg, words string) {
			t.Helper()
			id := codec.Encode(render.Click{Verb: verb, Table: string(p.look().ID), Arg: arg})
			g.refused(func() { g.heard(g.Click(p.ctx, g.board().ID, id)) }, words)
		}
		forged(ben, render.VerbReview, "1", say(lang.TroubleReviewNone))
		ben.wins()
		result := ben.result()
		for arg, words := range map[string]string{"2": say(lang.TroubleReviewNone), "1+1": say(lang.TroubleReviewNone), "x": say(lang.TroubleForged)} {
			forged(ben, render.VerbReview, arg, words)
			forged(ben, render.VerbShareReview, arg, words)
		}
		forged(cleo, render.VerbShareReview, "1", say(lang.TroubleReviewOthers))
		cleo.refused(func() { cleo.press(result, "rv") }, say(lang.TroubleReviewOthers))
		if m := ben.reviewed(result); !holds(m, []string{say(lang.ReviewTitle, lang.Hand(1)), say(lang.ReviewHow)}) {
			t.Errorf("Ben is told %s", m.Text())
		}
	})
}

// TestAReviewIsSharedOnce taps twice on each of two looks at the same review.
func TestAReviewIsSharedOnce(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.quick()
	p.dealt(nil, ada, ben)
	ben.wins()
	result := ben.result()
	first, second := ben.reviewed(result), ben.reviewed(result)
	if first.ID == second.ID {
		t.Fatal("one message is both looks")
	}
	share := p.component(second, "rw").CustomID
	ben.told(func() { ben.press(first, "rw") })
	for range 2 {
		ben.toldWith(func() { ben.heard(ben.Click(p.ctx, second.ID, share)) })
	}
	posted := 0
	for _, m := range cleo.Sees(p.channel) {
		if holds(m, []string{p.say("", lang.ReviewOf, lang.Name("Ben"), lang.Hand(1))}) {
			posted++
		}
	}
	if posted != 1 {
		t.Errorf("posted %d times", posted)
	}
	if m := ben.reviewed(result); !holds(m, []string{p.say("", lang.ReviewTitle, lang.Hand(1))}) {
		t.Errorf("Ben is told %s", m.Text())
	} else if _, again := find(m, "rw"); again {
		t.Error("what was shared is offered once more")
	}
}

// TestAReviewSaysTheSameAgain has two looks come to the same, and a third after a restart;
// what another missed in the hand is their own.
func TestAReviewSaysTheSameAgain(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.stack("2C", "9H TC 5C 6S 2D 6D", "KC KD 2H 4H 6H TS QS AS 3S JD", "9C 9D 9S 3D 4D 5D 7H 8H JC QC")
	p.dealt(nil, ada, ben)
	for _, step := range []struct {
		who     *guest
		command string
		options options
	}{
		{ben, "draw", options{"from": "stock"}}, {ben, "discard", options{"card": "7H"}}, // who could go out
		{ada, "draw", options{"from": "stock"}}, {ada, "discard", options{"card": "KC"}},
		{ben, "draw", options{"from": "stock"}}, {ben, "goout", nil},
	} {
		step.who.told(func() { step.who.slash(step.command, step.options) })
	}
	p.settled()
	result := ben.result()
	first, second := ben.reviewed(result), ben.reviewed(result)
	if !holds(first, []string{p.say("", lang.ReviewOut), "10♣ J♣ Q♣"}) || first.Text() != second.Text() {
		t.Errorf("Ben is told\n%s\nand then\n%s", first.Text(), second.Text())
	}
	p.stop()
	p.start()
	if third := ben.reviewed(result); third.Text() != first.Text() {
		t.Errorf("and after a restart\n%s", third.Text())
	}
	if hers := ada.reviewed(result); holds(hers, []string{p.say("", lang.ReviewOut)}) {
		t.Errorf("Ada is told what Ben missed: %s", hers.Text())
	}
}
