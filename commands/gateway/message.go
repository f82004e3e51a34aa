package gateway

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Operations of the gateway that the line acts on. Source: Discord's documentation, "gateway opcodes".
const (
	gatewayEvent        = 0
	gatewayResume       = 6
	gatewayReconnect    = 7
	gatewayInvalid      = 9
	gatewayHello        = 10
	gatewayHeartbeatAck = 11
)

// A message is what every message of the gateway has. It is taken apart once, in take.
type message struct {
	Op   *int            `json:"op"`
	Data json.RawMessage `json:"d"` // a copy, which whoever gets it owns
	Seq  int64           `json:"s"` // the event's number in its session
	Type string          `json:"t"` // the event's
}

// take acts on a message and says what discordgo gets of it. Of an event that is only its number, which its heartbeats
// must name, under a type that it doesn't know: else it would decode everything in it a second and a third time.
func (c *lineConn) take(text []byte) error {
	var m message
	err := json.Unmarshal(text, &m)
	if err == nil && m.Op == nil {
		err = errors.New("no operation")
	}
	if err != nil {
		return &lineEnd{why: endNonsense, err: err}
	}
	switch *m.Op {
	case gatewayEvent:
		c.line.event(m)
		text = fmt.Appendf(make([]byte, 0, 64), `{"op":0,"s":%d,"t":"-"}`, m.Seq)
	case gatewayReconnect:
		return &lineEnd{why: endReconnect}
	case gatewayInvalid:
		if string(m.Data) == "true" {
			return &lineEnd{why: endUnsure}
		}
		return &lineEnd{why: endInvalid}
	case gatewayHello:
		if err := c.hello(m.Data); err != nil {
			return fmt.Errorf("HELLO: %w", err) // it isn't of the session, which can be resumed on another line
		}
	case gatewayHeartbeatAck:
		if sent := c.beat.Load(); sent != 0 {
			c.line.latency.Store(time.Now().UnixNano() - sent)
		}
	}
	c.out = serverFrame(c.out, opText, text)
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
	c.idle = beat + beat/4
	return nil
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
