package table

import (
	"errors"
	"fmt"
)

// Faults, never told to players in words: of the store, then of the house.
//
//nolint:gochecknoglobals // error values
var (
	// ErrConflict says that another writer was first: load again and decide again.
	ErrConflict = errors.New("table: another writer was first")
	// ErrFenced says that the owner was claimed anew since. It is an ErrConflict too:
	// who loads again claims it back.
	ErrFenced = fmt.Errorf("%w, and has the owner now", ErrConflict)
	// ErrChannelTaken says that the channel of a new table has an open one.
	ErrChannelTaken = errors.New("table: the channel has an open table")
	// ErrNotFound says that there is no such table, person or key.
	ErrNotFound = errors.New("table: not found")
	// ErrGone says that a post can never be made: there is nothing to post, or nowhere to post it.
	ErrGone = errors.New("table: the channel takes no posts")
	// ErrAbsent says, beside ErrGone or a *RefusedError, that we may not be in the server any more.
	ErrAbsent = errors.New("table: no access to the server")
	// ErrGaveWay says that a post wasn't made, since another of its owner's goes before it.
	ErrGaveWay = errors.New("table: a post gave way to another")
	// ErrNotSent says of a failed post that no try of it can have been made: nothing was sent, or
	// whoever answered says that it wasn't taken.
	ErrNotSent = errors.New("table: a post was not sent")
	// ErrStopping says that the house takes no more commands.
	ErrStopping = errors.New("table: the house is closing")
	// ErrPanicked says that a job went wrong; the table goes on from what is stored.
	ErrPanicked = errors.New("table: a job panicked")
	// ErrFull says that there is no room to store anything: nothing was changed.
	ErrFull = errors.New("table: nothing can be stored, there is no room")
	// ErrBroken says that what is stored of an owner can't be read, now or later.
	ErrBroken = errors.New("table: what is stored can't be read")

	// errUnsure says that a post is made, and that an older try of it may arrive after it.
	errUnsure = errors.New("table: an older try may arrive")
	// errLost says that another house has had the owner: what is in memory of it is void.
	errLost   = errors.New("table: another house has had the owner")
	errOthers = fmt.Errorf("%w, and has it", errLost)
	errTaken  = errors.New("table: the id is taken")
	errNoVerb = errors.New("table: a command without a verb or key")
)

// isBroken says whether an error is of one owner alone, and won't pass. Whoever goes through many
// owners goes on with the others; the log has the error with the owner's name.
func isBroken(err error) bool { return errors.Is(err, ErrPanicked) || errors.Is(err, ErrBroken) }
