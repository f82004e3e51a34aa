package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
)

// TestTwoWorkersPlayOnWhileTheyAreRestartedInTurn has two processes on one database behind a balancer, and two people who
// play while each is ended and killed in turn.
func TestTwoWorkersPlayOnWhileTheyAreRestartedInTurn(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	two := newCouple(t, nil)
	two.seat(ctx, t, nil)
	for round := range 16 {
		if two.round(ctx, t); round%2 == 1 {
			two.restart(ctx, t, round/2%2, []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL}[round/4%2])
		}
	}
	for a, b := 0, 0; a == 0 || b == 0; { // until the second has its part too
		if a, b = two.figure(t, 0, "discord_places"), two.figure(t, 1, "discord_places"); a+b > rest.DefaultRate || ctx.Err() != nil {
			t.Fatalf("of %d requests a second one has %d, the other %d", rest.DefaultRate, a, b)
		}
	}
	two.end(ctx, t)
	if two.forwarded == 0 {
		t.Error("nothing was brought from one worker to the other")
	}
	t.Logf("%d requests, of which %d came to another worker first, and %d had to be brought to the second one", two.requests.Load(), two.forwarded, two.again.Load())
}

// alreadyAnswered is Discord's code for an interaction that was answered before: a worker that was slow to take one up does it all the same.
const alreadyAnswered = 40060

// A pair is two workers, processes on one database.
type pair struct {
	sim       *discordsim.Server
	all       []*stage
	ops       []string // where each tells how it is
	forwarded int      // what those that have ended brought to the other
}

// newPair readies two workers, which end with the test, and a Discord with these people. What env says each gets beside all
// else; nil: that others reach it where Discord does.
func newPair(t *testing.T, env func(sim *discordsim.Server, i int, web string) []string, people ...string) *pair {
	t.Helper()
	address := needPostgres(t).Database(t)
	program := scriptedBot(t)
	sim, err := startChecked(t.Context(), discordsim.Options{Limits: roomy(), People: people})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	p := &pair{sim: sim}
	if env == nil {
		env = func(_ *discordsim.Server, _ int, web string) []string { return []string{"BOATHOUSE_WORKER=" + web} }
	}
	for i := range 2 {
		one := &stage{program: program, dir: t.TempDir(), sim: sim, address: address, web: freePort(t)}
		ops := freePort(t)
		p.all, p.ops = append(p.all, one), append(p.ops, ops)
		one.env = append(env(sim, i, one.web), "BOATHOUSE_OPS="+ops, "BOATHOUSE_DECKS="+p.all[0].decks())
		t.Cleanup(func() {
			if t.Failed() {
				t.Log("a worker's log ends:\n" + one.tail())
			}
			_ = one.stop(context.Background(), syscall.SIGKILL) // only after a failure is it still there
		})
	}
	return p
}

// at is where the workers are reached.
func (p *pair) at() (all []string) {
	for _, one := range p.all {
		all = append(all, one.web)
	}
	return all
}

// start starts both, and then has Discord send to what brings them its requests.
func (p *pair) start(ctx context.Context, t *testing.T, front string) {
	t.Helper()
	for _, one := range p.all {
		if err := one.start(ctx); err != nil {
			t.Fatal(err)
		}
	}
	for _, one := range p.all {
		one.front = front
	}
	if err := enter(ctx, p.sim, front); err != nil {
		t.Fatal(err)
	}
}

// restart ends one of them and starts it again.
func (p *pair) restart(ctx context.Context, t *testing.T, i int, how syscall.Signal) {
	t.Helper()
	p.count(t, i)
	if err := errors.Join(p.all[i].stop(ctx, how), p.all[i].start(ctx)); err != nil {
		t.Fatal(err)
	}
}

// count adds what one has brought to the other.
func (p *pair) count(t *testing.T, i int) {
	t.Helper()
	p.forwarded += p.figure(t, i, "web_forwarded_total")
}

// figure is one of those that a worker tells of itself.
func (p *pair) figure(t *testing.T, i int, name string) (n int) {
	t.Helper()
	_, text := fetch(t, "http://"+p.ops[i]+"/metrics")
	for line := range strings.Lines(text) {
		if _, err := fmt.Sscanf(line, "boathouse_"+name+" %d", &n); err == nil {
			return n
		}
	}
	return 0
}

// end ends both, and looks at database, logs and wire.
func (p *pair) end(ctx context.Context, t *testing.T) {
	t.Helper()
	for i, one := range p.all {
		p.count(t, i)
		if err := one.stop(ctx, syscall.SIGTERM); err != nil {
			t.Error(err)
		}
	}
	for _, one := range p.all {
		if err := one.check(ctx, []int{unknownMessage, alreadyAnswered}); err != nil {
			t.Error(err)
		}
	}
}

// A couple is two people who play with a pair of workers behind a balancer.
type couple struct {
	*pair
	balancer
	players []*clicker
	worst   time.Duration // that one of them waited for a first answer
}

// newCouple starts two workers, to which env says what newPair tells.
func newCouple(t *testing.T, env func(sim *discordsim.Server, i int, web string) []string) *couple {
	t.Helper()
	p := &couple{pair: newPair(t, env, "Ada", "Ben")}
	p.to = p.at()
	front := httptest.NewServer(&p.balancer)
	t.Cleanup(front.Close)
	p.start(t.Context(), t, front.URL)
	return p
}

// seat has a hand dealt to two people.
func (p *couple) seat(ctx context.Context, t *testing.T, options map[string]any) {
	t.Helper()
	for _, name := range []string{"Ada", "Ben"} {
		c := newClicker(p.sim, name, p.sim.Handshake().Channel)
		c.clocked = func(took time.Duration, failed bool) {
			if failed {
				t.Errorf("nobody answered %s for %v", name, took)
			}
			p.worst = max(p.worst, took)
		}
		p.players = append(p.players, c)
	}
	if err := errors.Join(openTable(ctx, options, 0, p.players...), p.players[0].tap(ctx, "st")); err != nil {
		t.Fatal(err)
	}
}

// round has both play while it is their turn.
func (p *couple) round(ctx context.Context, t *testing.T) {
	t.Helper()
	if _, err := goRound(ctx, p.players, func(ctx context.Context, c *clicker, p press) error { return c.useThere(ctx, p) }); err != nil {
		t.Fatal(err)
	}
}

// A balancer brings each request to the next of the workers, and to another where one doesn't take it.
type balancer struct {
	to                    []string
	turn, requests, again atomic.Int64
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
	for try := range int64(len(w.to)) {
		if try > 0 {
			w.again.Add(1)
		}
		on, err := http.NewRequestWithContext(r.Context(), r.Method, "http://"+w.to[(first+try)%int64(len(w.to))]+r.URL.Path, bytes.NewReader(body))
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
		maps.Copy(out.Header(), answer.Header)
		out.WriteHeader(answer.StatusCode)
		_, _ = out.Write(text)
		return
	}
	out.WriteHeader(http.StatusBadGateway)
}
