package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/table"
)

// A marked is what a house was asked to keep of a table's message: the one that stands now, instead of the one that it
// knew of. A read has no such.
type marked struct {
	write    bool
	was, now string
}

// marks is a register that whoever writes to it has read: a message that is kept instead of one that doesn't stand any
// more was made by a house that knew of no newer one, and the newer one is forgotten. What was refused may be so at any time.
var marks = porcupine.Model{
	Init: func() any { return "" },
	Step: func(state, input, output any) (bool, any) {
		in := input.(marked)
		if !in.write {
			return output.(string) == state, state
		}
		return in.was == state, in.now
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v: %v", input, output) },
}

// A notary is a house's store that writes down what the house reads and keeps of where messages stand.
type notary struct {
	table.Store
	house int
	book  *book
	known map[sitting.ID]string // the message that the house knows of
}

// A book is what all notaries have written down, by table.
type book struct {
	mu    sync.Mutex
	begun time.Time
	pages map[sitting.ID][]porcupine.Operation
}

func (n *notary) Resume(ctx context.Context, id sitting.ID) (table.Log, error) {
	call := time.Since(n.book.begun)
	log, err := n.Store.Resume(ctx, id)
	if err == nil {
		n.note(id, call, marked{}, log.Refs.Table)
	}
	return log, err
}

func (n *notary) Posted(ctx context.Context, done []int64, id sitting.ID, f table.Fence, refs table.Refs) error {
	n.book.mu.Lock()
	was := n.known[id]
	n.book.mu.Unlock()
	call := time.Since(n.book.begun)
	err := n.Store.Posted(ctx, done, id, f, refs)
	if err == nil {
		n.note(id, call, marked{true, was, refs.Table}, "")
	}
	return err
}

// note writes down what was done, and what the house knows since.
func (n *notary) note(id sitting.ID, call time.Duration, in marked, out string) {
	n.book.mu.Lock()
	defer n.book.mu.Unlock()
	n.known[id] = out + in.now
	n.book.pages[id] = append(n.book.pages[id], porcupine.Operation{ClientId: n.house, Input: in, Call: int64(call), Output: out, Return: int64(time.Since(n.book.begun))})
}

// epochless is a store that takes what a house keeps of messages whoever has the table.
type epochless struct{ *postgres.DB }

func (e epochless) Posted(ctx context.Context, done []int64, id sitting.ID, f table.Fence, refs table.Refs) error {
	for {
		err := e.DB.Posted(ctx, done, id, f, refs)
		if !errors.Is(err, table.ErrFenced) {
			return err
		}
		if f, _, err = e.Head(ctx, table.OwnerID(id)); err != nil {
			return err
		}
	}
}

// A slow wall takes its time, so that a table may get to another house meanwhile. Each message is a new one.
type slowWall struct {
	wall
	house int
}

func (w slowWall) Post(ctx context.Context, at table.Peeker, p table.Post, s sitting.Sight, refs table.Refs) (table.Refs, error) {
	select {
	case <-time.After(rand.N(20 * time.Millisecond)):
	case <-ctx.Done():
		return refs, ctx.Err()
	}
	refs, err := w.wall.Post(ctx, at, p, s, refs)
	if p.Kind == table.PostTable {
		refs.Table = fmt.Sprintf("%d of %d", p.ID, w.house)
	}
	return refs, err
}

// posted looks at what houses keep of the message of one table at a time, until one that stands was forgotten, and says
// whether none was.
func posted(t *testing.T, histories int, as func(*postgres.DB) table.Store) bool {
	t.Helper()
	b := &book{begun: time.Now(), pages: make(map[sitting.ID][]porcupine.Operation)}
	houses := street(t, database(t), 4, func(house int, db *postgres.DB) (table.Store, table.Poster) {
		return &notary{Store: as(db), house: house, book: b, known: make(map[sitting.ID]string)}, slowWall{house: house}
	})
	operations := 0
	for n := range histories {
		some := houses[:2+n%3]
		id := dealt(t, some[0], fmt.Sprint(n+1)).ID
		if _, err := history(t, some, id, 4, 6, uint64(n)); err != nil {
			t.Error(err)
		}
		until(t, "nothing is posted", func() bool {
			owed := 0
			for _, h := range some {
				owed += h.Stats().Owed
			}
			return owed == 0
		})
		b.mu.Lock()
		page := b.pages[id]
		b.mu.Unlock()
		operations += len(page)
		if result := porcupine.CheckOperationsTimeout(marks, page, patience); result != porcupine.Ok {
			t.Logf("history %d, of %d houses: %s", n, len(some), result)
			return false
		}
	}
	t.Logf("%d histories, %d operations", histories, operations)
	return true
}

// TestNoMessageIsForgotten has people look and move at one table of two to four houses at once, which post meanwhile: what
// the houses keep of where its message stands is as if one after another had made it.
func TestNoMessageIsForgotten(t *testing.T) {
	t.Parallel()
	histories := 10
	if os.Getenv("BOATHOUSE_LONG") != "" {
		histories = 100
	}
	if !posted(t, histories, func(db *postgres.DB) table.Store { return db }) {
		t.Error("a message that stands was forgotten")
	}
}

// TestWithoutTheEpochAMessageIsForgotten is the control: the number of a table's events says nothing of its messages.
func TestWithoutTheEpochAMessageIsForgotten(t *testing.T) {
	t.Parallel()
	if posted(t, 100, func(db *postgres.DB) table.Store { return epochless{db} }) {
		t.Error("nothing was found")
	}
}
