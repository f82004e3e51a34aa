package postgres_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

// pausedProcess has the address of the database in the process that is paused, and pausedAPI that of its Discord.
const pausedProcess, pausedAPI = "BOATHOUSE_TEST_PAUSED", "BOATHOUSE_TEST_PAUSED_API"

// leftAt is the header that says when a call left, in microseconds.
const leftAt = "Left-At"

// stamped calls say when they left.
type stamped struct{ http.RoundTripper }

func (s stamped) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set(leftAt, strconv.FormatInt(time.Now().UnixMicro(), 10))
	return s.RoundTripper.RoundTrip(r)
}

// TestAPausedProcessLosesItsPlaces stops a process in the midst of calls until another has all there is, and lets it go on: what
// it had before the pause it uses no more. Calls that had left, and come in after it, nobody can take back: they aren't counted.
func TestAPausedProcessLosesItsPlaces(t *testing.T) {
	t.Parallel()
	if address := os.Getenv(pausedProcess); address != "" {
		calls(t, stamped{http.DefaultTransport}, os.Getenv(pausedAPI), open(t, address))
		_, _ = io.Copy(io.Discard, os.Stdin) // until the test ends
		return
	}
	address, c := database(t), &till{}
	var mu sync.Mutex
	theirs := 0
	var goesOn time.Time
	discord := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		left, err := strconv.ParseInt(r.Header.Get(leftAt), 10, 64)
		if err != nil {
			t.Error(err)
		}
		mu.Lock()
		if goesOn.IsZero() || !time.UnixMicro(left).Before(goesOn) {
			c.count()
		}
		theirs++
		mu.Unlock()
		_, _ = io.WriteString(w, `{"id":"9","channel_id":"5"}`)
	}))
	t.Cleanup(discord.Close)
	other := exec.CommandContext(context.WithoutCancel(t.Context()), os.Args[0], "-test.run=^"+t.Name()+"$") // this program
	other.Env = append(os.Environ(), pausedProcess+"="+address, pausedAPI+"="+discord.URL+"/api")
	life, err := other.StdinPipe()
	if err == nil {
		err = other.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = other.Process.Signal(syscall.SIGCONT)
		_ = life.Close()
		if err := other.Wait(); err != nil {
			t.Error(err)
		}
	})
	p := calls(t, c, nowhere, open(t, address))
	both := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return theirs > 50 && p.Line().Places == rest.DefaultRate/2
	}
	until(t, "both have half", both)
	if err := other.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	until(t, "one has all", func() bool { return p.Line().Places == rest.DefaultRate })
	time.Sleep(2 * time.Second) // so that it uses them
	mu.Lock()
	theirs, goesOn = 0, time.Now()
	mu.Unlock()
	if err := other.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	until(t, "both have half again", both)
	p.stop()
	if _, busiest := c.between(time.Time{}, time.Now()); busiest > rest.DefaultRate {
		t.Errorf("%d in the busiest second", busiest)
	}
}
