package main

import (
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/chromedp/chromedp"
)

// The hands of a short match: whoever plays first melds in the first turn, so that it is no rummy, and goes out in the
// second. The other holds low cards that fit nothing.
const (
	matchFirst  = " 9♣ 9♦ 9♠ 3♦ 4♦ 5♦ J♥ Q♥ 7♣ 7♦"
	matchSecond = " 2♥ 2♣ 3♠ 3♥ 4♣ 4♠ 5♥ 5♣ 6♥ 6♠"
	matchMiddle = "\nup 10♠\nstock K♥ 2♠ 8♦ 10♦ 7♥ 8♠"
)

// TestAMatchIsPlayedOnPhones has two people at 400 pixels, from the command to what comes after: a table, an invitation, a
// short match set in the table's form, three hands, the ceremony and the rematch.
func TestAMatchIsPlayedOnPhones(t *testing.T) {
	t.Parallel()
	d := openDemo(t)
	browser := startBrowser(t)
	d.stack(t, "Ben", "Ada"+matchFirst+"\nBen"+matchSecond+matchMiddle)
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	ada := openTab(browser, t, d, "Ada", words.For("en-US"), 400, 860, chromedp.EmulateMobile, chromedp.EmulateTouch)
	ben := openTab(browser, t, d, "Ben", words.For("de"), 400, 860, chromedp.EmulateMobile, chromedp.EmulateTouch)
	speaksGerman(ben)
	table := ada.words
	// Who has begun the lessons is asked in their language.
	ben.writes("/learn")
	ben.isOffered("/lernen")
	ben.enter()
	ben.isTold(ben.words.Say(lang.ButtonShow))

	ada.writes("/rum new")
	ada.isOffered("/rum new")
	ada.enter()
	ada.wait("document.querySelector('.chip')?.textContent === '/rum new'")
	ada.enter()
	ada.sees(table.Say(lang.LobbyFew), table.Say(lang.LobbySeats, lang.N(1), lang.Total(6)))
	ada.inThemes("match-opened")
	adaInvitesBen(ada, ben)
	adaSetsAMatch(ada)
	ben.sees(table.Count(lang.MatchFirst, 50, lang.Word(table.Say(lang.Match("short")))))
	ada.press(table.Say(lang.ButtonStart))
	ben.press(table.Say(lang.ButtonHand))

	playsFirst(ada, ben, table, 1)
	ada.sees(table.Count(lang.MatchLine, 50, lang.List("Ada 48 · Ben 0")), table.Say(lang.ResultLeads, lang.Name("Ada")))
	ada.inThemes("match-result")
	d.stack(t, "Ada", "Ada"+matchSecond+"\nBen"+matchFirst+matchMiddle)
	ben.press(ben.words.Say(lang.ButtonNext))
	playsFirst(ben, ada, table, 2)
	d.stack(t, "Ben", "Ada"+matchFirst+"\nBen"+matchSecond+matchMiddle)
	ada.press(table.Say(lang.ButtonNext))
	playsFirst(ada, ben, table, 3)

	won := table.Count(lang.MatchWon, 96, lang.Name("Ada"))
	for _, p := range []*tab{ada, ben} {
		p.sees(won, table.Say(lang.ResultWon, lang.Name("Ada"), lang.Hand(3)), table.Say(lang.ButtonRematch))
		p.inThemes("ceremony")
	}
	ada.press(table.Say(lang.ButtonRematch))
	ben.sees(table.Say(lang.LobbyReady), table.Say(lang.LobbySeats, lang.N(2), lang.Total(6)), table.Count(lang.MatchFirst, 50, lang.Word(table.Say(lang.Match("short")))))
	ada.inThemes("match-rematch")
	for _, p := range []*tab{ada, ben} {
		if faults := p.faults(); len(faults) > 0 {
			t.Errorf("%s's console: %q", p.person, faults)
		}
	}
}

// adaInvitesBen asks Ben to the table, who takes a seat by the message that asks him.
func adaInvitesBen(ada, ben *tab) {
	say := ada.words.Say
	ada.press(say(lang.ButtonInvite))
	ada.isTold(say(lang.InviteText))
	ada.wait("click(newest(labelled(" + quoted(say(lang.SelectPeople)) + ", 'button.select')))")
	ada.choose("Ben")
	ada.inThemes("match-whom")
	ada.wait("click(document.querySelector('.chooser [data-done]'))")
	ada.isTold(say(lang.NoticeInvited))
	ada.inThemes("match-invited")
	asked := ben.words.Say(lang.CallInvite, lang.Name("Ada"))
	ben.sees(asked, ben.words.Say(lang.ButtonJoin), ben.words.Say(lang.ButtonNotnow))
	ben.inThemes("invitation")
	ben.press(ben.words.Say(lang.ButtonJoin))
	ada.sees(say(lang.LobbyReady), say(lang.LobbySeats, lang.N(2), lang.Total(6)))
	ben.wait("!messages().some((m) => flat(said(m)).includes(" + quoted(asked) + "))")
	ben.inThemes("match-joined")
}

// adaSetsAMatch chooses a short one in the form.
func adaSetsAMatch(ada *tab) {
	say := ada.words.Say
	ada.press(say(lang.ButtonTable))
	ada.tick(say(lang.Rule("match")), say(lang.Match("short")))
	ada.inThemes("match-form")
	ada.submits()
	ada.sees(ada.words.Count(lang.MatchFirst, 50, lang.Word(say(lang.Match("short")))))
	ada.inThemes("match-lobby")
}

// playsFirst plays a hand: first melds, and goes out at the second turn.
func playsFirst(first, other *tab, table lang.Lang, hand int) {
	first.isTold(first.words.Say(lang.HandTitle, lang.Hand(hand)), first.words.Say(lang.HandDraw))
	first.press(first.words.Say(lang.DrawStock, lang.N(2)))
	first.pick(first.words.Say(lang.SelectMeld), "9♣ 9♦ 9♠")
	first.holds("7♣ 3♦ 4♦ 5♦ 7♦ J♥ Q♥ K♥ 2♠")
	first.pick(first.words.Say(lang.SelectDiscard), "2♠")
	other.isTold(other.words.Say(lang.HandTitle, lang.Hand(hand)), other.words.Say(lang.HandDraw))
	other.press(other.words.Say(lang.DrawStock, lang.N(2)))
	other.pick(other.words.Say(lang.SelectDiscard), "10♦")
	first.isTold(first.words.Say(lang.HandTitle, lang.Hand(hand)), first.words.Say(lang.HandDraw), "10♦")
	first.press(first.words.Say(lang.DrawStock, lang.N(2)))
	first.press(first.words.Say(lang.ButtonGooutDiscard, lang.Card("8♠")))
	other.sees(table.Say(lang.ResultWon, lang.Name(first.person), lang.Hand(hand)))
}
