package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/commands/web"
	"github.com/boathouse-rum/boathouse/discordsim"
)

// TestTwoWorkersPlayOnWhileTheyAreRestartedInTurn has two processes on one database behind a balancer, and two people who
// play while each is ended and killed in turn.
func TestTwoWorkersPlayOnWhileTheyAreRestartedInTurn(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	pair := newPair(t, func(_ *discordsim.Server, _ int, web string) []string { return []string{"BOATHOUSE_WORKER=" + web} })
	pair.seat(ctx, t, nil)
	for round := range 16 {
		if pair.round(ctx, t); round%2 == 0 {
			continue
		}
		if err := pair.restart(ctx, t, round/2%2, []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL}[round/4%2]); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
	}
	for a, b := 0, 0; a == 0 || b == 0; { // until the second has its part too
		if a, b = pair.figure(t, 0, "discord_places"), pair.figure(t, 1, "discord_places"); a+b > rest.DefaultRate || ctx.Err() != nil {
			t.Fatalf("of %d requests a second one has %d, the other %d", rest.DefaultRate, a, b)
		}
	}
	pair.end(ctx, t)
	if pair.forwarded == 0 {
		t.Error("nothing was brought from one worker to the other")
	}
	t.Logf("%d requests, of which %d came to another worker first, and %d had to be brought to the second one", pair.requests.Load(), pair.forwarded, pair.again.Load())
}

// alreadyAnswered is Discord's code for an interaction that was answered before: a worker that was slow to take one up does it all the same.
const alreadyAnswered = 40060

// newPair starts a Discord and two workers on a database, each with what env says beside all else.
func newPair(t *testing.T, env func(sim *discordsim.Server, i int, web string) []string) *balancer {
	t.Helper()
	address := needPostgres(t).Database(t)
	program := scriptedBot(t)
	sim, err := startChecked(t.Context(), discordsim.Options{Limits: roomy(), People: []string{"Ada", "Ben"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	pair := &balancer{sim: sim}
	for i := range 2 {
		one := &stage{program: program, dir: t.TempDir(), sim: sim, address: address, web: ownPort(t)}
		ops := freePort(t)
		one.env = append(env(sim, i, one.web), "BOATHOUSE_OPS="+ops)
		pair.all, pair.ops = append(pair.all, one), append(pair.ops, ops)
		t.Cleanup(func() {
			if t.Failed() {
				t.Log("a worker's log ends:\n" + one.tail())
			}
			_ = one.stop(context.Background(), syscall.SIGKILL) // only after a failure is it still there
		})
	}
	front := httptest.NewServer(pair)
	t.Cleanup(front.Close)
	pair.front = front.URL
	for i := range pair.all {
		if err := pair.start(t.Context(), i); err != nil {
			t.Fatal(err)
		}
	}
	return pair
}

// seat has a hand dealt to two people.
func (w *balancer) seat(ctx context.Context, t *testing.T, options map[string]any) {
	t.Helper()
	for _, name := range []string{"Ada", "Ben"} {
		c := newClicker(w.sim, name, w.sim.Handshake().Channel)
		c.clocked = func(took time.Duration, failed bool) {
			if failed {
				t.Errorf("nobody answered %s for %v", name, took)
			}
			w.worst = max(w.worst, took)
		}
		w.players = append(w.players, c)
	}
	if err := errors.Join(openTable(ctx, options, 0, w.players...), w.players[0].tap(ctx, "st")); err != nil {
		t.Fatal(err)
	}
}

// round has both play while it is their turn.
func (w *balancer) round(ctx context.Context, t *testing.T) {
	t.Helper()
	if _, err := goRound(ctx, w.players, func(ctx context.Context, c *clicker, p press) error {
		if err := c.use(ctx, p); !errors.Is(err, errGone) {
			return err
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// end stops the workers and looks at all that they leave.
func (w *balancer) end(ctx context.Context, t *testing.T) {
	t.Helper()
	for i, one := range w.all {
		w.count(t, i)
		if err := one.stop(ctx, syscall.SIGTERM); err != nil {
			t.Error(err)
		}
	}
	for _, one := range w.all {
		if err := one.check(ctx, []int{unknownMessage, alreadyAnswered}); err != nil {
			t.Error(err)
		}
	}
}

// A balancer is before processes on one database, and brings each request to the next of them, and to another where one
// doesn't take it.
type balancer struct {
	sim                   *discordsim.Server
	all                   []*stage
	ops                   []string
	front                 string
	turn, requests, again atomic.Int64
	forwarded             int // until the workers ended that counted it
	players               []*clicker
	worst                 time.Duration // that one of them waited for a first answer
}

// ServeHTTP implements [http.Handler].
func (w *balancer) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		out.WriteHeader(http.StatusBadRequest)
		return
	}
	w.requests.Add(1)
	first := w.turn.Add(1)
	for try := range int64(len(w.all)) {
		if try > 0 {
			w.again.Add(1)
		}
		on, err := http.NewRequestWithContext(r.Context(), r.Method, "http://"+w.all[(first+try)%int64(len(w.all))].web+r.URL.Path, bytes.NewReader(body))
		if err != nil {
			break
		}
		on.Header = r.Header
		answer, err := http.DefaultClient.Do(on)
		if err != nil {
			continue
		}
		text, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil || answer.StatusCode >= http.StatusInternalServerError {
			continue
		}
		out.WriteHeader(answer.StatusCode)
		_, _ = out.Write(text)
		return
	}
	out.WriteHeader(http.StatusBadGateway)
}

// start starts one of them. Discord then sends to the balancer again.
func (w *balancer) start(ctx context.Context, i int) error {
	return errors.Join(w.all[i].start(ctx), w.sim.EnterInteractions(ctx, w.front+web.InteractionsPath), w.sim.EnterEvents(ctx, w.front+web.EventsPath, "APPLICATION_AUTHORIZED", "APPLICATION_DEAUTHORIZED"))
}

func (w *balancer) restart(ctx context.Context, t *testing.T, i int, how syscall.Signal) error {
	t.Helper()
	w.count(t, i)
	return errors.Join(w.all[i].stop(ctx, how), w.start(ctx, i))
}

// count adds what one has brought to the other.
func (w *balancer) count(t *testing.T, i int) {
	t.Helper()
	w.forwarded += w.figure(t, i, "web_forwarded_total")
}

// figure is one of those that a worker tells of itself.
func (w *balancer) figure(t *testing.T, i int, name string) (n int) {
	t.Helper()
	_, text := fetch(t, "http://"+w.ops[i]+"/metrics")
	for line := range strings.Lines(text) {
		if _, err := fmt.Sscanf(line, "boathouse_"+name+" %d", &n); err == nil {
			return n
		}
	}
	return 0
}
