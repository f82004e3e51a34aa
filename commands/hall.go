package commands

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// Tables is what the hall asks of the house; *table.House does it.
type Tables interface {
	Do(ctx context.Context, c sitting.Command) (table.Reply, error)
	Look(ctx context.Context, id sitting.ID, p sitting.Person) (sitting.Sight, error)
	Peek(ctx context.Context, id sitting.ID, p sitting.Person) (sitting.Sight, error)
	In(ctx context.Context, c sitting.Channel) (sitting.ID, error)
	Before(ctx context.Context, c sitting.Channel, other sitting.ID) (sitting.ID, error)
	Proof(ctx context.Context, id sitting.ID, hand int) (sitting.Proof, error)
	Repost(ctx context.Context, id sitting.ID) error
	Habits
}

// Habits is what the hall asks of people's own settings; *table.House does it too.
type Habits interface {
	SetQuiet(ctx context.Context, p sitting.Person, q sitting.Quiet) error
	Quiet(ctx context.Context, p sitting.Person) (sitting.Quiet, error)
}

// Options are what a hall is made of; all but Patience, Pace, Now and Advise are needed.
type Options struct {
	Tables      Tables
	People      table.Registry
	Books       table.Books
	REST        *rest.Client
	Words       *lang.Catalogue
	Codec       render.Codec
	Application string // the application's id
	Log         *slog.Logger
	// Patience is how long an answer may take before Discord is told that it is
	// on its way; 1.5 s when zero, far below the 3 s that Discord waits.
	Patience time.Duration
	// Pace is how many acts a second one person may go on with after their first
	// 20; 0: any number.
	Pace     int
	Now      func() time.Time // time.Now when nil
	Playouts int              // of the thought behind a hint; 0 is the level's own number
	// Advise thinks of hints; opponent.Advise when nil.
	Advise func(opponent.Level, engine.View, []engine.PublicEvent, *mathrand.Rand, opponent.Budget) (opponent.Advice, bool)
}

const defaultPatience = 1500 * time.Millisecond

// patient bounds a whole visit: a token lives for 15 minutes, but a person has
// left long before.
const patient = time.Minute

// A Hall receives interactions and makes posts. Make it with [New]; its methods
// are safe for many callers at once.
type Hall struct {
	opt    Options
	seen   seen
	paces  paces
	visits berths // under way
	turned berths // those who are told that they aren't let in
	people people
	hands  hands
	boards boards
	places places
	traces traces
	hints  hints
	zones  []zone          // read only
	rows   map[handle]*row // read only
	count  counters
	serial atomic.Uint32
	work   sync.WaitGroup
}

// New returns a hall at work. Tables may be set later with [Hall.Serve], since a
// house wants its poster first.
func New(o Options) *Hall {
	if o.Patience == 0 {
		o.Patience = defaultPatience
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Advise == nil {
		o.Advise = opponent.Advise
	}
	h := &Hall{
		opt: o, zones: zones(), rows: byHandle(rows()),
		seen: newSeen(), paces: newPaces(o.Pace), people: newPeople(o.People), hands: newHands(), boards: newBoards(), places: newPlaces(), traces: newTraces(), hints: newHints(),
	}
	h.visits, h.turned = newBerths(maxVisits, &h.work), newBerths(maxTurned, &h.work)
	var start [4]byte
	_, _ = rand.Read(start[:]) // never fails; serials of two runs should differ, nothing more
	h.serial.Store(binary.LittleEndian.Uint32(start[:]))
	return h
}

// Serve gives the hall its tables. It must come before the first Handle or Post.
func (h *Hall) Serve(t Tables) { h.opt.Tables = t }

// Handle takes up one interaction, the d of an INTERACTION_CREATE, and returns
// at once. A repetition of one that came before is dropped, and one too many is
// turned away. It must not be called once Close is.
func (h *Hall) Handle(raw json.RawMessage) {
	in, err := parseInteraction(raw)
	if err != nil {
		h.count.unknown.Add(1)
		h.opt.Log.Warn("interaction not read", "error", err)
		return
	}
	if !h.seen.first(in.ID) {
		h.count.repeated.Add(1)
		return
	}
	h.enter(in)
}

// Close waits until the interactions taken up are answered, or ctx is done.
func (h *Hall) Close(ctx context.Context) error {
	done := make(chan struct{})
	go func() { h.work.Wait(); close(done) }()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("commands: interactions left unanswered: %w", ctx.Err())
	}
}

// receive leads one interaction through the hall.
func (h *Hall) receive(in *interaction) {
	ctx, cancel := context.WithTimeout(context.Background(), patient)
	defer cancel()
	v := &visit{hall: h, in: in, words: h.opt.Words.For(in.Locale)}
	v.answer = answer{hall: h, in: in}
	defer h.caught(in, func(id string) { v.broken(ctx, id) })
	h.count.received.Add(1)
	h.places.noted(in.ChannelID, in.Channel.LastMessage)
	v.read()
	if in.completing() {
		v.complete(ctx)
		return
	}
	v.answer.hurry()
	v.serve(ctx)
}

// caught, when deferred, ends a panic and tells the id under which it is in the log.
func (h *Hall) caught(in *interaction, tell func(id string)) {
	if caught := recover(); caught != nil {
		h.count.panics.Add(1)
		tell(h.fault(in, errPanicked, "panic", caught, "stack", string(debug.Stack())))
	}
}

// fault logs an error of ours under a fresh id and returns the id, which is all
// that the player is told.
func (h *Hall) fault(in *interaction, err error, more ...any) string {
	id := faultID()
	h.report(id, in, err, more...)
	return id
}

// faultID makes up the id of a fault.
func faultID() string {
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// report logs and counts a fault of ours.
func (h *Hall) report(id string, in *interaction, err error, more ...any) {
	h.count.faults.Add(1)
	h.opt.Log.Error("interaction failed", append([]any{"id", id, "interaction", in.ID, "type", in.Type, "error", err}, more...)...)
}

// next returns a serial that no earlier rendering had.
func (h *Hall) next() uint32 { return h.serial.Add(1) }

// counters are what a hall has done since it was made.
type counters struct {
	received, repeated, turned, unknown, refused, deferred, faults, panics, late atomic.Uint64
}

// Stats are the figures of a hall since it was made.
type Stats struct {
	Received uint64 // interactions taken up
	Repeated uint64 // repetitions dropped
	Turned   uint64 // turned away: one person too quick, or too many at once
	Unknown  uint64 // of a type that came after us, or that couldn't be read
	Refused  uint64 // answered with why not
	Deferred uint64 // put off because the answer took too long
	Late     uint64 // answers that Discord didn't take any more
	Faults   uint64
	Panics   uint64
}

// Stats returns the figures of now.
func (h *Hall) Stats() Stats {
	c := &h.count
	return Stats{
		Received: c.received.Load(), Repeated: c.repeated.Load(), Turned: c.turned.Load(), Unknown: c.unknown.Load(), Refused: c.refused.Load(),
		Deferred: c.deferred.Load(), Late: c.late.Load(), Faults: c.faults.Load(), Panics: c.panics.Load(),
	}
}
