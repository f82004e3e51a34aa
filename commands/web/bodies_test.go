package web

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// serves has a bench serve, and tells where.
func (b *bench) serves(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

// A slow is somebody who announces a body and sends only some of it.
type slow struct {
	net.Conn
	in *bufio.Reader
}

// sendsSlowly returns when the endpoint waits for the body.
func sendsSlowly(t *testing.T, at string, size string) *slow {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	s := &slow{conn, bufio.NewReader(conn)}
	_, _ = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: rum.example\r\nExpect: 100-continue\r\n%s\r\n%s: %s\r\n%s: %s\r\n\r\n",
		InteractionsPath, size, timestampHeader, someTime, signatureHeader, strings.Repeat("00", 64))
	return s
}

// answer is the next status that the endpoint gives.
func (s *slow) answer(t *testing.T) int {
	t.Helper()
	a, err := http.ReadResponse(s.in, nil)
	if err != nil {
		t.Error(err)
		return 0
	}
	_ = a.Body.Close()
	return a.StatusCode
}

// TestTheBodyThatHasWaitedLongestMakesWay has as many send slowly as may: a click is taken up beside
// them, and costs the first of them its connection, and no other.
func TestTheBodyThatHasWaitedLongestMakesWay(t *testing.T) {
	t.Parallel()
	b := newBench()
	at := b.serves(t)
	var all []*slow
	for range mostUnder {
		s := sendsSlowly(t, at, "Content-Length: 1000")
		if got := s.answer(t); got != http.StatusContinue {
			t.Fatal(got)
		}
		_, _ = io.WriteString(s, "{")
		all = append(all, s)
	}
	out, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+at+InteractionsPath, strings.NewReader(click))
	out.Header = request(http.MethodPost, "/", someTime, b.sign(someTime, click), click).Header
	answer, err := http.DefaultClient.Do(out)
	if err != nil || answer.StatusCode != http.StatusAccepted {
		t.Fatal(answer, err)
	}
	_ = answer.Body.Close()
	b.bodies.mu.Lock()
	if n := len(b.bodies.under); n >= mostUnder { // the click had to make room
		t.Errorf("%d are under way", n)
	}
	b.bodies.mu.Unlock()
	if got := all[0].answer(t); got != http.StatusBadRequest {
		t.Errorf("the first got %d", got)
	}
	for _, s := range all[1:] { // none gets more than its time
		if got := s.answer(t); got != http.StatusBadRequest {
			t.Errorf("another got %d", got)
		}
		if _, err := s.in.ReadByte(); err == nil {
			t.Error("its connection goes on")
		}
	}
}

// TestABodyThatIsAnnouncedTooLargeIsNotRead refuses it before a byte of it has come.
func TestABodyThatIsAnnouncedTooLargeIsNotRead(t *testing.T) {
	t.Parallel()
	b := newBench()
	at := b.serves(t)
	if got := sendsSlowly(t, at, "Content-Length: 1048576").answer(t); got != http.StatusRequestEntityTooLarge {
		t.Error(got)
	}
	chunked := sendsSlowly(t, at, "Transfer-Encoding: chunked")
	if got := chunked.answer(t); got != http.StatusContinue {
		t.Fatal(got)
	}
	go func() { _, _ = fmt.Fprintf(chunked, "100000\r\n%s", strings.Repeat("a", maxBody+1)) }()
	if got := chunked.answer(t); got != http.StatusRequestEntityTooLarge {
		t.Errorf("in chunks: %d", got)
	}
}

// A failing body has an error once it is read.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// TestARefusalWaits has somebody who is refused wait before they can connect anew, but never longer
// than a body has, and not where too many wait already or they went by themselves.
func TestARefusalWaits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		size        int64
		err         error
		others      int64
		least, most time.Duration
	}{
		{"announced too large", maxBody + 1, nil, 0, refusalWait, 2 * refusalWait},
		{"given up", 10, os.ErrDeadlineExceeded, 0, refusalWait, 2 * refusalWait},
		{"gone", 10, io.ErrUnexpectedEOF, 0, 0, 0},
		{"as many wait as may", maxBody + 1, nil, mostRefused, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var b bodies
				b.refused.Store(c.others)
				r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", failing{c.err})
				r.ContentLength = c.size
				begun := time.Now()
				_, err := b.read(httptest.NewRecorder(), r)
				if took := time.Since(begun); took < c.least || took > c.most {
					t.Errorf("it took %v", took)
				}
				if err == nil || c.err != nil && !errors.Is(err, c.err) {
					t.Error(err)
				}
				if left := b.refused.Load(); left != c.others {
					t.Errorf("%d wait", left)
				}
				begun = time.Now()
				if b.hold(begun.Add(-bodyWait)); !time.Now().Equal(begun) {
					t.Error("somebody waits longer than a body has")
				}
			})
		})
	}
}
