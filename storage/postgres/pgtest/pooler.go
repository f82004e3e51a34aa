package pgtest

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// ErrNoPooler says that pgbouncer isn't installed here.
var ErrNoPooler = errors.New("there is no pgbouncer: its package is of that name in Debian, `make debian` installs it")

const bouncer = "/usr/sbin/pgbouncer" // where Debian puts it

// Pooled puts a pgbouncer, which gives each transaction another connection, before the
// server until the test ends, and returns the address of a database behind it.
func (s *Server) Pooled(tb testing.TB, address string) string {
	tb.Helper()
	if _, err := os.Stat(bouncer); err != nil {
		tb.Skip(ErrNoPooler)
	}
	at, err := url.Parse(address)
	if err != nil {
		tb.Fatal(err)
	}
	dir := filepath.Join(s.dir, "pooler")
	settings := fmt.Sprintf("[databases]\n* = host=%[1]s\n[pgbouncer]\nlisten_addr =\nunix_socket_dir = %[2]s\nlisten_port = 5432\nauth_type = plain\n"+
		"auth_file = %[2]s/users\npool_mode = transaction\ndefault_pool_size = 4\nlogfile = %[2]s/log\n", s.dir, dir)
	if err := errors.Join(os.Mkdir(dir, 0o700),
		os.WriteFile(filepath.Join(dir, "users"), fmt.Appendf(nil, "%q %q\n", owner, password), 0o600),
		os.WriteFile(filepath.Join(dir, "settings"), []byte(settings), 0o600),
		Give(dir, filepath.Join(dir, "users"), filepath.Join(dir, "settings"))); err != nil {
		tb.Fatal(err)
	}
	run := Command(s.dir, "postgres", filepath.Join(dir, "settings"))
	run.Path, run.Args[0] = bouncer, bouncer
	if err := run.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		_ = run.Process.Kill()
		_ = run.Wait()
		_ = os.RemoveAll(dir)
	})
	socket := filepath.Join(dir, ".s.PGSQL.5432")
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(socket); err == nil {
			break
		}
		if time.Now().After(end) {
			tb.Fatal("pgbouncer doesn't listen")
		}
	}
	at.RawQuery = url.Values{"host": {dir}}.Encode()
	return at.String()
}
