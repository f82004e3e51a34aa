package main

import (
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/chromedp/chromedp"
)

// The hand of three that Ben wins at once: Ada and Cleo owe him 104 pips each.
const settledHand = "Ada K♣ K♦ 2♥ 4♥ 6♥ 10♠ Q♠\nBen 9♣ 9♦ 9♠ 3♦ 4♦ 5♦ 7♥\nCleo J♣ J♦ 2♠ 4♠ 6♠ 10♣ Q♥\nup 2♣\nstock 8♥ 9♥"

// TestThreeSettleAndReverseOnAPhoneAndADesktop has Ada at 400 pixels settle what she owes Ben, who is at 1,280, before
// Cleo's eyes, and both take it back.
func TestThreeSettleAndReverseOnAPhoneAndADesktop(t *testing.T) {
	t.Parallel()
	d := openDemo(t)
	browser := startBrowser(t)
	d.stack(t, "Ada", settledHand)
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	ada := openTab(browser, t, d, "Ada", words.For("en-US"), 400, 860, chromedp.EmulateMobile, chromedp.EmulateTouch)
	ben := openTab(browser, t, d, "Ben", words.For("de"), 400, 860)
	cleo := openTab(browser, t, d, "Cleo", words.For("en-US"), 1280, 860)
	speaksGerman(ben)
	ben.do(chromedp.EmulateViewport(1280, 860))
	threePlay(ada, ben, cleo)

	// Who can't forgive is shown the way: the form, filled in.
	en, de := ada.words, ben.words
	ada.about("/tab forgive", "Ben")
	ada.isTold(en.Say(lang.TroubleSettleDebtor))
	ada.inThemes("settle-way")
	ada.press(en.Say(lang.ButtonSettle))
	ada.wait("document.querySelector('dialog input')?.value === '104'")
	ada.writesInto("textarea", "for the coffee")
	ada.inThemes("settle-form")
	ada.submits()
	ada.isTold(en.Say(lang.NoticeProposed, lang.Name("Ben")), en.Say(lang.ButtonWithdraw))
	ada.inThemes("settle-asked")
	asked := de.Count(lang.ProposeSettle, 104, lang.Name("Ada"))
	ben.sees(asked, "for the coffee", de.Say(lang.ButtonConfirm))
	ben.inThemes("settle-question")
	cleo.press(de.Say(lang.ButtonConfirm))
	cleo.isTold(en.Say(lang.TroubleSettleOthers))
	ben.press(de.Say(lang.ButtonConfirm))
	ben.isTold(de.Count(lang.DoneSettle, 104, lang.Name("Ada"), lang.Other("Ben")), de.Say(lang.ButtonReverse))
	done := en.Count(lang.DoneSettle, 104, lang.Name("Ada"), lang.Other("Ben")) // whom it pings speaks that
	for _, p := range []*tab{ada, ben, cleo} {
		p.sees(done, "for the coffee", en.Say(lang.BetweenEven, lang.Name("Ada"), lang.Other("Ben")))
		p.inThemes("settled")
	}

	// It was a tap too many.
	ben.press(de.Say(lang.ButtonReverse))
	ben.writesInto("textarea", "never paid")
	ben.inThemes("reverse-form")
	ben.submits()
	undo := en.Say(lang.ProposeUndo, lang.Name("Ben"), lang.Word(en.Say(lang.SourceSettlement)))
	ada.sees(undo, "never paid", en.Say(lang.ButtonConfirm))
	ada.inThemes("reverse-question")
	ada.press(en.Say(lang.ButtonConfirm))
	for _, p := range []*tab{ada, ben, cleo} {
		p.sees(de.Say(lang.DoneUndo, lang.Name("Ben"), lang.Other("Ada"), lang.Word(de.Say(lang.SourceSettlement))), de.Count(lang.BetweenOwes, 104, lang.Name("Ada"), lang.Other("Ben")))
		p.inThemes("reversed")
		if faults := p.faults(); len(faults) > 0 {
			t.Errorf("%s's console: %q", p.person, faults)
		}
	}
}

// threePlay has Ada open a table for three, and Ben go out at once.
func threePlay(ada, ben, cleo *tab) {
	table := ada.words
	ada.writes("/rum new")
	ada.isOffered("/rum new")
	ada.enter()
	ada.wait("document.querySelector('.chip')?.textContent === '/rum new'")
	ada.enter()
	ben.press(table.Say(lang.ButtonJoin))
	ada.sees(table.Say(lang.LobbySeats, lang.N(2), lang.Total(6)))
	cleo.press(table.Say(lang.ButtonJoin))
	ada.sees(table.Say(lang.LobbySeats, lang.N(3), lang.Total(6)))
	ada.press(table.Say(lang.ButtonStart))
	ben.press(table.Say(lang.ButtonHand))
	ben.press(ben.words.Say(lang.DrawStock, lang.N(2)))
	ben.press(ben.words.Say(lang.ButtonGoout))
	cleo.sees(table.Say(lang.ButtonNext))
}

// about uses a command about somebody.
func (p *tab) about(command, name string) {
	p.t.Helper()
	p.writes(command)
	p.isOffered(command)
	p.enter()
	p.wait("document.activeElement.id === 'option-friend'")
	p.types(name[:2])
	p.isOffered("@" + name)
	p.wait("click(document.querySelector('#suggestions [role=option]'))")
	p.wait("document.querySelector('#option-friend').value.includes(" + quoted(name) + ")")
	p.wait("click(document.querySelector('.send'))")
}

// writesInto types into a field of the open modal.
func (p *tab) writesInto(field, text string) {
	p.t.Helper()
	p.wait("(document.querySelector('dialog " + field + "')?.focus(), document.activeElement.matches('dialog " + field + "'))")
	p.types(text)
}
