package gateway

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// WebSocket opcodes and bits. Source: RFC 6455, section 5.2.
const (
	opText   = 0x1
	opBinary = 0x2
	opClose  = 0x8

	bitFinal  = 0x80
	bitMasked = 0x80
)

// Operations of the gateway that the line acts on. Source: Discord's documentation, "gateway opcodes".
const (
	gatewayResume       = 6
	gatewayReconnect    = 7
	gatewayInvalid      = 9
	gatewayHello        = 10
	gatewayHeartbeatAck = 11
)

const (
	maxFrame = 64 << 20 // bytes; the largest server's GUILD_CREATE is far below it
	maxHello = 64 << 10
	// Everything that isn't an event is shorter than this, and what is longer isn't looked into.
	maxControl = 1 << 10

	shortestBeat = 10 * time.Millisecond
	longestBeat  = 10 * time.Minute
)

// A lineConn is the connection of a line as discordgo's websocket sees it.
type lineConn struct {
	net.Conn
	line *line
	in   *bufio.Reader
	idle time.Duration // read and set by the reader only

	upgraded atomic.Bool // the HTTP handshake is over
	plain    bool        // the handshake failed: no frames will come
	greeted  bool        // HELLO came
	out      []byte      // what was read and not yet passed on
	left     uint64      // of the frame being passed on without a look

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

// Read passes on what Discord sends, frame by frame. When the line is over it returns the reason.
func (c *lineConn) Read(p []byte) (int, error) {
	n, err := c.read(p)
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
	for len(c.out) == 0 {
		switch {
		case c.plain:
			return c.in.Read(p)
		case !c.upgraded.Load():
			if err := c.handshake(); err != nil {
				return 0, err
			}
		case c.left > 0:
			n, err := c.in.Read(p[:min(uint64(len(p)), c.left)])
			c.left -= uint64(n)
			return n, err
		default:
			if err := c.next(); err != nil {
				return 0, err
			}
		}
	}
	n := copy(p, c.out)
	c.out = c.out[n:]
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
		if len(c.out) > maxHello {
			return errors.New("a handshake without end")
		}
	}
}

// next starts the next frame: a short one is read whole and looked into, of a long one only the header is read.
func (c *lineConn) next() error {
	header := make([]byte, 2, 10)
	if _, err := io.ReadFull(c.in, header); err != nil {
		return err
	}
	size := uint64(header[1] &^ bitMasked)
	more := 0
	switch size {
	case 126:
		more = 2
	case 127:
		more = 8
	}
	if _, err := io.ReadFull(c.in, header[2:2+more]); err != nil {
		return err
	}
	header = header[:2+more]
	switch more {
	case 2:
		size = uint64(binary.BigEndian.Uint16(header[2:]))
	case 8:
		size = binary.BigEndian.Uint64(header[2:])
	}
	if header[1]&bitMasked != 0 || size > maxFrame {
		return fmt.Errorf("a frame that no gateway sends, of %d bytes", size)
	}
	c.line.heard(time.Now())
	look := uint64(maxControl)
	if !c.greeted {
		look = maxHello
	}
	opcode := header[0] &^ 0xf0
	message := header[0]&bitFinal != 0 && (opcode == opText || opcode == opBinary) && size <= look
	if opcode != opClose && !message {
		c.out, c.left = header, size
		return nil
	}
	c.out = append(header, make([]byte, size)...)
	payload := c.out[len(header):]
	if _, err := io.ReadFull(c.in, payload); err != nil {
		return err
	}
	if opcode == opClose {
		return closeEnd(payload)
	}
	return c.look(payload)
}

func closeEnd(payload []byte) *lineEnd {
	end := &lineEnd{why: endClosed, code: 1005} // RFC 6455: no code was given
	if len(payload) >= 2 {
		end.code = int(binary.BigEndian.Uint16(payload))
	}
	return end
}

// look acts on a message that may be something else than an event.
func (c *lineConn) look(payload []byte) error {
	var m struct {
		Op   *int            `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	if err := json.Unmarshal(payload, &m); err != nil || m.Op == nil {
		return errors.New("a message that no gateway sends")
	}
	switch *m.Op {
	case gatewayReconnect:
		return &lineEnd{why: endReconnect}
	case gatewayInvalid:
		if string(m.Data) == "true" {
			return &lineEnd{why: endUnsure}
		}
		return &lineEnd{why: endInvalid}
	case gatewayHello:
		return c.hello(m.Data)
	case gatewayHeartbeatAck:
		if sent := c.beat.Load(); sent != 0 {
			c.line.latency.Store(time.Now().UnixNano() - sent)
		}
	}
	return nil
}

func (c *lineConn) hello(data []byte) error {
	var hello struct {
		Interval float64 `json:"heartbeat_interval"` // milliseconds
	}
	if err := json.Unmarshal(data, &hello); err != nil {
		return err
	}
	beat := time.Duration(hello.Interval * float64(time.Millisecond))
	if beat < shortestBeat || beat > longestBeat {
		return fmt.Errorf("a heartbeat every %v", beat)
	}
	c.greeted = true
	c.idle = beat + beat/4
	return nil
}

// Write passes on what discordgo sends, which is one whole frame a call.
func (c *lineConn) Write(p []byte) (int, error) {
	c.writing.Lock()
	defer c.writing.Unlock()
	frame := p
	if c.upgraded.Load() && len(p) > 0 {
		switch p[0] &^ 0xf0 {
		case opClose:
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
	if err := c.send(frame, writeWait); err != nil {
		c.line.cut(lineEnd{why: endLost, err: err})
		return 0, c.line.ended()
	}
	return len(p), nil
}

func (c *lineConn) send(frame []byte, within time.Duration) error {
	if err := c.SetWriteDeadline(time.Now().Add(within)); err != nil {
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

// goodbye sends the close frame, if nothing else is being sent.
func (c *lineConn) goodbye() {
	if !c.upgraded.Load() || !c.writing.TryLock() {
		return
	}
	defer c.writing.Unlock()
	const normal = 1000
	_ = c.send(clientFrame(opClose, binary.BigEndian.AppendUint16(nil, normal)), goodbyeWait)
}

// frame is the RESUME.
func (r resumption) frame(token string) []byte {
	type data struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int64  `json:"seq"`
	}
	payload, _ := json.Marshal(struct { // strings and a number always marshal
		Op   int  `json:"op"`
		Data data `json:"d"`
	}{gatewayResume, data{token, r.session, r.seq}})
	return clientFrame(opText, payload)
}

// clientFrame is a whole frame as a client must send it: masked.
func clientFrame(opcode byte, payload []byte) []byte {
	frame := []byte{bitFinal | opcode}
	if n := len(payload); n < 126 {
		frame = append(frame, bitMasked|byte(n))
	} else {
		frame = append(frame, bitMasked|126)
		frame = binary.BigEndian.AppendUint16(frame, uint16(n))
	}
	var mask [4]byte
	_, _ = rand.Read(mask[:]) // never fails
	frame = append(frame, mask[:]...)
	for i, b := range payload {
		frame = append(frame, b^mask[i%4])
	}
	return frame
}
