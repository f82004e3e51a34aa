package web

import (
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// What one who sends slowly may take of the bot. Discord's bodies come whole, in a moment.
const (
	// maxBody is more than twice what Discord sends: an interaction with a whole message and all whom it
	// names has less than 100 KB.
	maxBody   = 256 << 10
	bodyWait  = 2 * time.Second // from the header on
	mostUnder = 64              // bodies under way

	// Somebody whose body isn't read any more may connect anew at once, and each connection costs
	// the processor more than one that is open. So their answer waits, within bodyWait.
	refusalWait = 500 * time.Millisecond // at least, and at most twice as long
	mostRefused = 1024                   // that wait
)

// bodies are those under way, oldest first. One more has the oldest be given up: whoever sends slowly
// makes way for whoever doesn't.
type bodies struct {
	mu      sync.Mutex
	under   []*http.ResponseController
	refused atomic.Int64
}

// read reads a request's body within its limits. A *http.MaxBytesError: it is too large.
func (b *bodies) read(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	begun := time.Now()
	if r.ContentLength > maxBody {
		b.hold(begun)
		return nil, &http.MaxBytesError{Limit: maxBody}
	}
	conn := http.NewResponseController(w)
	b.enter(conn)
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	b.leave(conn)
	switch {
	case err == nil:
		_ = conn.SetReadDeadline(time.Time{}) // the server sets its own for what comes next
	case errors.As(err, new(*http.MaxBytesError)) || errors.Is(err, os.ErrDeadlineExceeded):
		body = nil // which would be kept meanwhile
		b.hold(begun)
	}
	return body, err
}

// hold has somebody who is refused wait for their answer.
func (b *bodies) hold(begun time.Time) {
	if b.refused.Add(1) <= mostRefused {
		wait := refusalWait + rand.N(refusalWait) // else all of them come back at once
		time.Sleep(min(wait, time.Until(begun.Add(bodyWait))))
	}
	b.refused.Add(-1)
}

// enter lets a body come for a while. Where the connection knows no deadline, the server's own hold.
func (b *bodies) enter(conn *http.ResponseController) {
	b.mu.Lock()
	defer b.mu.Unlock()
	_ = conn.SetReadDeadline(time.Now().Add(bodyWait))
	if b.under = append(b.under, conn); len(b.under) > mostUnder {
		_ = b.under[0].SetReadDeadline(time.Unix(1, 0)) // which ends its read at once
		b.under = slices.Delete(b.under, 0, 1)
	}
}

func (b *bodies) leave(conn *http.ResponseController) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.under = slices.DeleteFunc(b.under, func(c *http.ResponseController) bool { return c == conn })
}
