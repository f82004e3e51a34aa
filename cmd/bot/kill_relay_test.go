package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/gorilla/websocket"
)

// A relay stands between the bot and its Discord and passes everything on. It remembers the interactions that each bot
// was sent, and sends the next one, as soon as that is accepted, those again that nobody answered, and some that were.
type relay struct {
	*httptest.Server
	gateway string
	again   atomic.Int64 // interactions delivered again

	mu       sync.Mutex
	dice     *rand.Rand
	oftener  int             // one in so many answered ones comes again
	forge    bool            // under another id
	heard    []delivered     // since the last bot was accepted
	answered map[string]bool // interactions, by id
	nexts    map[string]bool // presses of Play on, by id as they were made
	accepted chan struct{}   // closed when a bot is
}

type delivered struct {
	id  string
	raw json.RawMessage
}

// A frame is one of the gateway's.
type frame struct {
	Op   int             `json:"op"`
	Seq  int64           `json:"s"`
	Name string          `json:"t"`
	Data json.RawMessage `json:"d"`
}

func newRelay(t *testing.T, hello discord.Handshake, dice *rand.Rand) *relay {
	t.Helper()
	r := &relay{gateway: hello.Gateway, dice: dice, oftener: 4, answered: map[string]bool{}, nexts: map[string]bool{}, accepted: make(chan struct{})}
	target, err := url.Parse(strings.TrimSuffix(hello.REST, "/api"))
	if err != nil {
		t.Fatal(err)
	}
	rest := &httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) { p.SetURL(target) },
		ModifyResponse: func(answer *http.Response) error {
			if parts := strings.Split(answer.Request.URL.Path, "/interactions/"); len(parts) == 2 && answer.StatusCode < 300 {
				id, _, _ := strings.Cut(parts[1], "/")
				r.mu.Lock()
				defer r.mu.Unlock()
				r.answered[id] = true
			}
			return nil
		},
		// Mostly the bot was killed while it waited; one that wasn't must not take it for a yes.
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	mux := http.NewServeMux()
	mux.Handle("/", rest)
	mux.HandleFunc("/api/v10/gateway", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `{"url":%q}`, "ws"+strings.TrimPrefix(r.URL, "http")+"/gateway")
	})
	mux.HandleFunc("/gateway", r.pass)
	mux.HandleFunc("/gateway/", r.pass)
	r.Server = httptest.NewServer(mux)
	t.Cleanup(r.Close)
	return r
}

// expect gives a channel that is closed when the next bot is accepted.
func (r *relay) expect() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.accepted = make(chan struct{})
	return r.accepted
}

// isNext says whether somebody made a press of Play on that has this id.
func (r *relay) isNext(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.nexts[id]
}

// pass is a line of the bot's.
func (r *relay) pass(w http.ResponseWriter, q *http.Request) {
	up := websocket.Upgrader{}
	bot, err := up.Upgrade(w, q, nil)
	if err != nil {
		return
	}
	defer func() { _ = bot.Close() }()
	discord, _, err := websocket.DefaultDialer.DialContext(q.Context(), r.gateway+"/?"+q.URL.RawQuery, nil)
	if err != nil {
		return
	}
	defer func() { _ = discord.Close() }()
	go func() {
		defer func() { _ = discord.Close() }()
		for {
			kind, text, err := bot.ReadMessage()
			if err != nil || discord.WriteMessage(kind, text) != nil {
				return
			}
		}
	}()
	for {
		kind, text, err := discord.ReadMessage()
		if err != nil {
			return
		}
		// The next line is to come this way, too.
		text = bytes.ReplaceAll(text, []byte(r.gateway), []byte("ws"+strings.TrimPrefix(r.URL, "http")+"/gateway"))
		for _, one := range append([][]byte{text}, r.hear(text)...) {
			if bot.WriteMessage(kind, one) != nil {
				return
			}
		}
	}
}

// hear takes note of a frame and gives those that are to follow it.
func (r *relay) hear(text []byte) (more [][]byte) {
	var f frame
	if json.Unmarshal(text, &f) != nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch f.Name {
	case "INTERACTION_CREATE":
		var in struct {
			ID   string
			Data struct {
				CustomID string `json:"custom_id"`
			}
		}
		if json.Unmarshal(f.Data, &in) == nil {
			r.heard = append(r.heard, delivered{in.ID, f.Data})
			if verb, _, _ := strings.Cut(in.Data.CustomID, "."); verb == "nx" || verb == "po" {
				r.nexts[in.ID] = true
			}
		}
	case "READY", "RESUMED":
		for _, d := range r.heard {
			if r.answered[d.id] && r.dice.IntN(r.oftener) > 0 {
				continue
			}
			if r.forge {
				d.raw = bytes.Replace(d.raw, []byte(d.id), []byte(d.id[:len(d.id)-1]+"x"), 1)
			}
			one, _ := json.Marshal(frame{Seq: f.Seq, Name: "INTERACTION_CREATE", Data: d.raw}) // of what was JSON
			more = append(more, one)
			r.again.Add(1)
		}
		r.heard = nil
		select {
		case <-r.accepted: // by the same bot, which had to come back
		default:
			close(r.accepted)
		}
	}
	return more
}
