package web

import (
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/commands/web/proxytest"
)

// TestTheProxyOfTheRecipeBringsWhatDiscordSigns puts nginx as in deploy/nginx.conf in front of an endpoint.
func TestTheProxyOfTheRecipeBringsWhatDiscordSigns(t *testing.T) {
	t.Parallel()
	b := newBench()
	behind := httptest.NewServer(b)
	defer behind.Close()
	proxy := proxytest.Start(t, proxytest.Recipe(t, behind.Listener.Addr().String()))
	try := func(method, path, signature, body string) int {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, proxy.HTTPS+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = request(method, "/", someTime, signature, body).Header
		answer, err := proxy.Client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		text, _ := io.ReadAll(answer.Body)
		if body == ping && answer.StatusCode == http.StatusOK && string(text) != `{"type":1}` {
			t.Errorf("PING is answered with %q", text)
		}
		return answer.StatusCode
	}
	long := `{"a":"` + strings.Repeat("é", 100_000) + `"}` // more than fits nginx's memory for a body
	huge := strings.Repeat("a", maxBody+1)
	for _, c := range []struct {
		name, method, path, body string
		forged                   bool
		want                     int
	}{
		{"PING", http.MethodPost, InteractionsPath, ping, false, 200},
		{"a click", http.MethodPost, InteractionsPath, click, false, 202},
		{"a long one", http.MethodPost, InteractionsPath, long, false, 202},
		{"an event", http.MethodPost, EventsPath, `{"type":0}`, false, 204},
		{"a forged click", http.MethodPost, InteractionsPath, click, true, 401},
		{"one that is too large", http.MethodPost, InteractionsPath, huge, false, 413},
		{"another method", http.MethodGet, InteractionsPath, "", false, 403},
		{"another path", http.MethodPost, "/metrics", click, false, 404},
		{"the path and more", http.MethodPost, InteractionsPath + "/x", click, false, 404},
	} {
		signature := b.sign(someTime, c.body)
		if c.forged {
			signature = b.sign(someTime, c.body+" ")
		}
		if got := try(c.method, c.path, signature, c.body); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	if s := b.Stats(); s.Interactions != 2 || s.Forged != 1 {
		t.Errorf("%+v", s)
	}
}

const ping = `{"type":1}`

// TestTheProxyOfTheRecipeKeepsWorkersToThemselves asks for what workers have for each other, signed as one of them does: through the proxy, and
// as the control where the worker is.
func TestTheProxyOfTheRecipeKeepsWorkersToThemselves(t *testing.T) {
	t.Parallel()
	c := newCrew()
	at := c.joins(t, token)
	proxy := proxytest.Start(t, proxytest.Recipe(t, at))
	for url, want := range map[string]int{proxy.HTTPS: http.StatusNotFound, "http://" + at: http.StatusAccepted} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+PeersPath, strings.NewReader(click))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set(peerHeader, hex.EncodeToString(NewPeers(at, token, c.live).sum([]byte(click))))
		answer, err := proxy.Client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%s: %s, want %d", url, answer.Status, want)
		}
	}
}
