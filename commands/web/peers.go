package web

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// PeersPath is where workers bring each other what the proxy has brought to one of them. It is no address for the outside.
const PeersPath = "/peers"

// peerHeader has the sum by which a worker shows that it is one.
const peerHeader = "X-Boathouse-Sum"

// peerWait is how long another worker may take to say that it has taken something up. A person notices nothing of it, and Discord waits 3 s.
const peerWait = 150 * time.Millisecond

// maxForwards is how many may be on their way at once; what comes meanwhile is handled where it has come.
const maxForwards = 256

// Peers are the workers that share the work. Each table has one of them that is expected to have it in memory, so that it needn't be
// read anew; which one may handle something is no question of that: any may.
type Peers struct {
	self   string
	sum    func(body []byte) []byte
	live   func() []string
	client *http.Client
	room   chan struct{}

	sent, missed atomic.Uint64

	mu     sync.Mutex
	told   time.Time // when the log last heard that something was missed
	untold int       // of missed, since
}

// tellEvery is how often the log hears that others don't take up what is brought to them.
const tellEvery = time.Minute

// miss counts what another worker didn't take up, and says how many the log is to hear of now; 0: of none.
func (p *Peers) miss(now time.Time) int {
	p.missed.Add(1)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.untold++
	if !p.told.IsZero() && now.Sub(p.told) < tellEvery {
		return 0
	}
	n := p.untold
	p.told, p.untold = now, 0
	return n
}

// NewPeers returns those of a worker that others reach at the address self (host and port). Live tells the addresses of all that live, at once;
// what it tells may be old. They know each other by the bot's token, which they all have.
func NewPeers(self, token string, live func() []string) *Peers {
	key := sha256.Sum256([]byte("boathouse peers\n" + token))
	return &Peers{
		self: self, live: live,
		sum: func(body []byte) []byte {
			h := hmac.New(sha256.New, key[:])
			h.Write(body)
			return h.Sum(nil)
		},
		// No proxy of the environment stands between them, and none leads elsewhere.
		client: &http.Client{
			Timeout:       peerWait,
			Transport:     &http.Transport{MaxIdleConnsPerHost: maxForwards, IdleConnTimeout: idleWait},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		room: make(chan struct{}, maxForwards),
	}
}

// knows says whether a request comes from a worker. One that is sent again changes nothing, like one of Discord's.
func (p *Peers) knows(h http.Header, body []byte) bool {
	sum, err := hex.DecodeString(h.Get(peerHeader))
	return err == nil && hmac.Equal(sum, p.sum(body))
}

// expected is the address of the worker that probably has in memory what an interaction is about, all of which happens in one channel.
// It is empty where that is this one, or nobody knows.
func (p *Peers) expected(body []byte) string {
	var in struct {
		Channel string `json:"channel_id"`
	}
	if json.Unmarshal(body, &in) != nil || in.Channel == "" {
		return ""
	}
	if to := rendezvous(in.Channel, p.live()); to != p.self {
		return to
	}
	return ""
}

// rendezvous chooses one of several for a key: whoever goes or comes takes or leaves only what is their own. Nobody is chosen of none.
func rendezvous(key string, all []string) (chosen string) {
	var most uint64
	for _, one := range all {
		sum := sha256.Sum256([]byte(key + "\n" + one))
		weight := binary.BigEndian.Uint64(sum[:])
		if chosen == "" || weight > most || weight == most && one < chosen {
			chosen, most = one, weight
		}
	}
	return chosen
}

// forward brings a body to another worker. An error means that it may have come there all the same.
func (p *Peers) forward(ctx context.Context, to string, body []byte) error {
	select {
	case p.room <- struct{}{}:
		defer func() { <-p.room }()
	default:
		return fmt.Errorf("web: %d interactions are on their way to other workers", maxForwards)
	}
	ctx, cancel := context.WithTimeout(ctx, peerWait)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+to+PeersPath, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set(peerHeader, hex.EncodeToString(p.sum(body)))
	r.Header.Set("Content-Type", "application/json")
	answer, err := p.client.Do(r)
	if err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 1<<10)) // so that the connection can be used again
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusAccepted {
		return fmt.Errorf("web: a worker answered %s", answer.Status)
	}
	return nil
}

func (e *Endpoint) byPeer(h http.Header) (signs func(body []byte) bool, ok bool) {
	return func(body []byte) bool { return e.options.Peers.knows(h, body) }, h.Get(peerHeader) != ""
}

// brought takes up what another worker has brought, and brings it nowhere else: the two may know of different workers.
func (e *Endpoint) brought(w http.ResponseWriter, body []byte) {
	if !e.begin() {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	defer e.end()
	accept(w)
	e.hand(body)
}
