package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
)

// TestTheDeskIsAttendedWhileTheFileIsOpened: from the first moment, and until the bot has ended.
func TestTheDeskIsAttendedWhileTheFileIsOpened(t *testing.T) {
	b := &server{t: t, ops: freePort(t), ended: make(chan error, 1)}
	ctx, told := context.WithCancel(t.Context())
	defer told()
	finish := make(chan struct{})
	go func() {
		b.ended <- attended(ctx, settings{Ops: b.ops}, &b.log, newLog(&b.log, slog.LevelInfo), func(ctx context.Context, d *desk) error {
			<-ctx.Done()
			<-finish
			return nil
		})
	}()
	b.until("/healthz", http.StatusOK, "ok")
	b.until("/readyz", http.StatusServiceUnavailable, "opening the file")
	told()
	b.until("/readyz", http.StatusServiceUnavailable, "finishing what has begun")
	b.until("/healthz", http.StatusOK, "ok")
	close(finish)
	if err := <-b.ended; err != nil {
		t.Error(err)
	}
}

// TestTheAddressOfABotThatEndsIsWaitedFor: whoever has the file may have the address, since the other gave both back.
func TestTheAddressOfABotThatEndsIsWaitedFor(t *testing.T) {
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	var text bytes.Buffer
	ops := other.Addr().String()
	err = attended(t.Context(), settings{Ops: ops}, &text, newLog(&text, slog.LevelInfo), func(ctx context.Context, d *desk) error {
		if err := other.Close(); err != nil {
			return err
		}
		err := d.opened(ctx, func(context.Context) error { return nil })
		if status, _ := fetch(t, "http://"+ops+"/healthz"); status != http.StatusOK {
			t.Errorf("once the file is open: %d", status)
		}
		d.leave()
		if l, err := net.Listen("tcp", ops); err != nil {
			t.Error("left, and yet taken:", err)
		} else {
			_ = l.Close()
		}
		return err
	})
	if err != nil {
		t.Error(err, text.String())
	}
}

// TestAStartThatWaitsSaysSoEachMinute: in the log, with what it waits for, and no more once it plays.
func TestAStartThatWaitsSaysSoEachMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var text bytes.Buffer
		ctx, stop := context.WithCancel(t.Context())
		begun := time.Now()
		err := attended(ctx, settings{}, &text, newLog(&text, slog.LevelWarn), func(ctx context.Context, d *desk) error {
			wait := func(minutes time.Duration) { time.Sleep(minutes*time.Minute + lookEvery) }
			wait(2)
			d.at(stepRegister)
			d.hold("", time.Now().Add(2*time.Minute))
			wait(3)
			d.work(func() error { return nil }, d.done)
			wait(10)
			stop()
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		held := "registering the commands: Discord's limit holds it back until " + begun.Add(4*time.Minute+lookEvery).UTC().Format(time.RFC3339)
		want := []string{"opening the file", "opening the file", held, held, "registering the commands"}
		var got []string
		for i, l := range logLines(t, text.String()) {
			at, err := time.Parse(time.RFC3339Nano, l.Time)
			if after := at.Sub(begun); err != nil || l.Msg != "not playing" || after.Round(time.Minute) != time.Duration(i+1)*time.Minute {
				t.Errorf("%+v", l)
			}
			got = append(got, l.WaitsFor)
		}
		if !slices.Equal(got, want) {
			t.Errorf("it said %q, want %q", got, want)
		}
	})
}

// manager listens as systemd does for what services tell it.
func manager(t *testing.T) (*net.UnixConn, string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "notify") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	at := net.UnixAddr{Net: "unixgram", Name: filepath.Join(dir, "s")}
	l, err := net.ListenUnixgram(at.Net, &at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l, at.Name
}

// heardOf reads what is told until one of the words comes, and gives all of it.
func heardOf(t *testing.T, l *net.UnixConn, word string) (all []string) {
	t.Helper()
	if err := l.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	for buffer := make([]byte, 4096); ; {
		n, err := l.Read(buffer)
		if err != nil {
			t.Fatalf("never told %q, but %q: %v", word, all, err)
		}
		if all = append(all, string(buffer[:n])); strings.HasPrefix(all[len(all)-1], word) {
			return all
		}
	}
}

// TestASystemdThatDoesntReadHoldsNothingUp: a bot starts and ends though nobody takes what it tells.
// Once systemd reads again it hears that the bot has started.
func TestASystemdThatDoesntReadHoldsNothingUp(t *testing.T) {
	t.Parallel()
	l, at := manager(t)
	stuff(t, at)
	env := served(t)
	env["NOTIFY_SOCKET"] = at
	b, _ := spawned(t, buildBot(t), env)
	b.until("/readyz", http.StatusOK, "ready")
	heardOf(t, l, "READY=1")
	stuff(t, at)
	b.quit()
	var err error
	select {
	case err = <-b.ended:
	case <-time.After(time.Minute):
		t.Fatal("it doesn't end")
	}
	if log := b.log.String(); err != nil || strings.Count(log, "systemd isn't told") != 2 {
		t.Errorf("%v\n%s", err, log)
	}
}

// stuff writes to a socket until it takes no more.
func stuff(t *testing.T, at string) {
	t.Helper()
	c, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Net: "unixgram", Name: at})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	for err == nil {
		if err = c.SetWriteDeadline(time.Now().Add(100 * time.Millisecond)); err == nil {
			_, err = c.Write([]byte("more"))
		}
	}
}

// TestSystemdHearsWhenTheFileIsOpen: that is when the real bot is ready for it, though Discord makes it wait; it hears
// what the bot waits for, that it lives, and that it stops.
func TestSystemdHearsWhenTheFileIsOpen(t *testing.T) {
	l, at := manager(t)
	env, sim := servedOn(t)
	env["NOTIFY_SOCKET"], env["WATCHDOG_USEC"] = at, "1000000"
	struck := sim.Faults().Next(http.MethodPut, listRoute, discordsim.Fault{Kind: discordsim.Status429, RetryAfter: 2 * time.Second})
	bot, _ := spawned(t, buildBot(t), env)
	for _, early := range heardOf(t, l, "READY=1") {
		if early == "WATCHDOG=1" {
			t.Error("it lives before it is ready")
		}
	}
	<-struck
	heardOf(t, l, "STATUS=registering the commands: Discord's limit holds it back until ")
	heardOf(t, l, "WATCHDOG=1")
	heardOf(t, l, "STATUS=playing")
	heardOf(t, l, "WATCHDOG=1")
	bot.quit()
	heardOf(t, l, "STOPPING=1")
	bot.stop()
}

// TestABotThatHangsIsNotAlive: systemd hears from one whose file answers, were it with an error, and not from one whose
// file doesn't; and from one whose server doesn't, unless the bot doesn't come back from asking.
func TestABotThatHangsIsNotAlive(t *testing.T) {
	broken := errors.New("the disk is full")
	hangs := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	for _, one := range []struct {
		name  string
		db    place
		store func(context.Context) error
		alive bool
	}{
		{"answers", file(""), func(context.Context) error { return nil }, true},
		{"refuses", file(""), func(context.Context) error { return broken }, true},
		{"hangs", file(""), hangs, false},
		{"a server hangs", database{}, hangs, true},
		{"hangs at a server", database{}, func(ctx context.Context) error { _ = hangs(ctx); <-time.After(10 * time.Millisecond); return nil }, false},
	} {
		t.Run(one.name, func(t *testing.T) {
			l, at := manager(t)
			t.Setenv("NOTIFY_SOCKET", at)
			t.Setenv("WATCHDOG_USEC", "20000")
			var text bytes.Buffer
			synctest.Test(t, func(t *testing.T) {
				ctx, stop := context.WithCancel(t.Context())
				var asked atomic.Int64
				err := attended(ctx, settings{DB: one.db}, &text, newLog(&text, slog.LevelError), func(ctx context.Context, d *desk) error {
					err := d.opened(ctx, func(ctx context.Context) error {
						if asked.Add(1) > 3 {
							stop()
						}
						return one.store(ctx)
					})
					<-ctx.Done()
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
			d := &desk{}
			d.notify("that's all")
			heard := heardOf(t, l, "that's all")
			if alive := slices.Contains(heard, "WATCHDOG=1"); alive != one.alive {
				t.Errorf("systemd heard %q", heard)
			}
			if told := strings.Contains(text.String(), "the bot hangs"); told == one.alive {
				t.Errorf("the log says %q", text.String())
			}
		})
	}
}

// TestABotThatCantStoreIsNotReady: what keeps it from that is said, or that there is no answer, after three seconds, and no more
// once it can again; it is asked once at a time, however often somebody wants to know.
func TestABotThatCantStoreIsNotReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		t.Setenv("NOTIFY_SOCKET", "")
		var text bytes.Buffer
		var state, asked atomic.Int64 // 0: well, 1: refuses, 2: hangs
		ctx, stop := context.WithCancel(t.Context())
		err := attended(ctx, settings{}, &text, newLog(&text, slog.LevelError), func(ctx context.Context, d *desk) error {
			if err := d.opened(ctx, func(ctx context.Context) error {
				if asked.Add(1) > 1 {
					t.Error("asked twice at once")
				}
				defer asked.Add(-1)
				switch state.Load() {
				case 1:
					return errors.New("the disk is full")
				case 2:
					<-ctx.Done()
					<-time.After(time.Minute) // whatever it was told
				}
				return nil
			}); err != nil {
				return err
			}
			d.work(func() error { return nil }, d.done)
			for _, one := range []struct {
				state int64
				after time.Duration
				says  string
			}{
				{0, time.Hour, ""}, {1, goodFor - time.Second, ""}, {1, 2 * time.Second, "the disk is full"}, {0, 2 * time.Second, ""},
				{2, goodFor - time.Second, ""}, {2, 2 * time.Second, errNoAnswer.Error()}, {0, 2 * time.Minute, ""},
			} {
				state.Store(one.state)
				for end := time.Now().Add(one.after); time.Now().Before(end); time.Sleep(time.Millisecond * 100) {
					_ = d.ready()
				}
				synctest.Wait()
				if err := d.ready(); (err != nil) != (one.says != "") || err != nil && err.Error() != one.says {
					t.Errorf("%+v: %v", one, err)
				}
			}
			stop()
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// TestWithoutSystemdNobodyIsTold: and nothing is waited for.
func TestWithoutSystemdNobodyIsTold(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", "")
	var text bytes.Buffer
	d := &desk{log: newLog(&text, slog.LevelDebug)}
	d.notify("READY=1")
	d.feed(func(context.Context) error { t.Error("asked for nothing"); return nil })
	if text.Len() > 0 {
		t.Error(text.String())
	}
}
