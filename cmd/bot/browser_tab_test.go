package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/chromedp/chromedp"
)

// A tab is a browser's tab in which one person looks at the demo's page.
type tab struct {
	t      *testing.T
	ctx    context.Context
	person string
	words  lang.Lang // of what the bot tells this person alone
	before func()    // called before each press and pick; nil: nothing is

	mu      sync.Mutex
	console []string // faults since the last time that they were asked for
	lost    int      // of these, taps on a message that was gone
}

// seenWithin bounds the wait for anything that is to appear.
const seenWithin = 15 * time.Second

// openTab opens the page as a person, in a window of this size.
func openTab(browser context.Context, t *testing.T, d *demo, person string, words lang.Lang, width, height int64, how ...chromedp.EmulateViewportOption) *tab {
	t.Helper()
	ctx, _ := chromedp.NewContext(browser) // closed with the browser
	p := &tab{t: t, ctx: ctx, person: person, words: words}
	p.do(chromedp.EmulateViewport(width, height, how...))
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleException {
				p.mu.Lock()
				if strings.HasSuffix(m.URL, "/interactions") && strings.Contains(m.Text, " 404 ") {
					p.lost++
				}
				p.console = append(p.console, fmt.Sprintf("%s: %s %s", m.Type, m.Text, m.URL))
				p.mu.Unlock()
			}
		}
	}()
	p.do(chromedp.Navigate("http://" + d.addr + "/?as=" + person))
	t.Cleanup(func() {
		if t.Failed() && browser.Err() == nil {
			p.shoot("failed-" + person)
			t.Log(p.screen())
		}
	})
	return p
}

// faults gives what the page complained of on its console since the last call.
func (p *tab) faults() []string {
	again := look[int](p, "sent.again")
	p.mu.Lock()
	defer p.mu.Unlock()
	list := p.console
	p.console = nil
	if len(list) == p.lost && p.lost <= again { // taps that were lost and repeated
		list = nil
	}
	p.lost = 0
	return list
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatalf("%s's tab: %v", p.person, err)
	}
}

// eyes are what a tab looks and acts with, in the page.
//
// To click is to call the element's own click once its middle can be hit: between
// a look from outside and an event of the mouse the message could be redrawn. What is
// tapped on a message that goes just then is lost, as in Discord, and tapped again on what
// came in its place.
const eyes = `
const flat = (text) => text.replace(/\s+/g, ' ').trim();
const messages = () => [...document.querySelectorAll('.message')].reverse();
const reachable = (node) => {
  if (node.ariaDisabled === 'true' || node.ariaBusy === 'true') return false;
  const { x, y, width, height } = node.getBoundingClientRect();
  if (node.contains(document.elementFromPoint(x + width / 2, y + height / 2))) return true;
  node.scrollIntoView({ block: 'center' }); // away from what floats at the edge
  return false; // until the page has noticed the scrolling
};
const labelled = (label, within) => (node) => node.matches(within) && flat(node.textContent) === label;
const newest = (pick) => messages().map((m) => [...m.querySelectorAll('[data-custom-id]')].find(pick)).find(Boolean);
const card = (name) => {
  const [, rank, suit] = /^:(\w+?)_of_(\w+?)(?:_bold)?:$/.exec(name) ?? [];
  return suit ? ({ ace: 'A', jack: 'J', queen: 'Q', king: 'K' }[rank] ?? rank) + { clubs: '♣', diamonds: '♦', hearts: '♥', spades: '♠' }[suit] : name;
};
const said = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
  if (node.nodeType !== Node.ELEMENT_NODE || !node.checkVisibility()) return '';
  if (node.matches('img.emoji')) return card(node.alt);
  const inside = [...node.childNodes].map(said).join('');
  return getComputedStyle(node).display.startsWith('inline') ? inside : '\n' + inside + '\n';
};
const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
const place = (one) => '♣♦♥♠'.indexOf(one.at(-1)) * RANKS.length + RANKS.indexOf(one.slice(0, -1));
const handOf = (message) => {
  const lines = [...message.querySelectorAll('.text')].flatMap((text) => said(text).split('\n'));
  const whole = lines.filter((line) => /^\s*(?:(?:\d+|[AJQK])[♣♦♥♠](?: ·)?\s*)+$/.test(line));
  const cards = (whole.length ? whole : lines.filter((line) => parts.some((part) => line.startsWith(part)))).flatMap((line) => line.match(/(?:\d+|[AJQK])[♣♦♥♠]/g) ?? []);
  return cards.sort((a, b) => place(a) - place(b)).join(' ');
};
const held = () => flat(messages().filter((m) => m.dataset.ephemeral).map(handOf).find(Boolean) ?? '');
const click = (node) => node && reachable(node) && (node.click(), true);
const sent = window.sent ??= (() => {
  const all = { waiting: 0, lost: 0, again: 0 };
  const send = window.fetch;
  window.fetch = async (...call) => {
    if (!String(call[0]).endsWith('/interactions')) return send(...call);
    all.waiting++;
    try {
      const answer = await send(...call);
      if (answer.status === 404) all.lost++;
      return answer;
    } finally {
      all.waiting--;
    }
  };
  return all;
})();
const tapping = (tap) => {
  let on; // the message that was tapped
  let lost = 0;
  return () => {
    if (!on) {
      lost = sent.lost;
      on = tap();
    }
    if (!on || sent.waiting) return false;
    if (sent.lost === lost) return true;
    if (!on.isConnected) {
      on = undefined;
      sent.again++;
    }
    return false;
  };
};
const until = (look) => new Promise((found) => {
  const see = () => {
    const seen = look();
    if (!seen) return;
    observer.disconnect();
    clearInterval(timer);
    found(seen);
  };
  const observer = new MutationObserver(see);
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const timer = setInterval(see, 100);
  see();
});
`

// look evaluates an expression in the page.
func look[T any](p *tab, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, seenWithin)
	defer cancel()
	melds, _, _ := strings.Cut(p.words.Say(lang.HandMelds, lang.List("|")), "|")
	loose, _, _ := strings.Cut(p.words.Count(lang.HandLoose, 2, lang.Cards("|")), "|")
	parts := "const parts = [" + quoted(melds) + ", " + quoted(loose) + "];" // that a hand is told in beside its picture
	script := "(async () => {" + parts + eyes + "return " + expression + ";})()"
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s waits in vain for %s: %v", p.person, expression, err)
	}
	return value
}

// wait returns when an expression of the page is true.
func (p *tab) wait(condition string) {
	p.t.Helper()
	look[bool](p, "until(() => Boolean("+condition+"))")
}

// screen is all that the messages say, for the report of a failure.
func (p *tab) screen() string {
	text, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`document.querySelector('.messages').innerText`))
	return fmt.Sprintf("--- %s sees\n%s\n--- %v", p.person, text, err)
}

// quoted writes a text as JavaScript.
func quoted(text string) string {
	b, _ := json.Marshal(text) // a string always encodes
	return string(b)
}

// sees waits until one message shows all these texts. Bold and italics of a
// sentence are drawn, not seen as asterisks.
func (p *tab) sees(texts ...string) {
	p.t.Helper()
	p.message(".message", texts)
}

// isTold waits for a message with these texts that this person alone sees.
func (p *tab) isTold(texts ...string) {
	p.t.Helper()
	p.message(`[data-ephemeral="true"]`, texts)
}

func (p *tab) message(which string, texts []string) {
	p.t.Helper()
	var all []string
	for _, text := range texts {
		plain := strings.Join(strings.Fields(strings.NewReplacer("*", "", "`", "").Replace(text)), " ")
		all = append(all, "words.includes("+quoted(plain)+")")
	}
	p.wait("messages().some((m) => { if (!m.matches(" + quoted(which) + ")) return false; const words = flat(said(m)); return " + strings.Join(all, " && ") + "; })")
}

// holds waits until the person's open hand shows exactly these cards, by suit.
func (p *tab) holds(cards string) {
	p.t.Helper()
	p.wait("held() === " + quoted(cards))
}

// insists picks until the hand shows these cards: while a bot is starting, its
// Discord can be there before it is, and says that the interaction failed.
func (p *tab) insists(name, option, cards string) {
	p.t.Helper()
	for held := ""; held != cards; {
		p.pick(name, option)
		held = look[string](p, "until(() => held() === "+quoted(cards)+" ? held() : document.querySelector('.complaint') && 'nobody answered')")
	}
}

// begins is before something is pressed.
func (p *tab) begins() {
	if p.before != nil {
		p.before()
	}
}

// press presses the button with this label, on the newest message that has one.
func (p *tab) press(label string) {
	p.t.Helper()
	p.begins()
	look[bool](p, "until(tapping(() => { const b = newest(labelled("+quoted(label)+", 'button.button')), on = b?.closest('.message'); return click(b) && on; }))")
}

// pick opens the select of this name on the newest message that has one, and
// takes the option whose first line this is. Where the message changes below
// the list, so that it closes, it is opened again, as a person would.
func (p *tab) pick(name, option string) {
	p.t.Helper()
	p.begins()
	look[bool](p, "until(tapping(() => { const o = "+offered(option)+", s = newest(labelled("+quoted(name)+", 'button.select')), on = s?.closest('.message'); "+
		"if (!o && !document.querySelector('.chooser')) click(s); return on && click(o) && on; }))")
}

// offered finds an option of the list that is open, by its first line.
func offered(option string) string {
	return "[...document.querySelectorAll('.chooser [role=option]')].find((o) => flat(o.querySelector('.chooser-text span').innerText) === " + quoted(option) + ")"
}

// choose takes an option of the list that is open, by its first line.
func (p *tab) choose(option string) {
	p.t.Helper()
	p.wait("click(" + offered(option) + ")")
}

// tick takes options of a select in the open modal, which may have several.
func (p *tab) tick(field string, options ...string) {
	p.t.Helper()
	p.wait("click([...document.querySelectorAll('dialog .field')].find((f) => flat(f.querySelector('.field-label').innerText).startsWith(" + quoted(field) + "))?.querySelector('button.select'))")
	for _, option := range options {
		p.choose(option)
	}
	p.wait("(() => { const done = document.querySelector('.chooser [data-done]'); return done ? click(done) : !document.querySelector('.chooser'); })()")
}

// types puts text where the cursor is.
func (p *tab) types(text string) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		return t.Call(ctx, "Input.insertText", map[string]any{"text": text}, nil)
	}))
}

// enter presses the Enter key.
func (p *tab) enter() {
	p.t.Helper()
	p.keys("Enter")
}

// keys presses keys one after another as a keyboard does. Enter is one event that brings its
// character along, so that a page that takes the key takes the character too.
func (p *tab) keys(names ...string) {
	p.t.Helper()
	codes := map[string]int{"Tab": 9, "Enter": 13, "Escape": 27, "ArrowRight": 39, "ArrowDown": 40}
	for _, name := range names {
		name, shifted := strings.CutPrefix(name, "Shift+")
		p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			key := map[string]any{"type": "keyDown", "key": name, "code": name, "windowsVirtualKeyCode": codes[name]}
			if name == "Enter" {
				key["text"] = "\r"
			}
			if shifted {
				key["modifiers"] = 8
			}
			if err := t.Call(ctx, "Input.dispatchKeyEvent", key, nil); err != nil {
				return err
			}
			key["type"] = "keyUp"
			delete(key, "text")
			return t.Call(ctx, "Input.dispatchKeyEvent", key, nil)
		}))
	}
}

// writes types into the message box.
func (p *tab) writes(text string) {
	p.t.Helper()
	p.wait("(document.querySelector('#composer').focus(), document.activeElement.id === 'composer')")
	p.types(text)
}

// isOffered waits until the list above the message box offers, first, something that begins so.
func (p *tab) isOffered(option string) {
	p.t.Helper()
	p.wait(`flat(document.querySelector('#suggestions [role=option][aria-selected=true] .suggestion-label')?.innerText ?? '').startsWith(` + quoted(option) + ")")
}

// finds gives those of the cards that stand anywhere in the page, seen or not.
func (p *tab) finds(cards string) string {
	p.t.Helper()
	page := look[string](p, "document.documentElement.outerHTML + [...document.images].map((m) => card(m.alt)).join(' ')")
	var found []string
	for card := range strings.FieldsSeq(cards) {
		if strings.Contains(page, card) {
			found = append(found, card)
		}
	}
	return strings.Join(found, " ")
}

// hasNone fails when any of the cards stands in the page.
func (p *tab) hasNone(cards string) {
	p.t.Helper()
	if found := p.finds(cards); found != "" {
		p.t.Errorf("%s's page has %s, which is somebody else's secret", p.person, found)
	}
}

// fits fails when anything is wider than the window.
func (p *tab) fits() {
	p.t.Helper()
	wide := look[[]string](p, `[document.scrollingElement, ...document.querySelectorAll('#stream *, #compose *')]
		.filter((n) => n === document.scrollingElement ? n.scrollWidth > innerWidth : n.getBoundingClientRect().right > innerWidth + 1)
		.map((n) => n.outerHTML.slice(0, 120))`)
	if len(wide) > 0 {
		p.t.Errorf("wider than %s's window: %q", p.person, wide)
	}
}

// shoot keeps a picture of the tab in the folder that BOATHOUSE_SHOTS names; without one nobody looks at it, so none is taken.
func (p *tab) shoot(name string) {
	p.t.Helper()
	if dir := os.Getenv("BOATHOUSE_SHOTS"); dir != "" {
		p.shootInto(filepath.Join(dir, name+".png"))
	}
}

// shootInto writes a picture of the tab into a file.
func (p *tab) shootInto(file string) {
	p.t.Helper()
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(file, png, 0o644) // a picture that all may see
	}
	if err != nil {
		p.t.Errorf("no picture of %s's tab: %v", p.person, err)
	}
}
