package table_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// A faultyStore has something go wrong at the next Append.
type faultyStore struct {
	table.Store
	mu     sync.Mutex
	before func(table.Batch) error // its error comes instead of storing
	after  error                   // comes after storing
	loads  map[sitting.ID]int      // how often each table was read
	broken map[sitting.ID]bool     // tables that can't be read for now
	lost   []sitting.ID            // tables that can never be read again
	silent bool                    // nothing answers who reads a table
	unmark int                     // how often no post can be marked
	unlost int                     // how often no loss can be kept
	events int                     // that were read since the last time
}

// marks has the store fail to mark posts so often.
func (f *faultyStore) marks(failures int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.unmark = failures
}

// losesNot has the store fail to keep losses so often.
func (f *faultyStore) losesNot(failures int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.unlost = failures
}

func (f *faultyStore) AddLoss(
	ctx context.Context, id sitting.ID, fence table.Fence, loss table.Loss,
) error {
	f.mu.Lock()
	f.unlost--
	failing := f.unlost >= 0
	f.mu.Unlock()
	if failing {
		return errors.New("the disk is busy")
	}
	return f.Store.AddLoss(ctx, id, fence, loss)
}

func (f *faultyStore) Posted(ctx context.Context, done []int64, id sitting.ID, fence table.Fence, refs table.Refs) error {
	f.mu.Lock()
	f.unmark--
	failing := f.unmark >= 0
	f.mu.Unlock()
	if failing {
		return errors.New("the disk is busy")
	}
	return f.Store.Posted(ctx, done, id, fence, refs)
}

func (f *faultyStore) Load(ctx context.Context, id sitting.ID) (table.Log, error) {
	return f.load(ctx, id, f.Store.Load)
}

func (f *faultyStore) Resume(ctx context.Context, id sitting.ID) (table.Log, error) {
	return f.load(ctx, id, f.Store.Resume)
}

func (f *faultyStore) load(ctx context.Context, id sitting.ID, load func(context.Context, sitting.ID) (table.Log, error)) (table.Log, error) {
	f.mu.Lock()
	if f.loads == nil {
		f.loads = make(map[sitting.ID]int)
	}
	f.loads[id]++
	broken, silent, lost := f.broken[id], f.silent, slices.Contains(f.lost, id)
	f.mu.Unlock()
	if silent {
		<-ctx.Done()
		return table.Log{}, ctx.Err()
	}
	if broken {
		return table.Log{}, errors.New("a page is torn")
	}
	if lost {
		return table.Log{}, table.ErrBroken
	}
	log, err := load(ctx, id)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.events += len(log.Events)
	return log, err
}

// breaks says which tables can never be read again.
func (f *faultyStore) breaks(ids ...sitting.ID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lost = ids
}

// read returns how many events were read since the last time.
func (f *faultyStore) read() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.events
	f.events = 0
	return n
}

// reads returns how often each table was read since the last time.
func (f *faultyStore) reads() map[sitting.ID]int {
	f.mu.Lock()
	defer f.mu.Unlock()
	loads := f.loads
	f.loads = nil
	return loads
}

// fails sets what happens at the next Append.
func (f *faultyStore) fails(before func(table.Batch) error, after error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.before, f.after = before, after
}

func (f *faultyStore) Append(ctx context.Context, b table.Batch) (table.Receipt, error) {
	f.mu.Lock()
	before, after := f.before, f.after
	f.before, f.after = nil, nil
	f.mu.Unlock()
	if before != nil {
		if err := before(b); err != nil {
			return table.Receipt{}, err
		}
	}
	receipt, err := f.Store.Append(ctx, b)
	if after != nil && err == nil {
		return table.Receipt{}, after
	}
	return receipt, err
}

// inFaultyHall runs a test in a hall whose store can be made to fail.
func inFaultyHall(t *testing.T, test func(*testing.T, *hall, *faultyStore)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		faulty := &faultyStore{}
		h := newHall(t, table.Options{Store: faulty})
		test(t, h, faulty)
	})
}

// sendAll sends the same command many times at once and counts the replies that
// are not repeats.
func (h *hall) sendAll(c sitting.Command) (firsts int, replies []table.Reply) {
	h.tb.Helper()
	var all sync.WaitGroup
	replies = make([]table.Reply, 12)
	for i := range replies {
		all.Go(func() {
			reply, err := h.send(c)
			if err != nil {
				h.tb.Error(err)
			}
			replies[i] = reply
		})
	}
	all.Wait()
	for _, r := range replies {
		if !r.Repeated {
			firsts++
		}
	}
	return firsts, replies
}

func TestDuplicatesTakeEffectOnce(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		firsts, replies := h.sendAll(h.command("ann", openIn("c")))
		equal(t, firsts, 1)
		h.id = replies[0].Sight.ID
		for _, r := range replies {
			equal(t, r.Sight.ID, h.id)
		}
		pass(0)
		for _, c := range []sitting.Command{
			h.command("bob", sitting.Join{}),
			h.command("bob", sitting.Cut{Word: "gale"}),
			h.command("ann", sitting.Start{}),
		} {
			seq := h.looks("").Seq
			firsts, _ = h.sendAll(c)
			if _, starts := c.Do.(sitting.Start); !starts { // which a hand that is frozen answers as the first
				equal(t, firsts, 1)
			}
			if got := h.looks("").Seq - seq; got != 1 && got != 2 && got != 5 { // a start brings the deal with it
				t.Errorf("%#v stored %d events", c.Do, got)
			}
		}
		// The control: what tells a duplicate from a second wish is the key alone.
		h.closes("ann")
		h.opens("ann", openIn("c"), "bob")
		seq := h.looks("").Seq
		h.does("bob", sitting.Cut{Word: "gale"})
		h.does("bob", sitting.Cut{Word: "gale"})
		equal(t, h.looks("").Seq, seq+2)

		h.does("ann", sitting.Start{})
		draw := h.command(h.onTurn(), sitting.Play{Moves: []engine.Move{engine.Draw{}}})
		firsts, _ = h.sendAll(draw)
		equal(t, firsts, 1)
		h.restart()
		reply, err := h.send(draw)
		equal(t, err, nil)
		equal(t, reply.Repeated, true)
		equal(t, reply.Sight, h.looks(draw.By))
	})
}

func TestADuplicateOfARefusedCommandIsRefusedAgain(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		waits := sitting.Person("ann")
		if h.onTurn() == waits {
			waits = "bob"
		}
		early := h.command(waits, sitting.Play{Moves: []engine.Move{engine.Draw{}}})
		_, err := h.send(early)
		wantMove(t, err, engine.NotYourTurn)
		for h.onTurn() != waits {
			h.moves()
		}
		before := h.looks(waits)
		reply, err := h.send(early)
		wantMove(t, err, engine.NotYourTurn)
		equal(t, reply.Repeated, true)
		equal(t, h.looks(waits), before)
	})
}

func TestASecondWriterIsNoticedAndTheCommandDecidedAgain(t *testing.T) {
	t.Parallel()
	inKeptHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		other := table.New(table.Options{Store: h.store, Poster: h.wall, Seeds: newSeeds(9)})
		joins := func(house *table.House, who sitting.Person) (table.Reply, error) {
			return house.Do(t.Context(), h.command(who, sitting.Join{}))
		}
		reply, err := joins(other, "cy")
		equal(t, err, nil)
		equal(t, people(reply.Sight.Seats), []sitting.Person{"ann", "bob", "cy"})
		reply, err = joins(h.house, "dee")
		equal(t, err, nil)
		equal(t, people(reply.Sight.Seats), []sitting.Person{"ann", "bob", "cy", "dee"})
		_, err = joins(other, "eve")
		wantCode(t, err, sitting.TableFull)
		equal(t, table.StateOf(t, other, h.id), table.StateOf(t, h.house, h.id))
		equal(t, h.house.Stats().Conflicts, uint64(1))
	})
}

func TestACommandThatAlwaysMeetsAnotherWriterIsAFault(t *testing.T) {
	t.Parallel()
	inFaultyHall(t, func(t *testing.T, h *hall, faulty *faultyStore) {
		h.opens("ann", openIn("c"))
		var forestalled func(table.Batch) error
		forestalled = func(table.Batch) error {
			faulty.fails(forestalled, nil)
			return table.ErrConflict
		}
		faulty.fails(forestalled, nil)
		if _, err := h.send(h.command("bob", sitting.Join{})); !errors.Is(err, table.ErrConflict) {
			t.Fatal(err)
		}
		faulty.fails(nil, nil)
		h.does("bob", sitting.Join{})
	})
}

// sameBits is a source of ids that gives each of them twice.
type sameBits struct {
	seeds *seeds
	last  []byte
}

func (s *sameBits) Read(p []byte) (int, error) {
	if len(p) != 5 {
		return s.seeds.Read(p)
	}
	if s.last != nil {
		n := copy(p, s.last)
		s.last = nil
		return n, nil
	}
	n, err := s.seeds.Read(p)
	s.last = append([]byte(nil), p...)
	return n, err
}

func TestAnIDThatIsTakenIsDrawnAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, table.Options{Seeds: &sameBits{seeds: newSeeds(1)}})
		h.opens("ann", openIn("c"))
		first := h.id
		h.opens("ann", openIn("d"))
		if h.id == first {
			t.Error("two tables have one id")
		}
		equal(t, h.looks("").Channel, sitting.Channel("d"))
	})
}

func TestAnUncertainCommitIsLookedUp(t *testing.T) {
	t.Parallel()
	inFaultyHall(t, func(t *testing.T, h *hall, faulty *faultyStore) {
		h.opens("ann", openIn("c"), "bob")
		lost := errors.New("the answer got lost")

		faulty.fails(nil, lost)
		reply := h.does("cy", sitting.Join{})
		equal(t, reply.Repeated, false)
		equal(t, people(reply.Sight.Seats), []sitting.Person{"ann", "bob", "cy"})

		faulty.fails(func(table.Batch) error { return lost }, nil)
		c := h.command("dee", sitting.Join{})
		if _, err := h.send(c); !errors.Is(err, lost) {
			t.Fatal(err)
		}
		if _, err := h.send(c); err != nil {
			t.Fatal(err)
		}
		h.does("dee", sitting.Leave{})
		h.does("ann", sitting.Start{})
		faulty.fails(nil, lost)
		reply = h.does(h.onTurn(), sitting.Play{Moves: []engine.Move{engine.Draw{}}})
		equal(t, len(reply.Events), 1)

		// A computer's move has no key: the table is read again and goes on.
		h.does(h.onTurn(), sitting.Leave{Sure: true})
		for range 3 {
			faulty.fails(nil, lost)
			pass(time.Minute)
		}
		equal(t, table.StateOf(t, h.house, h.id), table.ReplayOf(h.id, h.log()))
		h.finishes()
	})
}
