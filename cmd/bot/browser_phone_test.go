package main

import (
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/chromedp/chromedp"
)

// The hands of the second game. Whichever pair of the stock the computer leaves to
// Ada, her whole hand goes with it.
const (
	phoneBen  = "9♣ 9♦ 9♠ 4♥ 5♥ 6♥ K♣"
	phoneAda  = "J♣ J♥ J♠ 2♣ 3♣ 4♣ K♦"
	phoneDeal = "Ada " + phoneAda + "\nBen " + phoneBen + "\nComputer A♣ 3♦ 5♠ 7♣ J♦ Q♥ 10♠\nup 6♠\nstock 2♠ 8♦ K♥ K♠ Q♦ A♦"
)

// TestTwoPeopleAndAComputerPlayAHandOnPhones plays a hand at 400 pixels, Ada's in
// English and dark, Ben's in German and light. Neither presses what only brings a
// hand up to date: it comes by itself. Every screen is looked at for what keeps
// people with a screen reader or poor sight from it.
func TestTwoPeopleAndAComputerPlayAHandOnPhones(t *testing.T) {
	t.Parallel()
	d := openDemo(t)
	browser := startBrowser(t)
	d.stack(t, "Ada", phoneDeal)
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	ada := openTab(browser, t, d, "Ada", words.For("en-US"), 400, 860, chromedp.EmulateMobile, chromedp.EmulateTouch)
	ben := openTab(browser, t, d, "Ben", words.For("de"), 400, 860, chromedp.EmulateMobile, chromedp.EmulateTouch)
	ada.prefers("dark")
	ben.prefers("light")
	speaksGerman(ben)

	table := ada.words
	ada.writes("/rum n")
	ada.isOffered("/rum new")
	ada.isAccessible("the suggestions")
	ada.enter()
	ada.wait("document.querySelector('.chip')?.textContent === '/rum new'")
	ada.enter()
	ben.press(table.Say(lang.ButtonJoin))
	ada.sees("Ben")
	ada.pick(table.Say(lang.SelectComputer), "🤖 Moby")
	ada.sees("🤖 Moby")
	ada.both("lobby")
	ada.press(table.Say(lang.ButtonStart))
	ben.sees(table.Say(lang.TableDraws, lang.Name("Ben")), "6♠")

	benTakesHisTurn(ben, table)
	// The computer plays by itself, and then Ada's hand says that it is her turn, and why.
	ada.isTold(table.Say(lang.HandDraw), "Ben drew 2 cards, melded 9♣ 9♦ 9♠", "Moby")
	ada.both("turn")
	adaLooksRoundAndGoesOut(ada)

	// Ben hasn't touched his hand since: it is the end of the hand now, and was read out.
	ben.isTold(ben.words.Say(lang.HandOver), ben.words.Say(lang.ResultRummy, lang.Name("Ada"), lang.Hand(1), lang.N(2)))
	ben.wait("document.querySelector('[aria-live]').textContent.includes(" + quoted(ben.words.Say(lang.HandOver)) + ")")
	ben.both("end")
	ben.press(ben.words.Say(lang.ButtonNext))
	ben.isTold(ben.words.Say(lang.HandTitle, lang.Hand(2)))
	ben.both("next")
	for _, p := range []*tab{ada, ben} {
		p.fits()
		if faults := p.faults(); len(faults) > 0 {
			t.Errorf("%s's console: %q", p.person, faults)
		}
	}
}

// benTakesHisTurn draws from the table, melds from the select and by the form, and discards.
func benTakesHisTurn(ben *tab, table lang.Lang) {
	say := ben.words.Say
	ben.press(table.Say(lang.DrawStock, lang.N(2)))
	ben.holds("9♣ K♣ 8♦ 9♦ 4♥ 5♥ 6♥ 2♠ 9♠")
	ben.both("drawn")
	ben.pick(say(lang.SelectMeld), "9♣ 9♦ 9♠")
	ben.holds("K♣ 8♦ 4♥ 5♥ 6♥ 2♠")
	ben.press(say(lang.ButtonChoose))
	ben.tick(say(lang.SuitHearts), "4♥", "5♥", "6♥")
	ben.both("form")
	ben.wait("click(document.querySelector('dialog button[type=submit]'))")
	ben.holds("K♣ 8♦ 2♠")
	ben.wait("click(newest(labelled(" + quoted(say(lang.SelectDiscard)) + ", 'button.select')))")
	ben.isAccessible("the open select")
	ben.choose("K♣")
	ben.holds("8♦ 2♠")
}

// adaLooksRoundAndGoesOut reads the pile by the menu, and ends the hand.
func adaLooksRoundAndGoesOut(ada *tab) {
	say := ada.words.Say
	ada.press(say(lang.ButtonMore))
	ada.isTold(say(lang.MoreTitle))
	ada.both("menu")
	ada.press(say(lang.ButtonPile))
	ada.isTold(say(lang.PileTitle), say(lang.ButtonMenu))
	ada.both("pile")
	ada.press(say(lang.ButtonMenu))
	ada.isTold(say(lang.MoreTitle))
	ada.press(say(lang.DrawStock, lang.N(2)))
	ada.isTold(say(lang.HandPlay))
	ada.press(say(lang.ButtonGoout))
	ada.isTold(say(lang.HandOver))
	ada.sees(say(lang.ResultRummy, lang.Name("Ada"), lang.Hand(1), lang.N(2)))
	ada.both("out")
}

// both takes a picture and looks at it as axe does.
func (p *tab) both(name string) {
	p.t.Helper()
	p.fits()
	p.shoot("phone-" + p.person + "-" + name)
	p.isAccessible(name)
}
