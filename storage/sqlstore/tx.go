package sqlstore

import (
	"context"
	"database/sql/driver"
	"sync/atomic"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// A Keeper is what each database does in its own way for a change under way, in the transaction of
// the change. It is called in this order: Hold, HoldOpening, HoldTab, HoldPeople, HoldAsks, so that
// of two changes that want the same each waits for the other at most once.
type Keeper interface {
	// Find returns where a table's events end, and whether it is stored at all.
	Find(id sitting.ID) (Head, bool, error)
	// Hold does the same, and keeps everybody else from adding to them until the change
	// is over. table.ErrFenced: the fence is stale.
	Hold(id sitting.ID, f table.Fence) (Head, bool, error)
	// HoldOpening keeps everybody else from opening a table until the change is over.
	HoldOpening() error
	// HoldTab keeps everybody else from writing to the tab of a server until the change is over.
	HoldTab(s sitting.Server) error
	// HoldPeople keeps everybody else from erasing two people until the change is over.
	HoldPeople(a, b sitting.Person) error
	// HoldAsks keeps everybody else from asking anybody anything until the change is over.
	HoldAsks() error
	// Expect is told that IDs will be asked for so many, and that nothing more is held for them before.
	Expect(n int)
	// IDs appends the ids of so many events to be stored next, each above those before it.
	IDs(to []int64, n int) ([]int64, error)
	// Posts returns the first of so many numbers for posts, each above those that the held
	// owner's posts had before.
	Posts(n int) (int64, error)
	// Moved is told where a table's events end with the change.
	Moved(id sitting.ID, h Head)
	// Clash returns what it means that the database refused an event.
	Clash(err error) error
	// Wipe is told that something was erased.
	Wipe()
}

// A Head is where a table's chain of events ends.
type Head struct {
	ID   int64 // of the row in tables
	Seq  int64
	Hash storage.Digest
	Open bool
}

// A Tx makes changes on a connection, one at a time, each in a transaction that
// whoever has it begins and ends.
type Tx struct {
	Connection
	Wrote  bool // the change under way refuses nothing any more, if it was bare
	said   statements
	asked  map[string]*Statement // by their text, since they were first asked
	keeper Keeper
	posts  *atomic.Int64
	hash   storage.Hasher
	ids    []int64
}

// NewTx prepares what is said to change a store. The connection is its own from now
// on, whatever comes of it.
func (d *Store) NewTx(conn driver.Conn, keeper Keeper) (*Tx, error) {
	w := &Tx{Connection: Connection{Conn: conn}, keeper: keeper, posts: &d.posts}
	if err := PrepareAll(&w.said, w.Prepare); err != nil {
		return nil, Clean(err, w.Close)
	}
	return w, nil
}

// Try has do make a change and makes a *[storage.PanicError] of a panic in it, which costs its caller
// alone. What do has written by then is undone by whoever called Try.
func (w *Tx) Try(do func(*Tx) error) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = storage.NewPanicError(caught)
		}
	}()
	return do(w)
}

// A Changer has do make a change in one transaction and returns when it is stored for
// good, or not at all: in a file an error of do or of ctx means that nothing was done. Of a server that gave no answer nobody knows what
// it has done: do may be called again though the first try was stored, and fail because of that. So do sets what it hands back and
// never adds to it. A bare change sets [Tx.Wrote], and refuses nothing any more then.
type Changer func(ctx context.Context, bare bool, do func(*Tx) error) error

// A Store changes a database. All methods are safe for many callers at once.
type Store struct {
	read   *Reader
	submit Changer
	posts  atomic.Int64 // the newest post's number
}

// NewStore returns a store that changes what r reads. Before all else it must be
// opened.
func NewStore(r *Reader, change Changer) *Store { return &Store{read: r, submit: change} }

func (d *Store) change(ctx context.Context, do func(*Tx) error) error {
	return d.submit(ctx, false, do)
}
