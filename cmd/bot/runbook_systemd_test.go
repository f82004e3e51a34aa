package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
)

// A unit is a program under way.
type unit struct {
	run   *exec.Cmd
	ended chan struct{}
}

// systemctl does what systemd would.
func (m *machine) systemctl(ctx context.Context, args []string) (said string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := slices.Contains(args, "--now")
	args = slices.DeleteFunc(args, func(a string) bool { return a == "--now" })
	if len(args) == 0 {
		return "", errors.New("nothing is asked")
	}
	stop, start := false, false
	switch args[0] {
	case "daemon-reload":
		return "", nil
	case "enable":
		start = now
	case "disable":
		stop = now
	case "start":
		start = true
	case "stop":
		stop = true
	case "restart":
		stop, start = true, true
	case "reload":
		for _, name := range args[1:] {
			if u := m.units[name]; u == nil || u.run.Process.Signal(syscall.SIGHUP) != nil {
				return "", fmt.Errorf("%s doesn't run", name)
			}
		}
		return "", nil
	default:
		return "", fmt.Errorf("unknown command %q", args[0])
	}
	for _, name := range args[1:] {
		if stop {
			err = errors.Join(err, m.stop(name, syscall.SIGTERM))
		}
	}
	for _, name := range args[1:] {
		if _, runs := m.units[name]; start && !runs && err == nil {
			err = m.start(ctx, name)
		}
	}
	return "", err
}

// stop ends a unit's program; where none runs nothing is to do.
func (m *machine) stop(name string, how syscall.Signal) error {
	u := m.units[name]
	if u == nil {
		return nil
	}
	delete(m.units, name)
	if name == "postgresql" && how == syscall.SIGTERM {
		how = syscall.SIGINT // as Debian does: without waiting for those who are connected
	}
	_ = u.run.Process.Signal(how) // it may have ended
	select {
	case <-u.ended:
	case <-time.After(time.Minute):
		_ = u.run.Process.Kill()
		return fmt.Errorf("%s doesn't end", name)
	}
	if strings.HasPrefix(name, "boathouse") && how == syscall.SIGTERM && u.run.ProcessState.ExitCode() != 0 {
		return fmt.Errorf("%s ended with %v: %s", name, u.run.ProcessState, m.log(name))
	}
	return nil
}

// log is the end of what a unit's program said.
func (m *machine) log(name string) string {
	text, _ := os.ReadFile(filepath.Join(m.dir, name+".log"))
	return string(text[max(0, len(text)-1500):])
}

// start starts a unit's program, and returns when systemd would take it as started.
func (m *machine) start(ctx context.Context, name string) error {
	log, err := os.OpenFile(filepath.Join(m.dir, name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	var run *exec.Cmd
	started := func() error { return nil }
	switch name {
	case "nginx":
		run = exec.Command(filepath.Join(m.dir, "stubs/nginx"))
	case "postgresql":
		settings := filepath.Join(m.dir, "etc/postgresql/15/main")
		run = pgtest.Command(settings, "postgres", "-D", settings)
		started = func() error { return m.answers(ctx) }
	default:
		if run, err = m.service(name); err != nil {
			return err
		}
		hears, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(m.dir, name+".notify"), Net: "unixgram"})
		if err != nil {
			return err
		}
		run.Env = append(run.Env, "NOTIFY_SOCKET="+hears.LocalAddr().String())
		started = func() error {
			defer func() { _, _ = hears.Close(), os.Remove(hears.LocalAddr().String()) }()
			return saysReady(hears)
		}
	}
	run.Stdout, run.Stderr = log, log
	if err := run.Start(); err != nil {
		return err
	}
	u := &unit{run: run, ended: make(chan struct{})}
	go func() {
		_ = run.Wait()
		close(u.ended)
	}()
	m.units[name] = u
	if err := started(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, m.log(name))
	}
	return nil
}

// saysReady waits until a service says that it has started.
func saysReady(hears *net.UnixConn) error {
	if err := hears.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		return err
	}
	for word := make([]byte, 4096); ; {
		n, err := hears.Read(word)
		if err != nil {
			return err
		}
		if slices.Contains(strings.Split(string(word[:n]), "\n"), "READY=1") {
			return nil
		}
	}
}

// answers waits until PostgreSQL takes connections.
func (m *machine) answers(ctx context.Context) error {
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		out, err := pgtest.Command("/", "pg_isready", "-h", filepath.Join(m.dir, "var/run/postgresql")).CombinedOutput()
		if err == nil || time.Now().After(end) || ctx.Err() != nil {
			if err != nil {
				err = fmt.Errorf("%w: %s", err, out)
			}
			return err
		}
	}
}

// service reads a unit as it is installed: what it starts, with which settings.
func (m *machine) service(name string) (*exec.Cmd, error) {
	file, instance := name, ""
	if before, after, template := strings.Cut(name, "@"); template {
		file, instance = before+"@", after
	}
	text, err := os.ReadFile(filepath.Join(m.dir, "etc/systemd/system", file+".service"))
	if err != nil {
		return nil, err
	}
	var run *exec.Cmd
	var files, env []string
	for line := range strings.Lines(strings.ReplaceAll(string(text), "%i", instance)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch key {
		case "ExecStart":
			words := strings.Fields(value)
			run = exec.Command(words[0], words[1:]...)
		case "Environment":
			env = append(env, strings.Fields(value)...)
		case "EnvironmentFile":
			files = append(files, value)
		case "StateDirectory": // of a user that is there only while the service is
			private := filepath.Join(m.dir, "var/lib/private", value)
			_ = os.Symlink(private, filepath.Join(m.dir, "var/lib", value)) // it may be there
			err = errors.Join(err, os.MkdirAll(private, 0o700))
		case "CacheDirectory":
			err = errors.Join(err, os.MkdirAll(filepath.Join(m.dir, "var/cache", value), 0o700))
		}
	}
	if run == nil || err != nil {
		return nil, errors.Join(err, fmt.Errorf("%s starts nothing", name))
	}
	for _, file := range files { // they win over what the unit says
		path, may := strings.CutPrefix(file, "-")
		text, err := os.ReadFile(path)
		if err != nil && !may {
			return nil, err
		}
		for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
			name, value, _ := strings.Cut(lines.Text(), "=")
			env = append(env, name+"="+strings.Trim(value, "'"))
		}
	}
	run.Dir, run.Env = m.dir, env
	return run, nil
}
