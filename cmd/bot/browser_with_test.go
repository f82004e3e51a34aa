package main

import (
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/chromedp/chromedp"
)

// TestATableWithAFriendOnPhones has Ada open a table from the welcome at 400 pixels, with Ben by name, who comes by the message
// that asks him; then both have cards.
func TestATableWithAFriendOnPhones(t *testing.T) {
	t.Parallel()
	d := openDemo(t)
	browser := startBrowser(t)
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	ada := openTab(browser, t, d, "Ada", words.For("en-US"), 400, 860, chromedp.EmulateMobile, chromedp.EmulateTouch)
	ben := openTab(browser, t, d, "Ben", words.For("de"), 400, 860, chromedp.EmulateMobile, chromedp.EmulateTouch)
	speaksGerman(ben)
	table := ada.words

	ada.wait("click(document.querySelector('[data-command=\"rum new\"]'))")
	offered := "document.querySelector('#suggestions [role=option]')"
	ada.wait(offered + "?.querySelector('.suggestion-label').textContent === 'with'")
	ada.inThemes("with-options")
	ada.wait("click(" + offered + ")")
	ada.wait("document.activeElement.id === 'option-with'")
	ada.types("Be")
	ada.isOffered("@Ben")
	ada.inThemes("with-name")
	ada.wait("click(" + offered + ")")
	ada.wait("document.querySelector('#option-with').value.includes('Ben')")
	ada.wait("click(document.querySelector('.send'))")

	ben.sees(table.Say(lang.CallInvite, lang.Name("Ada")), table.Say(lang.ButtonNotnow))
	ben.press(table.Say(lang.ButtonJoin))
	ada.sees(table.Say(lang.LobbyReady), table.Say(lang.LobbySeats, lang.N(2), lang.Total(6)))
	ada.press(table.Say(lang.ButtonStart))
	ada.isTold(ada.words.Say(lang.HandTitle, lang.Hand(1)))
	ada.inThemes("with-hand")
	ben.press(table.Say(lang.ButtonHand))
	ben.isTold(ben.words.Say(lang.HandTitle, lang.Hand(1)))
	ben.inThemes("with-hand")
	for _, p := range []*tab{ada, ben} {
		if faults := p.faults(); len(faults) > 0 {
			t.Errorf("%s's console: %q", p.person, faults)
		}
	}
}
