package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
)

// BenchmarkMove has people play b.N moves on the bot as it is shipped, a process of its own with
// its pictures, and reports what one takes: pictures drawn and brought, and the processor's time.
// In the same run a bare discordgo bot, in another process, writes "ok" over a message as often.
//
// Everything is counted, so a busy machine changes little. One so busy that the bot stopped sending
// pictures for a while is told.
// The limit of what one person may do in a second is off (BOATHOUSE_PACE=0).
func BenchmarkMove(b *testing.B) {
	sim, pairs := benchSim(b)
	bot := benchProcess(b, sim)
	seatAll(b, pairs)
	before := bot.read(b)
	var moves atomic.Int64
	b.ResetTimer()
	timed(b, pairs, b.N, func(ctx context.Context, pair []*clicker, more func() bool) error {
		return playMoves(ctx, pair, more, &moves)
	})
	b.StopTimer()
	used := bot.read(b)
	each := func(name string) float64 { return (used[name] - before[name]) / float64(moves.Load()) }
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(1000*each("process_cpu_seconds_total"), "cpu-ms/move")
	brought, drawn := each("boathouse_pictures_total"), each("boathouse_pictures_drawn_total")
	b.ReportMetric(brought, "pictures/move")
	b.ReportMetric(drawn, "drawn/move")
	if brought < 0.95*drawn {
		b.Errorf("of %.2f pictures a move %.2f were sent: uploads were too slow to measure", drawn, brought)
	}
	b.ReportMetric(each("boathouse_pictures_left_out_total"), "left-out/move")
	bare, barePairs := benchBareProcess(b)
	bareBefore := bare.cpu(b)
	timed(b, barePairs, b.N, pressOK)
	b.ReportMetric(1000*(bare.cpu(b)-bareBefore)/float64(b.N), "bare-cpu-ms")
}

// playMoves has two at a table play until there are no more moves to make. What only looks isn't
// one.
func playMoves(ctx context.Context, pair []*clicker, more func() bool, moves *atomic.Int64) error {
	for {
		_, err := goRound(ctx, pair, func(ctx context.Context, c *clicker, p press) error {
			if p.mark().verb == "rf" {
				return nil // the hand comes up by itself
			}
			if !more() {
				return errEnough
			}
			moves.Add(1)
			return c.useThere(ctx, p)
		})
		if err != nil {
			return err
		}
	}
}

// A benched is a bot that is a process of its own.
type benched struct {
	ops string
	pid int
}

// benchProcess starts the bot as it is shipped.
func benchProcess(b *testing.B, sim *discordsim.Server) *benched {
	b.Helper()
	hello, at := sim.Handshake(), freePort(b)
	s := &stage{sim: sim}
	bot := exec.Command(buildBot(b), "serve")
	bot.Env = append(environ(), "DISCORD_TOKEN="+hello.Token, "DISCORD_API="+hello.REST, "BOATHOUSE_GUILD="+hello.Guild.String(),
		"BOATHOUSE_DB="+filepath.Join(b.TempDir(), "boathouse.db"), "BOATHOUSE_OPS="+at, "BOATHOUSE_PACE=0", "BOATHOUSE_RATE="+strconv.Itoa(mostRate),
		"BOATHOUSE_MAX_TABLES_PERSON=0", "BOATHOUSE_MAX_TABLES_SERVER=0", "BOATHOUSE_LOG=error")
	return (&benched{ops: at}).start(b, bot, s)
}

// start starts a bot and returns when Discord has accepted it.
func (p *benched) start(b *testing.B, bot *exec.Cmd, s *stage) *benched {
	b.Helper()
	bot.Stderr = os.Stderr
	if err := bot.Start(); err != nil {
		b.Fatal(err)
	}
	p.pid = bot.Process.Pid
	b.Cleanup(func() {
		_ = bot.Process.Signal(syscall.SIGTERM)
		_ = bot.Wait()
	})
	ctx, cancel := context.WithTimeout(b.Context(), answerWithin)
	defer cancel()
	if err := s.connected(ctx); err != nil {
		b.Fatal(err)
	}
	return p
}

// read reads what the bot counts.
func (p *benched) read(b *testing.B) map[string]float64 {
	b.Helper()
	answer, err := http.Get("http://" + p.ops + "/metrics")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	all := map[string]float64{}
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), " "); ok && !strings.HasPrefix(name, "#") {
			all[name], _ = strconv.ParseFloat(value, 64)
		}
	}
	return all
}

// cpu reads the seconds that a process has spent, as Linux tells them.
func (p *benched) cpu(b *testing.B) float64 {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.pid))
	if err != nil {
		b.Skip("a process's time is read on Linux alone: ", err)
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return (user + system) / 100 // the kernel's unit
}
