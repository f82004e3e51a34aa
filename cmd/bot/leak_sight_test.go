package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/engine"
)

// sights is what two viewers were sent and what the bot logged, without what differs between any two runs, sorted: what
// comes at the same moment comes in any order.
type sights struct{ ada, dov, log []string }

// seen plays the part with a deck, and with a leak.
func (p *partOfHand) seen(t *testing.T, program string, deck [engine.PackSize]engine.Card, leak spill) sights {
	t.Helper()
	return sightsOf(t, program, leakDealer, deck, leak, nil, func(ctx context.Context, c *company) error { return c.play(ctx, p) })
}

// sightsOf has a company play with the real bot that deals a deck, and gives what came of it. Settings are added to the
// bot's, and a leak is put into what it says.
func sightsOf(t *testing.T, program string, dealer engine.Seat, deck [engine.PackSize]engine.Card, leak spill, settings []string,
	play func(context.Context, *company) error) sights {
	t.Helper()
	sim, err := discordsim.Start(t.Context(), discordsim.Options{Limits: unhurried()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := sim.Close(); err != nil {
			t.Error(err)
		}
	}()
	hello := sim.Handshake()
	rest := leaky(t, hello.REST, leak)
	dir := t.TempDir()
	words := []string{strconv.Itoa(int(dealer))}
	for _, c := range deck {
		words = append(words, c.String())
	}
	if err := os.WriteFile(filepath.Join(dir, "decks"), []byte(strings.Join(words, " ")), 0o600); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	bot := exec.CommandContext(t.Context(), program, "serve")
	bot.Dir, bot.Stderr = dir, &log
	bot.Env = append([]string{
		"DISCORD_API=" + rest + "/api", "DISCORD_TOKEN=" + hello.Token, "BOATHOUSE_GUILD=" + hello.Guild.String(),
		"BOATHOUSE_DB=" + filepath.Join(dir, "rum.db"), "BOATHOUSE_OPS=off", "BOATHOUSE_PACE=0", "BOATHOUSE_RATE=10000", "BOATHOUSE_LOG=debug", "BOATHOUSE_DECKS=" + filepath.Join(dir, "decks"),
		"BOATHOUSE_PLAYOUTS=100", // so that time never ends a thought, which makes other advice
	}, settings...)
	if err := bot.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = bot.Process.Kill() }() // which does nothing when it has ended
	s := &stage{sim: sim}
	ctx, cancel := context.WithTimeout(t.Context(), 3*answerWithin)
	defer cancel()
	if err := s.connected(ctx); err != nil {
		t.Fatalf("%v\n%s", err, &log)
	}
	c := newCompany(sim)
	if err := play(ctx, c); err != nil {
		t.Fatalf("%v\n%s", err, &log)
	}
	if err := bot.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := bot.Wait(); err != nil {
		t.Error(err)
	}
	return sights{c.sent(sim, c.seats[0]), c.sent(sim, c.dov), plain(c.table, strings.Split(strings.ReplaceAll(log.String(), dir, "DIR"), "\n"))}
}

// A spill is a leak that is put into some of what the bot says, on its way to Discord; the zero value is none.
type spill struct {
	text string
	into func(r *http.Request, body []byte) bool
}

// isTable says whether a request edits the table message.
func isTable(r *http.Request, _ []byte) bool {
	return r.Method == http.MethodPatch && strings.Contains(r.URL.Path, "/channels/")
}

// isHint says whether a request gives a hint.
func isHint(_ *http.Request, body []byte) bool { return bytes.Contains(body, []byte("Hint (")) }

// leaky is a way to Discord for the bot that puts a leak into what it says.
func leaky(t *testing.T, rest string, leak spill) string {
	t.Helper()
	target, err := url.Parse(strings.TrimSuffix(rest, "/api"))
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
		p.SetURL(target)
		if leak.into == nil {
			return
		}
		body, err := io.ReadAll(p.In.Body)
		if err != nil {
			t.Error(err)
		}
		if leak.into(p.In, body) {
			body = bytes.Replace(body, []byte(`"content":"`), []byte(`"content":"`+leak.text), 1)
		}
		p.Out.Body, p.Out.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	}}
	server := httptest.NewServer(proxy)
	t.Cleanup(server.Close)
	return server.URL
}

// unlike lists lines that stand in one of two sorted lists oftener than in the other, the first few of them.
func unlike(a, b []string) (lines []string) {
	for len(lines) < 6 && (len(a) > 0 || len(b) > 0) {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			lines, a = append(lines, "- "+a[0]), a[1:]
		case len(a) == 0 || b[0] < a[0]:
			lines, b = append(lines, "+ "+b[0]), b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return lines
}

// sent is all that a person's client was sent: answers, and frames, without the echoes of its heartbeats, which come by the clock.
func (c *company) sent(sim *discordsim.Server, who *clicker) []string {
	var all []string
	for _, e := range sim.Wire().SentTo(who.ID()) {
		if e.Kind == "gateway" && bytes.HasPrefix(e.Body, []byte(`{"t":null,"s":null,"op":11,`)) {
			continue
		}
		line, ok := privately(e.Body)
		if !ok {
			line = fmt.Sprintf("%s %s %d %s", e.Method, e.Path, e.Status, e.Body)
		}
		if line != "" {
			all = append(all, line)
		}
	}
	all = plain(c.table, all)
	return slices.CompactFunc(all, func(a, b string) bool { return a == b && strings.HasPrefix(a, privateMark) })
}

const privateMark = "privately: "

// privately is all that a frame shows of a private message; no: it is no such frame. The bytes around it are Discord's,
// and which message shows a hand, and how often, is chance: when the post of a table overtakes the answer to a move, the
// mover's hand is drawn on the message that they moved by too, which then goes. It shows the same. A promise of an answer,
// which a bot makes that isn't given the time to answer, shows nothing: "".
func privately(frame []byte) (string, bool) {
	var f struct {
		Event string                     `json:"t"`
		Data  map[string]json.RawMessage `json:"d"`
	}
	const ephemeral, promise = 1 << 6, 1 << 7
	var flags int
	if json.Unmarshal(frame, &f) != nil || f.Event != "MESSAGE_CREATE" && f.Event != "MESSAGE_UPDATE" ||
		json.Unmarshal(f.Data["flags"], &flags) != nil || flags&ephemeral == 0 {
		return "", false
	}
	if flags&promise != 0 {
		return "", true
	}
	shown := privateMark
	for _, part := range []string{"flags", "content", "components", "embeds", "attachments", "mentions", "mention_roles", "mention_everyone", "tts"} {
		shown += fmt.Sprintf("%s %s ", part, f.Data[part])
	}
	return shown, true
}

// differing are the parts of lines that differ between any two runs, whatever the cards are.
var differing = []struct {
	find *regexp.Regexp
	put  string
}{
	{regexp.MustCompile(`([a-z]{2}\.TABLE\.[0-9a-z]+)\.[0-9a-z]+\.([0-9a-z]+)[0-9a-z]([0-9a-z]\.[^"]*\.)[-_A-Za-z0-9]{12}`), "$1.SERIAL.${2}TIPS$3.MAC"}, // custom_ids; which hands tips go with is told by the table's id
	{regexp.MustCompile("`[0-9A-Za-z_-]{32}`"), "`SEAL`"}, // the beginning of one, as a channel shows it
	{regexp.MustCompile(`[0-9a-f]{24,64}`), "HEX"},        // nonces, sessions, seeds, commitments
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:.]+(Z|[-+]\d\d:\d\d)`), "TIME"},
	{regexp.MustCompile(`\d{17,20}`), "ID"},
	{regexp.MustCompile(`(<|\\u003c)t:\d+`), "<t:TIME"},
	{regexp.MustCompile(`"s":\d+`), `"s":N`},
	{regexp.MustCompile(`127\.0\.0\.1:\d+`), "HOST"},
	{regexp.MustCompile(`"nonce":"[^"]*"`), `"nonce":"NONCE"`},
	{regexp.MustCompile(`\bp[a-z2-7]{16}\b`), "PERSON"}, // pseudonyms in the log
}

// plain takes out of lines what differs between any two runs, and sorts them.
func plain(table string, lines []string) []string {
	lines = slices.DeleteFunc(lines, func(line string) bool {
		// A reader was quicker than an answer, or not; so many edits came so soon that another way was taken, or not.
		return slices.ContainsFunc([]string{"hand not refreshed", "picture isn't where it was", "not edited by a click"}, func(msg string) bool {
			return strings.Contains(line, `"msg":"`+msg+`"`)
		})
	})
	known := make(map[string]string) // nothing of it has a comma, and most of what stands between two of them stands in many lines
	for i, line := range lines {
		if table != "" {
			line = strings.ReplaceAll(line, table, "TABLE")
		}
		parts := strings.Split(line, ",")
		for j, part := range parts {
			same, ok := known[part]
			if !ok {
				same = part
				for _, d := range differing {
					same = d.find.ReplaceAllString(same, d.put)
				}
				known[part] = same
			}
			parts[j] = same
		}
		lines[i] = strings.Join(parts, ",")
	}
	slices.Sort(lines)
	return lines
}
