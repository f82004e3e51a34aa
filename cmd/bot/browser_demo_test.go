package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// A demo is the real binary, run as `bot demo` in a folder of its own.
type demo struct {
	program, dir string
	addr         string // where it listens
	env          []string
	running      *exec.Cmd
}

// openDemo builds the bot that can be told what to deal, and starts its demo, in which one may click as quickly as a
// test does.
func openDemo(t *testing.T, env ...string) *demo {
	t.Helper()
	d := &demo{program: scriptedBot(t), dir: t.TempDir(), addr: freePort(t), env: append(env, "BOATHOUSE_PACE=0", rarely())}
	d.start(t)
	t.Cleanup(func() {
		if d.running != nil {
			d.kill(t)
		}
		if t.Failed() {
			log, _ := os.ReadFile(filepath.Join(d.dir, "log"))
			t.Logf("the demo logged:\n%s", log)
		}
	})
	return d
}

// start runs the demo and returns when it has printed its address.
func (d *demo) start(t *testing.T) {
	t.Helper()
	log, err := os.OpenFile(filepath.Join(d.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }() // the process has its own
	d.running = exec.Command(d.program, "demo", "-addr", d.addr)
	d.running.Dir, d.running.Stderr = d.dir, log
	d.running.Env = append(d.env, "BOATHOUSE_DECKS="+filepath.Join(d.dir, "decks"))
	out, err := d.running.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := d.running.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	if !strings.Contains(line, "http://"+d.addr+"/ ") {
		t.Fatalf("the demo prints %q, which isn't its address", line)
	}
}

// kill ends the demo as a crash would.
func (d *demo) kill(t *testing.T) {
	t.Helper()
	if err := d.running.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = d.running.Wait() // "signal: killed"
	d.running = nil
}

// stack has these hands dealt from now on.
func (d *demo) stack(t *testing.T, dealer, hands string) {
	t.Helper()
	lines, err := readScript("deck", hands)
	if err != nil {
		t.Fatal(err)
	}
	deck, err := readDeck(dealer, lines)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(d.dir, "decks"), []byte(deck), 0o600); err != nil {
		t.Fatal(err)
	}
}

// startBrowser starts a headless Chromium. Where there is none the test is skipped,
// but under CI it fails.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	program := ""
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		const reason = "no Chromium on this machine: `make debian` installs it"
		if os.Getenv("CI") == "true" {
			t.Fatal(reason)
		}
		t.Skip(reason)
	}
	// Without a sandbox, since it is not to be had as root; it opens only our own page.
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("lang", "en-US"))
	bounded, cancel := context.WithTimeout(context.Background(), 4*time.Minute) // for a picture after a failure too
	allocator, release := chromedp.NewExecAllocator(bounded, options...)
	ctx, _ := chromedp.NewContext(allocator)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("Chromium doesn't start: %v", err)
	}
	t.Cleanup(func() {
		release()
		cancel()
	})
	return ctx
}
