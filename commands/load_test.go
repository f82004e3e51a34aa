package commands_test

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
	xrate "golang.org/x/time/rate"
)

// A load is many tables of two at once, of a house on a file, and what Discord takes of it in a second. Of five turns four
// are of live tables, at which each turn takes ten seconds; the others are of slow ones, at which whoever is to play is called.
// Nobody clicks: every edit and deletion costs a request with the bot's token, so it is the dearest that so many turns can be.
type load struct {
	tables int           // open; a fifth is slow
	turns  float64       // a second
	limit  int           // of Discord's, in a second
	rate   int           // of the bot's; as Discord's when 0
	lasts  time.Duration // the time in which turns begin
}

// tenth is what continuous integration runs: a tenth of the turns, and of what Discord takes.
func (l load) tenth() load {
	l.tables, l.turns, l.limit, l.rate, l.lasts = l.tables/20, l.turns/10, l.limit/10, l.rate/10, 8*time.Second
	return l
}

// TestAtThousandsOfTurnsAMinuteNobodyIsCalledLate plays 1,800 turns a minute at 2,000 tables, and twice as many, in a
// Discord that keeps its limits. The control is a bot that knows none: it is refused.
func TestAtThousandsOfTurnsAMinuteNobodyIsCalledLate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		load  load
		late  time.Duration // the latest call
		fails bool
	}{
		{name: "1,800 turns a minute", load: load{tables: 2000, turns: 30, limit: 50, lasts: time.Minute}, late: 2 * time.Second},
		{name: "3,600 turns a minute", load: load{tables: 2000, turns: 60, limit: 50, lasts: time.Minute}, late: 10 * time.Second},
		{name: "3,600 without a limit of its own", load: load{tables: 2000, turns: 60, limit: 50, rate: 10_000, lasts: 8 * time.Second}, fails: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := c.load
			if os.Getenv("BOATHOUSE_LOAD") == "" {
				t.Parallel()
				l = l.tenth()
			}
			got := l.run(t)
			got.mu.Lock() // what was begun may end yet
			defer got.mu.Unlock()
			t.Log(got)
			if want := l.turns * l.lasts.Seconds(); os.Getenv("BOATHOUSE_LOAD") != "" && !c.fails && float64(got.turns) < 0.95*want {
				t.Errorf("%d turns of %.0f", got.turns, want)
			}
			switch {
			case c.fails && got.refused == 0:
				t.Error("a bot without a limit of its own is refused nothing: this test sees nothing")
			case !c.fails && got.refused > 0:
				t.Errorf("%d requests were too many", got.refused)
			case !c.fails && (len(got.calls) == 0 || got.calls[len(got.calls)-1] > c.late):
				t.Errorf("of %d calls the latest came %v after it was due, not within %v", len(got.calls), got.calls[max(len(got.calls)-1, 0)], c.late)
			}
		})
	}
}

// A measure is what became of a load.
type measure struct {
	mu      sync.Mutex
	turns   int
	called  int          // before the load, too
	refused int          // requests that were too many for a second
	drawn   atomic.Int64 // requests with pictures
	kinds   map[rest.Kind]int
	calls   []time.Duration // from when whoever is to play is to be called, as a turn begins or a minute later, until they are, the longest last
	edits   []time.Duration // from when a table is to be written until it is
	took    time.Duration
	cpu     time.Duration
}

func (m *measure) String() string {
	at := func(all []time.Duration, of int) time.Duration {
		if len(all) == 0 {
			return 0
		}
		return all[(len(all)-1)*of/100].Round(time.Millisecond)
	}
	return fmt.Sprintf("%d turns in %v: calls %d, half within %v, all within %v; tables written %d times, %d with pictures, half within %v, 95 of 100 within %v, all within %v; %d too many; by kind %v; %.1f s of the processor",
		m.turns, m.took.Round(time.Second/10), len(m.calls), at(m.calls, 50), at(m.calls, 100), len(m.edits), m.drawn.Load(), at(m.edits, 50), at(m.edits, 95), at(m.edits, 100), m.refused, m.kinds, m.cpu.Seconds())
}

// A crowd plays a load.
type crowd struct {
	load
	t      *testing.T
	sim    *discordsim.Server
	db     *sqlite.DB
	house  *table.House
	board  atomic.Pointer[commands.Noticeboard]
	words  *lang.Catalogue
	ahead  atomic.Int64
	keys   atomic.Int64
	all    []*played
	owed   sync.Map // since when the message of a table is to be written, by its id
	result measure
}

// A played table is one of a crowd's.
type played struct {
	id     sitting.ID
	people [2]sitting.Person
	slow   bool
	busy   atomic.Bool
	dice   *mathrand.Rand
	acted  [2]time.Time // when they did last, in the load
	due    atomic.Int64 // when the one whose turn it is is to be called, in unix ns, as long as nobody is; else 0
}

func (l load) run(t *testing.T) *measure {
	c := &crowd{load: l, t: t, words: got[*lang.Catalogue](t)(words())}
	c.result.kinds = make(map[rest.Kind]int)
	people := []string{"Ada"} // and the players, since nobody is called who isn't in the server
	for i := range 2 * l.tables {
		people = append(people, fmt.Sprint("P", i))
	}
	c.sim = got[*discordsim.Server](t)(discordsim.Start(t.Context(), discordsim.Options{Clock: c.now, People: people, Limits: discordsim.Limits{Global: l.limit}}))
	path := filepath.Join(t.TempDir(), "boathouse.db")
	newFile.Copy(t, filepath.Dir(path))
	c.db = got[*sqlite.DB](t)(sqlite.Open(t.Context(), path, sqlite.Options{}))
	log := slog.New(slog.DiscardHandler) // what fails is in the figures
	c.house = table.New(table.Options{Store: c.db, Habits: c.db, Seasons: c.db, Poster: c, Tabs: c.db, Seeds: rand.Reader, Now: c.now, Leaps: true, Log: log})
	ctx, quit := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- c.house.Run(ctx) }()
	end := sync.OnceValue(func() error {
		quit()
		return <-ended
	})
	t.Cleanup(func() {
		if err := errors.Join(end(), c.db.Close(), c.sim.Close()); err != nil {
			t.Error(err)
		}
	})
	c.open(log)
	c.play(log)
	if err := end(); err != nil { // nothing is measured any more
		t.Error(err)
	}
	slices.Sort(c.result.calls)
	slices.Sort(c.result.edits)
	return &c.result
}

func (c *crowd) now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

// notices makes a noticeboard whose client makes so many requests a second, each of which is told.
func (c *crowd) notices(rate int, by http.RoundTripper, told func(rest.Sample), log *slog.Logger) {
	hello := c.sim.Handshake()
	client := rest.New(rest.Options{API: hello.REST, Token: hello.Token, Rate: rate, Transport: by, Observe: told})
	c.t.Cleanup(client.Close)
	c.board.Store(commands.NewNoticeboard(commands.BoardOptions{
		Discord: commands.Discord{REST: client, Application: hello.Application.String(), Log: log},
		People:  c.db, Words: c.words, Codec: render.NewCodec([]byte("key")), Now: c.now, Artist: artist(),
	}))
}

// Post implements table.Poster, and measures.
func (c *crowd) Post(ctx context.Context, from table.Peeker, p table.Post, s sitting.Sight, refs table.Refs) (table.Refs, error) {
	var since any
	if p.Kind == table.PostTable {
		since, _ = c.owed.LoadOrStore(s.ID, time.Now()) // it may give way, and come again
	}
	refs, err := c.board.Load().Post(ctx, from, p, s, refs)
	if err != nil {
		return refs, err
	}
	c.result.mu.Lock()
	defer c.result.mu.Unlock()
	switch {
	case p.Kind.IsCall():
		c.result.called++
		for _, one := range c.all {
			if one.id != s.ID {
				continue
			}
			if due := one.due.Swap(0); due != 0 {
				c.result.calls = append(c.result.calls, time.Since(time.Unix(0, due)))
			}
		}
	case p.Kind == table.PostTable:
		c.result.edits = append(c.result.edits, time.Since(since.(time.Time)))
		c.owed.Delete(s.ID)
	}
	return refs, nil
}

// flies is how much faster time goes while tables are opened: not so fast that their messages are old when that is done.
const flies = 25

// A pacer sends requests one after another, so many in a second.
type pacer struct{ *xrate.Limiter }

func (p pacer) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := p.Wait(r.Context()); err != nil {
		return nil, err
	}
	return http.DefaultTransport.RoundTrip(r)
}

// An uploads counts requests that bring pictures.
type uploads struct{ *atomic.Int64 }

func (u uploads) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		u.Add(1)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// open opens all tables and deals, while time flies, so that Discord takes much.
func (c *crowd) open(log *slog.Logger) {
	c.notices(1_000_000, pacer{xrate.NewLimiter(xrate.Limit(c.limit*flies/2), 1)}, nil, log)
	flown := make(chan struct{})
	var flying sync.WaitGroup
	flying.Go(func() {
		tick := time.NewTicker(time.Second / flies)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				c.ahead.Add(int64(time.Second))
			case <-flown:
				return
			}
		}
	})
	ctx, hello := c.t.Context(), c.sim.Handshake()
	ada := c.sim.Person("Ada")
	server := sitting.Server(hello.Guild.String())
	var opening sync.WaitGroup
	c.all = make([]*played, c.tables)
	for n := range c.tables {
		room, err := ada.Thread(ctx, hello.Channel, fmt.Sprint("table ", n))
		if err != nil {
			c.t.Fatal(err)
		}
		one := &played{slow: n%5 == 0, dice: mathrand.New(mathrand.NewPCG(1, uint64(n)))}
		for i := range one.people {
			player := hello.People[1+2*n+i]
			one.people[i] = got[sitting.Person](c.t)(c.db.Register(ctx, player.ID.String(), server, player.Name))
		}
		s := sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 2, Pace: sitting.None, Lang: "en"}
		if one.slow {
			s.Pace = sitting.Slow
		}
		c.all[n] = one
		opening.Go(func() { // many share what a store costs
			one.id = c.does(one, 0, sitting.Open{Server: server, Channel: sitting.Channel(room.String()), Settings: s}).ID
			c.does(one, 1, sitting.Join{})
		})
	}
	opening.Wait()
	c.quiet()
	for _, one := range c.all {
		opening.Go(func() { c.does(one, 0, sitting.Start{}) })
	}
	opening.Wait()
	c.quiet()
	c.ahead.Add(int64(2 * time.Minute)) // whoever is to play is called now, who hasn't done anything since the deal
	c.calls()
	close(flown)
	flying.Wait()
}

// calls waits until everybody who is to play is called. A table's timer doesn't know that time flies; who looks rouses it.
func (c *crowd) calls() {
	for _, one := range c.all {
		if _, err := c.house.Peek(c.t.Context(), one.id, ""); err != nil {
			c.t.Error(err)
		}
	}
	for called := 0; called < c.tables; {
		time.Sleep(10 * time.Millisecond)
		c.result.mu.Lock()
		called = c.result.called
		c.result.mu.Unlock()
		if err := c.t.Context().Err(); err != nil {
			c.t.Fatal(err)
		}
	}
	c.quiet()
}

// quiet waits until nothing is owed.
func (c *crowd) quiet() {
	for c.house.Stats().Owed > 0 {
		if err := c.t.Context().Err(); err != nil {
			c.t.Fatal(err)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func (c *crowd) does(one *played, who int, do sitting.Action) sitting.Sight {
	reply, err := c.house.Do(context.WithoutCancel(c.t.Context()), sitting.Command{Key: fmt.Sprint("k", c.keys.Add(1)), Table: one.id, By: one.people[who], Do: do})
	if err != nil {
		c.t.Errorf("%s: %#v: %v", one.id, do, err)
	}
	return reply.Sight
}

// play has turns begin for as long as the load lasts, and waits until all who are to be called are.
func (c *crowd) play(log *slog.Logger) {
	c.notices(cmp.Or(c.rate, c.limit), uploads{&c.result.drawn}, func(s rest.Sample) {
		c.result.mu.Lock()
		defer c.result.mu.Unlock()
		c.result.kinds[s.Kind]++
		if s.Status == http.StatusTooManyRequests {
			c.result.refused++
		}
	}, log)
	c.ahead.Add(int64(2 * time.Minute)) // nobody has done anything lately
	live := slices.DeleteFunc(slices.Clone(c.all), func(one *played) bool { return one.slow })
	live = live[:min(len(live), int(c.turns*0.8*10))]
	slow := slices.DeleteFunc(slices.Clone(c.all), func(one *played) bool { return !one.slow })
	for _, one := range live {
		for _, p := range one.people { // they are there
			if _, err := c.house.Look(c.t.Context(), one.id, p); err != nil {
				c.t.Error(err)
			}
		}
	}
	start, cpu := time.Now(), used()
	var under sync.WaitGroup
	c.result.mu.Lock()
	c.result.edits, c.result.refused = nil, 0
	clear(c.result.kinds)
	c.result.mu.Unlock()
	tick := time.NewTicker(time.Duration(float64(time.Second) / c.turns))
	defer tick.Stop()
	for n := 0; time.Since(start) < c.lasts; n++ {
		<-tick.C
		one := live[(n/5*4+n%5)%len(live)]
		if n%5 == 4 {
			one = slow[n/5%len(slow)]
		}
		if one.busy.CompareAndSwap(false, true) {
			c.result.turns++
			under.Go(func() {
				defer one.busy.Store(false)
				c.turn(one)
			})
		}
	}
	under.Wait()
	for slices.ContainsFunc(slow, func(one *played) bool { return one.due.Load() != 0 }) && time.Since(start) < 5*time.Minute {
		time.Sleep(10 * time.Millisecond)
	}
	for _, one := range slow {
		c.outdated(one.due.Load(), time.Now())
	}
	c.result.took, c.result.cpu = time.Since(start), used()-cpu
}

// outdated counts a call that was due and hasn't come as one that took until now.
func (c *crowd) outdated(due int64, now time.Time) {
	if late := now.Sub(time.Unix(0, due)); due != 0 && late > 0 {
		c.result.mu.Lock()
		c.result.calls = append(c.result.calls, late)
		c.result.mu.Unlock()
	}
}

// there is how long whoever has acted is taken to be there, and called only so long after a turn of theirs has begun.
const there = time.Minute

// turn plays one, and the next hand is dealt where one is over.
func (c *crowd) turn(one *played) {
	s, err := c.house.Peek(c.t.Context(), one.id, "")
	if err != nil {
		c.t.Error(err)
		return
	}
	if s.Phase != sitting.Playing {
		s = c.does(one, 0, sitting.Next{})
	}
	for who := s.View.Turn; s.Phase == sitting.Playing && s.View.Turn == who; {
		if s, err = c.house.Look(c.t.Context(), one.id, one.people[who]); err != nil {
			c.t.Error(err)
			return
		}
		moves := []engine.Move{opponent.Choose(opponent.Easy, s.View, s.Log, one.dice, opponent.Budget{})}
		due := time.Now()
		if one.acted[who] = due; due.Sub(one.acted[1-who]) < there {
			due = due.Add(there)
		}
		if one.slow { // before it does, since the call may be made before this hears that a turn begins
			c.outdated(one.due.Swap(due.UnixNano()), due)
		}
		s = c.does(one, int(who), sitting.Play{Moves: moves})
		if s.Phase != sitting.Playing || s.View.Turn == who {
			one.due.Store(0)
		}
	}
}

// used is the time of the processor that this process had.
func used() time.Duration {
	var of syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &of); err != nil {
		return 0
	}
	return time.Duration(of.Utime.Nano() + of.Stime.Nano())
}
