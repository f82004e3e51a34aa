package wirelog

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// kept is how many exchanges the log holds; older ones are forgotten.
const kept = 16384

// Log is what went over the wire, newest last, and what was wrong with it. It keeps the newest exchanges and hands them
// out without tokens.
type Log struct {
	mu      sync.Mutex
	entries []Exchange // a ring once it is full
	next    uint64     // number of the next entry, from 1
	more    chan struct{}
	closed  bool
	wrong   []Violation
}

// Exchange is a request with its answer, or one frame of the gateway.
type Exchange struct {
	N       uint64          `json:"n"` // counts from 1
	At      time.Time       `json:"at"`
	Dir     string          `json:"dir"`  // "bot→discord", "discord→bot", "person→discord", "discord→person"
	Kind    string          `json:"kind"` // rest, gateway or file
	Who     string          `json:"who"`  // the account's name; "" for those who came without a token
	Account discord.ID      `json:"account,omitzero"`
	Method  string          `json:"method,omitempty"`
	Path    string          `json:"path,omitempty"`
	Status  int             `json:"status,omitempty"` // of an answer
	Body    json.RawMessage `json:"body,omitempty"`
}

// New is an empty log.
func New() *Log { return &Log{next: 1, more: make(chan struct{})} }

// Add notes what was just sent.
func (l *Log) Add(e Exchange) {
	e.At = time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	e.N = l.next
	l.next++
	if len(l.entries) < kept {
		l.entries = append(l.entries, e)
	} else {
		l.entries[(e.N-1)%kept] = e
	}
	close(l.more)
	l.more = make(chan struct{})
}

// After lists the entries with a number above n that are still kept, tokens replaced.
func (l *Log) After(n uint64) []Exchange { return l.Newest(n, kept) }

// Newest is After with only so many of the newest entries.
func (l *Log) Newest(n, most uint64) []Exchange {
	return l.where(n, most, func(Exchange) bool { return true })
}

// where is Newest of the entries to be kept, judged with their tokens in them.
func (l *Log) where(n, most uint64, keep func(Exchange) bool) []Exchange {
	l.mu.Lock()
	first := max(n+1, l.next-min(uint64(len(l.entries)), most))
	out := []Exchange{}
	for i := first; i < l.next; i++ {
		if e := l.entries[(i-1)%kept]; keep(e) {
			out = append(out, e)
		}
	}
	l.mu.Unlock()
	for i := range out {
		out[i].Body = redact(out[i].Body)
	}
	return out
}

// Wait returns when there is an entry with a number above n, or the context or the server has ended.
func (l *Log) Wait(ctx context.Context, n uint64) {
	for {
		l.mu.Lock()
		more, there := l.more, l.next > n+1 || l.closed
		l.mu.Unlock()
		if there {
			return
		}
		select {
		case <-more:
		case <-ctx.Done():
			return
		}
	}
}

// SentTo is all that one account was sent and is still kept: answers and frames, in order.
func (l *Log) SentTo(account discord.ID) []Exchange {
	return l.where(0, kept, func(e Exchange) bool { return e.Account == account && strings.HasPrefix(e.Dir, "discord→") })
}

// SentByBot is all that the bot sent and is still kept: requests and frames, in order.
func (l *Log) SentByBot() []Exchange {
	return l.where(0, kept, func(e Exchange) bool { return e.Dir == "bot→discord" })
}

// Close wakes those who wait.
func (l *Log) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	close(l.more)
	l.more = make(chan struct{})
}
