package main

import (
	"context"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

const noAxe = "no axe-core among the page's tools: `make page` installs it"

// axeSource is axe-core, as `make page` installs it among the page's tools; "" where it
// isn't there, which fails under CI.
func axeSource(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile("../../discordsim/page/node_modules/axe-core/axe.min.js")
	if err != nil && os.Getenv("CI") == "true" {
		t.Fatal(noAxe)
	}
	return string(source)
}

func needAxe(t *testing.T) {
	t.Helper()
	if axeSource(t) == "" {
		t.Skip(noAxe)
	}
}

// prefers has the tab's system be "dark" or "light".
func (p *tab) prefers(scheme string) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		return t.Call(ctx, "Emulation.setEmulatedMedia", map[string]any{
			"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}},
		}, nil)
	}))
}

// isAccessible fails when axe finds fault with what the tab shows now.
func (p *tab) isAccessible(what string) {
	p.t.Helper()
	if found := p.barriers(); len(found) > 0 {
		p.t.Errorf("%s, %s: axe finds %q", p.person, what, found)
	}
}

// barriers lists what axe finds fault with.
func (p *tab) barriers() []string {
	p.t.Helper()
	source := axeSource(p.t)
	if source == "" {
		p.t.Log(noAxe)
		return nil
	}
	if !look[bool](p, "'axe' in window") {
		if _, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](source+";true")); err != nil {
			p.t.Fatalf("axe isn't taken: %v", err)
		}
	}
	return look[[]string](p, `(await axe.run(document, { resultTypes: ['violations'], preload: false })).violations
		.flatMap((v) => v.nodes.map((n) => v.id + ' at ' + n.target.join(' ') + ': ' + (n.any[0] ?? n.all[0] ?? n.none[0])?.message))`)
}

// TestThePageHasNoBarriersInEitherTheme looks at an empty channel, the panels and the
// menu. The control takes a button's name away.
func TestThePageHasNoBarriersInEitherTheme(t *testing.T) {
	t.Parallel()
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	d := openDemo(t)
	needAxe(t)
	browser := startBrowser(t)
	for _, scheme := range []string{"light", "dark"} {
		for name, width := range map[string]int64{"desk": 1280, "phone": 400} {
			p := openTab(browser, t, d, "Ada", words.For("en-US"), width, 860)
			p.prefers(scheme)
			p.wait("document.querySelector('.message, .welcome h2')")
			p.isAccessible(scheme + ", " + name)
			for _, panel := range []string{"#open-people", "#open-wire"} {
				opener := "document.querySelector('" + panel + "')"
				p.wait(opener + ".ariaExpanded === 'true' || click(" + opener + ")")
				p.isAccessible(scheme + ", " + name + ", " + panel)
				p.wait("click(document.querySelector('#side header button'))")
			}
			if scheme == "dark" && name == "phone" {
				look[bool](p, "(document.querySelector('.send').removeAttribute('aria-label'), document.querySelector('.send').removeAttribute('title'), true)")
				if len(p.barriers()) == 0 {
					t.Error("a button without a name isn't noticed")
				}
			}
		}
	}
}
