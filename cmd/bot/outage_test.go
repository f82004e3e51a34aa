package main

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
)

// TestABotOutlivesItsServer ends the server under a bot: whoever asks for something is answered that it went wrong, and
// once the server is back the same bot plays on.
func TestABotOutlivesItsServer(t *testing.T) {
	t.Parallel()
	mortal := pgtest.Mortal(t)
	env, sim := servedOn(t)
	env["BOATHOUSE_DB"] = mortal.Database(t)
	b := serving(t, env)
	b.until("/readyz", http.StatusOK, "ready")
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	asks := func(who string) {
		t.Helper()
		if out, err := sim.Person(who).Slash(ctx, sim.Handshake().Channel, "rum new", nil); err != nil || out.Failed {
			t.Fatalf("%s: %+v, %v", who, out, err)
		}
	}
	if err := mortal.Kill(); err != nil {
		t.Fatal(err)
	}
	asks("Ada")
	if err := sim.Person("Ada").Wait(ctx, func(all []discord.Message) bool {
		return slices.ContainsFunc(all, func(m discord.Message) bool { return strings.Contains(m.Text(), "Something went wrong") })
	}); err != nil {
		t.Fatalf("Ada isn't told: %v", err)
	}
	if err := mortal.Launch(); err != nil {
		t.Fatal(err)
	}
	asks("Ben") // though all of its connections have ended
	if err := sim.Person("Ben").Wait(ctx, func(all []discord.Message) bool {
		return slices.ContainsFunc(all, func(m discord.Message) bool { _, has := m.Find("Join"); return has })
	}); err != nil {
		t.Fatalf("Ben: %v", err)
	}
	b.quit()
	if err := <-b.ended; err != nil {
		t.Error(err)
	}
}

// A cable leads to a server's socket. A dead one takes what is said and brings nothing, as where a machine has lost its current.
type cable struct {
	dir  string // in which the socket is
	dead atomic.Bool

	mu  sync.Mutex
	all []net.Conn // to the server
}

// mend brings it to life again. Whatever was on it has ended by then.
func (c *cable) mend() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dead.Store(false)
	for _, one := range c.all {
		_ = one.Close() // it may have ended
	}
}

// lay puts a cable before the server of an address, and gives the address at its end.
func lay(t *testing.T, address string) (*cable, string) {
	t.Helper()
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{}
	if c.dir, err = os.MkdirTemp("", "cable"); err != nil { // a socket's path is short
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(c.dir) })
	const name = ".s.PGSQL.5432"
	server := filepath.Join(at.Query().Get("host"), name)
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "unix", filepath.Join(c.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				out, err := (&net.Dialer{}).DialContext(t.Context(), "unix", server)
				if err != nil {
					_ = in.Close()
					return
				}
				c.mu.Lock()
				c.all = append(c.all, out)
				c.mu.Unlock()
				go c.bring(in, out)
				c.bring(out, in)
			}()
		}
	}()
	at.RawQuery = url.Values{"host": {c.dir}}.Encode()
	return c, at.String()
}

// bring brings what comes from one end to the other.
func (c *cable) bring(from, to net.Conn) {
	defer func() { _ = to.Close() }()
	for some := make([]byte, 1<<14); ; {
		n, err := from.Read(some)
		if err != nil {
			return
		}
		if c.dead.Load() {
			continue
		}
		if _, err := to.Write(some[:n]); err != nil {
			return
		}
	}
}

// TestABotWhoseServerHangsIsAlive cuts the line to the server, which a restart of the bot wouldn't mend: systemd goes on to hear that the bot is
// alive, and that the server doesn't answer.
func TestABotWhoseServerHangsIsAlive(t *testing.T) {
	t.Parallel()
	l, at := manager(t)
	env := served(t)
	c, address := lay(t, needPostgres(t).Database(t))
	env["BOATHOUSE_DB"], env["NOTIFY_SOCKET"], env["WATCHDOG_USEC"] = address, at, "1000000"
	bot, _ := spawned(t, buildBot(t), env)
	heardOf(t, l, "STATUS=playing")
	c.dead.Store(true)
	heardOf(t, l, "STATUS=BOATHOUSE_DB: there is no PostgreSQL for ")
	for range 3 {
		heardOf(t, l, "WATCHDOG=1")
	}
	c.mend()
	bot.stop()
}
