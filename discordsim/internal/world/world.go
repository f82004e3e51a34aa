package world

import (
	"errors"
	"log/slog"
	"sync"
	"time"
)

// Options say what a world is like. The first four matter at every start, the rest when a fresh world is made.
type Options struct {
	Path   string // of the file that keeps everything; "" keeps nothing
	Host   string // scheme and host of the addresses of files
	Times  Times
	Emojis int // that the application may have

	People      []string          // names; the first owns the server
	Bot         string            // its name
	Locales     map[string]string // of people, by name; en-US for the others
	GuildLocale string            // of a community; "" of a server that is none
	Permissions uint64            // the bot's in every channel

	Log *slog.Logger
}

// Times are how time passes and how long things last.
type Times struct {
	Clock       func() time.Time
	Acknowledge time.Duration // how long a bot may take to answer an interaction first
	Token       time.Duration // how long an interaction's token lives
}

// World guards the State: one change at a time, and nobody hears of a change before it is written.
type World struct {
	mu     sync.Mutex
	state  *State
	listen func(*State, Event)
	closed bool
}

// Open reads a world or makes a fresh one. Of each change, once it is written, listen is told in order; it must not change
// anything itself.
func Open(o Options, listen func(*State, Event)) (*World, error) {
	w := &World{listen: listen}
	later := func(d time.Duration, f func()) *time.Timer {
		return time.AfterFunc(d, func() { w.Change(func(*State) { f() }) })
	}
	state, err := openState(o, later)
	if err != nil {
		return nil, errors.Join(err, state.journal.close())
	}
	w.state = state
	return w, nil
}

// Change runs f alone, writes what it changed and tells of it; f must not keep the State. False means that the world is
// closed and nothing was run.
func (w *World) Change(f func(*State)) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return false
	}
	defer w.tell()
	f(w.state)
	return true
}

// Look runs f alone to read, even when the world is closed; f must change nothing and keep nothing.
func (w *World) Look(f func(*State)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f(w.state)
}

// tell writes what changed and then tells of it.
func (w *World) tell() {
	w.state.flush()
	told := w.state.told
	w.state.told = nil
	for _, e := range told {
		w.listen(w.state, e)
	}
}

// Close runs last, after which nothing changes any more, and leaves the state on disk. Only the first call does anything.
func (w *World) Close(last func()) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil
	}
	w.closed = true
	last()
	w.state.settle()
	w.state.flush()
	return w.state.journal.close()
}
