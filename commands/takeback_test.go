package commands_test

import (
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// asked is the table as it asks for an answer to a wish of Ben's.
func (g *guest) asked(card, whom string) discord.Message {
	g.at.t.Helper()
	return g.board(g.at.say(g.at.setup.guild, lang.TakebackAsk, lang.Name("Ben"), lang.Cards(card), lang.List(whom)))
}

// dropped has Ben draw and discard.
func (g *guest) dropped(card string) {
	g.at.t.Helper()
	g.told(func() { g.slash("draw", options{"from": "stock"}) })
	g.told(func() { g.slash("discard", options{"card": card}) })
	g.at.settled()
}

func TestADiscardIsTakenBackWhenTheOthersAgree(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	ben.dropped("KS")
	his := ben.hand()
	his = ben.told(func() { ben.press(his, "tk") })
	if !holds(his, []string{p.say("", lang.NoticeAsked)}) {
		t.Errorf("Ben is told %s", his.Text())
	}
	board := ada.asked("K♠", "Ada")
	ben.refused(func() { ben.press(board, "ay") }, p.say("", lang.TroubleNotasked))
	ada.press(board, "ay")
	ada.board(p.say("", lang.LogTakeback, lang.Name("Ben"), lang.Cards("K♠")), p.plays("Ben"))
	if s := p.seat(ben); s.View.Turn != s.Me || !s.View.Hand.Has(card(t, "KS")) || s.View.Phase != engine.ToPlay {
		t.Errorf("Ben holds %v, phase %d", s.View.Hand, s.View.Phase)
	}
	p.rested()
	if len(ada.private()) > 1 {
		t.Errorf("Ada is told %s beside the table", ada.private()[0].Text())
	}
	ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
	ada.board(p.turns("Ada"))
}

func TestANoEndsTheWish(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
		p.game()
		p.dealt(nil, ada, ben)
		ben.refused(func() { ben.slash("takeback", nil) }, say(lang.TroubleNotakeback))
		ben.dropped("KS")
		m := ben.told(func() { ben.slash("takeback", nil) })
		if !holds(m, []string{say(lang.NoticeAsked)}) {
			t.Errorf("Ben is told %s", m.Text())
		}
		p.settled()
		board := ada.asked("K♠", "Ada")
		cleo.refused(func() { cleo.press(board, "an") }, say(lang.TroubleUnseated))
		// Who is asked can answer from the hand too, and goes on seeing it.
		hers := ada.hand()
		hers = ada.told(func() { ada.press(hers, "an") })
		if !holds(hers, []string{p.say("", lang.NoticeDisagreed), "2♥"}) {
			t.Errorf("Ada is told %s", hers.Text())
		}
		p.settled()
		ben.refused(func() { ben.slash("takeback", nil) }, say(lang.TroubleTakebackover))
		if _, open := find(ben.board(), "ay"); open {
			t.Error("the table still asks")
		}
		ada.told(func() { ada.slash("draw", options{"from": "stock"}) })
		ben.refused(func() { ben.slash("takeback", nil) }, say(lang.TroubleNotakeback))
	})
}

func TestAMeldIsTakenBack(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	his := ben.told(func() { ben.slash("meld", options{"cards": "8C 8D 8S"}) })
	ben.told(func() { ben.press(his, "tk") })
	ada.press(ada.asked("8♣ 8♦ 8♠", "Ada"), "ay")
	ada.board(p.say("", lang.TableMeldsNone))
	if s := p.seat(ben); s.View.MeldCount != 0 || !s.View.Hand.Has(card(t, "8C")) {
		t.Errorf("%d melds, and Ben holds %v", s.View.MeldCount, s.View.Hand)
	}
}

func card(t testing.TB, text string) engine.Card {
	t.Helper()
	c, err := engine.ParseCard(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// wish is how the table begins to ask for somebody.
func (p *place) wish(name string) string {
	words, _, _ := strings.Cut(p.say("", lang.TakebackAsk, lang.Name(name)), "{")
	return words
}

func TestAHandThatFollowsATableClickStaysPrivate(t *testing.T) {
	p, s := slowly(t)
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.game()
	p.dealt(nil, ada, ben)
	ben.dropped("KS")
	ben.told(func() { ben.slash("takeback", nil) })
	p.settled()
	board := ada.asked("K♠", "Ada")
	// Discord is told to wait for a change of the table message, but what comes is Ben's hand.
	his := ben.told(func() { ben.held(s, func() { ben.press(board, "ay") }) })
	if !holds(his, []string{p.say("", lang.TroubleNotasked), "8♣"}) || !his.Ephemeral() {
		t.Fatalf("Ben is told %s", his.Text())
	}
	// His turn comes, when hands on screen are brought up to date; then he asks for another.
	ada.told(func() { ada.slash("draw", options{"from": "stock"}) })
	ada.told(func() { ada.slash("discard", options{"card": "JD"}) })
	p.settled()
	ben.told(func() { ben.slash("hand", nil) })
	if m := cleo.board(p.turns("Ben")); m.ID != board.ID {
		t.Errorf("the table is another message: %s", m.Text())
	}
	for _, m := range cleo.Sees(p.channel) {
		if holds(m, []string{"9♥"}) {
			t.Errorf("everybody sees %s", m.Text())
		}
	}
}

// TestAnAnswerGivenTwiceIsAcknowledgedAtOnce has somebody agree once more at a bot
// that has written nothing yet: no change of the table message is coming.
func TestAnAnswerGivenTwiceIsAcknowledgedAtOnce(t *testing.T) {
	p := open(t, setup{})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.dealt(nil, ada, ben, cleo)
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	dropped := p.seat(ben).View.Hand.Cards()[0]
	ben.told(func() { ben.slash("discard", options{"card": dropped.String()}) })
	ben.told(func() { ben.slash("takeback", nil) })
	p.settled()
	board := ada.board(p.wish("Ben"))
	ada.press(board, "ay")
	p.settled()
	before := p.look().Seq
	p.stop()
	p.start()
	ada.press(board, "ay")
	if now, deferred := p.look().Seq, p.hall.Stats().Deferred; now != before || deferred != 0 {
		t.Errorf("%d events stored, %d answers put off", now-before, deferred)
	}
}
