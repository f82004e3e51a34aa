package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"runtime"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
)

// serve runs a server for one test.
func serve(t *testing.T) *Server {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Start(listener, Options{
		World: world.Options{
			Times:  world.Times{Clock: time.Now, Acknowledge: time.Hour, Token: time.Hour},
			People: []string{"Ada"}, Bot: "Bot", GuildLocale: "en-US", Permissions: rules.DefaultPermissions, Log: slog.New(slog.DiscardHandler),
		},
		Line: Line{Heartbeat: time.Hour, Replay: 10, Resume: time.Hour}, Errors: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// heard is a frame that a client was sent.
type heard struct {
	Op   int             `json:"op"`
	Name string          `json:"t"`
	Seq  int64           `json:"s"`
	Data json.RawMessage `json:"d"`
}

// client connects a bare client and reads hello.
func client(ctx context.Context, t *testing.T, s *Server) (conn *websocket.Conn, say func(string), next func() heard) {
	t.Helper()
	conn, answer, err := websocket.Dial(ctx, s.place.gateway(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if answer.Body != nil {
		_ = answer.Body.Close()
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	say = func(text string) {
		if err := conn.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	next = func() (f heard) {
		_, text, err := conn.Read(ctx)
		if err == nil {
			err = json.Unmarshal(text, &f)
		}
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	if f := next(); f.Op != 10 {
		t.Fatalf("not hello but %+v", f)
	}
	return conn, say, next
}

func TestASessionThatWasClosedCannotBeResumed(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	s := serve(t)
	token := s.Handshake().Token
	conn, say, next := client(ctx, t, s)
	identify := fmt.Sprintf(`{"op":2,"d":{"token":%q,"intents":0,"properties":{}}}`, token)
	say(identify)
	ready := next()
	var session struct {
		ID string `json:"session_id"`
	}
	if err := json.Unmarshal(ready.Data, &session); err != nil || ready.Name != "READY" {
		t.Fatalf("%v: %+v", err, ready)
	}
	if err := conn.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	for lines := 1; lines > 0 && ctx.Err() == nil; runtime.Gosched() { // the close is answered a moment before the session ends
		s.world.Look(func(*world.State) { lines = len(s.gate.hub.sockets) })
	}
	_, say, next = client(ctx, t, s)
	say(fmt.Sprintf(`{"op":6,"d":{"token":%q,"session_id":%q,"seq":%d}}`, token, session.ID, ready.Seq))
	if f := next(); f.Op != 9 || string(f.Data) != "false" {
		t.Errorf("%+v", f)
	}
	say(identify)
	if f := next(); f.Name != "READY" {
		t.Errorf("%+v", f)
	}
}
