package web

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

const token = "a token of the tests"

// A crew is workers at addresses of their own, and what each has taken up.
type crew struct {
	key ed25519.PrivateKey

	mu    sync.Mutex
	at    []string
	heard map[string][]string // by address
	peers []*Peers
	came  chan struct{}
}

func newCrew() *crew {
	return &crew{key: ed25519.NewKeyFromSeed([]byte(seed)[:ed25519.SeedSize]), heard: make(map[string][]string), came: make(chan struct{}, 1000)}
}

func (c *crew) live() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.at...)
}

func listening(t *testing.T) net.Listener {
	t.Helper()
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// joins has a worker with a token serve.
func (c *crew) joins(t *testing.T, token string) (address string) {
	t.Helper()
	l := listening(t)
	address = l.Addr().String()
	public, _ := c.key.Public().(ed25519.PublicKey)
	peers := NewPeers(address, token, c.live)
	c.mu.Lock()
	c.peers = append(c.peers, peers)
	c.mu.Unlock()
	e := New(Options{Key: public, Peers: peers, OnInteraction: func(raw json.RawMessage) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.heard[address] = append(c.heard[address], string(raw))
		c.came <- struct{}{}
	}})
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- e.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = append(c.at, address)
	return address
}

// brings sends an interaction to one of them as Discord does.
func (c *crew) brings(t *testing.T, to, body string) {
	t.Helper()
	sum := hex.EncodeToString(ed25519.Sign(c.key, []byte(someTime+body)))
	if status := posts(t, "http://"+to+InteractionsPath, body, map[string]string{timestampHeader: someTime, signatureHeader: sum}); status != http.StatusAccepted {
		t.Fatal(status)
	}
}

func posts(t *testing.T, url, body string, headers map[string]string) (status int) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

func clickIn(channel int) string {
	return fmt.Sprintf(`{"id":"%d","token":"t","type":3,"channel_id":"%d","user":{"id":"1"}}`, 7000+channel, channel)
}

// TestAChannelsInteractionsComeToOneWorker brings those of many channels to each worker in turn.
func TestAChannelsInteractionsComeToOneWorker(t *testing.T) {
	t.Parallel()
	const channels = 60
	c := newCrew()
	for range 3 {
		c.joins(t, token)
	}
	for _, to := range c.live() {
		for channel := range channels {
			c.brings(t, to, clickIn(channel))
		}
	}
	for range 3 * channels {
		<-c.came
	}
	by := make(map[string]map[string]int) // how often each worker has a body
	c.mu.Lock()
	defer c.mu.Unlock()
	late := 0 // a busy machine may keep nobody to 150 ms; what isn't taken up in time is done twice
	for _, p := range c.peers {
		late += int(p.missed.Load())
	}
	for address, bodies := range c.heard {
		if len(bodies) < channels/2 {
			t.Errorf("of %d a worker has %d", 3*channels, len(bodies))
		}
		for _, body := range bodies {
			if by[body] == nil {
				by[body] = make(map[string]int)
			}
			by[body][address]++
		}
	}
	for body, workers := range by {
		most := 0
		for _, n := range workers {
			late, most = late-n, max(most, n)
		}
		if late += most; late < 0 {
			t.Fatalf("two workers have what happens in one channel: %s", body)
		}
	}
	if len(by) != channels {
		t.Errorf("%d of %d channels", len(by), channels)
	}
}

// TestWhatNoOtherWorkerTakesUpIsHandledWhereItCame has the others dead, deaf, of another token, or of none of the addresses.
func TestWhatNoOtherWorkerTakesUpIsHandledWhereItCame(t *testing.T) {
	t.Parallel()
	dead := listening(t)
	_ = dead.Close()
	deaf := listening(t) // connects, and says nothing
	strange := newCrew()
	for name, other := range map[string]string{
		"dead": dead.Addr().String(), "deaf": deaf.Addr().String(), "strange": strange.joins(t, "another token"), "no address": "nobody here",
	} {
		c := newCrew()
		here := c.joins(t, token)
		c.at = append(c.at, other)
		const channels = 12
		for channel := range channels {
			c.brings(t, here, clickIn(channel))
		}
		for range channels {
			<-c.came
		}
		if len(c.heard[here]) != channels {
			t.Errorf("%s: %d of %d", name, len(c.heard[here]), channels)
		}
	}
	if len(strange.heard) > 0 {
		t.Error("a worker of another token has taken something up")
	}
}

func TestOnlyWorkersBringToWorkers(t *testing.T) {
	t.Parallel()
	c := newCrew()
	to := "http://" + c.joins(t, token) + PeersPath
	sum := hex.EncodeToString(NewPeers("", token, nil).sum([]byte(click)))
	for name, sends := range map[string]struct {
		body, sum string
		status    int
	}{
		"a worker":              {click, sum, http.StatusAccepted},
		"no sum":                {click, "", http.StatusUnauthorized},
		"no hexadecimal digits": {click, "sum", http.StatusUnauthorized},
		"half a sum":            {click, sum[:32], http.StatusUnauthorized},
		"another body":          {click + " ", sum, http.StatusUnauthorized},
		"another token":         {click, hex.EncodeToString(NewPeers("", "other", nil).sum([]byte(click))), http.StatusUnauthorized},
		"too much":              {strings.Repeat(" ", maxBody+1), sum, http.StatusRequestEntityTooLarge},
	} {
		headers := map[string]string{}
		if sends.sum != "" {
			headers[peerHeader] = sends.sum
		}
		if status := posts(t, to, sends.body, headers); status != sends.status {
			t.Errorf("%s: %d", name, status)
		}
	}
	if <-c.came; len(c.came) > 0 {
		t.Error("more than what the worker brought is taken up")
	}
	if status, _ := newBench().sends(request(http.MethodPost, PeersPath, "", "", click)); status != http.StatusNotFound {
		t.Errorf("one that is alone has an address for others: %d", status)
	}
}

func TestWhoGoesLeavesOnlyTheirOwn(t *testing.T) {
	t.Parallel()
	all := []string{"a:1", "b:1", "c:1", "d:1"}
	counts := make(map[string]int)
	for key := range 4000 {
		was := rendezvous(fmt.Sprint(key), all)
		counts[was]++
		if is := rendezvous(fmt.Sprint(key), all[:3]); was != all[3] && is != was {
			t.Fatalf("%d went from %s to %s, and neither had gone", key, was, is)
		}
		if is := rendezvous(fmt.Sprint(key), []string{"d:1", "b:1", "a:1", "c:1"}); is != was {
			t.Fatal("their order matters")
		}
	}
	for _, one := range all {
		if n := counts[one]; n < 850 || n > 1150 {
			t.Errorf("%s has %d of 4000", one, n)
		}
	}
	if rendezvous("key", nil) != "" {
		t.Error("one of none is chosen")
	}
}

// TestTheLogHearsOfWhatIsMissedOnceAMinute, and then of how many.
func TestTheLogHearsOfWhatIsMissedOnceAMinute(t *testing.T) {
	t.Parallel()
	p := NewPeers("here:1", token, func() []string { return nil })
	begun := time.Now()
	for _, one := range []struct {
		after time.Duration
		tells int
	}{{0, 1}, {time.Second, 0}, {59 * time.Second, 0}, {time.Minute, 3}, {61 * time.Second, 0}, {time.Hour, 2}} {
		if n := p.miss(begun.Add(one.after)); n != one.tells {
			t.Errorf("after %v it tells of %d, not %d", one.after, n, one.tells)
		}
	}
	if n := p.missed.Load(); n != 6 {
		t.Errorf("%d are counted", n)
	}
}
