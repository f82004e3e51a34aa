package discordsim

import (
	"bytes"
	"compress/zlib"
	"context"
	"io"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"github.com/klauspost/compress/zstd"
)

// silence is how much of a socket has stopped working.
type silence int

const (
	healthy  silence = iota
	mute             // hears, but says nothing
	halfOpen         // neither hears nor speaks, and the line stays up
)

// zstdWindow is how far back, in bytes, a stream of zstd looks for what it repeats.
const zstdWindow = 128 << 10

// compressFrom is the size in bytes from which frames are compressed for a client that asked for it in IDENTIFY.
const compressFrom = 256

// socket is one client's line. Frames to send wait in a queue without end, so that nobody who tells something waits for
// a slow client.
type socket struct {
	server   *Server
	conn     *websocket.Conn
	stream   *deflater              // nil without transport compression
	session  *session               // guarded by the Server's lock
	compress bool                   // guarded by the Server's lock
	account  atomic.Pointer[person] // nil until the client has said who it is

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

func newSocket(s *Server, conn *websocket.Conn, stream *deflater) *socket {
	k := &socket{server: s, conn: conn, stream: stream, wake: make(chan struct{}, 1), gone: make(chan struct{})}
	k.deadline = time.AfterFunc(k.patience(), k.giveUp)
	return k
}

// patience is how long a client may be without a heartbeat.
func (k *socket) patience() time.Duration { return 2 * k.server.options.Limits.Heartbeat }

// giveUp ends a line without heartbeats; one that is meant to seem alive is cut, so that nothing waits for ever.
func (k *socket) giveUp() {
	if k.deaf() {
		k.drop()
		return
	}
	k.shut(closeTimeout, "Session timed out.")
}

func (k *socket) beat() { k.deadline.Reset(k.patience()) }

// say queues a frame that is no event.
func (k *socket) say(op int, data string) {
	k.push(outgoing{text: []byte(`{"t":null,"s":null,"op":` + strconv.Itoa(op) + `,"d":` + data + `}`), compress: k.compress})
}

// event queues an event, as the faults ordered for the bot's will have it.
func (k *socket) event(f frame, toBot bool) {
	out := outgoing{text: f.text, compress: k.compress}
	if !toBot || f.name == "READY" || f.name == "RESUMED" {
		k.push(out)
		return
	}
	for _, o := range k.server.faults.dispatched(out) {
		k.push(o)
	}
}

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
	k.server.wire.told(k, o.text)
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

// ended notes that the client's line is no more.
func (k *socket) ended(final bool) {
	k.server.mu.Lock()
	defer k.server.mu.Unlock()
	k.server.hub.detach(k, final)
}

func (k *socket) finish() {
	k.deadline.Stop()
	k.drop()
}

// deflater is the one compressed stream that all frames of a socket share.
type deflater struct {
	out bytes.Buffer
	zip interface {
		io.Writer
		Flush() error
	}
}

// newDeflater makes the stream of a transport compression; false for one that isn't spoken. "" is none.
func newDeflater(name string) (*deflater, bool) {
	d := &deflater{}
	switch name {
	case "":
		return nil, true
	case "zlib-stream":
		d.zip = zlib.NewWriter(&d.out)
	case "zstd-stream":
		// There are many sockets and their frames are small, so little memory is spent on each.
		zip, err := zstd.NewWriter(&d.out, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(zstdWindow))
		if err != nil {
			return nil, false
		}
		d.zip = zip
	default:
		return nil, false
	}
	return d, true
}

// next compresses one frame and flushes, so that all of it can be read, though the stream goes on; zlib's end is
// 00 00 FF FF then. The result is good until the next call.
func (d *deflater) next(text []byte) []byte {
	d.out.Reset()
	_, _ = d.zip.Write(text) // a buffer takes everything
	_ = d.zip.Flush()        // as above
	return d.out.Bytes()
}

// compressed is one frame as a zlib text of its own.
func compressed(text []byte) []byte {
	var out bytes.Buffer
	zip := zlib.NewWriter(&out)
	_, _ = zip.Write(text) // a buffer takes everything
	_ = zip.Close()        // as above
	return out.Bytes()
}
