package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
	"github.com/boathouse-rum/boathouse/table"
)

// A paused store is one that its house can't reach for a while, as a process can't that is stopped.
type paused struct {
	*postgres.DB
	off atomic.Bool
}

var errPaused = errors.New("not now")

func (p *paused) Append(ctx context.Context, b table.Batch) (table.Receipt, error) {
	if p.off.Load() {
		return table.Receipt{}, errPaused
	}
	return p.DB.Append(ctx, b)
}

func (p *paused) Fresh(ctx context.Context, owner table.OwnerID, f table.Fence, seq int64) error {
	if p.off.Load() {
		return errPaused
	}
	return p.DB.Fresh(ctx, owner, f, seq)
}

func (p *paused) Claim(ctx context.Context, owner table.OwnerID, gently bool) (table.Claim, error) {
	if p.off.Load() {
		return table.Claim{}, errPaused
	}
	return p.DB.Claim(ctx, owner, gently)
}

func (p *paused) Posted(ctx context.Context, done []int64, id sitting.ID, f table.Fence, refs table.Refs) error {
	if p.off.Load() {
		return errPaused
	}
	return p.DB.Posted(ctx, done, id, f, refs)
}

func (p *paused) Renew(ctx context.Context, lease time.Duration) ([]string, error) {
	if p.off.Load() {
		return nil, errPaused
	}
	return p.DB.Renew(ctx, lease)
}

func (p *paused) Adopt(ctx context.Context, now time.Time, most int) ([]table.OwnerID, error) {
	if p.off.Load() {
		return nil, errPaused
	}
	return p.DB.Adopt(ctx, now, most)
}

// A board is a channel as all houses see it: what comes with the nonce of a message that stands makes no second one.
type board struct {
	mu    sync.Mutex
	stand map[int64]bool     // by nonce
	told  map[string][]int64 // nonces, by what is told
	again int                // posts that stood already
}

func newBoard() *board { return &board{stand: make(map[int64]bool), told: make(map[string][]int64)} }

// once demands that nothing was told in two messages, and says how often somebody tried to.
func (b *board) once(t *testing.T) (again int) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for what, posts := range b.told {
		if len(posts) > 1 {
			t.Errorf("%s: posted %v", what, posts)
		}
	}
	return b.again
}

// A hand pins what one house posts to the board.
type hand struct {
	wall
	board *board
	hold  atomic.Pointer[chan struct{}] // nil: nothing holds it up
	held  atomic.Int64
}

func (h *hand) Post(ctx context.Context, at table.Peeker, p table.Post, s sitting.Sight, refs table.Refs) (table.Refs, error) {
	if hold := h.hold.Load(); hold != nil {
		h.held.Add(1)
		<-*hold
	}
	if p.Kind != table.PostTable {
		h.board.mu.Lock()
		defer h.board.mu.Unlock()
		if h.board.stand[p.ID] {
			h.board.again++
		} else {
			what := fmt.Sprintf("table %s, kind %d, hand %d, event %d", s.ID, p.Kind, p.Hand, p.Seq)
			h.board.stand[p.ID] = true
			h.board.told[what] = append(h.board.told[what], p.ID)
		}
	}
	return h.wall.Post(ctx, at, p, s, refs)
}

// A worker is a house with its lease.
type worker struct {
	*table.House
	store *paused
	hand  *hand
	quit  func()
}

func startWorker(t *testing.T, address, name string, b *board) *worker {
	t.Helper()
	db, err := postgres.Open(t.Context(), address, postgres.Options{Worker: name, Address: name + ":1"})
	if err != nil {
		t.Fatal(err)
	}
	w := &worker{store: &paused{DB: db}, hand: &hand{board: b}}
	w.House = table.New(table.Options{Store: w.store, Workers: w.store, Habits: db, Poster: w.hand, ComputerDelay: 50 * time.Millisecond,
		Seeds: &dice{src: rand.NewChaCha8([32]byte{name[0]})}})
	ctx, quit := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	w.quit = sync.OnceFunc(func() {
		quit()
		if err := errors.Join(<-ended, db.Close()); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(w.quit)
	return w
}

// until waits for something that comes in its time.
func until(t testing.TB, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("never: " + what)
		}
	}
}

// has says whether a worker has an owner.
func has(t *testing.T, db *postgres.DB, id sitting.ID, name string) bool {
	t.Helper()
	words, err := db.Words(t.Context(), "SELECT worker FROM heads WHERE owner = '"+string(id)+"'")
	storagetest.Is(t, err, nil)
	return len(words) == 1 && strings.HasPrefix(words[0], name+".")
}

// waitsFor says whether a table waits for somebody in the store.
func waitsFor(t *testing.T, db *postgres.DB, who sitting.Person) bool {
	t.Helper()
	turns, err := db.Turns(t.Context(), who)
	storagetest.Is(t, err, nil)
	return len(turns) > 0
}

// passes plays the turn of somebody at a worker.
func passes(t *testing.T, w *worker, id sitting.ID, who sitting.Person) {
	t.Helper()
	dice := rand.New(rand.NewPCG(1, 2))
	for n := 0; ; n++ {
		s, err := w.Peek(t.Context(), id, who)
		if err != nil {
			t.Fatal(err)
		}
		if s.Phase != sitting.Playing || s.View.Turn != s.Me {
			return
		}
		m := opponent.Choose(opponent.Easy, s.View, s.Log, dice, opponent.Budget{})
		if _, err := w.Do(t.Context(), sitting.Command{Key: fmt.Sprintf("%s-%d-%d", id, s.Version, n), Table: id, By: who, Do: sitting.Play{Moves: []engine.Move{m}}}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTheOthersGoOnWithWhatAPausedWorkerHad pauses a worker in the midst of a post, with a computer to move: another
// adopts the table when the lease is over, makes the move and the posts, and when the first goes on it has nothing
// more to say, until somebody asks it.
func TestTheOthersGoOnWithWhatAPausedWorkerHad(t *testing.T) {
	address := database(t)
	b := newBoard()
	one := startWorker(t, address, "one", b)
	id := dealtTo(t, one, "c")
	until(t, "pann's turn", func() bool { return waitsFor(t, one.store.DB, "pann") && one.Stats().Owed == 0 })
	two := startWorker(t, address, "two", b)
	until(t, "both there", func() bool { return len(two.There()) == 2 && len(one.There()) == 2 })
	storagetest.Equal(t, two.There(), []string{"two:1", "one:1"})

	hold := make(chan struct{})
	one.hand.hold.Store(&hold)
	passes(t, one, id, "pann")
	until(t, "a post that is held up", func() bool { return one.hand.held.Load() > 0 })
	one.store.off.Store(true) // not before it: a post begins with a look at the store
	until(t, "two has the table", func() bool { return has(t, two.store.DB, id, "two") })
	until(t, "the computer has moved", func() bool { return waitsFor(t, two.store.DB, "pann") })
	until(t, "nothing is owed", func() bool { return two.Stats().Posts > 0 && len(storagetest.Load(t, two.store, id).Owed) == 0 })
	events := len(storagetest.Load(t, two.store, id).Events)

	one.hand.hold.Store(nil)
	one.store.off.Store(false)
	close(hold)
	until(t, "one owes nothing", func() bool { return one.Stats().Owed == 0 })
	if !has(t, two.store.DB, id, "two") {
		t.Error("what a worker does by itself has taken a table away")
	}
	storagetest.Equal(t, len(storagetest.Load(t, two.store, id).Events), events)
	b.once(t)
	passes(t, one, id, "pann")
	if !has(t, one.store.DB, id, "one") {
		t.Error("whom somebody asked hasn't the table")
	}
	until(t, "pann's turn again", func() bool { return waitsFor(t, one.store.DB, "pann") })
	storagetest.Sound(t, one.store.DB)
}

// dealtTo opens a table with a computer, and deals.
func dealtTo(t *testing.T, w *worker, channel string) sitting.ID {
	t.Helper()
	var id sitting.ID
	settings := sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 2, Lang: "en"}
	for n, do := range []sitting.Action{sitting.Open{Server: "100", Channel: sitting.Channel(channel), Settings: settings}, sitting.AddComputer{Level: opponent.Easy}, sitting.Start{}} {
		var no *sitting.Refusal
		for again := 0; ; again++ {
			r, err := w.Do(t.Context(), sitting.Command{Key: fmt.Sprintf("%s-%d-%d", channel, n, again), Table: id, By: "pann", Do: do})
			if err == nil {
				id = r.Sight.ID
				break
			}
			if !errors.As(err, &no) || no.Code != sitting.NotSealed {
				t.Fatal(err)
			}
		}
	}
	return id
}

// TestWhoRetiresIsFollowedAtOnce stops a worker as a deploy does: its table is adopted by the next, which starts later
// and reads nothing else.
func TestWhoRetiresIsFollowedAtOnce(t *testing.T) {
	address := database(t)
	b := newBoard()
	one := startWorker(t, address, "one", b)
	hold := make(chan struct{})
	id := dealtTo(t, one, "c")
	other := dealtTo(t, one, "d")
	until(t, "nothing is owed", func() bool {
		turns, err := one.store.Turns(t.Context(), "pann")
		return err == nil && len(turns) == 2 && one.Stats().Owed == 0
	})
	one.hand.hold.Store(&hold)
	passes(t, one, id, "pann")
	until(t, "a post that is held up", func() bool { return one.hand.held.Load() > 0 })
	one.store.off.Store(true) // nothing of it is kept any more
	close(hold)
	one.quit()
	storagetest.Is(t, one.store.Close(), nil)

	two := startWorker(t, address, "two", b)
	until(t, "pann's turn", func() bool {
		turns, err := two.store.Turns(t.Context(), "pann")
		return err == nil && len(turns) == 2 && has(t, two.store.DB, id, "two")
	})
	if has(t, two.store.DB, other, "two") {
		t.Error("a table is taken at which nothing is due")
	}
	b.once(t)
}

// TestAMessageThatTwoWorkersMakeStandsOnce pauses a worker in the midst of the message that seals a
// hand: another makes it with the same nonce, and stores where it stands.
func TestAMessageThatTwoWorkersMakeStandsOnce(t *testing.T) {
	address := database(t)
	b := newBoard()
	one := startWorker(t, address, "one", b)
	r, err := one.Do(t.Context(), sitting.Command{Key: "open", By: "pann", Do: sitting.Open{Server: "100", Channel: "c",
		Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 2, Lang: "en"}}})
	storagetest.Is(t, err, nil)
	_, err = one.Do(t.Context(), sitting.Command{Key: "join", Table: r.Sight.ID, By: "pbob", Do: sitting.Join{}})
	storagetest.Is(t, err, nil)
	until(t, "the lobby", func() bool { return one.Stats().Owed == 0 })
	hold := make(chan struct{})
	release := sync.OnceFunc(func() { close(hold) })
	t.Cleanup(release) // before the worker is told to end, which waits for its post
	one.hand.hold.Store(&hold)
	waits, goes := context.WithCancel(t.Context())
	defer goes()
	go func() { // until it is held up: who waits for the hand has one take the table back
		_, _ = one.Do(waits, sitting.Command{Key: "start", Table: r.Sight.ID, By: "pann", Do: sitting.Start{}})
	}()
	until(t, "a post that is held up", func() bool { return one.hand.held.Load() > 0 })
	goes()
	two := startWorker(t, address, "two", b) // not before: whoever stands still for a moment loses the table to who is there
	one.store.off.Store(true)
	sealed := func() (n int) {
		for _, e := range storagetest.Load(t, two.store, r.Sight.ID).Events {
			if _, is := e.(sitting.Sealed); is {
				n++
			}
		}
		return n
	}
	until(t, "the seal", func() bool { return sealed() > 0 && two.Stats().Owed == 0 })
	one.hand.hold.Store(nil)
	one.store.off.Store(false)
	release()
	until(t, "one owes nothing", func() bool { return one.Stats().Owed == 0 })
	if b.once(t) == 0 {
		t.Error("no message was made twice: the test shows nothing")
	}
	storagetest.Equal(t, sealed(), 1)
	if !has(t, two.store.DB, r.Sight.ID, "two") {
		t.Error("what a worker does by itself has taken a table away")
	}
	storagetest.Sound(t, two.store.DB)
}

// TestOrphansAreAdoptedOnce has workers look for the tables of nobody at once: each is given to one of them, and none
// that isn't due.
func TestOrphansAreAdoptedOnce(t *testing.T) {
	address := database(t)
	stores := []*postgres.DB{open(t, address), open(t, address), open(t, address)}
	rooms := storagetest.OpenRooms(t, stores[0], 60) // each owes a post
	for _, r := range rooms[40:] {
		b := r.Batch("", sitting.CameBack{})
		b.Wake = time.Now().Add(time.Hour)
		storagetest.Add(t, stores[0], b)
		for _, p := range storagetest.Load(t, stores[0], r.Head.Table).Owed {
			storagetest.Is(t, stores[0].Posted(t.Context(), []int64{p.ID}, r.Head.Table, 0, table.Refs{}), nil)
		}
	}
	var mu sync.Mutex
	adopted, own := make(map[table.OwnerID]int), 0 // by all, and by the last
	var all sync.WaitGroup
	for _, db := range stores {
		all.Go(func() {
			_, err := db.Renew(t.Context(), time.Hour)
			storagetest.Is(t, err, nil)
			for range 10 {
				orphans, err := db.Adopt(t.Context(), time.Now(), 7)
				storagetest.Is(t, err, nil)
				mu.Lock()
				for _, id := range orphans {
					adopted[id]++
				}
				if db == stores[2] {
					own += len(orphans)
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	storagetest.Equal(t, len(adopted), 40)
	for id, times := range adopted {
		storagetest.Equal(t, fmt.Sprint(id, times), fmt.Sprint(id, 1))
	}
	for _, db := range stores[:2] {
		storagetest.Is(t, db.Retire(t.Context()), nil)
	}
	left, err := stores[2].Adopt(t.Context(), time.Now(), 100)
	storagetest.Is(t, err, nil)
	again, err := stores[2].Adopt(t.Context(), time.Now(), 100)
	storagetest.Is(t, err, nil)
	storagetest.Equal(t, len(left), 40-own) // what the others had, who are gone
	storagetest.Equal(t, len(again), 0)

	// An answer that is lost, after which nobody knows what was given.
	lost, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := stores[2].Adopt(lost, time.Now(), 100); err == nil {
		t.Error("it was heard")
	}
	for _, want := range []int{40, 0} {
		all, err := stores[2].Adopt(t.Context(), time.Now(), 100)
		storagetest.Is(t, err, nil)
		storagetest.Equal(t, len(all), want)
	}

	// What is adopted is taken over with the first claim, and had since with the next.
	for id := range adopted {
		taken, err := stores[2].Claim(t.Context(), id, true)
		storagetest.Is(t, err, nil)
		storagetest.Equal(t, taken.Since, taken.Fence)
		had, err := stores[2].Claim(t.Context(), id, true)
		storagetest.Is(t, err, nil)
		storagetest.Equal(t, had.Since, taken.Fence)
	}
}

// TestErasuresAreCounted has each worker hear that somebody was erased, or what people are called in a server, and of
// nothing else.
func TestErasuresAreCounted(t *testing.T) {
	address := database(t)
	one, two := open(t, address), open(t, address)
	heard := int64(0)
	count := func() int64 {
		t.Helper()
		n, err := two.Changes(t.Context())
		storagetest.Is(t, err, nil)
		return n.Erased
	}
	ada, err := one.Register(t.Context(), "7", "42", "Ada")
	storagetest.Is(t, err, nil)
	_, err = one.Register(t.Context(), "8", "43", "Ben")
	storagetest.Is(t, err, nil)
	dealt(t, street(t, address, 1, func(_ int, db *postgres.DB) (table.Store, table.Poster) { return db, wall{} })[0], "c")
	storagetest.Equal(t, count(), heard)
	for _, erase := range []func() error{
		func() error { return one.Erase(t.Context(), ada) },
		func() error { return one.EraseServer(t.Context(), "43") },
	} {
		storagetest.Is(t, erase(), nil)
		n := count()
		if n <= heard {
			t.Errorf("%d after %d", n, heard)
		}
		heard = n
	}
}

// TestALossIsHeardOfByEveryWorker has one hear that a channel was deleted, and the other tell it.
func TestALossIsHeardOfByEveryWorker(t *testing.T) {
	t.Parallel()
	address := database(t)
	b := newBoard()
	one, two := startWorker(t, address, "one", b), startWorker(t, address, "two", b)
	id := dealtTo(t, one, "c")
	isLost := func(w *worker) bool {
		told := w.Bereft("pann")
		if told != nil {
			storagetest.Is(t, told(t.Context(), false), nil)
		}
		return told != nil
	}
	storagetest.Equal(t, isLost(two), false)
	one.ChannelDeleted("100", "c", false)
	until(t, "the other hears of it", func() bool { return isLost(two) })
	lost, err := two.LostTables(t.Context(), "pann")
	storagetest.Is(t, err, nil)
	storagetest.Equal(t, len(lost), 1)
	storagetest.Equal(t, lost[0].Sight.ID, id)
	storagetest.Is(t, two.Bereft("pann")(t.Context(), true), nil)
	until(t, "it is told once", func() bool { return !isLost(one) })
}
