package gateway

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

const (
	maxHandshake = 64 << 10 // bytes
	keptBuffer   = 1 << 20  // bytes; what a larger message took is given back

	shortestBeat = 10 * time.Millisecond
	longestBeat  = 10 * time.Minute
)

// A lineConn is the connection of a line as discordgo's websocket sees it.
type lineConn struct {
	net.Conn
	line *line
	in   *bufio.Reader
	idle time.Duration // read and set by the reader only

	upgraded atomic.Bool  // the HTTP handshake is over
	plain    bool         // the handshake failed: no frames will come
	message  bytes.Buffer // what came of a message
	partly   bool         // more of it will come
	out      []byte       // what discordgo gets next
	passed   int          // bytes of out that it has

	writing sync.Mutex
	beat    atomic.Int64 // when the last heartbeat went out, unix nanoseconds
}

// patient reads from a connection as long as something comes within its idle time.
type patient struct{ *lineConn }

func (p patient) Read(b []byte) (int, error) {
	if err := p.SetReadDeadline(time.Now().Add(p.idle)); err != nil {
		return 0, err
	}
	return p.Conn.Read(b)
}

// Read gives discordgo what it needs of what Discord sends. When the line is over it returns the reason.
// Discordgo reads in a goroutine of its own, where a panic would end the process.
func (c *lineConn) Read(p []byte) (n int, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			c.line.cut(lineEnd{why: endLost, err: fmt.Errorf("panic: %v\n%s", caught, debug.Stack())})
			n, err = 0, c.line.ended()
		}
	}()
	n, err = c.read(p)
	if err != nil {
		end := new(lineEnd)
		if !errors.As(err, &end) {
			*end = lostOr(err)
		}
		c.line.cut(*end)
		return n, c.line.ended()
	}
	return n, nil
}

func (c *lineConn) read(p []byte) (int, error) {
	for c.passed == len(c.out) {
		c.out, c.passed = c.out[:0], 0
		switch {
		case c.plain:
			return c.in.Read(p)
		case !c.upgraded.Load():
			if err := c.handshake(); err != nil {
				return 0, err
			}
		default:
			if err := c.next(); err != nil {
				return 0, err
			}
		}
	}
	n := copy(p, c.out[c.passed:])
	c.passed += n
	return n, nil
}

// handshake takes in one answer to the request for a websocket, to the end of its header.
func (c *lineConn) handshake() error {
	for {
		text, err := c.in.ReadBytes('\n')
		if err != nil {
			return err
		}
		if len(c.out) == 0 && !bytes.Contains(text, []byte(" 101")) {
			c.plain = true
		}
		c.out = append(c.out, text...)
		if c.plain {
			return nil
		}
		if len(bytes.TrimSpace(text)) == 0 {
			c.upgraded.Store(true)
			return nil
		}
		if len(c.out) > maxHandshake {
			return errors.New("a handshake without end")
		}
	}
}

// next takes in the next frame and, when a message is whole with it, the message.
func (c *lineConn) next() error {
	h, err := readHeader(c.in)
	if err != nil {
		return err
	}
	c.line.heard(time.Now())
	switch {
	case h.isControl(): // also between the parts of a message
		payload := make([]byte, h.size)
		if _, err := io.ReadFull(c.in, payload); err != nil {
			return err
		}
		if h.opcode == opClose {
			return closeEnd(payload)
		}
		c.out = serverFrame(c.out, h.opcode, payload)
		return nil
	case c.partly && h.opcode == opContinued, !c.partly && h.opcode == opText:
	default:
		return fmt.Errorf("a frame that no gateway sends, of kind %d", h.opcode)
	}
	if uint64(c.message.Len())+h.size > maxFrame {
		return errors.New("a message that is too long")
	}
	if _, err := io.CopyN(&c.message, c.in, int64(h.size)); err != nil {
		return err
	}
	if c.partly = !h.final; c.partly {
		return nil
	}
	defer c.clear()
	return c.take(c.message.Bytes())
}

// clear makes room for the next message.
func (c *lineConn) clear() {
	c.message.Reset()
	if c.message.Cap() > keptBuffer {
		c.message = bytes.Buffer{}
	}
}

func closeEnd(payload []byte) *lineEnd {
	end := &lineEnd{why: endClosed, code: 1005} // RFC 6455: no code was given
	if len(payload) >= 2 {
		end.code = int(binary.BigEndian.Uint16(payload))
	}
	return end
}

// Write passes on what discordgo sends, which is one whole frame a call.
func (c *lineConn) Write(p []byte) (int, error) {
	c.writing.Lock()
	defer c.writing.Unlock()
	frame := p
	if c.upgraded.Load() && len(p) > 0 {
		switch p[0] & bitsOp {
		case opClose: // it would end the session
			return len(p), nil
		case opText:
			now := time.Now().UnixNano()
			switch {
			case c.line.spoke.Swap(true):
				c.beat.Store(now)
			case c.line.resumes():
				frame = c.line.begun.frame(c.line.token)
			default:
				c.line.identified.Store(now)
			}
		}
	}
	if err := c.send(frame); err != nil {
		c.line.cut(lineEnd{why: endLost, err: err})
		return 0, c.line.ended()
	}
	return len(p), nil
}

func (c *lineConn) send(frame []byte) error {
	if err := c.SetWriteDeadline(time.Now().Add(writeWait)); err != nil {
		return err
	}
	_, err := c.Conn.Write(frame)
	return err
}

// Close ends the line. Discord keeps the session for a while.
func (c *lineConn) Close() error {
	c.line.cut(lineEnd{why: endSessionGone})
	return nil
}
