package main

import (
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestAHandByKeyboardAlone plays a turn and goes out with nothing but keys, on a wide window and on one of a phone's width:
// what has the focus is always seen, and a redraw never takes it out of the message.
func TestAHandByKeyboardAlone(t *testing.T) {
	t.Parallel()
	d := openDemo(t)
	browser := startBrowser(t)
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []struct {
		person, scheme string
		width          int64
	}{{"Ada", "light", 1400}, {"Ben", "dark", 400}} {
		d.stack(t, "Computer", strings.ReplaceAll(aloneOut, "Ada", at.person))
		p := openTab(browser, t, d, at.person, words.For("en-US"), at.width, 900)
		p.prefers(at.scheme)
		say := p.words.Say
		p.wait("document.querySelector('[data-command=play]')")
		p.wait("document.activeElement.id === 'composer' || (document.querySelector('#composer').focus(), false)")
		p.types("/play")
		p.isOffered("/play")
		p.enter()
		p.wait("document.querySelector('.chip')?.textContent === '/play'")
		p.enter()
		p.isTold(say(lang.HandDraw))
		p.walks("Shift+Tab", say(lang.DrawStock, lang.N(2)))
		p.keys("Enter")
		p.isTold(say(lang.HandDrew, lang.Cards("9♥ J♠")))
		p.wait("document.activeElement.closest('.message')")
		p.walks("Shift+Tab", say(lang.SelectDiscard))
		p.keys("Enter")
		p.wait("document.querySelector('.chooser [role=option].active')")
		p.isAccessible("a list that is open")
		p.keys("ArrowDown", "Escape")
		p.wait("!document.querySelector('.chooser') && document.activeElement.matches('.select')")
		p.walks("Tab", say(lang.ButtonGoout))
		p.keys("Enter")
		p.isTold(say(lang.ResultRummy, lang.Name(at.person), lang.Hand(1), lang.N(2)))
		p.wait("document.activeElement.closest('.message')")
		p.isAccessible("the result")
		p.shoot("keys-" + at.person)
		if faults := p.faults(); len(faults) > 0 {
			t.Errorf("%s's console: %q", p.person, faults)
		}
	}
}

// walks presses a key until what is called so has the focus. Each stop on the way has a ring that is seen.
func (p *tab) walks(key, to string) {
	p.t.Helper()
	for range 60 {
		p.keys(key)
		at := look[struct {
			Name  string
			Shown bool
		}](p, `(() => {
			const node = document.activeElement, { outlineStyle, outlineWidth } = getComputedStyle(node);
			const ring = outlineStyle !== 'none' && outlineWidth !== '0px' || Boolean(node.closest('.composer-box'));
			return { name: flat(node.ariaLabel ?? node.innerText ?? ''), shown: node === document.body || ring };
		})()`)
		if !at.Shown {
			p.t.Errorf("nobody sees that %q has the focus", at.Name)
		}
		if strings.HasPrefix(at.Name, strings.TrimSpace(to)) {
			return
		}
	}
	p.t.Fatalf("%s never comes to %q by %s", p.person, to, key)
}
