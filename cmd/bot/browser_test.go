package main

import (
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/chromedp/chromedp"
)

// The hands that are dealt, to the dealer's left first. The names are those of
// the first hand; in the second one the seats have changed places.
const (
	adasCards    = "4♠ 5♠ 8♠ J♣ J♦ J♥ 7♣ 7♦ 7♥ K♠"
	bensCards    = "3♥ 4♥ 5♥ 10♣ 10♦ 7♠ A♣ Q♦ 2♣ 9♦"
	browserHands = "Ada " + adasCards + "\nBen " + bensCards + "\nup 2♠\nstock 6♠ Q♥ 10♥ 6♦ 9♠ 10♠"
)

// TestTwoPeoplePlayAHandInTheBrowser plays on the page of the real demo as two
// people do: Ada in English at a desk, Ben in German on a phone.
//
// BOATHOUSE_SHOTS=dir keeps the pictures of every step.
func TestTwoPeoplePlayAHandInTheBrowser(t *testing.T) {
	t.Parallel()
	d := openDemo(t)
	browser := startBrowser(t)
	d.stack(t, "Ben", browserHands)
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	ada := openTab(browser, t, d, "Ada", words.For("en-US"), 1280, 900)
	ben := openTab(browser, t, d, "Ben", words.For("de"), 400, 900, chromedp.EmulateMobile, chromedp.EmulateTouch)
	speaksGerman(ben)

	sitDown(ada, ben)
	secrets(ada, ben)
	adaMelds(ada)
	benLaysOff(ben)
	adaGoesOut(ada, ben)
	theyLookAtTheTab(ada, ben)
	for _, p := range []*tab{ada, ben} {
		if faults := p.faults(); len(faults) > 0 {
			t.Errorf("%s's console: %q", p.person, faults)
		}
	}
	theyPlayOnAfterACrash(t, d, ada, ben)
}

// speaksGerman chooses the language in the page's own panel.
func speaksGerman(p *tab) {
	p.wait("click(document.querySelector('#open-people'))")
	p.wait(`(() => {
		const choice = document.querySelector('#my-locale');
		if (!choice?.value) return false;
		choice.value = 'de';
		choice.dispatchEvent(new Event('change', { bubbles: true }));
		return true;
	})()`)
	p.wait("document.querySelector('[data-me=Ben] small')?.textContent.includes('de')")
	p.shoot("people")
	p.wait("click(document.querySelector('#side header button'))")
}

// sitDown opens the table by a command that is typed, and deals by buttons.
func sitDown(ada, ben *tab) {
	ada.writes("/rum n")
	ada.isOffered("/rum new")
	ada.shoot("suggestions")
	ada.enter()
	ada.wait("document.querySelector('.chip')?.textContent === '/rum new'")
	ada.enter()
	table := ada.words // the server's language is English
	ben.sees(table.Say(lang.LobbyOpen), table.Say(lang.LobbySeats, lang.N(1), lang.Total(6)))
	ben.press(table.Say(lang.ButtonJoin))
	ada.sees(table.Say(lang.LobbySeats, lang.N(2), lang.Total(6)))
	ada.shoot("lobby")
	ada.press(table.Say(lang.ButtonStart))
	ben.sees(table.Say(lang.TableDraws, lang.Name("Ada")), "2♠")
}

// secrets compares what both hold with all that the other's page has.
func secrets(ada, ben *tab) {
	ada.press(ada.words.Say(lang.ButtonHand))
	ada.holds("7♣ J♣ 7♦ J♦ 7♥ J♥ 4♠ 5♠ 8♠ K♠")
	ada.isTold(ada.words.Say(lang.HandDraw))
	ben.press(ada.words.Say(lang.ButtonHand)) // of the table, which is English
	ben.holds("A♣ 2♣ 10♣ 9♦ 10♦ Q♦ 3♥ 4♥ 5♥ 7♠")
	ben.isTold(ben.words.Say(lang.HandWait))
	ben.hasNone(adasCards)
	ada.hasNone(bensCards)
	// The same look finds what it may find.
	if found := ada.finds(adasCards); found != adasCards {
		ada.t.Errorf("of her own cards Ada's page has only %s", found)
	}
}

// adaMelds draws from the table's button, melds from the select and by a
// command with its autocompletion, and discards.
func adaMelds(ada *tab) {
	say := ada.words.Say
	ada.press(say(lang.DrawStock, lang.N(2)))
	ada.holds("7♣ J♣ 7♦ J♦ 7♥ J♥ Q♥ 4♠ 5♠ 6♠ 8♠ K♠")
	ada.isTold(say(lang.HandPlay), say(lang.HandDrew, lang.Cards("6♠ Q♥")))
	ada.pick(say(lang.SelectMeld), "7♣ 7♦ 7♥")
	ada.holds("J♣ J♦ J♥ Q♥ 4♠ 5♠ 6♠ 8♠ K♠")
	ada.sees(say(lang.LogMeld, lang.Name("Ada"), lang.Cards("7♣ 7♦ 7♥"), lang.Meld(1)))
	ada.writes("/meld ")
	ada.isOffered("J♣ J♦ J♥")
	ada.types("4s")
	ada.isOffered("4♠ 5♠ 6♠")
	ada.shoot("autocomplete")
	ada.enter()
	ada.wait("document.querySelector('#option-cards')?.value.startsWith('4♠ 5♠ 6♠ ')")
	ada.enter()
	ada.holds("J♣ J♦ J♥ Q♥ 8♠ K♠")
	ada.pick(say(lang.SelectDiscard), "K♠")
	ada.holds("J♣ J♦ J♥ Q♥ 8♠")
	ada.isTold(say(lang.HandWait))
}

// benLaysOff draws from the open hand, is refused a move, melds from the select
// and by the modal, lays off by a command typed at once, and discards.
func benLaysOff(ben *tab) {
	say := ben.words.Say
	ben.isTold(say(lang.HandDraw))
	ben.press(say(lang.DrawStock, lang.N(2)))
	ben.holds("A♣ 2♣ 10♣ 6♦ 9♦ 10♦ Q♦ 3♥ 4♥ 5♥ 10♥ 7♠")
	ben.shoot("phone")
	ben.fits()
	ben.press(say(lang.ButtonChoose))
	ben.tick(say(lang.SuitClubs), "10♣")
	ben.tick(say(lang.SuitDiamonds), "10♦")
	ben.tick(say(lang.SuitHearts), "10♥")
	ben.shoot("modal")
	ben.fits()
	ben.wait("click(document.querySelector('dialog button[type=submit]'))")
	ben.holds("A♣ 2♣ 6♦ 9♦ Q♦ 3♥ 4♥ 5♥ 7♠")
	ben.writes("/layoff cards:7S meld:2")
	ben.wait("document.querySelector('#option-meld')?.value === '2'")
	ben.enter()
	ben.holds("A♣ 2♣ 6♦ 9♦ Q♦ 3♥ 4♥ 5♥")
	ben.pick(say(lang.SelectMeld), "3♥ 4♥ 5♥")
	ben.holds("A♣ 2♣ 6♦ 9♦ Q♦")
	ben.pick(say(lang.SelectDiscard), "Q♦")
	ben.holds("A♣ 2♣ 6♦ 9♦")
	ben.fits()
}

// adaGoesOut ends the hand; Ben pays what he holds, and both see why.
func adaGoesOut(ada, ben *tab) {
	say := ada.words.Say
	ada.isTold(say(lang.HandDraw))
	ada.press(say(lang.DrawStock, lang.N(2)))
	ada.holds("J♣ J♦ J♥ Q♥ 8♠ 9♠ 10♠")
	ada.fits()
	ada.shoot("table")
	ben.press(ben.words.Say(lang.ButtonRefresh))
	ben.hasNone("J♣ J♦ J♥ Q♥ 8♠ 9♠ 10♠")
	ben.writes("/discard card:6D")
	ben.wait("document.querySelector('#option-card')?.value === '6D'")
	ben.enter()
	ben.isTold(ben.words.Say(lang.RefuseTurn))
	ada.press(say(lang.ButtonGooutDiscard, lang.Card("Q♥")))
	for _, p := range []*tab{ada, ben} {
		p.sees(say(lang.ResultWon, lang.Name("Ada"), lang.Hand(1)), ada.words.Count(lang.ResultPays, 28, lang.Name("Ben"), lang.Other("Ada")))
		p.shoot("result-" + p.person)
		p.fits()
	}
	sealed := quoted(say(lang.CommitmentLink, lang.Hand(2)))
	ben.wait("click(messages().flatMap((m) => [...m.querySelectorAll('a')]).find((a) => a.textContent === " + sealed + "))")
	ben.wait("document.activeElement.innerText.includes(" + quoted(say(lang.CommitmentText, lang.Hand(2), lang.Word(""))) + ")")
	ada.press(say(lang.ButtonMore))
	ada.press(say(lang.ButtonProof))
	ada.isTold(say(lang.ProofTitle, lang.Hand(1)))
	ada.shoot("proof")
}

// theyLookAtTheTab read the same debt from both of its ends.
func theyLookAtTheTab(ada, ben *tab) {
	ada.writes("/tab show")
	ada.isOffered("/tab show")
	ada.enter()
	ada.wait("document.querySelector('.chip')?.textContent === '/tab show'")
	ada.enter()
	ada.isTold(ada.words.Count(lang.TabOwes, 28, lang.Name("Ben")))
	ada.shoot("tab")
	ben.writes("/tab show")
	ben.isOffered("/deckel zeigen")
	ben.enter()
	ben.wait("document.querySelector('.chip')?.textContent === '/deckel zeigen'")
	ben.enter()
	ben.isTold(ben.words.Count(lang.TabOwe, 28, lang.Name("Ada")))
	ben.fits()
	ben.shoot("tab-phone")
}

// theyPlayOnAfterACrash deals the next hand, kills the demo in mid-turn, starts
// it again and has Ben use the buttons of before.
func theyPlayOnAfterACrash(t *testing.T, d *demo, ada, ben *tab) {
	table := ada.words
	ada.press(table.Say(lang.ButtonNext))
	ben.sees(table.Say(lang.TableDraws, lang.Name("Ben")))
	ben.isTold(ben.words.Say(lang.HandTitle, lang.Hand(2)), ben.words.Say(lang.HandDraw))
	ben.wait("messages()[0].dataset.ephemeral && held()") // it was sent again, below the table
	ben.press(ben.words.Say(lang.DrawStock, lang.N(2)))
	ben.holds("7♣ J♣ 7♦ J♦ 7♥ J♥ Q♥ 4♠ 5♠ 6♠ 8♠ K♠")
	ada.sees(table.Say(lang.TablePlays, lang.Name("Ben")))

	d.kill(t)
	for _, p := range []*tab{ada, ben} {
		p.wait("document.querySelector('#banner').checkVisibility()")
	}
	ben.shoot("killed")
	d.start(t)
	for _, p := range []*tab{ada, ben} {
		p.wait("!document.querySelector('#banner').checkVisibility()")
		p.faults() // the page said that nobody answered
	}
	ben.holds("7♣ J♣ 7♦ J♦ 7♥ J♥ Q♥ 4♠ 5♠ 6♠ 8♠ K♠")
	ben.insists(ben.words.Say(lang.SelectMeld), "7♣ 7♦ 7♥", "J♣ J♦ J♥ Q♥ 4♠ 5♠ 6♠ 8♠ K♠")
	ben.pick(ben.words.Say(lang.SelectDiscard), "K♠")
	ada.sees(table.Say(lang.TableDraws, lang.Name("Ada")), "7♣ 7♦ 7♥ · Ben", "K♠")
	ada.press(table.Say(lang.DrawStock, lang.N(2)))
	ada.isTold(table.Say(lang.HandPlay))
	ada.shoot("played-on")
	for _, p := range []*tab{ada, ben} {
		if faults := p.faults(); len(faults) > 0 {
			t.Errorf("%s's console after the crash: %q", p.person, faults)
		}
	}
}
