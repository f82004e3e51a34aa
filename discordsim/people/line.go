package people

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// line is a person's gateway socket.
type line struct {
	conn *websocket.Conn

	mu      sync.Mutex // guards what follows
	beating *time.Timer
	closed  bool
	writing sync.Mutex // held while a frame is written
}

// dial opens a line and hears how often it has to beat.
func dial(ctx context.Context, gateway string) (*line, time.Duration, error) {
	conn, answer, err := websocket.Dial(ctx, gateway+"/?v=10&encoding=json", nil)
	if answer != nil && answer.Body != nil {
		_ = answer.Body.Close() // there is nothing in it
	}
	if err != nil {
		return nil, 0, fmt.Errorf("discordsim: gateway: %w", err)
	}
	conn.SetReadLimit(64 << 20)
	l := &line{conn: conn}
	var hello struct {
		Data struct {
			Interval int `json:"heartbeat_interval"`
		} `json:"d"`
	}
	if err := l.receive(ctx, &hello); err != nil {
		_ = conn.CloseNow() // the error says what happened
		return nil, 0, err
	}
	return l, time.Duration(hello.Data.Interval) * time.Millisecond, nil
}

func (l *line) receive(ctx context.Context, into any) error {
	_, text, err := l.conn.Read(ctx)
	if err != nil {
		return fmt.Errorf("discordsim: gateway: %w", err)
	}
	return json.Unmarshal(text, into)
}

func (l *line) send(op int, data any) error {
	text, err := json.Marshal(map[string]any{"op": op, "d": data})
	if err != nil {
		return fmt.Errorf("discordsim: encode: %w", err)
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	l.writing.Lock()
	defer l.writing.Unlock()
	return l.conn.Write(ctx, websocket.MessageText, text)
}

// beat sends a heartbeat after each interval until the line is closed.
func (l *line) beat(interval time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	l.beating = time.AfterFunc(interval, func() {
		if l.send(discord.OpHeartbeat, nil) == nil { // else the reader has noticed too
			l.beat(interval)
		}
	})
}

func (l *line) close() error {
	l.mu.Lock()
	l.closed = true
	if l.beating != nil {
		l.beating.Stop()
	}
	l.mu.Unlock()
	return l.conn.CloseNow()
}
