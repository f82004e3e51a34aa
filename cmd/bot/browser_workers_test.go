package main

import (
	"context"
	"errors"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/web/proxytest"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/chromedp/chromedp"
)

// TestAnEveningOnTwoWorkersInTheBrowser has two people at 400 pixels open a table, play three hands and close it, on two workers with one
// database behind nginx, of which one is ended or killed at every third press, in the midst of turns: nobody is told that an interaction failed,
// each of them sees all that happens, and the evening is told once.
//
// BOATHOUSE_SHOTS=dir keeps the pictures of every step.
func TestAnEveningOnTwoWorkersInTheBrowser(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	q := &quake{pair: newPair(t, nil, "Ada", "Ben"), ctx: ctx, t: t, done: make(chan error, 1)}
	q.start(ctx, t, proxytest.Start(t, proxytest.Recipe(t, q.at()...)).HTTP)
	d := &demo{dir: q.all[0].dir, addr: strings.TrimSuffix(strings.TrimPrefix(q.sim.Handshake().Page, "http://"), "/")}
	browser := startBrowser(t)
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	ada := openTab(browser, t, d, "Ada", words.For("en-US"), 400, 860, chromedp.EmulateMobile, chromedp.EmulateTouch)
	ben := openTab(browser, t, d, "Ben", words.For("de"), 400, 860, chromedp.EmulateMobile, chromedp.EmulateTouch)
	speaksGerman(ben)
	q.done <- nil
	for _, p := range []*tab{ada, ben} {
		p.notesFailures()
	}
	ada.before, ben.before = func() { q.shake(ada, ben) }, func() { q.shake(ada, ben) }

	table := ada.words
	say := table.Say
	d.stack(t, "Ben", "Ada"+matchFirst+"\nBen"+matchSecond+matchMiddle)
	ada.writes("/rum new")
	ada.isOffered("/rum new")
	ada.enter()
	ada.wait("document.querySelector('.chip')?.textContent === '/rum new'")
	ada.enter()
	ada.sees(say(lang.LobbyFew), say(lang.LobbySeats, lang.N(1), lang.Total(6)))
	ben.press(say(lang.ButtonJoin))
	ada.sees(say(lang.LobbyReady), say(lang.LobbySeats, lang.N(2), lang.Total(6)))
	ada.shoot("workers-lobby")
	ada.press(say(lang.ButtonStart))
	playsShaken(ada, ben, table, 1)
	d.stack(t, "Ada", "Ada"+matchSecond+"\nBen"+matchFirst+matchMiddle)
	ben.press(say(lang.ButtonNext))
	playsShaken(ben, ada, table, 2)
	d.stack(t, "Ben", "Ada"+matchFirst+"\nBen"+matchSecond+matchMiddle)
	ada.press(say(lang.ButtonNext))
	playsShaken(ada, ben, table, 3)

	ada.writes("/rum close")
	ada.isOffered("/rum close")
	ada.enter()
	for _, p := range []*tab{ada, ben} {
		p.sees(say(lang.EveningTitle), say(lang.ButtonRematch))
		p.shoot("workers-evening-" + p.person)
		if n := look[int](p, "messages().filter((m) => flat(said(m)).includes("+quoted(say(lang.EveningTitle))+")).length"); n != 1 {
			t.Errorf("%s sees %d evenings", p.person, n)
		}
		if faults := p.faults(); len(faults) > 0 || p.failures() > 0 {
			t.Errorf("%s was told of %d failures, and the console has %q", p.person, p.failures(), faults)
		}
	}
	if err := <-q.done; err != nil {
		t.Error(err)
	}
	t.Logf("%d presses, %d times a worker was ended or killed", q.presses, q.shaken)
	if q.shaken < 8 {
		t.Errorf("only %d times a worker was ended or killed", q.shaken)
	}
	q.end(ctx, t)
	// The control: a press that nobody takes is seen by the same look.
	ada.before = nil
	ada.press(say(lang.ButtonRematch))
	ada.wait("document.querySelector('.complaint')")
	if ada.failures() != 1 {
		t.Errorf("a press that fails is noticed %d times", ada.failures())
	}
}

// notesFailures has the page count from now on how often its person is told that an interaction failed, also where that is drawn over at once.
func (p *tab) notesFailures() {
	p.t.Helper()
	look[bool](p, `(() => {
		window.told = new Set();
		new MutationObserver(() => document.querySelectorAll('.complaint').forEach((c) => window.told.add(c))).observe(document, { subtree: true, childList: true });
		return true;
	})()`)
}

// failures is how often that was.
func (p *tab) failures() int {
	p.t.Helper()
	return look[int](p, "window.told.size")
}

// playsShaken plays a hand: first melds, and goes out at the second turn.
func playsShaken(first, other *tab, table lang.Lang, hand int) {
	first.looks(table, hand)
	first.pick(first.words.Say(lang.SelectMeld), "9♣ 9♦ 9♠")
	first.holds("7♣ 3♦ 4♦ 5♦ 7♦ J♥ Q♥ K♥ 2♠")
	first.shoot("workers-turn-" + first.person)
	first.pick(first.words.Say(lang.SelectDiscard), "2♠")
	other.looks(table, hand)
	other.pick(other.words.Say(lang.SelectDiscard), "10♦")
	first.looks(table, hand)
	first.press(first.words.Say(lang.ButtonGooutDiscard, lang.Card("8♠")))
	for _, p := range []*tab{first, other} {
		p.sees(table.Say(lang.ResultWon, lang.Name(first.person), lang.Hand(hand)))
	}
	other.shoot("workers-result-" + other.person)
}

// looks finds at the table that it is this person's turn, and draws. Where their newest hand doesn't say so, since what was open before a worker went
// doesn't follow by itself, they open it at the table.
func (p *tab) looks(table lang.Lang, hand int) {
	p.t.Helper()
	p.sees(table.Say(lang.TableDraws, lang.Name(p.person)))
	p.settles()
	title, draw := p.words.Say(lang.HandTitle, lang.Hand(hand)), p.words.Say(lang.HandDraw)
	current := "((h) => h.includes(" + quoted(title) + ") && h.includes(" + quoted(draw) + "))(flat(said(messages().find((m) => m.dataset.ephemeral) ?? new Text())))"
	if !look[bool](p, current) {
		p.press(table.Say(lang.ButtonHand))
		p.wait(current)
		p.settles()
	}
	p.press(p.words.Say(lang.DrawStock, lang.N(2)))
}

// settles waits until no message has come or gone for as long as people need to move a finger.
func (p *tab) settles() {
	p.t.Helper()
	p.wait(`(() => {
		const all = messages().map((m) => m.dataset.messageId).join(), at = performance.now();
		if (window.settled?.all !== all) window.settled = { all, at };
		return at - window.settled.at > 700;
	})()`)
}

// idles waits until nothing that was pressed waits for an answer.
func (p *tab) idles() {
	p.t.Helper()
	look[bool](p, "(window.idle = performance.now(), true)")
	p.wait(`(() => {
		const at = performance.now();
		if (document.querySelector('[aria-busy=true]')) window.idle = at;
		return at - window.idle > 200;
	})()`)
}

// A quake is two workers that go down in turn while people play.
type quake struct {
	*pair
	ctx             context.Context
	t               *testing.T
	presses, shaken int
	done            chan error // has one value while both are up
}

// shake is called before each press. Before every third one of the workers goes down: told to stop, while the press is made, or killed just before
// it, and the press is made while the worker is started again. What one that is killed had taken is lost, so nobody waits for an answer then.
func (q *quake) shake(people ...*tab) {
	q.t.Helper()
	q.presses++
	if q.presses%3 != 0 {
		return
	}
	if err := <-q.done; err != nil {
		q.t.Fatal(err)
	}
	one, how := q.all[q.shaken%2], []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL}[q.shaken/2%2]
	q.shaken++
	var err error
	if how == syscall.SIGKILL {
		for _, p := range people {
			p.idles()
		}
		err = one.stop(q.ctx, how)
	}
	go func() {
		if how == syscall.SIGTERM {
			err = one.stop(q.ctx, how)
		}
		q.done <- errors.Join(err, one.start(q.ctx))
	}()
}
