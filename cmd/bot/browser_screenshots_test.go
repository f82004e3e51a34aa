package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/chromedp/chromedp"
)

// TestScreenshots takes the README's picture, if BOATHOUSE_SCREENSHOTS asks for it, as
// `make screenshots` does: a hand at a desk, light and dark.
func TestScreenshots(t *testing.T) {
	if os.Getenv("BOATHOUSE_SCREENSHOTS") == "" {
		t.Skip("the pictures in docs are as they are: `make screenshots` takes them anew")
	}
	d := openDemo(t, "BOATHOUSE_EMOJIS=1ms")
	browser := startBrowser(t)
	d.stack(t, "Ben", browserHands)
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	ada := openTab(browser, t, d, "Ada", words.For("en-US"), 1280, 900)
	ben := openTab(browser, t, d, "Ben", words.For("de"), 400, 900, chromedp.EmulateMobile, chromedp.EmulateTouch)
	ada.wait("document.querySelector('#open-people').ariaExpanded !== 'true' || click(document.querySelector('#side header button'))")
	speaksGerman(ben)
	sitDown(ada, ben)
	say := ada.words.Say

	// As soon as all cards have emojis they are shown.
	for ready := false; !ready; {
		ada.press(say(lang.ButtonHand))
		ada.isTold(say(lang.HandDraw))
		ready = look[bool](ada, "Boolean(messages()[0].querySelector('img.emoji'))")
	}
	ada.press(say(lang.DrawStock, lang.N(2)))
	ada.isTold(say(lang.HandPlay))
	ada.pick(say(lang.SelectMeld), "7♣ 7♦ 7♥")
	ada.sees(say(lang.LogMeld, lang.Name("Ada"), lang.Cards("7♣ 7♦ 7♥"), lang.Meld(1)))
	ada.pick(say(lang.SelectMeld), "4♠ 5♠ 6♠")
	ada.sees(say(lang.LogMeld, lang.Name("Ada"), lang.Cards("4♠ 5♠ 6♠"), lang.Meld(2)))
	ada.wait("!document.querySelector('[aria-busy]')")
	ada.picture("demo")
}

// picture renews a picture of the README in both themes: the newest message from its top, in a
// window that is twice as wide as high. All that is to be loaded is there, and no cursor.
func (p *tab) picture(name string) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(1280, 640, chromedp.EmulateScale(1.5)))
	p.wait("[...document.querySelectorAll('#stream img')].every((m) => m.complete)")
	for scheme, file := range map[string]string{"light": name, "dark": name + "-dark"} {
		p.prefers(scheme)
		p.wait("(document.activeElement.blur(), messages()[0].scrollIntoView({block: 'start'}), document.querySelector('.jump').style.display = 'none')")
		p.shootInto(filepath.Join("../../docs", file+".png"))
	}
}
