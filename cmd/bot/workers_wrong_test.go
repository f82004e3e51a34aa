package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/web"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// logged gives the lines of a worker's log that say something.
func (s *stage) logged(t *testing.T, says string) (lines []string) {
	t.Helper()
	log, err := os.ReadFile(s.log())
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(log)) {
		if strings.Contains(line, says) {
			lines = append(lines, line)
		}
	}
	return lines
}

// playFor has both play for a time.
func (p *couple) playFor(ctx context.Context, t *testing.T, long time.Duration) {
	t.Helper()
	for end := time.Now().Add(long); time.Now().Before(end); {
		p.round(ctx, t)
	}
}

// TestTwoWorkersByOneAddressPlayOn has both say that they are reached where the first one is: each does what came to it, nothing
// goes round, and both say so once.
func TestTwoWorkersByOneAddressPlayOn(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	shared := ""
	pair := newCouple(t, func(_ *discordsim.Server, _ int, web string) []string {
		if shared == "" {
			shared = web
		}
		return []string{"BOATHOUSE_WORKER=" + shared}
	})
	pair.seat(ctx, t, nil)
	pair.playFor(ctx, t, 8*time.Second)
	pair.end(ctx, t)
	for _, one := range pair.all {
		if lines := one.logged(t, "another worker has the same address"); len(lines) != 1 {
			t.Errorf("it is said %d times: %v", len(lines), lines)
		}
	}
	t.Logf("%d requests, %d brought to another worker, the worst first answer after %v", pair.requests.Load(), pair.forwarded, pair.worst)
}

// TestAWorkerThatOthersCantReachPlaysOn has one worker at an address where somebody takes connections and never says a word, as
// behind a firewall: all is done where it came, and the log says so at most once a minute.
func TestAWorkerThatOthersCantReachPlaysOn(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	var well string
	pair := newCouple(t, func(sim *discordsim.Server, i int, web string) []string {
		if i == 0 {
			well = web
			return []string{"BOATHOUSE_WORKER=" + well}
		}
		return []string{"BOATHOUSE_WORKER=" + mute(t, sim.Handshake().Channel.String(), well)}
	})
	pair.seat(ctx, t, nil)
	pair.playFor(ctx, t, 5*time.Second)
	pair.end(ctx, t)
	const says = "the worker that was expected to didn't take it up"
	if lines := pair.all[0].logged(t, says); len(lines) != 1 {
		t.Errorf("it is said %d times within a minute: %v", len(lines), lines)
	}
	if lines := pair.all[1].logged(t, says); len(lines) > 0 {
		t.Errorf("who is reached by nobody reaches others: %v", lines)
	}
	t.Logf("%d requests, the worst first answer after %v", pair.requests.Load(), pair.worst)
}

// mute listens where nobody ever answers, at an address that is expected to have a channel rather than another one.
func mute(t *testing.T, channel, other string) string {
	t.Helper()
	weight := func(address string) uint64 {
		sum := sha256.Sum256([]byte(channel + "\n" + address))
		return binary.BigEndian.Uint64(sum[:])
	}
	for {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		if address := l.Addr().String(); weight(address) > weight(other) {
			return address
		}
	}
}

// slowly has both play for a while at a table whose turns have a limit, where one of the machines has this beside all else, and
// gives what was done to who was too slow. Neither brings the other anything, so the table is now here and now there.
func slowly(t *testing.T, env string) (*couple, []sitting.Event) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	pair := newCouple(t, func(_ *discordsim.Server, i int, _ string) []string {
		return [][]string{nil, {env}}[i]
	})
	pair.seat(ctx, t, map[string]any{"turn": "5m0s"})
	pair.playFor(ctx, t, 4*time.Second)
	pair.end(ctx, t)
	return pair, pair.forced(ctx, t)
}

// TestAMachineWhoseClockIsWrongHurriesNobody has the clock of one of two machines an hour off: the tables go by the database's
// clock, so that no turn is over early or late, and the log of the start tells the difference.
func TestAMachineWhoseClockIsWrongHurriesNobody(t *testing.T) {
	t.Parallel()
	for skew, told := range map[string]string{"1h": "-1h0m", "-1h": "1h0m"} {
		t.Run(skew, func(t *testing.T) {
			t.Parallel()
			pair, forced := slowly(t, "BOATHOUSE_SKEW="+skew)
			if len(forced) > 0 {
				t.Errorf("somebody was too slow: %+v", forced)
			}
			const says = "this machine's clock isn't the database's"
			if lines := pair.all[0].logged(t, says); len(lines) > 0 {
				t.Errorf("a machine whose clock is right says %v", lines)
			}
			if lines := pair.all[1].logged(t, says); len(lines) != 1 || !(strings.Contains(lines[0], `"database_is_ahead":"`+told) ||
				strings.Contains(lines[0], `"database_is_ahead":"`+strings.NewReplacer("1h0m", "59m59").Replace(told))) {
				t.Errorf("it says %v", lines)
			}
		})
	}
}

// TestTablesThatGoByAWrongClockHurryPeople is the control: where the tables of one of them are an hour ahead, a turn of five minutes
// is over at once.
func TestTablesThatGoByAWrongClockHurryPeople(t *testing.T) {
	t.Parallel()
	if _, forced := slowly(t, "BOATHOUSE_CLOCK=1h"); len(forced) == 0 {
		t.Error("nobody was too slow")
	}
}

// forced lists what was done at a table to who was too slow.
func (p *couple) forced(ctx context.Context, t *testing.T) (events []sitting.Event) {
	t.Helper()
	r, err := p.all[0].read(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }() // it has read only
	head, err := r.Find(ctx, sitting.Channel(p.sim.Handshake().Channel.String()), "")
	var l table.Log
	if err == nil {
		l, err = r.Load(ctx, head.Table)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range l.Events {
		_, away := e.(sitting.WentAway)
		if _, reminded := e.(sitting.Reminded); away || reminded {
			events = append(events, e)
		}
	}
	return events
}

// TestABodyThatNobodySendsIsNotReadToItsEnd brings a worker bodies far larger than any of Discord's, with the form of a signature and
// without: it answers before it has read more than a part.
func TestABodyThatNobodySendsIsNotReadToItsEnd(t *testing.T) {
	t.Parallel()
	pair := newCouple(t, nil)
	at := pair.all[0].web
	const signed = "X-Signature-Timestamp: 1700000000\r\nX-Signature-Ed25519: "
	form := strings.Repeat("0a", 64)
	for name, c := range map[string]struct {
		path, header string
		status       int
	}{
		"an interaction": {web.InteractionsPath, signed + form, http.StatusRequestEntityTooLarge},
		"an event":       {web.EventsPath, signed + form, http.StatusRequestEntityTooLarge},
		"from a worker":  {web.PeersPath, "X-Boathouse-Sum: " + form[:64], http.StatusRequestEntityTooLarge},
		"not signed":     {web.InteractionsPath, "X-Nothing: 1", http.StatusUnauthorized},
		"by no worker":   {web.PeersPath, "X-Nothing: 1", http.StatusUnauthorized},
	} {
		t.Run(name, func(t *testing.T) {
			status, sent := flooded(t, at, c.path, c.header)
			if status != c.status || sent > 16<<20 {
				t.Errorf("%d after %d bytes", status, sent)
			}
		})
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	pair.end(ctx, t)
}

// flooded sends a body of a gibibyte, as far as it is taken, and gives the answer's status and how much went out, what lies between
// the two included.
func flooded(t *testing.T, at, path, header string) (status, sent int) {
	t.Helper()
	c, err := (&net.Dialer{Timeout: answerWithin}).DialContext(t.Context(), "tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if err := c.SetDeadline(time.Now().Add(answerWithin)); err != nil {
		t.Fatal(err)
	}
	answered := make(chan int, 1)
	go func() {
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Error(err)
			answered <- 0
			return
		}
		_ = answer.Body.Close()
		answered <- answer.StatusCode
	}()
	if _, err := fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: rum\r\nContent-Length: %d\r\n%s\r\n\r\n", path, 1<<30, header); err != nil {
		t.Fatal(err)
	}
	for part := make([]byte, 64<<10); sent < 1<<30; {
		n, err := c.Write(part)
		if sent += n; err != nil {
			break // it was hung up
		}
	}
	return <-answered, sent
}
