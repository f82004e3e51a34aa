package table

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	lru "github.com/hashicorp/golang-lru/v2"
)

// An evening is a table in memory: the owner of its queue, its clock and what its
// channel is owed. Only the store has what isn't in its events, and so whatever is
// here can be had again but for a thought: the state is folded from the events,
// the habits are read again, the notes of who acted and which keys were refused
// are with the house.
type evening struct {
	house *shared
	place *place
	id    sitting.ID

	state   sitting.State
	loaded  bool
	slow    bool               // it was read from its first event on: a checkpoint is due
	fence   Fence              // under which it was read
	amiss   bool               // something of its own went wrong, and it wasn't rung since
	habits  sitting.QuietHours // of everybody seated
	thought *thought           // of the computer whose turn it is; nil: none
	seal    chan struct{}      // closed when the seal that somebody waits for stands; nil: nobody waits
	tried   chan struct{}      // the same, for callers that waited before the current try began
	settled chan struct{}      // closed when no computer is to move; nil: nobody waits for that

	refs     atomic.Pointer[Refs] // once it is filled the poster alone stores them; jobs read them
	replaced bool                 // another table was opened in the channel since this one was closed
	filled   bool
	shown    int64 // the same: Began of the state that the table message shows; 0: not known
}

// Shared is what all the tables of a house have in common.
type shared struct {
	opt     Options
	count   counters
	runner  *runner
	peeker  Peeker // the house itself, for its poster
	outages outages
	lease   lease
	upkeep  *upkeep
	losses  losses
	minds   chan struct{}                      // holds a token for each thought under way
	acted   *lru.Cache[actor, time.Time]       // who did something where, of late
	refused *lru.Cache[string, error]          // by key: a duplicate of the command is refused too
	tongues *lru.Cache[sitting.Person, string] // the language that is kept of who acted of late
}

// An actor is a person at a table.
type actor struct {
	table  sitting.ID
	person sitting.Person
}

func newEvening(house *shared, id sitting.ID, at *place) *evening {
	v := &evening{house: house, place: at, id: id, state: sitting.New(id)}
	v.refs.Store(&Refs{})
	return v
}

// forget drops what is in memory, so that the next job reads the table again,
// and makes sure that there is a next job.
func (v *evening) forget() {
	v.state, v.loaded, v.amiss = sitting.New(v.id), false, true
}

// part has nobody wait any more, and nothing be thought of.
func (v *evening) part() {
	v.told()
	goOn(&v.settled)
	v.think(false)
	v.forget()
}

// clock returns what the table's times are reckoned by at a moment.
func (v *evening) clock(now time.Time) sitting.Clock {
	delay := v.house.opt.ComputerDelay
	if v.state.Alone() { // nobody watches, and one person waits
		delay = 0
	}
	return sitting.Clock{
		Now: now, Delay: delay, Quiet: v.habits, Acted: v.actedAt, Up: v.house.opt.Up,
		Lost: func(since time.Time) (lost time.Duration) {
			for _, l := range v.house.outages.since(since, now) {
				lost += l.To.Sub(l.From)
			}
			return lost
		},
	}
}

// sawActing notes that a person did something here.
func (v *evening) sawActing(p sitting.Person) {
	if p != "" {
		v.house.acted.Add(actor{v.id, p}, v.house.opt.Now())
	}
}

// sawHost stores that the host did something, where others wait for that.
func (v *evening) sawHost(ctx context.Context, by sitting.Person) error {
	seen := v.clock(v.house.opt.Now()).Seen(v.state, by)
	if seen == nil {
		return nil
	}
	_, err := v.commit(ctx, sitting.Command{By: by}, []sitting.Event{seen})
	return err
}

// actedAt returns when a person did something here, of late; else the zero time.
func (v *evening) actedAt(p sitting.Person) time.Time {
	at, _ := v.house.acted.Peek(actor{v.id, p})
	return at
}

// fault logs an error that is neither a refusal nor the caller's giving up.
func (v *evening) fault(verb string, by sitting.Person, err error) error {
	if err == nil || isRefusal(err) || errors.Is(err, errTaken) || errors.Is(err, errLost) {
		return err
	}
	v.house.count.faults.Add(1)
	v.house.opt.Log.Log(context.Background(), levelOf(err), "job failed", "table", v.id, "verb", verb, "by", by, "error", err)
	return err
}

// levelOf is that of a failed job in the log. While a disk is full each fails: whoever asked for it
// tells that, and whoever asks whether the bot can play.
func levelOf(err error) slog.Level {
	if errors.Is(err, ErrFull) {
		return slog.LevelDebug
	}
	return slog.LevelError
}

func isRefusal(err error) bool { return codeOf(err) != "" }

// codeOf returns the word of a refusal for the log, which may not hear of the
// cards that it names; "" for another error.
func codeOf(err error) string {
	var table *sitting.Refusal
	var rules *engine.Refusal
	switch {
	case errors.As(err, &table):
		return table.Code.String()
	case errors.As(err, &rules):
		return rules.Code.String()
	}
	return ""
}
