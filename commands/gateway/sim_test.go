package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
)

// An echo is the smallest bot: it answers every interaction through the real REST client, once.
type echo struct {
	*Gateway
	rest  *rest.Client
	ended chan error
	stop  context.CancelFunc

	mu   sync.Mutex
	seen map[string]int // interactions, by id
}

func (e *echo) answer(t testing.TB, raw json.RawMessage) {
	var i struct{ ID, Token string }
	if err := json.Unmarshal(raw, &i); err != nil {
		t.Error(err)
		return
	}
	e.mu.Lock()
	e.seen[i.ID]++
	first := e.seen[i.ID] == 1
	e.mu.Unlock()
	if !first {
		return
	}
	body := rest.Payload{Body: map[string]any{"type": 4, "data": map[string]any{"content": "here"}}}
	if _, err := e.rest.Respond(context.Background(), i.ID, i.Token, body, false); err != nil {
		t.Error(err)
	}
}

// simulated starts an echo on a simulator with a heart that beats quickly.
func simulated(t testing.TB) (*echo, *discordsim.Server) {
	t.Helper()
	s, err := discordsim.Start(t.Context(), discordsim.Options{
		Limits: discordsim.Limits{Heartbeat: 400 * time.Millisecond, Acknowledge: 30 * time.Second},
	})
	if err != nil {
		t.Fatal(err)
	}
	h := s.Handshake()
	e := &echo{
		rest: rest.New(rest.Options{API: h.REST, Token: h.Token}), ended: make(chan error, 1), seen: map[string]int{},
	}
	e.Gateway = New(Options{API: h.REST, Token: h.Token, OnInteraction: func(raw json.RawMessage) { e.answer(t, raw) }})
	commands := []map[string]string{{"name": "echo", "description": "Say here"}}
	if _, err := e.rest.OverwriteCommands(t.Context(), h.Application.String(), "", commands); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	e.stop = stop
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		e.ended <- e.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-gone // with the last answer, which the simulator must live to take
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return e, s
}

// until waits for something about the gateway, without a limit but the test's own.
func (e *echo) until(t testing.TB, what string, so func(Health) bool) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !so(e.Health()) {
		select {
		case err := <-e.ended:
			t.Fatalf("the gateway ended before it was %s: %v", what, err)
		case <-t.Context().Done():
			t.Fatalf("never %s: %+v", what, e.Health())
		case <-tick.C:
		}
	}
}

// ask has Ada use the command and says whether the bot answered.
func ask(t testing.TB, s *discordsim.Server) {
	t.Helper()
	out, err := s.Person("Ada").Slash(t.Context(), s.Handshake().Channel, "echo", nil)
	if err != nil || out.Failed {
		t.Fatalf("no answer: %+v, %v", out, err)
	}
}

func TestTheBotAnswersAfterEveryFaultOfTheGateway(t *testing.T) {
	for name, tc := range map[string]struct {
		fault                      discordsim.GatewayFault
		lines, resumes, identifies int64
	}{
		"asked to reconnect":    {fault: discordsim.GatewayFault{Kind: discordsim.Op7}, lines: 2, resumes: 1, identifies: 1},
		"dropped":               {fault: discordsim.GatewayFault{Kind: discordsim.DropSocket}, lines: 2, resumes: 1, identifies: 1},
		"silent":                {fault: discordsim.GatewayFault{Kind: discordsim.Silence}, lines: 2, resumes: 1, identifies: 1},
		"half open":             {fault: discordsim.GatewayFault{Kind: discordsim.HalfOpen}, lines: 2, resumes: 1, identifies: 1},
		"closed with 4000":      {fault: discordsim.GatewayFault{Kind: discordsim.CloseCode, Code: 4000}, lines: 2, resumes: 1, identifies: 1},
		"invalid, to be tried":  {fault: discordsim.GatewayFault{Kind: discordsim.Op9, Resumable: true}, lines: 2, resumes: 1, identifies: 1},
		"invalid for good":      {fault: discordsim.GatewayFault{Kind: discordsim.Op9}, lines: 2, identifies: 2},
		"asked for a heartbeat": {fault: discordsim.GatewayFault{Kind: discordsim.AskHeartbeat}, lines: 1, identifies: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, s := simulated(t)
			e.until(t, "connected", func(h Health) bool { return h.Connected })
			ask(t, s)
			<-s.Faults().Gateway(tc.fault)
			e.until(t, "connected again", func(h Health) bool { return h.Connected && h.Lines == tc.lines })
			ask(t, s)
			h := e.Health()
			if h.Resumes != tc.resumes || h.Identifies != tc.identifies {
				t.Errorf("%+v", h)
			}
			e.stop()
			if err := <-e.ended; err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAnInteractionSentWhileTheLineIsDownIsAnswered(t *testing.T) {
	e, s := simulated(t)
	e.until(t, "connected", func(h Health) bool { return h.Connected })
	<-s.Faults().Gateway(discordsim.GatewayFault{Kind: discordsim.HalfOpen})
	ask(t, s)
	e.until(t, "resumed", func(h Health) bool { return h.Resumes == 1 })
	if h := e.Health(); h.Interactions != 1 || h.Identifies != 1 {
		t.Errorf("%+v", h)
	}
}

func TestDuplicatesReachWhoListens(t *testing.T) {
	e, s := simulated(t)
	e.until(t, "connected", func(h Health) bool { return h.Connected })
	s.Faults().Gateway(discordsim.GatewayFault{Kind: discordsim.DuplicateDispatch})
	ask(t, s)
	ask(t, s)
	e.until(t, "told three times", func(h Health) bool { return h.Interactions == 3 })
	e.stop()
	if err := <-e.ended; err != nil {
		t.Error(err)
	}
	counts := map[int]int{}
	for _, n := range e.seen {
		counts[n]++
	}
	if diff := cmp.Diff(map[int]int{1: 1, 2: 1}, counts); diff != "" {
		t.Error(diff)
	}
}

func TestARefusedTokenEndsTheRun(t *testing.T) {
	s, err := discordsim.Start(t.Context(), discordsim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	var log bytes.Buffer
	g := New(Options{API: s.Handshake().REST, Token: "no.such.token", Log: slog.New(slog.NewTextHandler(&log, nil))})
	err = g.Run(t.Context())
	var closed *ClosedError
	if !errors.As(err, &closed) || closed.Code != CodeTokenRefused {
		t.Errorf("got %v", err)
	}
	if h := g.Health(); h.Lines != 1 || h.Connected {
		t.Errorf("%+v", h)
	}
	if bytes.Contains(log.Bytes(), []byte("no.such.token")) {
		t.Error("the token is in the log")
	}
}
