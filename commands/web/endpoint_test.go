package web

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A bench is an endpoint, and the key by which Discord signs.
type bench struct {
	*Endpoint
	key ed25519.PrivateKey

	mu      sync.Mutex
	heard   []string
	servers []string
}

// seed makes every run's key the same.
const seed = "a key of the tests, 32 bytes long"

func newBench() *bench {
	b := &bench{key: ed25519.NewKeyFromSeed([]byte(seed)[:ed25519.SeedSize])}
	public, _ := b.key.Public().(ed25519.PublicKey)
	b.Endpoint = New(Options{
		Key: public,
		OnInteraction: func(raw json.RawMessage) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.heard = append(b.heard, string(raw))
		},
		OnServer: func(server string) { b.servers = append(b.servers, server) },
	})
	return b
}

const someTime = "1700000000"

// sign is Discord's signature of a body.
func (b *bench) sign(at, body string) string {
	return hex.EncodeToString(ed25519.Sign(b.key, []byte(at+body)))
}

// request is one with these headers; an empty one isn't there.
func request(method, path, at, signature, body string) *http.Request {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if at != "" {
		r.Header.Set(timestampHeader, at)
	}
	if signature != "" {
		r.Header.Set(signatureHeader, signature)
	}
	return r
}

// sends gives the answer to a request.
func (b *bench) sends(r *http.Request) (status int, body string) {
	w := httptest.NewRecorder()
	b.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

const click = `{"id":"7","token":"t","type":3,"user":{"id":"1"}}`

// An attempt is a request and what must come of it.
type attempt struct {
	method, path string                     // "" is a POST of an interaction
	at           string                     // "" is someTime
	sign         func(b *bench) (at string) // nil: rightly
	body         string
	status       int
	answer       string
	heard        bool
}

func as(signature string) func(*bench) string { return func(*bench) string { return signature } }

func TestWhatDiscordSignsIsTakenUpAndNothingElse(t *testing.T) {
	t.Parallel()
	huge := `{"a":"` + strings.Repeat("a", maxBody)
	other := &bench{key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))}
	for name, c := range map[string]attempt{
		"a click":                     {body: click, status: 202, heard: true},
		"PING":                        {body: `{"type":1,"id":"1"}`, status: 200, answer: `{"type":1}`},
		"an old one":                  {at: "1", body: click, status: 202, heard: true},
		"one of the year 5138":        {at: "99999999999", body: click, status: 202, heard: true},
		"a type that came after us":   {body: `{"type":99}`, status: 202, heard: true},
		"as large as may be":          {body: huge[:maxBody-2] + `"}`, status: 202, heard: true},
		"too large":                   {body: huge, status: 413},
		"no JSON":                     {body: `hello`, status: 400},
		"nothing":                     {status: 400},
		"a list":                      {body: `[]`, status: 400},
		"no signature":                {body: click, sign: as(""), status: 401},
		"too large and not signed":    {body: huge, sign: as(""), status: 401},
		"a short signature":           {body: click, sign: as("00ff"), status: 401},
		"a signature of letters":      {body: click, sign: as(strings.Repeat("zz", ed25519.SignatureSize)), status: 401},
		"another time's signature":    {body: click, sign: func(b *bench) string { return b.sign("1700000001", click) }, status: 401},
		"another body's signature":    {body: click, sign: func(b *bench) string { return b.sign(someTime, click+" ") }, status: 401},
		"another key's signature":     {body: click, sign: func(*bench) string { return other.sign(someTime, click) }, status: 401},
		"PING that isn't signed":      {body: `{"type":1}`, sign: as(strings.Repeat("00", ed25519.SignatureSize)), status: 401},
		"time and body cut elsewhere": {at: someTime + "{", body: click[1:], status: 401},
		"another method":              {method: http.MethodGet, status: 405},
		"another path":                {path: "/", body: click, status: 404},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.try(t)
		})
	}
}

func (c attempt) try(t *testing.T) {
	t.Helper()
	b := newBench()
	if c.method == "" {
		c.method = http.MethodPost
	}
	if c.path == "" {
		c.path = InteractionsPath
	}
	if c.at == "" {
		c.at = someTime
	}
	signature := b.sign(c.at, c.body)
	if c.sign != nil {
		signature = c.sign(b)
	}
	status, answer := b.sends(request(c.method, c.path, c.at, signature, c.body))
	if status != c.status || c.answer != "" && answer != c.answer || status == http.StatusAccepted && answer != "" {
		t.Errorf("%d %q", status, answer)
	}
	if c.heard != (len(b.heard) == 1 && b.heard[0] == c.body) || !c.heard && len(b.heard) > 0 {
		t.Errorf("%d handed on", len(b.heard))
	}
}

// TestWhatIsSignedAndCantBeReadIsTold: that it was, and nothing of it. What anybody could have sent is told on the lowest level alone.
func TestWhatIsSignedAndCantBeReadIsTold(t *testing.T) {
	t.Parallel()
	b := newBench()
	var log bytes.Buffer
	b.options.Log = slog.New(slog.NewTextHandler(&log, nil))
	for _, c := range []struct {
		path, body string
		tells      bool
	}{{InteractionsPath, "secret", true}, {EventsPath, "secret", true}, {InteractionsPath, strings.Repeat("secret", maxBody/6+1), false}} {
		log.Reset()
		b.sends(request(http.MethodPost, c.path, someTime, b.sign(someTime, c.body), c.body))
		told := strings.Contains(log.String(), "level=WARN") && strings.Contains(log.String(), "path="+c.path)
		if told != c.tells || strings.Contains(log.String(), "secret") {
			t.Errorf("of %d bytes to %s: %s", len(c.body), c.path, log.String())
		}
	}
	if s := b.Stats(); s.Unread != 3 || s.Forged != 0 {
		t.Errorf("%+v", s)
	}
}

func TestARequestWithoutATimeIsNotSigned(t *testing.T) {
	t.Parallel()
	b := newBench()
	if status, _ := b.sends(request(http.MethodPost, InteractionsPath, "", b.sign("", click), click)); status != http.StatusUnauthorized || len(b.heard) > 0 {
		t.Error(status, b.heard)
	}
}

func TestEventsAreTakenAndOnlyAnAddedServerIsNews(t *testing.T) {
	t.Parallel()
	const event = `{"version":1,"application_id":"1","type":1,"event":`
	for name, c := range map[string]struct {
		body    string
		status  int
		servers []string
	}{
		"PING":                   {`{"version":1,"application_id":"1","type":0}`, 204, nil},
		"added to a server":      {event + `{"type":"APPLICATION_AUTHORIZED","data":{"integration_type":0,"user":{"id":"1"},"guild":{"id":"22"}}}}`, 204, []string{"22"}},
		"added to an account":    {event + `{"type":"APPLICATION_AUTHORIZED","data":{"integration_type":1,"user":{"id":"1"}}}}`, 204, nil},
		"deauthorised":           {event + `{"type":"APPLICATION_DEAUTHORIZED","data":{"user":{"id":"1"}}}}`, 204, nil},
		"one that came after us": {event + `{"type":"SOMETHING_NEW"}}`, 204, nil},
		"odd data":               {event + `{"type":"APPLICATION_AUTHORIZED","data":[1]}}`, 204, nil},
		"another type":           {`{"type":7}`, 204, nil},
		"no type":                {`{}`, 400, nil},
		"no JSON":                {`{`, 400, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench()
			signature := b.sign(someTime, c.body)
			status, answer := b.sends(request(http.MethodPost, EventsPath, someTime, signature, c.body))
			if status != c.status || answer != "" || !slices.Equal(b.servers, c.servers) || len(b.heard) > 0 {
				t.Errorf("%d %q, servers %v, interactions %v", status, answer, b.servers, b.heard)
			}
			if status, _ := b.sends(request(http.MethodPost, EventsPath, someTime, signature, c.body+" ")); status != http.StatusUnauthorized || len(b.servers) != len(c.servers) {
				t.Errorf("with a wrong signature: %d", status)
			}
		})
	}
}

func FuzzEndpoint(f *testing.F) {
	good := newBench()
	for _, body := range []string{click, `{"type":1}`, `{"type":0}`, `{"type":1,"event":{"type":"APPLICATION_AUTHORIZED","data":{"guild":{"id":"2"}}}}`, "", "{"} {
		f.Add(true, someTime, good.sign(someTime, body), []byte(body))
		f.Add(false, someTime, good.sign(someTime, body), []byte(body))
	}
	f.Fuzz(func(t *testing.T, event bool, at, signature string, body []byte) {
		path := InteractionsPath
		if event {
			path = EventsPath
		}
		try := func(at, signature string) (status, heard int) {
			b := newBench()
			r := httptest.NewRequest(http.MethodPost, path, bytes.NewReader(body))
			r.Header.Set(timestampHeader, at)
			r.Header.Set(signatureHeader, signature)
			status, _ = b.sends(r)
			return status, len(b.heard) + len(b.servers)
		}
		if !strings.EqualFold(signature, good.sign(at, string(body))) {
			if status, heard := try(at, signature); status < http.StatusBadRequest || heard > 0 {
				t.Errorf("%d for what isn't signed", status)
			}
		}
		switch status, _ := try(someTime, good.sign(someTime, string(body))); status {
		case http.StatusOK, http.StatusAccepted, http.StatusNoContent, http.StatusBadRequest, http.StatusRequestEntityTooLarge:
		default:
			t.Errorf("%d for what is signed", status)
		}
	})
}
