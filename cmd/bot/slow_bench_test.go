package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/web"
)

// BenchmarkSlowSenders has 1,000 strangers announce bodies of 1 MiB to the real bot and send a byte
// now and then, half of them in chunks, so that the size isn't told; who is cut off connects anew
// at once. Ada clicks meanwhile. What counts is that none of it fails, how long she waits for the
// answer, and what the bot takes of memory. Senders, simulator and bot share the processors, so it
// also says what each took of them.
func BenchmarkSlowSenders(b *testing.B) {
	const senders, clicks = 1000, 1000
	program := buildBot(b)
	env, sim := servedOn(b)
	at := overWeb(b, env, sim)
	env["BOATHOUSE_PACE"] = "0"
	bot, cmd := spawned(b, program, env)
	bot.until("/readyz", 200, "ready")
	if err := sim.EnterInteractions(b.Context(), "http://"+at+web.InteractionsPath); err != nil {
		b.Fatal(err)
	}
	var took []time.Duration
	var dialled atomic.Int64
	bots, own, start := processorOf(b, cmd.Process.Pid), processorOf(b, os.Getpid()), time.Now()
	for range b.N {
		ctx, stop := context.WithCancel(b.Context())
		var all sync.WaitGroup
		for i := range senders {
			all.Go(func() { sendSlowly(ctx, at, i%2 == 0, &dialled) })
		}
		for range clicks {
			begun := time.Now()
			out, err := sim.Person("Ada").Slash(ctx, sim.Handshake().Channel, "turns", nil)
			if err != nil || out.Failed {
				b.Errorf("an honest click was refused: %+v, %v", out, err)
			}
			took = append(took, time.Since(begun))
		}
		stop()
		all.Wait()
	}
	seconds := time.Since(start).Seconds()
	b.ReportMetric((processorOf(b, cmd.Process.Pid)-bots)/seconds, "bot-cpus")
	b.ReportMetric((processorOf(b, os.Getpid())-own)/seconds, "senders-cpus") // and the simulator's
	b.ReportMetric(float64(dialled.Load())/seconds, "connections/s")
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(cmd.Process.Pid), "status"))
	most := regexp.MustCompile(`VmHWM:\s*(\d+) kB`).FindSubmatch(status)
	if err != nil || most == nil {
		b.Fatal(err)
	}
	kib, _ := strconv.Atoi(string(most[1]))
	slices.Sort(took)
	b.ReportMetric(float64(kib)/1024, "MiB")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-p50")
	_ = cmd.Process.Signal(syscall.SIGTERM)
	if err := <-bot.ended; err != nil {
		b.Error(err)
	}
}

// sendSlowly sends bodies that never end until ctx is done.
func sendSlowly(ctx context.Context, at string, chunked bool, dialled *atomic.Int64) {
	size, chunk := "Content-Length: 1048576", "{"
	if chunked {
		size, chunk = "Transfer-Encoding: chunked", "1\r\n{\r\n"
	}
	for ctx.Err() == nil {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", at)
		if err != nil {
			continue
		}
		dialled.Add(1)
		cut := context.AfterFunc(ctx, func() { _ = conn.Close() })
		_, _ = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\n%s\r\nX-Signature-Timestamp: 1\r\nX-Signature-Ed25519: %s\r\n\r\n",
			web.InteractionsPath, size, strings.Repeat("00", 64))
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_, _ = io.Copy(io.Discard, conn)
		}()
		tick := time.NewTicker(100 * time.Millisecond)
		for open := true; open; {
			select {
			case <-ended:
				open = false
			case <-tick.C:
				_, _ = io.WriteString(conn, chunk)
			}
		}
		tick.Stop()
		cut()
		_ = conn.Close()
	}
}

// processorOf is how many seconds a process has taken of processors.
func processorOf(b *testing.B, pid int) float64 {
	b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		b.Fatal(err)
	}
	ticks := 0
	for _, field := range bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])[11:13] { // user's, system's
		n, err := strconv.Atoi(string(field))
		if err != nil {
			b.Fatal(err)
		}
		ticks += n
	}
	return float64(ticks) / 100
}
