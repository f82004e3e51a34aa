package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/web/proxytest"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
)

// Where nginx listens on a machine, in the place of 443, and without TLS, since nobody can tell Discord to trust a certificate of a test.
const (
	securePort = "8443"
	plainPort  = "8080"
)

// A machine is a folder that stands for all of one, an address, and what runs there: a Debian on which the packages of the runbook are installed.
type machine struct {
	t       *testing.T
	dir, ip string
	names   *strings.Replacer // the operator's names, and this machine's place in the real one
	mu      sync.Mutex        // guards all below
	units   map[string]*unit  // that run, by name
}

// newMachines makes two, for a bot of this Discord. They end with the test.
func newMachines(t *testing.T, sim *discordsim.Server) []*machine {
	t.Helper()
	program := buildBot(t)
	needPostgres(t)
	if _, err := exec.LookPath("nginx"); err != nil {
		t.Fatal("nginx isn't installed; `make debian` does that")
	}
	root, err := os.MkdirTemp("", "rb")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(root) })
	if err := os.Chmod(root, 0o755); err != nil {
		t.Fatal(err)
	}
	pid := os.Getpid()
	var all []*machine
	address := func(i int) string { return fmt.Sprintf("127.%d.%d.%d", 1+pid>>8&0x7f, pid&0xff, 11+i) }
	hello := sim.Handshake()
	for i := range 2 {
		m := &machine{t: t, dir: filepath.Join(root, fmt.Sprint(i+1)), ip: address(i), units: map[string]*unit{}}
		m.names = strings.NewReplacer(
			"10.0.0.0/24", "127.0.0.0/8", "10.0.0.1", address(0), "10.0.0.2", address(1), "127.0.0.1", m.ip,
			"/etc/", m.dir+"/etc/", "/var/", m.dir+"/var/", "/usr/local/", m.dir+"/usr/local/",
			"<<'ENV'\n", "<<'ENV'\nDISCORD_API="+hello.REST+"\nBOATHOUSE_GUILD="+hello.Guild.String()+"\nBOATHOUSE_PACE=0\n",
			"=TOKEN", "="+hello.Token, "=KEY", "="+sim.VerifyKey(), "PASSWORD1", "onlyfortests1", "PASSWORD2", "onlyfortests2",
			"listen 443 ssl;", "listen "+m.ip+":"+securePort+" ssl; listen "+m.ip+":"+plainPort+";",
		)
		m.installed(program)
		all = append(all, m)
	}
	return all
}

// write puts a file where it belongs on the machine.
func (m *machine) write(name, text string, mode os.FileMode) {
	m.t.Helper()
	path := filepath.Join(m.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), mode)); err != nil {
		m.t.Fatal(err)
	}
}

// installed has all that Debian's packages bring, and the folder in which the operator works.
func (m *machine) installed(program string) {
	m.t.Helper()
	for _, dir := range []string{"etc/systemd/system", "etc/nginx/conf.d", "etc/postgresql/15/main/conf.d", "var/lib/postgresql/15", "var/lib/nginx", "var/run/postgresql", "usr/local/bin", "work/deploy", "stubs"} {
		if err := os.MkdirAll(filepath.Join(m.dir, dir), 0o755); err != nil {
			m.t.Fatal(err)
		}
	}
	recipes, err := filepath.Glob("../../deploy/*")
	if err != nil {
		m.t.Fatal(err)
	}
	for _, path := range append(recipes, program) {
		text, err := os.ReadFile(path)
		if err != nil {
			m.t.Fatal(err)
		}
		if path == program {
			m.write("work/bot", string(text), 0o700)
		} else {
			m.write("work/deploy/"+filepath.Base(path), m.names.Replace(string(text)), 0o644)
		}
	}
	m.write("etc/nginx/nginx.conf", fmt.Sprintf("daemon off; worker_processes 1; pid %[1]s/nginx.pid; error_log stderr;\nevents {}\nhttp {\naccess_log off;\n"+
		"client_body_temp_path %[1]s/a; proxy_temp_path %[1]s/b; fastcgi_temp_path %[1]s/c; uwsgi_temp_path %[1]s/d; scgi_temp_path %[1]s/e;\n"+
		"include %[2]s/*.conf;\n}\n", filepath.Join(m.dir, "var/lib/nginx"), filepath.Join(m.dir, "etc/nginx/conf.d")), 0o644)
	m.write(".curlrc", fmt.Sprintf("max-time = 20\nconnect-to = \"rum.example:443:%s:%s\"\ncacert = \"%s/etc/letsencrypt/live/rum.example/fullchain.pem\"\n", m.ip, securePort, m.dir), 0o644)
	m.stubs()
	m.cluster()
	m.t.Cleanup(func() {
		for name := range m.units {
			if m.t.Failed() {
				m.t.Logf("%s on %s said last:\n%s", name, m.ip, m.log(name))
			}
		}
		m.dies()
	})
	for _, name := range []string{"postgresql", "nginx"} {
		if _, err := m.systemctl(context.Background(), []string{"start", name}); err != nil {
			m.t.Fatal(err)
		}
	}
}

// stubs are what stands before the real programs on the operator's path: packages are there already, certbot's certificate is written by the test,
// systemctl is the test's, and nginx is told where its machine begins. Who isn't root can't become PostgreSQL's user either.
func (m *machine) stubs() {
	m.t.Helper()
	program, err := exec.LookPath("nginx")
	if err != nil {
		m.t.Fatal(err)
	}
	socket := filepath.Join(m.dir, "systemd")
	stubs := map[string]string{
		"apt-get": "true",
		"certbot": "test -e " + m.dir + "/etc/letsencrypt/live/rum.example/fullchain.pem",
		"nginx":   "exec " + program + " -p " + m.dir + " -e stderr -c " + m.dir + "/etc/nginx/nginx.conf \"$@\"",
		"systemctl": "printf '%s\\n' \"$@\" | CURL_HOME=/nowhere curl -sS --fail-with-body --max-time 120 --unix-socket " + socket +
			" --data-binary @- http://systemd/",
	}
	if os.Getuid() != 0 {
		stubs["runuser"], stubs["chown"] = "shift 3; exec \"$@\"", "true"
	}
	for name, text := range stubs {
		m.write("stubs/"+name, "#!/bin/sh\n"+text+"\n", 0o755)
	}
	live := filepath.Join(m.dir, "etc/letsencrypt/live/rum.example")
	if err := os.MkdirAll(live, 0o755); err != nil {
		m.t.Fatal(err)
	}
	proxytest.Certificate(m.t, live, "rum.example")
	l, err := (&net.ListenConfig{}).Listen(m.t.Context(), "unix", socket)
	if err != nil {
		m.t.Fatal(err)
	}
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		args, _ := io.ReadAll(r.Body)
		said, err := m.systemctl(r.Context(), strings.Fields(string(args)))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		_, _ = io.WriteString(w, said)
	})}
	go func() { _ = srv.Serve(l) }()
	m.t.Cleanup(func() { _ = srv.Close() })
}

// cluster makes what Debian's package does: a cluster whose data and settings lie apart, with TLS by a certificate of the machine's own, reached from
// the machine alone.
func (m *machine) cluster() {
	m.t.Helper()
	data, settings := filepath.Join(m.dir, "var/lib/postgresql/15/main"), filepath.Join(m.dir, "etc/postgresql/15/main")
	parent, run := filepath.Dir(data), filepath.Join(m.dir, "var/run/postgresql")
	card := filepath.Join(m.dir, "etc/ssl")
	if err := errors.Join(os.MkdirAll(card, 0o755), pgtest.Give(parent, run)); err != nil {
		m.t.Fatal(err)
	}
	made := pgtest.Command(parent, "initdb", "-D", data, "-U", "postgres", "-A", "peer", "-E", "UTF8", "--no-locale", "--no-sync", "--no-instructions")
	if out, err := made.CombinedOutput(); err != nil {
		m.t.Fatalf("initdb: %v: %s", err, out)
	}
	proxytest.Certificate(m.t, card, "snakeoil")
	m.write("etc/postgresql/15/main/postgresql.conf", fmt.Sprintf("data_directory = '%s'\nhba_file = '%s/pg_hba.conf'\nident_file = '%s/pg_ident.conf'\n"+
		"unix_socket_directories = '%s'\nlisten_addresses = ''\nport = 5432\nssl = on\nssl_cert_file = '%s/fullchain.pem'\nssl_key_file = '%s/privkey.pem'\n"+
		"shared_buffers = 32MB\ncluster_name = '15/main'\ninclude_dir = 'conf.d'\n", data, settings, settings, run, card, card), 0o644)
	how := "peer"
	if os.Getuid() != 0 {
		how = "trust" // this process is nobody's superuser
	}
	m.write("etc/postgresql/15/main/pg_hba.conf", "local all postgres "+how+"\nlocal all all peer\nlocal replication all "+how+"\n", 0o644)
	m.write("etc/postgresql/15/main/pg_ident.conf", "", 0o644)
	if err := pgtest.Give(filepath.Join(card, "fullchain.pem"), filepath.Join(card, "privkey.pem"), settings,
		filepath.Join(settings, "postgresql.conf"), filepath.Join(settings, "pg_hba.conf"), filepath.Join(settings, "pg_ident.conf")); err != nil {
		m.t.Fatal(err)
	}
}

// run runs commands of the page as its reader does, with the names of this machine. The first that fails ends it.
func (m *machine) run(ctx context.Context, text string) error {
	ctx, cancel := context.WithTimeout(ctx, 90*time.Second)
	defer cancel()
	shell := exec.CommandContext(ctx, "bash", "-euo", "pipefail", "-c", m.names.Replace(text))
	shell.Dir = filepath.Join(m.dir, "work")
	shell.WaitDelay = time.Second
	shell.Env = []string{
		"PATH=" + strings.Join([]string{filepath.Join(m.dir, "stubs"), filepath.Join(m.dir, "usr/local/bin"), os.Getenv("PATH"), "/usr/sbin", "/sbin"}, ":"),
		"HOME=" + m.dir, "CURL_HOME=" + m.dir, "LC_ALL=C", "TZ=UTC", "PGHOST=" + filepath.Join(m.dir, "var/run/postgresql"),
	}
	out, err := shell.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// dies ends all that runs on the machine at once.
func (m *machine) dies() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name := range m.units {
		how := syscall.SIGKILL
		switch name { // so that their children end, too
		case "postgresql":
			how = syscall.SIGQUIT
		case "nginx":
			how = syscall.SIGTERM
		}
		_ = m.stop(name, how)
	}
}

// books reads the books of the machine's database once they are still, which must be whole: how much there is of everything that is kept for good.
func (m *machine) books(ctx context.Context) storage.Findings {
	m.t.Helper()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for before := m.whole(ctx); ; time.Sleep(300 * time.Millisecond) {
		found := m.whole(ctx)
		if found.Posts == 0 && found.Events == before.Events {
			return found
		}
		before = found
	}
}

// whole reads the books of the machine's database as they are just now.
func (m *machine) whole(ctx context.Context) storage.Findings {
	m.t.Helper()
	r, err := postgres.OpenReadOnly(ctx, "postgres://boathouse:onlyfortests1@/boathouse?host="+filepath.Join(m.dir, "var/run/postgresql"))
	if err != nil {
		m.t.Fatal(err)
	}
	defer func() { _ = r.Close() }() // it has read only
	found, err := r.Check(ctx)
	if err != nil || len(found.Wrong) > 0 {
		m.t.Fatalf("the books aren't whole: %v, %v", found.Wrong, err)
	}
	return found
}
