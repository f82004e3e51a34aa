package main

import (
	"context"
	"errors"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// A watch is a bot of two processes over the gateway: one is on it, and the other stands by.
type watch struct {
	*deploy
	on, by *mate
	gaps   []gap
	lost   []gap // clicks that nobody answered
}

// A mate is one of the two processes.
type mate struct {
	*server
	cmd *exec.Cmd
}

// A gap is a stretch of time.
type gap struct{ from, to time.Time }

// newWatch starts a Discord and a first process on a database of their own, and has a hand dealt to each pair.
func newWatch(t *testing.T, pairs int) *watch {
	t.Helper()
	address := needPostgres(t).Database(t)
	w := &watch{deploy: newTown(t)}
	w.address = address
	w.book = newBook(w.sim.Handshake(), func(string) bool { return true })
	w.book.channels = nil
	w.on = w.start(t)
	w.on.until("/readyz", http.StatusOK, "ready")
	w.seat(t, pairs)
	for _, c := range slices.Concat(w.pairs...) {
		c.clocked = func(took time.Duration, failed bool) {
			w.count(took, failed)
			if failed {
				w.mu.Lock()
				defer w.mu.Unlock()
				w.lost = append(w.lost, gap{time.Now().Add(-took), time.Now()})
			}
		}
	}
	return w
}

// start starts a process.
func (w *watch) start(t *testing.T) *mate {
	t.Helper()
	hello := w.sim.Handshake()
	bot, cmd := spawned(t, w.program, map[string]string{
		"DISCORD_TOKEN": hello.Token, "DISCORD_API": hello.REST, "BOATHOUSE_DB": w.address, "BOATHOUSE_PACE": "0",
		"BOATHOUSE_MAX_TABLES_PERSON": "0", "BOATHOUSE_MAX_TABLES_SERVER": "0", "BOATHOUSE_GUILD": hello.Guild.String(),
	})
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGCONT) // only after a failure is it still there
		_ = cmd.Process.Kill()
	})
	return &mate{bot, cmd}
}

// standBy starts a process that is to stand by, and returns when it does.
func (w *watch) standBy(t *testing.T) {
	t.Helper()
	w.by = w.start(t)
	w.by.until("/healthz", http.StatusOK, "ok")
	w.by.until("/readyz", http.StatusServiceUnavailable, "standing by for ")
}

// relieve does something to the process on the gateway, and returns how long it takes until the other one is.
func (w *watch) relieve(t *testing.T, do syscall.Signal) time.Duration {
	t.Helper()
	w.seen = w.newest()
	begun := time.Now()
	if err := w.on.cmd.Process.Signal(do); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), answerWithin)
	defer cancel()
	if err := w.connected(ctx); err != nil {
		t.Fatal(err)
	}
	w.mu.Lock()
	w.gaps = append(w.gaps, gap{begun, time.Now()})
	w.mu.Unlock()
	w.on, w.by = w.by, w.on
	return time.Since(begun)
}

// end waits for the end of a process and gives its code and its log.
func (m *mate) end(t *testing.T) (code int, log string) {
	t.Helper()
	select {
	case err := <-m.ended:
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Error(err)
		}
	case <-time.After(answerWithin):
		t.Fatal("it doesn't end")
	}
	return m.cmd.ProcessState.ExitCode(), m.log.String()
}

// asked counts the starts of which Discord was asked something.
func (w *watch) asked() (times int) {
	for _, e := range w.sim.Wire().After(0) {
		if e.Kind == "rest" && strings.HasSuffix(e.Path, "/applications/@me") {
			times++
		}
	}
	return times
}

// TestAStandbyTakesOver has people play while the process on the gateway is told to stop, killed, and paused for three leases, each
// time with another one standing by: that goes on with the session, and no click is lost but those that were made while nobody
// was on the line.
func TestAStandbyTakesOver(t *testing.T) {
	t.Parallel()
	w := newWatch(t, 6)
	w.play(t, func() {
		breath := func() { <-time.After(1500 * time.Millisecond) } // in which people play
		w.standBy(t)
		asked := w.asked()
		breath()
		if now := w.asked(); now != asked || asked == 0 {
			t.Errorf("who stands by asked Discord, which was asked %d times by then, and now %d times", asked, now)
		}
		took := w.relieve(t, syscall.SIGTERM)
		t.Logf("told to stop, it was relieved after %v", took)
		if code, log := w.by.end(t); code != 0 {
			t.Errorf("told to stop: %d\n%s", code, log)
		}

		breath()
		w.standBy(t)
		breath()
		took = w.relieve(t, syscall.SIGKILL)
		t.Logf("killed, it was relieved after %v", took)
		w.by.end(t)

		breath()
		w.standBy(t)
		breath()
		took = w.relieve(t, syscall.SIGSTOP)
		t.Logf("paused, it was relieved after %v", took)
		<-time.After(3*lineFor - took)
		if err := w.by.cmd.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		code, log := w.by.end(t)
		if code != exitRetry || !strings.Contains(endOf(t, log), "has the line to Discord") {
			t.Errorf("paused: %d\n%s", code, log)
		}
		w.standBy(t)
		breath()
	})
	if begun := w.sessions(t); begun != 1 {
		t.Errorf("%d sessions were begun", begun)
	}
	w.mu.Lock()
	t.Logf("%d clicks, %d of which nobody answered, the worst first answer after %v", w.clicks, w.failed, w.worst)
	for _, click := range w.lost {
		if !slices.ContainsFunc(w.gaps, func(g gap) bool { return click.from.Before(g.to) && g.from.Before(click.to) }) {
			t.Errorf("a click of %v was lost, which was no gap", click)
		}
	}
	w.mu.Unlock()
	w.whole(t, w.on, w.by)
}

// whole stops the processes and looks whether every acknowledged move is there.
func (w *watch) whole(t *testing.T, all ...*mate) {
	t.Helper()
	for _, m := range all {
		m.quit()
		if code, log := m.end(t); code != 0 || strings.Contains(log, `"level":"ERROR"`) {
			t.Errorf("told to stop: %d\n%s", code, log)
		}
	}
	wrong, err := w.book.check(t.Context(), w.place())
	if err != nil || len(wrong) > 0 {
		t.Errorf("%v, %v", wrong, err)
	}
	if acked, sent := w.book.counts(); acked < 50 {
		t.Errorf("%d of %d acknowledged: the test shows little", acked, sent)
	}
	hello := w.sim.Handshake()
	doctor := said(t, w.program, map[string]string{"BOATHOUSE_DB": w.address, "DISCORD_TOKEN": hello.Token, "DISCORD_API": hello.REST, "BOATHOUSE_GUILD": hello.Guild.String()}, "doctor")
	if doctor.code != 0 {
		t.Errorf("the doctor: %+v", doctor)
	}
	for _, v := range w.sim.Violations() {
		if v.Kind != wirelog.Refused {
			t.Errorf("Discord objects: %+v", v)
		}
	}
}

// TestWithoutTheLineBothHear is the control: with a database in which nobody keeps the line for any time, the second process connects
// at once, and the two take the session from each other.
func TestWithoutTheLineBothHear(t *testing.T) {
	t.Parallel()
	w := newWatch(t, 1)
	within(t, w.address, "CREATE FUNCTION forgotten() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.until = 0; RETURN NEW; END $$",
		"CREATE TRIGGER forgotten BEFORE INSERT OR UPDATE ON line FOR EACH ROW EXECUTE FUNCTION forgotten()",
		"DELETE FROM line")
	w.seen = w.newest()
	w.by = w.start(t)
	ctx, cancel := context.WithTimeout(t.Context(), answerWithin)
	defer cancel()
	for range 3 { // the second one, the first one, and the second one again
		if err := w.connected(ctx); err != nil {
			t.Fatal(err)
		}
	}
}
