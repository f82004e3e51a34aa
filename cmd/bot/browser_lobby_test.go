package main

import (
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/chromedp/chromedp"
)

// TestATableIsSetOnAPhone opens a table on the page of the real demo as a German does
// on a phone, and sets it by the selects of the lobby and by its two forms.
func TestATableIsSetOnAPhone(t *testing.T) {
	t.Parallel()
	d := openDemo(t)
	browser := startBrowser(t)
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	german := words.For("de")
	ben := openTab(browser, t, d, "Ben", german, 400, 860, chromedp.EmulateMobile, chromedp.EmulateTouch)
	speaksGerman(ben)
	ben.writes("/rum new")
	ben.isOffered("/rum neu")
	ben.enter()
	ben.wait("document.querySelector('.chip')?.textContent === '/rum neu'")
	ben.enter()
	// The server is no community: its tables speak as their openers do.
	ben.sees(german.Say(lang.LobbyOpen), "Sprache: Deutsch")
	ben.fits()
	ben.shoot("lobby-phone")
	ben.pick("Tempo: Gemächlich · 24 Stunden", "Tempo: Live · 90 Sekunden")
	ben.pick("Regeln: Klassisch", "Regeln: Flott")
	ben.wait("newest(labelled('Tempo: Live · 90 Sekunden', 'button.select')) && newest(labelled('Regeln: Flott', 'button.select'))")

	ben.press(german.Say(lang.ButtonHouse))
	ben.marks(german.Say(lang.Twist("draw")))
	ben.marks(german.Count(lang.RuleValue("rummy_multiplier", ""), 3))
	ben.tick(german.Say(lang.Rule("blocked_after")), german.Count(lang.RuleValue("blocked_after", ""), 7))
	ben.shoot("house-rules")
	ben.fits()
	ben.submits()
	ben.sees("7 Runden ohne Aus- oder Anlegen", german.Say(lang.RuleValue("draw", "mixed")), "×3")

	ben.press(german.Say(lang.ButtonTable))
	ben.tick(german.Say(lang.Rule("level")), german.Say(lang.Level("hard")))
	ben.tick(german.Say(lang.Rule("language")), "Nederlands")
	ben.marks(german.Say(lang.Twist("hints")))
	ben.shoot("table-form")
	ben.fits()
	ben.submits()
	dutch := words.For("nl")
	ben.sees(dutch.Say(lang.LobbyOpen), "Taal: Nederlands", dutch.Say(lang.Level("hard")), dutch.Say(lang.RuleValue("hints", "off")))
	ben.fits()
	ben.shoot("lobby-dutch")
	if faults := ben.faults(); len(faults) > 0 {
		t.Errorf("Ben's console: %q", faults)
	}
}

// marks ticks or unticks a box of the open modal, or chooses a radio button, by what
// stands beside it.
func (p *tab) marks(option string) {
	p.t.Helper()
	p.wait("click([...document.querySelectorAll('dialog label.option')].find((l) => flat(l.innerText) === " + quoted(option) + ")?.querySelector('input'))")
}

// submits sends the open modal, which closes then.
func (p *tab) submits() {
	p.t.Helper()
	p.wait("click(document.querySelector('dialog button[type=submit]'))")
	p.wait("!document.querySelector('dialog.modal')")
}
