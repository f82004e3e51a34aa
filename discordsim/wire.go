package discordsim

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// wireKept is how many exchanges the log holds; older ones are forgotten.
const wireKept = 16384

// Wire is a log of what went over the wire, newest last, without tokens.
type Wire struct {
	mu      sync.Mutex
	entries []Exchange // a ring once it is full
	next    uint64     // number of the next entry, from 1
	more    chan struct{}
	closed  bool
}

// Exchange is a request with its answer, or one frame of the gateway.
type Exchange struct {
	N       uint64          `json:"n"` // counts from 1
	At      time.Time       `json:"at"`
	Dir     string          `json:"dir"`  // "bot→discord", "discord→bot", "person→discord", "discord→person"
	Kind    string          `json:"kind"` // rest, gateway or file
	Who     string          `json:"who"`  // the account's name; "" for those who came without a token
	Account discord.ID      `json:"account,omitzero"`
	Method  string          `json:"method,omitempty"`
	Path    string          `json:"path,omitempty"`
	Status  int             `json:"status,omitempty"` // of an answer
	Body    json.RawMessage `json:"body,omitempty"`
}

type fileSum struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
	Size   int    `json:"size"`
	SHA256 string `json:"sha256"`
}

func newWire() *Wire { return &Wire{next: 1, more: make(chan struct{})} }

func (w *Wire) add(e Exchange) {
	e.At = time.Now()
	w.mu.Lock()
	defer w.mu.Unlock()
	e.N = w.next
	w.next++
	if len(w.entries) < wireKept {
		w.entries = append(w.entries, e)
	} else {
		w.entries[(e.N-1)%wireKept] = e
	}
	close(w.more)
	w.more = make(chan struct{})
}

// rest notes a request and its answer.
func (w *Wire) rest(r *http.Request, path string, c *call, status int, body []byte) {
	e := Exchange{Kind: "rest", Method: r.Method, Path: path, Dir: "bot→discord"}
	if c != nil && c.who != nil {
		e.Who, e.Account = c.who.Name, c.who.ID
		if !c.who.Bot {
			e.Dir = "person→discord"
		}
	}
	answer := e
	answer.Dir, answer.Status, answer.Body = turned(e.Dir), status, body
	if c != nil {
		e.Body = c.text
		if len(c.files) > 0 {
			e.Body = c.fold(sums(c.files))
		}
	}
	w.add(e)
	w.add(answer)
}

func turned(dir string) string {
	from, to, _ := strings.Cut(dir, "→")
	return to + "→" + from
}

func sums(files []rules.Upload) []fileSum {
	out := make([]fileSum, len(files))
	for i, f := range files {
		sum := sha256.Sum256(f.Bytes)
		out[i] = fileSum{f.Number, f.Name, len(f.Bytes), hex.EncodeToString(sum[:])}
	}
	return out
}

// told notes a frame sent to a client, heard one that came from it.
func (w *Wire) told(k *socket, text []byte) { w.frame(k, text, "discord→bot", "discord→person") }

func (w *Wire) heard(k *socket, text []byte) { w.frame(k, text, "bot→discord", "person→discord") }

func (w *Wire) frame(k *socket, text []byte, bot, person string) {
	e := Exchange{Kind: "gateway", Dir: bot, Body: text}
	if who := k.account.Load(); who != nil {
		e.Who, e.Account = who.Name, who.ID
		if !who.Bot {
			e.Dir = person
		}
	}
	w.add(e)
}

// file notes that someone fetched a file; who is known only when the request said so, which browsers don't.
func (w *Wire) file(path string, f *file, who *person) {
	e := Exchange{
		Kind: "file", Dir: "discord→person", Method: http.MethodGet, Path: path, Status: http.StatusOK,
		Body: discord.Encode(sums([]rules.Upload{{Name: f.Name, Bytes: f.Bytes}})),
	}
	if who != nil {
		e.Who, e.Account = who.Name, who.ID
	}
	w.add(e)
}

// After lists the entries with a number above n that are still kept, tokens replaced.
func (w *Wire) After(n uint64) []Exchange { return w.newest(n, wireKept) }

// newest is After with only so many of the newest entries.
func (w *Wire) newest(n, most uint64) []Exchange {
	w.mu.Lock()
	first := max(n+1, w.next-min(uint64(len(w.entries)), most))
	out := make([]Exchange, 0, w.next-min(first, w.next))
	for i := first; i < w.next; i++ {
		out = append(out, w.entries[(i-1)%wireKept])
	}
	w.mu.Unlock()
	for i := range out {
		out[i].Body = redact(out[i].Body)
	}
	return out
}

// Wait returns when there is an entry with a number above n, or the context or the server has ended.
func (w *Wire) Wait(ctx context.Context, n uint64) {
	for {
		w.mu.Lock()
		more, there := w.more, w.next > n+1 || w.closed
		w.mu.Unlock()
		if there {
			return
		}
		select {
		case <-more:
		case <-ctx.Done():
			return
		}
	}
}

// SentTo is all that one account was sent and is still kept: answers and frames, in order.
func (w *Wire) SentTo(account discord.ID) []Exchange {
	return w.where(func(e Exchange) bool { return e.Account == account && strings.HasPrefix(e.Dir, "discord→") })
}

// SentByBot is all that the bot sent and is still kept: requests and frames, in order.
func (w *Wire) SentByBot() []Exchange {
	return w.where(func(e Exchange) bool { return e.Dir == "bot→discord" })
}

func (w *Wire) where(keep func(Exchange) bool) []Exchange {
	return slices.DeleteFunc(w.After(0), func(e Exchange) bool { return !keep(e) })
}

func (w *Wire) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	close(w.more)
	w.more = make(chan struct{})
}

var tokenText = regexp.MustCompile(`("token"\s*:\s*)"[^"]*"`) //nolint:gochecknoglobals // compiled once

// redact takes the tokens out of a body.
func redact(body []byte) json.RawMessage {
	if len(body) == 0 {
		return nil
	}
	if !json.Valid(body) {
		return json.RawMessage(strconv.Quote(string(body)))
	}
	return tokenText.ReplaceAll(body, []byte(`$1"…"`))
}
