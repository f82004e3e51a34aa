package discordsim_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/openapi"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// openAPI is Discord's own description, which DISCORD_OPENAPI points to; nil: it isn't set.
var openAPI = sync.OnceValues(func() (wirelog.Checker, error) { return openapi.Load(os.Getenv("DISCORD_OPENAPI")) })

// start runs a simulator for one test. With DISCORD_OPENAPI set, every request and answer of the test is held against
// that file too.
func start(tb testing.TB, o discordsim.Options) *discordsim.Server {
	tb.Helper()
	o.OpenAPI = must[wirelog.Checker](tb)(openAPI())
	s, err := discordsim.Start(tb.Context(), o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
		for _, v := range s.Violations() {
			if v.Kind != wirelog.Refused {
				tb.Errorf("%s: %s %s: %s", v.Kind, v.Method, v.Path, v.Detail)
			}
		}
	})
	return s
}

func soon(tb testing.TB) context.Context {
	tb.Helper()
	ctx, stop := context.WithTimeout(tb.Context(), 20*time.Second)
	tb.Cleanup(stop)
	return ctx
}

func must[T any](tb testing.TB) func(T, error) T {
	return func(v T, err error) T {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		return v
	}
}

// redirect sends what is meant for discord.com to a simulator.
type redirect struct{ host string }

func (r redirect) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.URL.Scheme, request.URL.Host = "http", r.host
	return http.DefaultTransport.RoundTrip(request)
}

// bot connects discordgo, whose handler gets every interaction.
func bot(tb testing.TB, s *discordsim.Server, handle func(*discordgo.Session, *discordgo.InteractionCreate)) *discordgo.Session {
	tb.Helper()
	h := s.Handshake()
	d := must[*discordgo.Session](tb)(discordgo.New("Bot " + h.Token))
	rest := must[*url.URL](tb)(url.Parse(h.REST))
	d.Client = &http.Client{Transport: redirect{rest.Host}}
	d.Identify.Intents = discordgo.IntentsGuilds
	ready := make(chan struct{})
	d.AddHandlerOnce(func(*discordgo.Session, *discordgo.GuildCreate) { close(ready) })
	d.AddHandler(handle)
	if err := d.Open(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = d.CloseWithCode(1000) })
	select {
	case <-ready:
	case <-soon(tb).Done():
		tb.Fatal("no GUILD_CREATE")
	}
	return d
}

// raw is a bare REST client.
type raw struct {
	tb   testing.TB
	base string
	auth string
}

func rawBot(tb testing.TB, s *discordsim.Server) raw {
	h := s.Handshake()
	return raw{tb, h.REST + "/v10", "Bot " + h.Token}
}

type reply struct {
	status int
	header http.Header
	body   []byte
}

func (r reply) code(tb testing.TB) int {
	tb.Helper()
	var said struct {
		Code int `json:"code"`
	}
	if len(r.body) > 0 && r.body[0] == '{' {
		if err := json.Unmarshal(r.body, &said); err != nil {
			tb.Fatalf("%v in %s", err, r.body)
		}
	}
	return said.Code
}

func decode[T any](tb testing.TB, r reply) T {
	tb.Helper()
	var v T
	if err := json.Unmarshal(r.body, &v); err != nil {
		tb.Fatalf("%v in %s", err, r.body)
	}
	return v
}

func (c raw) do(method, path, body string) reply {
	c.tb.Helper()
	return c.send(method, path, "application/json", strings.NewReader(body))
}

func (c raw) send(method, path, kind string, body io.Reader) reply {
	c.tb.Helper()
	request := must[*http.Request](c.tb)(http.NewRequestWithContext(soon(c.tb), method, c.base+path, body))
	request.Header.Set("Content-Type", kind)
	if c.auth != "" {
		request.Header.Set("Authorization", c.auth)
	}
	answer := must[*http.Response](c.tb)(http.DefaultClient.Do(request))
	text := must[[]byte](c.tb)(io.ReadAll(answer.Body))
	if err := answer.Body.Close(); err != nil {
		c.tb.Fatal(err)
	}
	return reply{answer.StatusCode, answer.Header, bytes.TrimSpace(text)}
}
