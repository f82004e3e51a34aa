package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// How a deploy is tried: so many clicks a second while the bot is started again and again.
const (
	deployRate   = 50
	deployWithin = 2500 * time.Millisecond // the worst first answer
)

// TestADeployNobodyFeels has people click while the real bot is told to stop and started again: no click fails, and no new session is
// started. With BOATHOUSE_LONG it is 50 clicks a second for a minute, and no first answer takes longer than 2.5 s.
func TestADeployNobodyFeels(t *testing.T) { deployed(t, syscall.SIGTERM) }

// TestAKillLosesOnlyWhatWasUnderWay is the same with signal 9.
func TestAKillLosesOnlyWhatWasUnderWay(t *testing.T) { deployed(t, syscall.SIGKILL) }

func deployed(t *testing.T, how syscall.Signal) {
	t.Helper()
	pairs, restarts, between := 8, 2, time.Second
	if os.Getenv("BOATHOUSE_LONG") != "" {
		pairs, restarts, between = 24, 9, 6*time.Second
	}
	d := newDeploy(t, pairs)
	under := 0 // way when the bot was killed
	slowest := time.Duration(0)
	d.play(t, func() {
		for range restarts {
			<-time.After(between)
			away := time.Now()
			if how == syscall.SIGKILL {
				under += int(d.waiting.Load())
			}
			d.stop(t, how)
			d.start(t)
			slowest = max(slowest, time.Since(away))
		}
		<-time.After(between)
	})
	again := 0
	for _, pair := range d.pairs {
		for _, c := range pair {
			again += c.again
		}
	}
	t.Logf("%d clicks, %d failed, %d without what they were to bring, %d to be done again, the worst first answer after %v, %d restarts of at most %v, %d sessions",
		d.clicks, d.failed, d.unanswered, again, d.worst, restarts, slowest, d.sessions(t))
	if d.sessions(t) != 1 {
		t.Errorf("%d sessions were started", d.sessions(t))
	}
	lost := max(d.failed, d.unanswered)
	if lost > under && slowest < soon { // Discord doesn't wait for a bot that is away for longer
		t.Errorf("%d clicks got no answer, at most %d were under way", lost, under)
	}
	if os.Getenv("BOATHOUSE_LONG") != "" {
		if want := deployRate * 60; d.clicks < want || lost > under || again > 0 || d.worst > deployWithin {
			t.Errorf("of at least %d clicks", want)
		}
	}
	if d.clicks < 100 {
		t.Error("hardly anything happened")
	}
	d.end(t)
}

// TestADeployWithoutTheSessionIsFelt is the control: a bot that has forgotten its session starts a new one, and the clicks of
// meanwhile are lost.
func TestADeployWithoutTheSessionIsFelt(t *testing.T) {
	d := newDeploy(t, 8)
	d.play(t, func() {
		<-time.After(time.Second)
		d.stop(t, syscall.SIGTERM)
		db, err := sqlite.Open(t.Context(), d.db(), sqlite.Options{})
		if err == nil {
			err = errors.Join(db.KeepSession(t.Context(), ""), db.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		<-time.After(500 * time.Millisecond) // somebody clicks
		d.start(t)
		<-time.After(time.Second)
	})
	if d.failed == 0 || d.sessions(t) != 2 {
		t.Errorf("%d of %d clicks failed, in %d sessions", d.failed, d.clicks, d.sessions(t))
	}
	d.end(t)
}

// A deploy is a real bot that is stopped and started while people play.
type deploy struct {
	stage
	book    *book         // what was asked and answered; nil: nobody keeps one
	logs    *bytes.Buffer // of the bot that runs now
	pairs   [][]*clicker
	waiting atomic.Int64 // clicks under way

	mu             sync.Mutex
	clicks, failed int
	unanswered     int // those that failed, and those whose answer was promised and didn't come
	worst          time.Duration
}

// newDeploy starts a Discord with its own limits on answers, and a bot, and has a hand dealt to each pair.
func newDeploy(t *testing.T, pairs int) *deploy {
	t.Helper()
	d := newTown(t)
	d.start(t)
	d.seat(t, pairs)
	return d
}

// personIn is the name of one of the town.
func personIn(i int) string { return fmt.Sprintf("Person%d", i) }

// newTown starts a Discord with its own limits on answers, without a bot yet.
func newTown(t *testing.T) *deploy {
	t.Helper()
	d := &deploy{}
	d.program, d.dir = buildBot(t), t.TempDir()
	o := discordsim.Options{Limits: roomy()}
	if os.Getenv("BOATHOUSE_LONG") != "" {
		o.Limits.Acknowledge = 0 // Discord's own
	}
	for i := range benchPeople {
		o.People = append(o.People, personIn(i))
	}
	var err error
	if d.sim, err = startChecked(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if d.bot != nil {
			_ = d.bot.Process.Kill()
			_ = d.bot.Wait()
		}
		if err := d.sim.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// seat has a hand dealt to each of so many pairs.
func (d *deploy) seat(t *testing.T, pairs int) {
	t.Helper()
	for i := range pairs {
		channel, first := addChannel(t, d.sim, fmt.Sprintf("table-%d", i)), 2*i%benchPeople
		pair := []*clicker{newClicker(d.sim, personIn(first), channel), newClicker(d.sim, personIn(first+1), channel)}
		if d.book != nil {
			d.book.channels = append(d.book.channels, channel)
		}
		if err := openTable(t.Context(), nil, 0, pair...); err != nil {
			t.Fatal(err)
		}
		if err := pair[0].tap(t.Context(), "st"); err != nil {
			t.Fatal(err)
		}
		for _, c := range pair {
			if err := c.show(t.Context()); err != nil {
				t.Fatal(err)
			}
			c.clocked = d.count
		}
		d.pairs = append(d.pairs, pair)
	}
}

// start starts the bot and returns when Discord has accepted it.
func (d *deploy) start(t *testing.T) {
	t.Helper()
	hello := d.sim.Handshake()
	d.logs, d.seen = new(bytes.Buffer), d.newest()
	d.bot = exec.CommandContext(t.Context(), d.program, "serve")
	d.bot.Stderr = d.logs
	d.bot.Env = []string{
		"DISCORD_TOKEN=" + hello.Token, "DISCORD_API=" + hello.REST, "BOATHOUSE_DB=" + d.setting(), "BOATHOUSE_OPS=off", "BOATHOUSE_PACE=0",
		"BOATHOUSE_MAX_TABLES_PERSON=0", "BOATHOUSE_MAX_TABLES_SERVER=0", "BOATHOUSE_GUILD=" + hello.Guild.String(),
	}
	if err := d.bot.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), answerWithin)
	defer cancel()
	if err := d.connected(ctx); err != nil {
		t.Fatal(err)
	}
}

// stop ends the bot: by SIGTERM, after which it must end well, or by SIGKILL.
func (d *deploy) stop(t *testing.T, how syscall.Signal) {
	t.Helper()
	if err := d.bot.Process.Signal(how); err != nil {
		t.Fatal(err)
	}
	if err := d.bot.Wait(); err != nil && how == syscall.SIGTERM {
		t.Errorf("%v\n%s", err, d.logs)
	}
	d.bot = nil
}

// count takes note of a click.
func (d *deploy) count(took time.Duration, failed bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.clicks++
	if failed {
		d.failed++
		return
	}
	d.worst = max(d.worst, took)
}

// use uses a press, and enters it in the book.
func (d *deploy) use(ctx context.Context, c *clicker, p press) error {
	if d.book == nil {
		return c.use(ctx, p)
	}
	d.book.asked(c, p)
	err := c.use(ctx, p)
	if err != nil {
		d.book.lost(p)
	} else {
		d.book.answered(p)
	}
	return err
}

// play has everybody play at the rate while something is done.
func (d *deploy) play(t *testing.T, do func()) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	turns := make(chan struct{}, deployRate*10)
	var all sync.WaitGroup
	all.Go(func() {
		tick := time.NewTicker(time.Second / deployRate)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				select {
				case turns <- struct{}{}:
				default: // everybody is behind
				}
			case <-ctx.Done():
				close(turns)
				return
			}
		}
	})
	for _, pair := range d.pairs {
		all.Go(func() {
			for {
				_, err := goRound(t.Context(), pair, func(ctx context.Context, c *clicker, p press) error {
					if _, more := <-turns; !more {
						return errEnough
					}
					d.waiting.Add(1)
					defer d.waiting.Add(-1)
					err := d.use(ctx, c, p)
					if errors.Is(err, errUnanswered) {
						d.mu.Lock()
						defer d.mu.Unlock()
						d.unanswered++
					}
					return err
				})
				if errors.Is(err, errEnough) {
					return
				}
				if err != nil { // whoever got no answer asks for their hand
					for _, c := range pair {
						_ = c.show(t.Context())
					}
				}
			}
		})
	}
	do()
	stop()
	all.Wait()
}

// sessions is how many the bot has started, as Discord counts them.
func (d *deploy) sessions(t *testing.T) int {
	t.Helper()
	hello := d.sim.Handshake()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, hello.REST+"/v10/gateway/bot", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot "+hello.Token)
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var wire struct {
		Starts struct{ Total, Remaining int } `json:"session_start_limit"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&wire); err != nil || wire.Starts.Total == 0 {
		t.Fatalf("%s: %v", answer.Status, err)
	}
	return wire.Starts.Total - wire.Starts.Remaining
}

// end stops the bot and has its file checked.
func (d *deploy) end(t *testing.T) {
	t.Helper()
	d.stop(t, syscall.SIGTERM)
	db, err := d.read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found, err := db.Check(t.Context())
	if err := errors.Join(err, db.Close()); err != nil || len(found.Wrong) > 0 {
		t.Errorf("%v, %v", found.Wrong, err)
	}
}
