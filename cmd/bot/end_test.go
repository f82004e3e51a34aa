package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/gateway"
	"github.com/boathouse-rum/boathouse/discordsim"
)

// spawned starts a program that serves, as a process of its own with nothing but env around it.
func spawned(t testing.TB, program string, env map[string]string) (*server, *exec.Cmd) {
	t.Helper()
	return spawnedIn(t, t.TempDir(), program, env)
}

// spawnedIn is spawned in a folder.
func spawnedIn(t testing.TB, dir, program string, env map[string]string) (*server, *exec.Cmd) {
	t.Helper()
	b := &server{t: t, ops: freePort(t), ended: make(chan error, 1)}
	cmd := exec.CommandContext(t.Context(), program, "serve")
	cmd.Dir, cmd.Stderr = dir, &b.log
	cmd.Env = []string{"BOATHOUSE_OPS=" + b.ops}
	for name, value := range env {
		if name != "BOATHOUSE_OPS" {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { b.ended <- cmd.Wait() }()
	b.quit = func() { _ = cmd.Process.Signal(syscall.SIGTERM) } // it may have ended
	return b, cmd
}

// TestTheEndOfTheLineIsTheEndOfTheProcess: 78 where a person must mend something, 75 where a later start may do better.
func TestTheEndOfTheLineIsTheEndOfTheProcess(t *testing.T) {
	for _, one := range []struct {
		end  error
		code int
		says string
	}{
		{&gateway.SilentError{For: 90 * time.Second}, exitRetry, "nothing heard from Discord for 1m30s"},
		{&gateway.ClosedError{Code: gateway.CodeTokenRefused}, exitConfig, "DISCORD_TOKEN"},
		{&gateway.ClosedError{Code: gateway.CodeTooManyServers}, exitConfig, "sharding"},
		{&gateway.ClosedError{Code: gateway.CodeInvalidIntents}, exitConfig, "4013"},
	} {
		if err := explainLine(one.end); codeOf(err) != one.code || !strings.Contains(err.Error(), one.says) {
			t.Errorf("%v: %d, %v", one.end, codeOf(err), err)
		}
	}
	if err := explainLine(nil); err != nil {
		t.Error(err)
	}
}

// TestTheLastLineSaysWhyItEnded: the reason and the code, whatever ends the real bot.
func TestTheLastLineSaysWhyItEnded(t *testing.T) {
	program := buildBot(t)
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP) // otherwise a bot of tests under nohup ignores it too
	defer signal.Stop(hangup)
	signalled := func(s syscall.Signal) func(*exec.Cmd, *discordsim.Server) {
		return func(bot *exec.Cmd, _ *discordsim.Server) { _ = bot.Process.Signal(s) }
	}
	closed := func(code int) func(*exec.Cmd, *discordsim.Server) {
		return func(_ *exec.Cmd, sim *discordsim.Server) {
			sim.Faults().Gateway(discordsim.GatewayFault{Kind: discordsim.CloseCode, Code: code})
		}
	}
	for _, one := range []struct {
		name string
		end  func(*exec.Cmd, *discordsim.Server)
		code int
		why  string
	}{
		{"SIGTERM", signalled(syscall.SIGTERM), 0, "told to stop by SIGTERM"},
		{"SIGINT", signalled(syscall.SIGINT), 0, "told to stop by SIGINT"},
		{"SIGHUP", signalled(syscall.SIGHUP), 0, "told to stop by SIGHUP"},
		{"a refused token", func(bot *exec.Cmd, sim *discordsim.Server) { // each time that Discord is asked, which takes 30 s
			for range 9 { // it may be asked for other reasons too
				sim.Faults().Next("GET", "/users/@me", discordsim.Fault{Kind: discordsim.StatusBefore, Status: 401})
			}
			closed(4004)(bot, sim)
		}, exitConfig, "DISCORD_TOKEN"},
		{"a bot too large", closed(4011), exitConfig, "sharding"},
	} {
		t.Run(one.name, func(t *testing.T) {
			env, sim := servedOn(t)
			bot, cmd := spawned(t, program, env)
			bot.until("/readyz", 200, "ready")
			if _, err := sim.Person("Ada").Slash(t.Context(), sim.Handshake().Channel, "rum new", nil); err != nil {
				t.Fatal(err)
			}
			one.end(cmd, sim)
			select {
			case err := <-bot.ended:
				if err != nil && one.code == 0 {
					t.Error(err)
				}
			case <-time.After(3*answerWithin + 36*time.Second):
				t.Fatalf("it plays on: %s", bot.log.String())
			}
			all := logLines(t, bot.log.String())
			last := all[len(all)-1]
			if all[0].Msg != "the bot starts" || all[0].Version == "" || all[0].Go == "" || all[0].Commit == "" {
				t.Errorf("the first line is %+v", all[0])
			}
			if last.Msg != "the bot ends" || !strings.Contains(last.Why, one.why) || last.Code != one.code || last.Interactions != 1 || last.Commands != 1 {
				t.Errorf("the last line is %+v", last)
			}
			if code := cmd.ProcessState.ExitCode(); code != one.code {
				t.Errorf("code %d", code)
			}
			if slices.ContainsFunc(all[:len(all)-1], func(l logLine) bool { return l.Msg == last.Msg }) {
				t.Error("told twice")
			}
		})
	}
	t.Run("told before it began", func(t *testing.T) {
		env, sim := servedOn(t)
		struck := sim.Faults().Next("GET", "/applications/@me", discordsim.Fault{Kind: discordsim.Slow, Delay: 1 << 62})
		bot, _ := spawned(t, program, env)
		<-struck
		if all := logLines(t, bot.stop()); all[len(all)-1].Why != "told to stop by SIGTERM" {
			t.Errorf("the last line is %+v", all[len(all)-1])
		}
	})
	t.Run("settings", func(t *testing.T) {
		env := served(t)
		env["BOATHOUSE_LOG"] = "loud"
		bot, _ := spawned(t, program, env)
		if err := <-bot.ended; !strings.Contains(endOf(t, bot.log.String()), "BOATHOUSE_LOG") || fmt.Sprint(err) != "exit status 78" {
			t.Errorf("%v: %s", err, bot.log.String())
		}
	})
}
