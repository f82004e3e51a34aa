package discordsim_test

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/people"
)

// An application is a bot that is reached over HTTP, and what it answers.
type application struct {
	key      ed25519.PublicKey
	careless atomic.Bool // it takes what isn't signed
	answer   func(w http.ResponseWriter, body string)
	wrong    atomic.Int64
	heard    chan string
}

func newApplication(t *testing.T, s *discordsim.Server) (*application, string) {
	t.Helper()
	key, err := hex.DecodeString(s.VerifyKey())
	if err != nil {
		t.Fatal(err)
	}
	a := &application{key: key, heard: make(chan string, 1000), answer: func(w http.ResponseWriter, _ string) { w.WriteHeader(http.StatusAccepted) }}
	srv := httptest.NewServer(a)
	t.Cleanup(srv.Close)
	return a, srv.URL
}

func (a *application) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	sum, _ := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	if !ed25519.Verify(a.key, append([]byte(r.Header.Get("X-Signature-Timestamp")), body...), sum) {
		a.wrong.Add(1)
		if !a.careless.Load() {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
	}
	switch {
	case strings.Contains(string(body), `"type":1,"version":1}`) && r.URL.Path == "/interactions":
		_, _ = io.WriteString(w, `{"type":1}`)
	case r.URL.Path == "/untyped":
		w.WriteHeader(http.StatusNoContent)
	case r.URL.Path == "/events":
		a.heard <- string(body)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNoContent)
	default:
		a.heard <- string(body)
		a.answer(w, string(body))
	}
}

// TestInteractionsGoOverHTTPOnceSomebodyThereVerifies enters an address, uses a command and takes the address away again.
func TestInteractionsGoOverHTTPOnceSomebodyThereVerifies(t *testing.T) {
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Acknowledge: time.Second}})
	b, ctx, h := bareBot(t, s), soon(t), s.Handshake()
	b.register()
	a, url := newApplication(t, s)
	patch := func(body string) reply { return b.do("PATCH", "/applications/@me", body) }
	a.careless.Store(true)
	want(t, patch(`{"interactions_endpoint_url":"`+url+`/interactions"}`), 400, 50035)
	a.careless.Store(false)
	want(t, patch(`{"interactions_endpoint_url":"`+url+`/nowhere"}`), 400, 50035)
	want(t, patch(`{"interactions_endpoint_url":"http://127.0.0.1:1/interactions"}`), 400, 50035)
	got := patch(`{"interactions_endpoint_url":"` + url + `/interactions"}`)
	want(t, got, 200, 0)
	if !strings.Contains(string(got.body), url) || !strings.Contains(string(got.body), s.VerifyKey()) {
		t.Errorf("%s", got.body)
	}

	ada := s.Person("Ada")
	use := func() people.Outcome {
		out, err := ada.Slash(ctx, h.Channel, "rum new", map[string]any{"rules": "brisk"})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for name, c := range map[string]struct {
		answer func(w http.ResponseWriter, body string)
		failed bool
	}{
		"by the callback": {func(w http.ResponseWriter, body string) {
			w.WriteHeader(202)
			var in struct{ ID, Token string }
			_ = json.Unmarshal([]byte(body), &in)
			go b.do("POST", "/interactions/"+in.ID+"/"+in.Token+"/callback", `{"type":4,"data":{"content":"by the callback"}}`)
		}, false},
		"at once":           {says(200, `{"type":4,"data":{"content":"at once"}}`), false},
		"not at all":        {says(202, ``), true},
		"with an error":     {says(500, `x`), true},
		"with another code": {says(204, ``), true},
		"with a list":       {says(200, `[]`), true},
		"with a bad form":   {says(200, `{"type":4,"data":{"content":""}}`), true},
		"with 202 and text": {says(202, `{"type":4,"data":{"content":"x"}}`), true},
	} {
		a.answer = c.answer
		before := len(s.Violations())
		if out := use(); out.Failed != c.failed {
			t.Errorf("%s: %+v", name, out)
		}
		if found := len(s.Violations()) - before; found > 0 && !c.failed {
			t.Errorf("%s: %d violations", name, found)
		}
	}
	if a.wrong.Load() == 0 {
		t.Error("nothing came that was signed wrongly")
	}

	s.Faults().Gateway(discordsim.GatewayFault{Kind: discordsim.DuplicateDispatch})
	for len(a.heard) > 0 {
		<-a.heard
	}
	a.answer = says(200, `{"type":4,"data":{"content":"at once"}}`)
	use()
	if first, again := <-a.heard, <-a.heard; first != again {
		t.Errorf("%s\n%s", first, again)
	}

	a.careless.Store(true) // once it is seen that nobody looks, nothing more is sent there
	for !strings.Contains(string(b.do("GET", "/applications/@me", "").body), `"interactions_endpoint_url":null`) {
		use()
	}
	end := async(func() (people.Outcome, error) { return ada.Slash(ctx, h.Channel, "privacy", nil) })
	in := b.next()
	for !strings.Contains(string(in.Data), `"privacy"`) { // the one before it may have come here too
		in = b.next()
	}
	want(t, b.callback(in, `{"type":4,"data":{"content":"over the gateway"}}`), 204, 0)
	end(t)
}

// says answers with a status and a body.
func says(status int, body string) func(http.ResponseWriter, string) {
	return func(w http.ResponseWriter, _ string) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func TestEventsOfTheApplicationAreToldToWhoWantsThem(t *testing.T) {
	s := start(t, discordsim.Options{})
	a, url := newApplication(t, s)
	ctx, ada := soon(t), s.Person("Ada")
	if err := s.EnterEvents(ctx, url+"/interactions", "APPLICATION_AUTHORIZED"); err == nil {
		t.Error("an address that answers a PING otherwise can be entered")
	}
	if err := s.EnterEvents(ctx, url+"/untyped", "APPLICATION_AUTHORIZED"); err == nil {
		t.Error("an address that doesn't say of which type its answer is can be entered")
	}
	if err := s.EnterEvents(ctx, url+"/events", "APPLICATION_AUTHORIZED"); err != nil {
		t.Fatal(err)
	}
	<-a.heard // at the wrong one
	ping := <-a.heard
	s.Deauthorize(ada.ID()) // which isn't wanted
	if err := errors.Join(ada.RemoveBot(ctx), ada.AddBot(ctx, discordsim.DefaultPermissions)); err != nil {
		t.Fatal(err)
	}
	added := <-a.heard
	if !strings.Contains(ping, `"type":0`) || !strings.Contains(added, `"APPLICATION_AUTHORIZED"`) || !strings.Contains(added, `"id":"`+s.Handshake().Guild.String()+`"`) {
		t.Errorf("%s\n%s", ping, added)
	}
	if err := s.EnterEvents(ctx, url+"/events", "APPLICATION_DEAUTHORIZED"); err != nil {
		t.Fatal(err)
	}
	<-a.heard
	s.Deauthorize(ada.ID())
	if gone := <-a.heard; !strings.Contains(gone, `"APPLICATION_DEAUTHORIZED"`) || !strings.Contains(gone, ada.ID().String()) || strings.Contains(gone, s.Handshake().Guild.String()) {
		t.Error(gone)
	}
}
