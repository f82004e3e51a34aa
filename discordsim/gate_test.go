package discordsim_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/boathouse-rum/boathouse/discordsim/people"
)

func asRefused(err error, into **people.RefusedError) bool { return errors.As(err, into) }

// clock is a time that only moves when told to.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// frame is a gateway frame as a client reads it.
type frame struct {
	Op   int             `json:"op"`
	Name string          `json:"t"`
	Seq  int64           `json:"s"`
	Data json.RawMessage `json:"d"`
}

// gate is a bare gateway client.
type gate struct {
	tb      testing.TB
	conn    *websocket.Conn
	seq     int64
	session string
}

// dial connects and reads hello.
func dial(tb testing.TB, url string) *gate {
	tb.Helper()
	g := dialOnly(tb, url)
	if f := g.read(); f.Op != 10 {
		tb.Fatalf("not hello but %+v", f)
	}
	return g
}

func dialOnly(tb testing.TB, url string) *gate {
	tb.Helper()
	conn, answer, err := websocket.Dial(soon(tb), url, nil)
	if err != nil {
		tb.Fatal(err)
	}
	if answer.Body != nil {
		_ = answer.Body.Close()
	}
	conn.SetReadLimit(1 << 24)
	tb.Cleanup(func() { _ = conn.CloseNow() })
	return &gate{tb: tb, conn: conn}
}

func (g *gate) send(op int, data string) {
	g.tb.Helper()
	text := []byte(`{"op":` + string(rune('0'+op)) + `,"d":` + data + `}`)
	if err := g.conn.Write(soon(g.tb), websocket.MessageText, text); err != nil {
		g.tb.Fatal(err)
	}
}

// next reads one frame, or says why there is none.
func (g *gate) next() (frame, error) {
	var f frame
	kind, text, err := g.conn.Read(soon(g.tb))
	if err != nil {
		return f, err
	}
	if kind == websocket.MessageBinary {
		plain, err := zlib.NewReader(bytes.NewReader(text))
		if err != nil {
			return f, err
		}
		if text, err = io.ReadAll(plain); err != nil {
			return f, err
		}
	}
	err = json.Unmarshal(text, &f)
	if f.Op == 0 && f.Seq > 0 {
		g.seq = f.Seq
	}
	return f, err
}

func (g *gate) read() frame {
	g.tb.Helper()
	f, err := g.next()
	if err != nil {
		g.tb.Fatal(err)
	}
	return f
}

// event reads until one of that name.
func (g *gate) event(name string) json.RawMessage {
	g.tb.Helper()
	for {
		if f := g.read(); f.Name == name {
			return f.Data
		}
	}
}

// closed reads until the end and gives the code.
func (g *gate) closed() int {
	g.tb.Helper()
	for {
		if _, err := g.next(); err != nil {
			return int(websocket.CloseStatus(err))
		}
	}
}

func (g *gate) identify(token string, intents int) {
	g.tb.Helper()
	data, err := json.Marshal(map[string]any{"token": token, "intents": intents, "properties": map[string]string{}})
	if err != nil {
		g.tb.Fatal(err)
	}
	g.send(2, string(data))
	var ready struct {
		Session string `json:"session_id"`
	}
	if err := json.Unmarshal(g.event("READY"), &ready); err != nil {
		g.tb.Fatal(err)
	}
	g.session = ready.Session
	if intents&intentGuilds != 0 {
		g.event("GUILD_CREATE")
	}
}

func (g *gate) resume(token, session string, seq int64) {
	g.tb.Helper()
	data, err := json.Marshal(map[string]any{"token": token, "session_id": session, "seq": seq})
	if err != nil {
		g.tb.Fatal(err)
	}
	g.send(6, string(data))
}

// sofar lists the events that were sent before now and not read yet, each as its name and data.
func (g *gate) sofar() (events []string) {
	g.tb.Helper()
	g.send(1, "null")
	for {
		f := g.read()
		if f.Op == 11 {
			return events
		}
		events = append(events, f.Name+" "+string(f.Data))
	}
}
