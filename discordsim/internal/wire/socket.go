package wire

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
	"github.com/coder/websocket"
)

// silence is how much of a socket has stopped working.
type silence int

const (
	healthy  silence = iota
	mute             // hears, but says nothing
	halfOpen         // neither hears nor speaks, and the line stays up
)

// compressFrom is the size in bytes from which frames are compressed for a client that asked for it in IDENTIFY.
const compressFrom = 256

// socket is one client's line. Frames to send wait in a queue without end, so that nobody who tells something waits for
// a slow client.
type socket struct {
	log      *wirelog.Log
	patience time.Duration // how long a client may be without a heartbeat
	conn     *websocket.Conn
	stream   *deflater                     // nil without transport compression
	session  *session                      // the hub's
	compress bool                          // the hub's
	account  atomic.Pointer[world.Account] // nil until the client has said who it is

	mu       sync.Mutex
	queue    []outgoing
	wake     chan struct{} // holds one token while the queue isn't empty
	quiet    silence
	deadline *time.Timer
	gone     chan struct{}
	goneOnce sync.Once
}

// outgoing is a frame to send, or the end.
type outgoing struct {
	text     []byte
	compress bool
	end      websocket.StatusCode // 0 for a frame
	reason   string
}

func newSocket(log *wirelog.Log, patience time.Duration, conn *websocket.Conn, stream *deflater) *socket {
	k := &socket{log: log, patience: patience, conn: conn, stream: stream, wake: make(chan struct{}, 1), gone: make(chan struct{})}
	k.deadline = time.AfterFunc(patience, k.giveUp)
	return k
}

// giveUp ends a line without heartbeats; one that is meant to seem alive is cut, so that nothing waits for ever.
func (k *socket) giveUp() {
	if k.deaf() {
		k.drop()
		return
	}
	k.shut(closeTimeout, "Session timed out.")
}

func (k *socket) beat() { k.deadline.Reset(k.patience) }

// say queues a frame that is no event.
func (k *socket) say(op int, data string) {
	k.push(outgoing{text: []byte(`{"t":null,"s":null,"op":` + strconv.Itoa(op) + `,"d":` + data + `}`), compress: k.compress})
}

// event queues an event.
func (k *socket) event(text []byte) { k.push(outgoing{text: text, compress: k.compress}) }

// shut queues the end: what was queued before is still sent.
func (k *socket) shut(code websocket.StatusCode, reason string) {
	k.push(outgoing{end: code, reason: reason})
}

func (k *socket) push(o outgoing) {
	k.mu.Lock()
	k.queue = append(k.queue, o)
	k.mu.Unlock()
	select {
	case k.wake <- struct{}{}:
	default: // the writer is already awake
	}
}

// write sends what is queued until the end.
func (k *socket) write() {
	for {
		select {
		case <-k.gone:
			return
		case <-k.wake:
		}
		k.mu.Lock()
		queue, quiet := k.queue, k.quiet
		k.queue = nil
		k.mu.Unlock()
		if quiet != healthy {
			continue
		}
		for _, o := range queue {
			if o.end != 0 {
				_ = k.conn.Close(o.end, o.reason) // a client that is gone needs no goodbye
				k.drop()
				return
			}
			if err := k.send(o); err != nil {
				k.drop()
				return
			}
		}
	}
}

func (k *socket) send(o outgoing) error {
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	noteFrame(k.log, k.account.Load(), o.text, true)
	switch {
	case k.stream != nil:
		return k.conn.Write(ctx, websocket.MessageBinary, k.stream.next(o.text))
	case o.compress && len(o.text) >= compressFrom:
		return k.conn.Write(ctx, websocket.MessageBinary, compressed(o.text))
	default:
		return k.conn.Write(ctx, websocket.MessageText, o.text)
	}
}

// hush makes a socket stop working as far as is said.
func (k *socket) hush(q silence) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.quiet = q
}

func (k *socket) deaf() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.quiet == halfOpen
}

// drop ends the line at once, without a closing frame.
func (k *socket) drop() {
	k.goneOnce.Do(func() { close(k.gone) })
	// The line may be down already, and there is nobody to tell.
	_ = k.conn.CloseNow()
}

func (k *socket) finish() {
	k.deadline.Stop()
	k.drop()
}
