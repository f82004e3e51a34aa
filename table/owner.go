package table

import (
	"context"
	"time"
)

// An OwnerID names an owner, in the house and in its store; that of a table is the
// table's.
type OwnerID string

// An owner is what a queue, a clock and an outbox belong to. A runner runs owners
// and doesn't care what they are. Their methods are called in a job of their queue,
// so one at a time, but for the last three, which belong to the outbox.
type owner interface {
	// ring does what the owner does by itself, if it is time. After an error it is
	// rung again soon.
	ring(ctx context.Context) error
	// stand says how the owner stands after a job.
	stand() stand
	// forget drops what is in memory because a job went wrong: the next reads it again.
	forget()
	// part is the last that it hears: another house has had what it is. Nobody goes on waiting for it.
	part()
	// redo owes a post once more, as things are now: one that is edited in place, of
	// which an older try may yet arrive.
	redo(ctx context.Context, p Post) error

	// delivery says how posts of a kind are made. It hangs on the kind alone, and is
	// asked while the runner's lock is held.
	delivery(k PostKind) delivery
	// deliver makes a post. An error that wraps errUnsure means that it is made, and an older try
	// may arrive after it. An error that wraps ErrGone means that it can never be made, a
	// *RefusedError that it can't be for now, ErrGaveWay that it wasn't, a *laterError when it may
	// be; after any other it is tried again later, and may stand already unless it wraps ErrNotSent.
	deliver(ctx context.Context, p Post) error
	// delivered has the store take posts off what is owed, and keep which are refused, under the
	// owner's fence.
	delivered(ctx context.Context, f Fence, done []int64, refused Refusals) error
}

// A laterError says that a post may not be made before a time; others of its owner may.
type laterError struct{ until time.Time }

func (e *laterError) Error() string { return "table: not before " + e.until.String() }

// A stand is how an owner stands after a job.
type stand struct {
	wake   time.Time // it is rung then; zero: when something else happens
	held   bool      // it is rung no sooner than people can play
	unread bool      // it isn't in memory: when it is to be rung stays as it was
	amiss  bool      // something of its own went wrong: it is rung again soon
	busy   bool      // it has more in memory than the store has, so it isn't idle
	keep   bool      // it is worth a place in memory while it is idle
}

// A delivery is how posts of a kind are made.
type delivery struct {
	rank int // those with the lowest first
	// Newest posts are one message, edited in place: of those owed at once the
	// newest is made, for all of them.
	newest bool
}
