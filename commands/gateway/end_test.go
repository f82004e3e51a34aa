package gateway

import (
	"context"
	"net"
	"strings"
	"sync"
	"testing"
)

// A quickReply is a connection on which the answer to the goodbye is read before the goodbye's sender goes on.
type quickReply struct {
	net.Conn
	once sync.Once
	over chan struct{} // closed when the connection is
}

func (q *quickReply) Write(frame []byte) (int, error) {
	n, err := q.Conn.Write(frame)
	if len(frame) > 0 && frame[0] == bitFinal|opClose {
		<-q.over
	}
	return n, err
}

func (q *quickReply) Close() error {
	q.once.Do(func() { close(q.over) })
	return q.Conn.Close()
}

func TestToldToStopIsNoLossWhateverIsReadFirst(t *testing.T) {
	bubble(t, "Discord answers the goodbye at once", func(t *testing.T) {
		w := watch(t, func(_ int, c *call) { c.serve(beat, func() { c.interaction(2, "a") }) }, func(o *Options) {
			dial := o.dial
			o.dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
				conn, err := dial(ctx, network, addr)
				return &quickReply{Conn: conn, over: make(chan struct{})}, err
			}
		})
		w.took(1)
		w.end(t)
		if strings.Contains(w.log.String(), "WARN") {
			t.Error(w.log)
		}
	})
}
