package main

import (
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/chromedp/chromedp"
)

// Two hands for who plays alone: one to take a turn in, one to go out of at once.
const (
	aloneTurn = "Ada 9♣ 9♦ 9♠ 3♦ 4♦ 5♦ 7♥ 8♥ J♣ K♣\nComputer 2♥ 4♥ 6♥ 10♠ Q♠ A♠ 3♠ 8♠ 5♥ 2♦\nup 2♣\nstock K♦ Q♥"
	aloneOut  = "Ada 9♣ 9♦ 9♠ 3♦ 4♦ 5♦ 7♥ 8♥ J♣ J♦\nComputer 2♥ 4♥ 6♥ 10♠ Q♠ A♠ 3♠ 8♠ 5♥ 2♦\nup 2♣\nstock 9♥ J♠"
)

// TestAHandAloneOnAPhone opens the page at 400 pixels, taps the first thing to do and
// plays: a turn, the menu, another hand, its result, which a friend reads once it is shared.
func TestAHandAloneOnAPhone(t *testing.T) {
	t.Parallel()
	d := openDemo(t)
	browser := startBrowser(t)
	d.stack(t, "Computer", aloneTurn)
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	ada := openTab(browser, t, d, "Ada", words.For("en-US"), 400, 860, chromedp.EmulateMobile, chromedp.EmulateTouch)
	ben := openTab(browser, t, d, "Ben", words.For("de"), 1280, 900)
	ada.prefers("dark")
	say := ada.words.Say

	ada.wait("[...document.querySelectorAll('.command-card strong')].map((s) => s.textContent).join() === '/play,/learn,/rum new'")
	ada.both("welcome")
	ada.wait("click(document.querySelector('[data-command=play]'))")
	ada.wait("document.querySelector('.chip')?.textContent === '/play'")
	ada.enter()
	ada.isTold(say(lang.HandDraw), say(lang.CommitmentText, lang.Hand(1), lang.Word("")))
	ada.holds("9♣ J♣ K♣ 3♦ 4♦ 5♦ 9♦ 7♥ 8♥ 9♠")
	ada.both("cards")
	ada.press(say(lang.DrawStock, lang.N(2)))
	ada.holds("9♣ J♣ K♣ 3♦ 4♦ 5♦ 9♦ K♦ 7♥ 8♥ Q♥ 9♠")
	ada.both("alone-drawn")
	ada.pick(say(lang.SelectDiscard), "K♣")
	ada.isTold(say(lang.HandDraw), "Since your last turn: 🤖 Moby")
	ada.both("alone-turn")
	ada.press(say(lang.ButtonMore))
	ada.isTold(say(lang.MoreTitle))
	ada.both("alone-more")
	ada.press(say(lang.ButtonClose))
	ada.press(say(lang.ButtonSureClose))
	ada.isTold(say(lang.NoticeClosed))
	ada.both("alone-closed")

	d.stack(t, "Computer", aloneOut)
	ada.press(say(lang.ButtonNext))
	ada.holds("9♣ J♣ 3♦ 4♦ 5♦ 9♦ J♦ 7♥ 8♥ 9♠")
	ada.press(say(lang.DrawStock, lang.N(2)))
	ada.press(say(lang.ButtonGoout))
	won := say(lang.ResultRummy, lang.Name("Ada"), lang.Hand(1), lang.N(2))
	ada.isTold(won, say(lang.ButtonShare))
	ada.both("alone-result")
	ben.hasNone("7♥ 8♥ 9♥")
	ada.press(say(lang.ButtonShare))
	ben.sees(won)
	ada.isTold(say(lang.NoticeShared))
	ada.both("alone-shared")
	d.stack(t, "Ada", aloneTurn)
	ada.press(say(lang.ButtonNext))
	ada.isTold(say(lang.HandTitle, lang.Hand(2)))
	ada.both("alone-next")
	for _, p := range []*tab{ada, ben} {
		if faults := p.faults(); len(faults) > 0 {
			t.Errorf("%s's console: %q", p.person, faults)
		}
	}
}
