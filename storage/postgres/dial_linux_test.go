package postgres_test

import (
	"context"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sys/unix"

	"github.com/boathouse-rum/boathouse/storage/postgres"
)

// A wire leads from an address of TCP to a server's socket, until it is cut: then everything that was sent over it so far, and
// that is sent, is lost, as when the machine at its end loses its current.
type wire struct {
	listener *net.TCPListener
	socket   string
	mu       sync.Mutex
	made     []*net.TCPConn
}

// wired returns a wire, and the address at its near end.
func wired(t *testing.T, address string) (*wire, string) {
	t.Helper()
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	query := at.Query()
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: l, socket: filepath.Join(query.Get("host"), ".s.PGSQL.5432")}
	query.Set("host", "127.0.0.1")
	query.Set("port", l.Addr().(*net.TCPAddr).AddrPort().String()[len("127.0.0.1:"):])
	query.Set("sslmode", "disable")
	at.RawQuery = query.Encode()
	go w.carry(t.Context())
	t.Cleanup(func() {
		_ = l.Close()
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, c := range w.made {
			_ = c.Close()
		}
	})
	return w, at.String()
}

func (w *wire) carry(ctx context.Context) {
	for {
		near, err := w.listener.AcceptTCP()
		if err != nil {
			return
		}
		far, err := new(net.Dialer).DialContext(ctx, "unix", w.socket)
		if err != nil {
			_ = near.Close()
			continue
		}
		w.mu.Lock()
		w.made = append(w.made, near)
		w.mu.Unlock()
		go func() {
			_, _ = io.Copy(far, near)
			_ = far.Close()
		}()
		go func() { _, _ = io.Copy(near, far) }()
	}
}

// cut has the system throw away whatever comes for the wire's far end.
func (w *wire) cut(t *testing.T) {
	t.Helper()
	nothing := []unix.SockFilter{{Code: unix.BPF_RET | unix.BPF_K}}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.made {
		raw, err := c.SyscallConn()
		if err == nil {
			err = raw.Control(func(fd uintptr) {
				if err := unix.SetsockoptSockFprog(int(fd), unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &unix.SockFprog{Len: 1, Filter: unsafe.SliceData(nothing)}); err != nil {
					t.Error(err)
				}
			})
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// TestAMachineThatIsGoneKeepsNobodyWaiting has a server's machine go while a read is under way, and then while none is.
// Whoever asks with a connection as it comes is the control: they wait still.
func TestAMachineThatIsGoneKeepsNobodyWaiting(t *testing.T) {
	t.Parallel()
	for name, between := range map[string]bool{"amid a read": false, "between two": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, address := wired(t, database(t))
			db, err := postgres.Open(t.Context(), address, postgres.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = db.Close() })
			ctx, leave := context.WithCancel(t.Context())
			plain, err := pgx.Connect(ctx, address)
			if err != nil {
				t.Fatal(err)
			}
			waited := make(chan error, 1)
			if between {
				w.cut(t)
			}
			go func() {
				_, err := plain.Exec(ctx, "SELECT pg_sleep(600)")
				waited <- err
			}()
			lost := make(chan error, 1)
			go func() { lost <- db.Do(t.Context(), "SELECT pg_sleep(600)") }()
			if !between {
				time.Sleep(100 * time.Millisecond)
				w.cut(t)
			}
			select {
			case err := <-lost:
				if err == nil {
					t.Error("there is an answer")
				}
			case <-time.After(time.Minute):
				t.Error("they wait for it after a minute")
			}
			select {
			case err := <-waited:
				t.Errorf("the control has an answer, %v: this test shows nothing", err)
			default:
			}
			leave()
			if err := <-waited; err == nil {
				t.Error("the control has an answer when it leaves")
			}
			if _, err := db.Manners(t.Context(), "club"); err != nil {
				t.Errorf("over a new connection: %v", err)
			}
		})
	}
}
