package postgres_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/rpc"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
	"github.com/boathouse-rum/boathouse/table"
)

// A crew is some workers on one database, each a process, which is started again whenever it ends.
type crew struct {
	address, fault string
	all            []*mate
	local          *Desk        // in this process, in place of a worker; nil: none is
	calls          atomic.Int64 // answered
	elsewhere      atomic.Int64 // asked of another worker, because one didn't answer
}

// A mate is one of the crew.
type mate struct {
	crew  *crew
	slot  int
	dir   string
	over  chan struct{} // closed: it isn't started any more
	ended chan struct{}

	mu      sync.Mutex
	name    string      // of the process under way, as the database has it before the dot
	desk    *rpc.Client // nil: it doesn't listen
	process *os.Process
	input   io.Closer
}

const (
	tryFor  = 4 * time.Second // is one worker waited for at first, and twice as long each time: all may be slow
	askedIn = 3 * time.Minute // is an answer had of some worker
	breath  = 20 * time.Millisecond
)

var (
	errAway = errors.New("the worker isn't there")
	errSlow = errors.New("the worker doesn't answer")
)

// newCrew starts workers until the test ends. What fault is left out of their stores, process_test.go says.
func newCrew(t testing.TB, address, fault string, workers int) *crew {
	t.Helper()
	dir, err := os.MkdirTemp("", "crew")
	if err != nil {
		t.Fatal(err)
	}
	c := &crew{address: address, fault: fault}
	for slot := range workers {
		m := &mate{crew: c, slot: slot, dir: dir, over: make(chan struct{}), ended: make(chan struct{})}
		c.all = append(c.all, m)
		go m.run(t)
	}
	t.Cleanup(func() {
		for _, m := range c.all {
			m.stop()
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	for _, m := range c.all {
		m.await(t)
	}
	return c
}

// run starts the worker again and again.
func (m *mate) run(t testing.TB) {
	defer close(m.ended)
	for n := 0; ; n++ {
		if err := m.once(fmt.Sprintf("w%d-%d", m.slot, n)); err != nil {
			t.Error(err)
			return
		}
		select {
		case <-m.over:
			return
		case <-time.After(breath):
		}
	}
}

// once runs a process until it ends.
func (m *mate) once(name string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	socket := filepath.Join(m.dir, name)
	p := exec.Command(program)
	p.Env = append(os.Environ(), workSocket+"="+socket, workName+"="+name, workAddress+"="+m.crew.address+"&application_name="+name, workFault+"="+m.crew.fault)
	p.Stderr = os.Stderr
	p.SysProcAttr = &syscall.SysProcAttr{}
	pgtest.DiesWithUs(p.SysProcAttr, syscall.SIGKILL) // even while it is stopped
	input, err := p.StdinPipe()
	if err != nil {
		return err
	}
	if err := p.Start(); err != nil {
		return err
	}
	gone := make(chan struct{})
	go func() {
		_ = p.Wait()
		close(gone)
	}()
	m.set(name, nil, p.Process, input)
	for listens := false; ; {
		if !listens {
			if desk, err := rpc.Dial("unix", socket); err == nil {
				listens = true
				m.set(name, desk, p.Process, input)
			}
		}
		select {
		case <-gone:
			m.set("", nil, nil, nil)
			return nil
		case <-m.over:
			_ = input.Close()
			<-gone
			return nil
		case <-time.After(breath):
		}
	}
}

func (m *mate) set(name string, desk *rpc.Client, p *os.Process, input io.Closer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.desk != nil && desk != m.desk {
		_ = m.desk.Close()
	}
	m.name, m.desk, m.process, m.input = name, desk, p, input
}

func (m *mate) is() (name string, desk *rpc.Client) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.name, m.desk
}

// await waits until the worker listens.
func (m *mate) await(t testing.TB) {
	t.Helper()
	until(t, "a worker", func() bool { _, desk := m.is(); return desk != nil })
}

// signal sends a signal to the process under way, and returns its name; empty where there is none.
func (m *mate) signal(s syscall.Signal) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.desk == nil || m.process.Signal(s) != nil {
		return ""
	}
	return m.name
}

// stop ends the worker as a deploy does.
func (m *mate) stop() {
	close(m.over)
	select {
	case <-m.ended:
	case <-time.After(patience):
		m.signal(syscall.SIGKILL)
		<-m.ended
	}
}

// call asks the worker something once, and waits so long at most.
func call[A, T any](m *mate, what string, a A, patience time.Duration) (T, error) {
	out := new(T)
	var none T
	_, desk := m.is()
	if desk == nil {
		return none, errAway
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	c := desk.Go("Desk."+what, a, out, make(chan *rpc.Call, 1))
	select {
	case <-c.Done:
		if c.Error != nil {
			return none, c.Error
		}
		return *out, nil
	case <-late.C:
		return none, errSlow
	}
}

// ask asks workers, a certain one first, until one has answered.
func (c *crew) ask(a Ask, first int) (Told, error) {
	at, end := first, time.Now().Add(askedIn)
	for a.For = tryFor; ; a.For *= 2 {
		var t Told
		var err error
		if c.local != nil {
			err = c.local.Ask(a, &t)
		} else {
			t, err = call[Ask, Told](c.all[at], "Ask", a, a.For)
		}
		if err == nil {
			c.calls.Add(1)
			return t, nil
		}
		if time.Now().After(end) {
			return Told{}, fmt.Errorf("%+v: %w", a, err)
		}
		if !errors.Is(err, errSlow) {
			<-time.After(breath)
			a.For = tryFor / 2
		}
		c.elsewhere.Add(1)
		at = rand.IntN(len(c.all))
	}
}

// fenced counts what the house of the process under way wasn't let store.
func (m *mate) fenced() uint64 {
	s, err := call[struct{}, table.Stats](m, "Stats", struct{}{}, tryFor)
	if err != nil {
		return 0
	}
	return s.Conflicts
}
