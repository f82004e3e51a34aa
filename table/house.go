package table

import (
	"context"
	"encoding/base32"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	lru "github.com/hashicorp/golang-lru/v2"
)

// Options are what a house is made of. Store, Poster and Seeds are needed; the
// rest may stay zero.
type Options struct {
	Store  Store
	Poster Poster
	Seeds  io.Reader // of the fair deals, safe for many readers at once: crypto/rand.Reader
	// Now is the wall clock, time.Now when nil. Waiting is done by timers of the
	// runtime, which look at Now again before anything happens.
	Now           func() time.Time
	ComputerDelay time.Duration // before each move of a computer; 0 is 1.2 s
	Log           *slog.Logger  // gets pseudonyms only; nil: nothing is logged
	Habits        Habits        // nil: nobody has quiet hours
	Limits        Limits        // on open tables
	Pulse         Pulse         // nil: a turn's time runs on while the house is away
	Playouts      int           // of a computer's thought; 0 is its level's own number
	ThinkFor      time.Duration // after which a thought is asked to stop; 0 is 150 ms
	Keep          int           // tables kept in memory at which nothing happens; 0 is 512, below 0 none
	// Choose picks a computer's move; opponent.Choose when nil.
	Choose func(opponent.Level, engine.View, []engine.PublicEvent, *rand.Rand, opponent.Budget) engine.Move
	// Deck and FirstDealer are deal.Deck and deal.FirstDealer when nil. With others
	// the cards are known beforehand, and no proof of a deal holds: for tests alone.
	Deck        func(seed deal.Seed, commitment string, cuts []string) [engine.PackSize]engine.Card
	FirstDealer func(seed deal.Seed, commitment string, cuts []string, seats int) engine.Seat
}

// Of computers: a delay long enough to be seen as a turn and too short to be
// waited for, and a thought that is over well before it.
const (
	defaultDelay = 1200 * time.Millisecond
	defaultThink = 150 * time.Millisecond
)

// What a house remembers at most. Tables at which nothing happens are kept so
// that the next click needn't read them again. Notes of who acted are of use for a
// minute: one lost is a ping to somebody who was just there. A duplicate of a
// command comes within seconds: a refusal lost is decided anew.
const (
	defaultKeep = 512
	mostActs    = 16_384
	mostRefused = 4_096
)

// A House runs tables. Make it with [New]; its methods are safe for many
// callers at once.
type House struct {
	opt   Options
	count counters
	minds chan struct{} // holds a token for each thought under way

	acted   *lru.Cache[actor, time.Time] // who did something where, of late
	refused *lru.Cache[string, error]    // by key: a duplicate of the command is refused too

	mu       sync.Mutex                    // guards what follows and the guarded part of each room; held for moments only
	rooms    map[sitting.ID]*room          // at which something happens
	idle     *lru.Cache[sitting.ID, *room] // read, and nothing happens
	alarm    alarm                         // when something will
	held     map[sitting.ID]bool           // tables whose next duty waits until players can reach the house
	bell     chan struct{}                 // holds a token when the alarm may ring sooner
	running  bool
	stopping bool
	stop     chan struct{}  // closed when stopping
	work     sync.WaitGroup // queues and posters
	posts    context.Context
	pulse    time.Time // when the house was last known to be awake
	down     time.Time // since when players can't reach it; zero: they can
	lost     []Stretch // when it was away, oldest first, without overlap
	unkept   []Stretch // of these, not stored yet
}

// An actor is a person at a table.
type actor struct {
	table  sitting.ID
	person sitting.Person
}

// New returns a house that stands still: it takes commands, but clocks,
// computers and posts wait for [House.Run].
func New(opt Options) *House {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.ComputerDelay == 0 {
		opt.ComputerDelay = defaultDelay
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if opt.ThinkFor == 0 {
		opt.ThinkFor = defaultThink
	}
	if opt.Choose == nil {
		opt.Choose = opponent.Choose
	}
	if opt.Deck == nil {
		opt.Deck = deal.Deck
	}
	if opt.FirstDealer == nil {
		opt.FirstDealer = deal.FirstDealer
	}
	if opt.Keep == 0 {
		opt.Keep = defaultKeep
	}
	return &House{
		opt: opt, minds: make(chan struct{}, max(runtime.GOMAXPROCS(0)-1, 1)),
		acted: newest[actor, time.Time](mostActs), refused: newest[string, error](mostRefused),
		rooms: make(map[sitting.ID]*room), idle: newest[sitting.ID, *room](max(opt.Keep, 1)), held: make(map[sitting.ID]bool),
		bell: make(chan struct{}, 1), stop: make(chan struct{}),
	}
}

// newest returns an empty memory of the n things used last.
func newest[K comparable, V any](n int) *lru.Cache[K, V] {
	memory, err := lru.New[K, V](n)
	if err != nil {
		panic(err) // n is not above zero
	}
	return memory
}

// A Reply is what a command did, as its caller may know it.
type Reply struct {
	Sight    sitting.Sight        // after the command, for the caller
	Events   []engine.PublicEvent // what the command did in the hand, as the caller saw it
	Repeated bool                 // the key was taken before: this is the present state, and nothing was done again
}

// Do carries out a command and returns what came of it, stored durably. Its
// errors are *sitting.Refusal and *engine.Refusal, which changed nothing and come with
// the present sight where there is a table; ctx.Err(), after which the
// command may or may not have been taken; and faults. A key that was
// taken or refused before does nothing again.
func (h *House) Do(ctx context.Context, c sitting.Command) (Reply, error) {
	if c.Key == "" || c.Do == nil || c.By == "" {
		return Reply{}, errNoVerb
	}
	open, opens := c.Do.(sitting.Open)
	if !opens {
		return h.ask(ctx, c.Table, sitting.Verb(c.Do), c.By, func(ctx context.Context, r *room) (Reply, error) {
			return h.command(ctx, r, c)
		})
	}
	var reply Reply
	var err error
	if open.Like != "" {
		c.Do, err = h.like(ctx, c.By, open)
	}
	if err == nil {
		reply, err = h.open(ctx, c)
	}
	var no *sitting.Refusal
	switch {
	case err == nil && reply.Repeated:
		reply.Sight, err = h.Look(ctx, reply.Sight.ID, c.By)
	case errors.As(err, &no) && no.Code == sitting.ChannelTaken:
		if id, inErr := h.In(ctx, open.Channel); inErr == nil {
			reply.Sight, _ = h.Look(ctx, id, c.By)
		}
	}
	return reply, err
}

// open opens a table under a fresh id. Of a repeated command the reply names
// only the table it opened the first time.
func (h *House) open(ctx context.Context, c sitting.Command) (Reply, error) {
	for {
		id, err := h.newID()
		if err != nil {
			return Reply{}, err
		}
		reply, err := h.ask(ctx, id, sitting.Verb(c.Do), c.By, func(ctx context.Context, r *room) (Reply, error) {
			return h.command(ctx, r, c)
		})
		if !errors.Is(err, errTaken) {
			return reply, err
		}
	}
}

// newID draws 40 random bits; eight characters are short enough to read out.
func (h *House) newID() (sitting.ID, error) {
	var bits [5]byte
	if _, err := io.ReadFull(h.opt.Seeds, bits[:]); err != nil {
		return "", err
	}
	return sitting.ID(strings.ToLower(base32.StdEncoding.EncodeToString(bits[:]))), nil
}

// Look returns what a person may know of a table now; the empty Person is a
// spectator. Errors: *sitting.Refusal with NoTable, ctx.Err(), faults.
func (h *House) Look(ctx context.Context, id sitting.ID, p sitting.Person) (sitting.Sight, error) {
	return h.see(ctx, "look", id, p, func(r *room) { r.sawActing(p, h.opt.Now()) })
}

// Peek is Look for who draws screens by themselves: the person isn't taken to
// have done anything.
func (h *House) Peek(ctx context.Context, id sitting.ID, p sitting.Person) (sitting.Sight, error) {
	return h.see(ctx, "peek", id, p, func(*room) {})
}

func (h *House) see(ctx context.Context, verb string, id sitting.ID, p sitting.Person, note func(*room)) (sitting.Sight, error) {
	reply, err := h.ask(ctx, id, verb, p, func(ctx context.Context, r *room) (Reply, error) {
		if err := r.load(ctx); err != nil {
			return Reply{}, h.fault(r, verb, p, err)
		}
		if r.state.Phase() == 0 {
			return Reply{}, &sitting.Refusal{Code: sitting.NoTable}
		}
		note(r)
		return Reply{Sight: sitting.See(r.state, p, r.habits)}, nil
	})
	return reply.Sight, err
}

// In returns the open table of a channel, or the newest one there if none is
// open. Errors: *sitting.Refusal with NoTable, ctx.Err(), faults.
func (h *House) In(ctx context.Context, c sitting.Channel) (sitting.ID, error) {
	return h.Before(ctx, c, "")
}

// Before returns the table that stood in a channel before another. Errors: as In.
func (h *House) Before(ctx context.Context, c sitting.Channel, other sitting.ID) (sitting.ID, error) {
	head, err := h.opt.Store.Find(ctx, c, other)
	if errors.Is(err, ErrNotFound) {
		return "", &sitting.Refusal{Code: sitting.NoTable}
	}
	return head.Table, err
}

// Run takes up the clocks and the posts of the tables that the store has, runs
// clocks and computers, and makes posts, until ctx is done and the jobs begun are
// finished. No table is read before something happens to it. It runs once. Its
// error is the store's, when the tables can't be listed.
func (h *House) Run(ctx context.Context) error {
	posts, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	err := h.wakeUp(ctx)
	if err == nil {
		h.start(posts)
		err = h.setAlarm(ctx)
	}
	if err == nil {
		h.count.resumed.Store(true)
		h.work.Go(func() { h.keepTime(ctx) })
		h.beatUntil(ctx)
	}
	h.close()
	// A post under way gets a moment to end, so that it needn't be made twice.
	grace := time.AfterFunc(postGrace, cancel)
	defer grace.Stop()
	h.work.Wait()
	if err == nil {
		h.beat(context.WithoutCancel(ctx))
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func (h *House) start(posts context.Context) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.running, h.posts = true, posts
	for _, r := range h.rooms {
		h.startPoster(r)
	}
}

func (h *House) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stopping = true
	close(h.stop)
}
