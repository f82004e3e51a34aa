package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/table"
)

// A seen is as much of a table as everybody sees alike: no two states of a hand are the same in it.
type seen struct {
	Version int64
	Turn    engine.Seat
	Moves   int
}

func seenOf(s *sitting.Sight) seen { return seen{s.Version, s.View.Turn, len(s.Log)} }

// An asked is what a house was asked: to show a table, or to make a move on what was seen of it.
type asked struct {
	move bool
	on   seen
}

// An answered is what it answered.
type answered struct {
	taken bool // the move
	now   seen
}

// modelFrom is a table that begins as something: a view shows it, and a move is taken by the state that it was made for
// and by no other.
func modelFrom(begin seen) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return begin },
		Step: func(state, input, output any) (bool, any) {
			in, out := input.(asked), output.(answered)
			switch {
			case !in.move:
				return out.now == state, state
			case out.taken:
				return in.on == state, out.now
			}
			return in.on != state && out.now == state, state
		},
		DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v: %+v", input, output) },
		DescribeState:     func(state any) string { return fmt.Sprintf("%+v", state) },
	}
}

// A wall is where posts go, which nobody reads.
type wall struct{}

func (wall) Post(_ context.Context, _ table.Peeker, p table.Post, _ sitting.Sight, refs table.Refs) (table.Refs, error) {
	id := fmt.Sprint(p.ID)
	switch p.Kind { //nolint:exhaustive // calls stand nowhere
	case table.PostCommitment:
		refs.Seal, refs.SealHand = id, p.Hand
	case table.PostResult:
		refs.Result, refs.ResultHand = id, p.Hand
	case table.PostTable:
		refs.Table = id
	}
	return refs, nil
}

// street is some houses, each in a process of its own as far as they know, on one database.
func street(t *testing.T, address string, houses int, as func(house int, db *postgres.DB) (table.Store, table.Poster)) []*table.House {
	t.Helper()
	list := make([]*table.House, houses)
	for i := range list {
		db := open(t, address)
		store, poster := as(i, db)
		h := table.New(table.Options{Store: store, Habits: db, Poster: poster, Seeds: &dice{src: rand.NewChaCha8([32]byte{byte(i)})}})
		list[i] = h
		ctx, quit := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- h.Run(ctx) }()
		t.Cleanup(func() {
			quit()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
	return list
}

// dice are seeds that are the same in each run.
type dice struct {
	mu  sync.Mutex
	src *rand.ChaCha8
}

func (d *dice) Read(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.src.Read(p)
}

// dealt opens a table at a house and deals the first hand to two people.
func dealt(t *testing.T, h *table.House, channel string) sitting.Sight {
	t.Helper()
	var s sitting.Sight
	does := func(who sitting.Person, do sitting.Action) error {
		r, err := h.Do(t.Context(), sitting.Command{Key: fmt.Sprintf("%s-%s-%s-%d", channel, who, sitting.Verb(do), rand.Int64()), Table: s.ID, By: who, Do: do})
		if err == nil {
			s = r.Sight
		}
		return err
	}
	err := does("pann", sitting.Open{Server: "100", Channel: sitting.Channel(channel), Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 2, Lang: "en"}})
	if err == nil {
		err = does("pbob", sitting.Join{})
	}
	for err == nil && s.Phase != sitting.Playing {
		var no *sitting.Refusal
		if err = does("pann", sitting.Start{}); errors.As(err, &no) && no.Code == sitting.NotSealed {
			err = nil // on a slow machine the seal takes longer than anybody waits for it
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// history has clients look and move at once at one table of some houses, and tells what each asked and was answered.
// Its error is of a house that couldn't answer.
func history(t *testing.T, houses []*table.House, id sitting.ID, clients, each int, seed uint64) ([]porcupine.Operation, error) {
	t.Helper()
	begun := time.Now()
	var mu sync.Mutex
	var list []porcupine.Operation
	var failed error
	fails := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		failed = errors.Join(failed, err)
	}
	var all sync.WaitGroup
	for client := range clients {
		dice := rand.New(rand.NewPCG(seed, uint64(client)))
		all.Go(func() {
			did := func(in asked, call time.Duration, out answered) {
				mu.Lock()
				defer mu.Unlock()
				list = append(list, porcupine.Operation{ClientId: client, Input: in, Call: int64(call), Output: out, Return: int64(time.Since(begun))})
			}
			for n := range each {
				h := houses[(client+dice.IntN(2))%len(houses)]
				who := []sitting.Person{"pann", "pbob"}[dice.IntN(2)]
				call := time.Since(begun)
				s, err := h.Peek(t.Context(), id, who)
				if err != nil {
					fails(err)
					return
				}
				did(asked{}, call, answered{now: seenOf(&s)})
				if s.Phase != sitting.Playing || s.View.Turn != s.Me {
					continue
				}
				c := sitting.Command{Key: fmt.Sprintf("%s-%d-%d", id, client, n), Table: id, By: who, Version: s.Version,
					Do: sitting.Play{Moves: []engine.Move{opponent.Choose(opponent.Easy, s.View, s.Log, dice, opponent.Budget{})}}}
				call = time.Since(begun)
				r, err := h.Do(t.Context(), c)
				var no *sitting.Refusal
				if err != nil && !errors.As(err, &no) {
					fails(err)
					return
				}
				did(asked{true, seenOf(&s)}, call, answered{err == nil, seenOf(&r.Sight)})
			}
		})
	}
	all.Wait()
	return list, failed
}

// patience is how long one history is thought about: they take milliseconds.
const patience = time.Minute

// linear looks at so many histories of houses on one database until one isn't as if one after another had been
// asked, and says whether none was.
func linear(t *testing.T, histories int, as func(*postgres.DB) table.Store) bool {
	t.Helper()
	houses := street(t, database(t), 4, func(_ int, db *postgres.DB) (table.Store, table.Poster) { return as(db), wall{} })
	operations := 0
	for n := range histories {
		some := houses[:2+n%3]
		s := dealt(t, some[0], fmt.Sprint(n+1))
		list, err := history(t, some, s.ID, 4, 6, uint64(n))
		if err != nil {
			t.Logf("history %d, of %d houses: %v", n, len(some), err)
			return false
		}
		operations += len(list)
		model := modelFrom(seenOf(&s))
		result, info := porcupine.CheckOperationsVerbose(model, list, patience)
		if result == porcupine.Ok {
			continue
		}
		t.Logf("history %d, of %d houses: %s", n, len(some), result)
		if dir := os.Getenv("BOATHOUSE_HISTORIES"); dir != "" {
			_ = porcupine.VisualizePath(model, info, filepath.Join(dir, fmt.Sprintf("%d.html", n)))
		}
		return false
	}
	t.Logf("%d histories, %d operations", histories, operations)
	return true
}

// TestHousesOnOneDatabaseAreAsOne has people look and move at one table of two to four houses at once: what each is
// answered is as if all of it had been asked of one house, one after another.
func TestHousesOnOneDatabaseAreAsOne(t *testing.T) {
	t.Parallel()
	histories := 50
	if os.Getenv("BOATHOUSE_LONG") != "" {
		histories = 500
	}
	if !linear(t, histories, func(db *postgres.DB) table.Store { return db }) {
		t.Error("somebody was answered what wasn't so")
	}
}

// TestHousesWithoutHeadsAreNotAsOne is the control: houses that show what they have in memory without asking the
// store whether it is still so, and a store that takes what was decided on anything.
func TestHousesWithoutHeadsAreNotAsOne(t *testing.T) {
	t.Parallel()
	for name, as := range map[string]func(*postgres.DB) table.Store{
		"no head is read":          func(db *postgres.DB) table.Store { return blind{db} },
		"neither epoch nor number": func(db *postgres.DB) table.Store { return gullible{db} },
	} {
		t.Run(name, func(t *testing.T) {
			if linear(t, 500, as) {
				t.Error("nothing was found")
			}
		})
	}
}

// blind is a store that says of everything that it is as it was.
type blind struct{ table.Store }

func (blind) Fresh(context.Context, table.OwnerID, table.Fence, int64) error { return nil }

// gullible is a store to which it is all the same on what something was decided.
type gullible struct{ *postgres.DB }

func (g gullible) Append(ctx context.Context, b table.Batch) (table.Receipt, error) {
	for {
		var err error
		if b.Fence, b.From, err = g.Head(ctx, table.OwnerID(b.Table)); err != nil {
			return table.Receipt{}, err
		}
		r, err := g.DB.Append(ctx, b)
		if !errors.Is(err, table.ErrConflict) {
			return r, err
		}
	}
}
