package commands

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/table"
	"golang.org/x/time/rate"
)

// Discord is the way to Discord.
type Discord struct {
	REST        *rest.Client
	Application string // the application's id
	Log         *slog.Logger
}

// A line is the way to Discord of what people are told, and counts what goes wrong.
type line struct {
	Discord
	count    *counters
	pictures *pictures
	doubts   *doubts
	missed   *missed
	now      func() time.Time
	uploads  time.Duration // how long a message waits for its pictures
	retries  *rate.Limiter // of messages that repeat what Discord has refused
	lacking  *lacking
	bare     *summary // of messages that went without their pictures
	rival    *recurring
	since    time.Time  // when the process began to answer
	full     *recurring // disk
	shared   bool       // other processes work on the same tables
}

// newLine returns one; late is after which time no try that got no answer arrives any more.
func newLine(d Discord, now func() time.Time, late time.Duration) *line {
	l := &line{
		Discord: d, since: time.Now(), count: new(counters), pictures: newPictures(), doubts: newDoubts(late), missed: newMissed(), now: now, uploads: uploadWithin,
		retries: rate.NewLimiter(rate.Every(retryEvery), 1), lacking: newLacking(), bare: newSummary("messages go without their pictures"),
	}
	l.rival = l.newRival()
	l.full = newRecurring(func(id string, times int, why error) {
		l.Log.Error("nothing can be stored: interactions fail", "id", id, "times", times, "error", why)
	})
	return l
}

// caught, when deferred, ends a panic and tells the id under which it is in the log. What panicked
// may do so again when that is told.
func (l *line) caught(in *interaction, tell func(id string)) {
	if caught := recover(); caught != nil {
		defer l.survived("fault not told", func() {})
		l.count.panics.Add(1)
		tell(l.fault(in, errPanicked, "panic", caught, "stack", string(debug.Stack())))
	}
}

// undrawn logs and counts a picture that couldn't be drawn.
func (l *line) undrawn(caught any, stack []byte) {
	l.count.panics.Add(1)
	l.Log.Error("picture not drawn", "panic", caught, "stack", string(stack))
}

// survived, when deferred, ends a panic of what runs beside everything else, and does
// what is left to do then. The log gets what it happened to.
func (l *line) survived(what string, left func(), about ...any) {
	if caught := recover(); caught != nil {
		l.count.panics.Add(1)
		l.Log.Error(what, append(about, "panic", caught, "stack", string(debug.Stack()))...)
		left()
	}
}

// fault logs an error of ours under a fresh id and returns the id, which is all
// that the player is told.
func (l *line) fault(in *interaction, err error, more ...any) string {
	if errors.Is(err, table.ErrFull) { // as it is for everybody
		l.count.faults.Add(1)
		return l.full.note(err)
	}
	id := faultID()
	l.report(id, in, err, more...)
	return id
}

// faultID makes up the id of a fault.
func faultID() string {
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// report logs and counts a fault of ours.
func (l *line) report(id string, in *interaction, err error, more ...any) {
	l.count.faults.Add(1)
	l.Log.Error("interaction failed", append([]any{"id", id, "interaction", in.ID, "type", in.Type, "error", err}, more...)...)
}
