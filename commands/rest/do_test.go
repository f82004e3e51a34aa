package rest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

// calls are all the calls that the client can make, each with what goes over the wire.
func calls(ctx context.Context) map[string]func(*rest.Client) error {
	p := rest.Payload{Body: map[string]any{"content": "x"}}
	callback := rest.Payload{Body: map[string]any{"type": 4, "data": map[string]any{"content": "x"}}}
	return map[string]func(*rest.Client) error{
		"POST /interactions/3/" + ixToken + "/callback?with_response=true": func(c *rest.Client) error {
			_, err := c.Respond(ctx, "3", ixToken, callback, true)
			return err
		},
		"GET /webhooks/1/" + ixToken + "/messages/@original": func(c *rest.Client) error {
			_, err := c.GetOriginal(ctx, "1", ixToken)
			return err
		},
		"PATCH /webhooks/1/" + ixToken + "/messages/@original": func(c *rest.Client) error {
			_, err := c.EditOriginal(ctx, "1", ixToken, p)
			return err
		},
		"DELETE /webhooks/1/" + ixToken + "/messages/@original": func(c *rest.Client) error { return c.DeleteOriginal(ctx, "1", ixToken) },
		"POST /webhooks/1/" + ixToken:                           func(c *rest.Client) error { _, err := c.FollowUp(ctx, "1", ixToken, p); return err },
		"PATCH /webhooks/1/" + ixToken + "/messages/8": func(c *rest.Client) error {
			_, err := c.EditFollowUp(ctx, "1", ixToken, "8", p)
			return err
		},
		"DELETE /webhooks/1/" + ixToken + "/messages/8": func(c *rest.Client) error { return c.DeleteFollowUp(ctx, "1", ixToken, "8") },
		"POST /channels/5/messages":                     func(c *rest.Client) error { _, err := c.CreateMessage(ctx, "5", "n", p); return err },
		"PATCH /channels/5/messages/9":                  func(c *rest.Client) error { _, err := c.EditMessage(ctx, "5", "9", p); return err },
		"DELETE /channels/5/messages/9":                 func(c *rest.Client) error { return c.DeleteMessage(ctx, "5", "9") },
		"POST /users/@me/channels":                      func(c *rest.Client) error { _, err := c.CreateDM(ctx, "7"); return err },
		"GET /applications/1/commands?with_localizations=true": func(c *rest.Client) error {
			_, err := c.Commands(ctx, "1", "")
			return err
		},
		"PUT /applications/1/guilds/2/commands": func(c *rest.Client) error {
			_, err := c.OverwriteCommands(ctx, "1", "2", []any{})
			return err
		},
		"GET /applications/1/emojis": func(c *rest.Client) error { _, err := c.Emojis(ctx, "1"); return err },
		"POST /applications/1/emojis": func(c *rest.Client) error {
			_, err := c.CreateEmoji(ctx, "1", "queen_of_spades", []byte("png"))
			return err
		},
		"DELETE /applications/1/emojis/2": func(c *rest.Client) error { return c.DeleteEmoji(ctx, "1", "2") },
		"GET /users/@me":                  func(c *rest.Client) error { _, err := c.Me(ctx); return err },
		"GET /applications/@me":           func(c *rest.Client) error { _, err := c.Application(ctx); return err },
	}
}

func (r request) line() string {
	line := r.Method + " " + strings.TrimPrefix(r.Path, "/api/v10")
	if r.Query != "" {
		line += "?" + r.Query
	}
	return line
}

func ofAnswer(line string) bool { return strings.Contains(line, ixToken) }

func TestEachCallGoesToItsRoute(t *testing.T) {
	for want, call := range calls(context.Background()) {
		c, d := onSocket(t, func(_ int, w http.ResponseWriter, r request) {
			if strings.Contains(r.Path, "/commands") {
				_, _ = io.WriteString(w, `[]`)
				return
			}
			ok(w)
		})
		if err := call(c); err != nil {
			t.Errorf("%s: %v", want, err)
			continue
		}
		got := d.requests()[0]
		if got.line() != want {
			t.Errorf("got  %s\nwant %s", got.line(), want)
		}
		wantAuth := "Bot " + botToken
		if ofAnswer(want) {
			wantAuth = ""
		}
		if got.Authorization != wantAuth {
			t.Errorf("%s: authorisation %q", want, got.Authorization)
		}
	}
}

func TestAnswersAreRead(t *testing.T) {
	ctx := t.Context()
	reply := ""
	c, _ := onSocket(t, func(_ int, w http.ResponseWriter, _ request) { _, _ = io.WriteString(w, reply) })
	for want, tc := range map[string]struct {
		reply string
		call  func() (any, error)
	}{
		"respond": {`{"interaction":{"id":"3"},"resource":{"type":4,"message":{"id":"9","channel_id":"5"}}}`, func() (any, error) {
			m, err := c.Respond(ctx, "3", "t", rest.Payload{Body: map[string]int{"type": 5}}, true)
			return *m, err
		}},
		"commands": {`[{"id":"4","name":"rum","description":"x"}]`, func() (any, error) { return c.Commands(ctx, "1", "2") }},
		"me":       {`{"id":"1","username":"Boathouse","bot":true}`, func() (any, error) { return c.Me(ctx) }},
		"app":      {`{"id":"1","name":"Boathouse"}`, func() (any, error) { return c.Application(ctx) }},
		"dm":       {`{"id":"6"}`, func() (any, error) { return c.CreateDM(ctx, "7") }},
	} {
		reply = tc.reply
		got, err := tc.call()
		if err != nil {
			t.Fatal(want, err)
		}
		wants := map[string]any{
			"respond":  rest.Message{ID: "9", ChannelID: "5"},
			"commands": []rest.Command{{ID: "4", Name: "rum", Raw: json.RawMessage(`{"id":"4","name":"rum","description":"x"}`)}},
			"me":       rest.User{ID: "1", Username: "Boathouse", Bot: true},
			"app":      rest.Application{ID: "1", Name: "Boathouse"},
			"dm":       "6",
		}
		if diff := cmp.Diff(wants[want], got); diff != "" {
			t.Errorf("%s: %s", want, diff)
		}
	}
}

// mayRepeat are the calls that may be made again when nobody knows what became of them.
func mayRepeat(line string) bool {
	return !strings.HasPrefix(line, "POST") || line == "POST /channels/5/messages" || line == "POST /users/@me/channels"
}

func TestOnlyHarmlessCallsAreRepeatedAfterA502(t *testing.T) {
	for line, call := range calls(context.Background()) {
		synctest.Test(t, func(t *testing.T) {
			c, d := inMemory(t, func(n int, w http.ResponseWriter, r request) {
				switch {
				case n < 3:
					refuse(w, http.StatusBadGateway, "<html>")
				case strings.HasSuffix(r.Path, "/commands"):
					_, _ = io.WriteString(w, `[]`)
				default:
					ok(w)
				}
			})
			err := call(c)
			if mayRepeat(line) {
				if err != nil || len(d.requests()) != 3 {
					t.Errorf("%s: %d requests, %v", line, len(d.requests()), err)
				}
				return
			}
			var refusal *rest.Error
			if !errors.As(err, &refusal) || refusal.Status != http.StatusBadGateway || len(d.requests()) != 1 {
				t.Errorf("%s: %d requests, %v", line, len(d.requests()), err)
			}
		})
	}
}

func TestOnlyHarmlessCallsAreRepeatedWhenTheConnectionIsLost(t *testing.T) {
	for line, call := range calls(context.Background()) {
		synctest.Test(t, func(t *testing.T) {
			c, d := inMemory(t, func(int, http.ResponseWriter, request) { panic(http.ErrAbortHandler) })
			err := call(c)
			var lost *rest.LostError
			if !errors.As(err, &lost) || !lost.Sent {
				t.Errorf("%s: %v", line, err)
			}
			n := len(d.requests())
			if mayRepeat(line) && n < 2 || !mayRepeat(line) && n != 1 {
				t.Errorf("%s: %d requests", line, n)
			}
		})
	}
}

func TestACallThatMayHaveBeenActedOnStaysSo(t *testing.T) {
	for name, tc := range map[string]struct {
		first, then func(http.ResponseWriter)
		want        error
	}{
		"the second attempt waits too long": {
			first: func(w http.ResponseWriter) {
				limitHeaders(w, "b", 5, 0, 3600)
				refuse(w, http.StatusBadGateway, "<html>")
			},
			want: context.DeadlineExceeded,
		},
		"the second attempt isn't sent": {
			first: func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
			then: func(w http.ResponseWriter) {
				refuse(w, http.StatusTooManyRequests, `{"message":"x","retry_after":3600}`)
			},
			want: context.DeadlineExceeded,
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, _ := inMemory(t, func(n int, w http.ResponseWriter, _ request) {
					if n == 1 {
						tc.first(w)
					} else {
						tc.then(w)
					}
				})
				ctx, stop := context.WithTimeout(t.Context(), time.Minute)
				defer stop()
				_, err := c.CreateMessage(ctx, "5", "n", hello())
				var lost *rest.LostError
				if !errors.As(err, &lost) || !lost.Sent || !errors.Is(err, tc.want) {
					t.Errorf("got %v", err)
				}
			})
		})
	}
}

func TestWhatWasNotSentIsSentAgain(t *testing.T) {
	for line, call := range calls(context.Background()) {
		if strings.Contains(line, "/commands") {
			continue // the answer is no message
		}
		synctest.Test(t, func(t *testing.T) {
			dials := 0
			c, d := inMemory(t, func(_ int, w http.ResponseWriter, _ request) { ok(w) }, func(o *rest.Options) {
				transport := o.Transport.(*http.Transport)
				dial := transport.DialContext
				transport.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
					if dials++; dials == 1 {
						return nil, errors.New("no route to host")
					}
					return dial(ctx, network, addr)
				}
			})
			if err := call(c); err != nil || len(d.requests()) != 1 {
				t.Errorf("%s: %d requests, %v", line, len(d.requests()), err)
			}
		})
	}
}

func TestRefusalsAreTyped(t *testing.T) {
	c, _ := onSocket(t, func(_ int, w http.ResponseWriter, _ request) {
		refuse(w, http.StatusBadRequest, `{"code":50035,"message":"Invalid Form Body","errors":{"content":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH"}]}}}`)
	})
	_, err := c.EditMessage(t.Context(), "5", "9", hello())
	var got *rest.Error
	if !errors.As(err, &got) {
		t.Fatal(err)
	}
	want := rest.Error{
		Route: "PATCH /channels/{channel}/messages/{message}", Status: 400, Code: rest.CodeInvalidForm, Message: "Invalid Form Body",
		Errors: json.RawMessage(`{"content":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH"}]}}`),
	}
	if diff := cmp.Diff(want.Error(), got.Error()); diff != "" || !rest.HasCode(fmt.Errorf("x: %w", err), 1, rest.CodeInvalidForm) || rest.HasCode(err, 1) {
		t.Errorf("%v %s", got, diff)
	}
	if errors.Is(err, rest.ErrTokenRefused) || rest.HasCode(errors.New("x"), 0) {
		t.Error("an error is taken for another")
	}
}

func TestDeletingWhatIsGoneIsNoError(t *testing.T) {
	code := 0
	c, _ := onSocket(t, func(_ int, w http.ResponseWriter, _ request) {
		refuse(w, http.StatusNotFound, fmt.Sprintf(`{"code":%d,"message":"x"}`, code))
	})
	code = rest.CodeUnknownMessage
	if err := errors.Join(c.DeleteMessage(t.Context(), "5", "9"), c.DeleteOriginal(t.Context(), "1", ixToken)); err != nil {
		t.Error(err)
	}
	code = rest.CodeUnknownWebhook
	if err := c.DeleteOriginal(t.Context(), "1", ixToken); !rest.HasCode(err, rest.CodeUnknownWebhook) {
		t.Error(err)
	}
}

func TestARefusedTokenEndsTheBotsCallsForGood(t *testing.T) {
	c, d := onSocket(t, func(_ int, w http.ResponseWriter, r request) {
		if r.Authorization != "" {
			refuse(w, http.StatusUnauthorized, `{"code":0,"message":"401: Unauthorized"}`)
			return
		}
		ok(w)
	})
	select {
	case <-c.Refused():
		t.Error("refused before anything was asked")
	default:
	}
	for range 3 {
		if _, err := c.Me(t.Context()); !errors.Is(err, rest.ErrTokenRefused) {
			t.Errorf("got %v", err)
		}
	}
	if len(d.requests()) != 1 {
		t.Errorf("%d requests with a refused token", len(d.requests()))
	}
	if _, err := c.FollowUp(t.Context(), "1", ixToken, hello()); err != nil {
		t.Errorf("an answer needs no token: %v", err)
	}
	<-c.Refused()
}

func TestAnOldInteractionDoesNotCondemnTheToken(t *testing.T) {
	c, _ := onSocket(t, func(_ int, w http.ResponseWriter, r request) {
		if r.Authorization == "" {
			refuse(w, http.StatusUnauthorized, `{"code":50027,"message":"Invalid Webhook Token"}`)
			return
		}
		ok(w)
	})
	_, err := c.EditOriginal(t.Context(), "1", ixToken, hello())
	if !rest.HasCode(err, rest.CodeInvalidWebhookToken) || errors.Is(err, rest.ErrTokenRefused) {
		t.Errorf("got %v", err)
	}
	if _, err := c.Me(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestTheBreakerStopsLongBeforeTenThousand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, d := inMemory(t, func(_ int, w http.ResponseWriter, _ request) {
			refuse(w, http.StatusForbidden, `{"code":50013,"message":"Missing Permissions"}`)
		})
		held := 0
		for range 1000 {
			if _, err := c.EditMessage(t.Context(), "5", "9", hello()); errors.Is(err, rest.ErrTooManyInvalid) {
				held++
			}
		}
		if len(d.requests()) != 500 || held != 500 {
			t.Errorf("%d requests went out and %d were held back", len(d.requests()), held)
		}
		for range 3000 {
			_, _ = c.FollowUp(t.Context(), "1", ixToken, hello())
		}
		if len(d.requests()) != 2000 {
			t.Errorf("%d requests went out in all", len(d.requests()))
		}
		<-time.After(11 * time.Minute)
		if _, err := c.EditMessage(t.Context(), "5", "9", hello()); !rest.HasCode(err, rest.CodeMissingPermissions) {
			t.Errorf("after ten minutes: %v", err)
		}
	})
}

func TestSharedLimitsDoNotTripTheBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := inMemory(t, func(n int, w http.ResponseWriter, _ request) {
			if n%2 == 0 {
				ok(w)
				return
			}
			w.Header().Set("X-RateLimit-Scope", "shared")
			refuse(w, http.StatusTooManyRequests, `{"message":"x","retry_after":0.001,"global":false}`)
		})
		for range 1000 {
			if _, err := c.EditMessage(t.Context(), "5", "9", hello()); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestNoSecretInErrorsOrLogs(t *testing.T) {
	if holdsSecret("GET /webhooks/1/"+ixToken+"/messages") == "" || holdsSecret("Bot "+botToken) == "" {
		t.Fatal("the checker doesn't find a planted secret")
	}
	spiteful := func(_ int, w http.ResponseWriter, r request) {
		text := fmt.Sprintf(`{"message":%q,"code":50035,"errors":{"token":{"_errors":[{"message":%[1]q}]}}}`, r.Authorization+" "+r.Path)
		refuse(w, http.StatusBadRequest, text)
	}
	replies := map[string]func(int, http.ResponseWriter, request){
		"spiteful": spiteful,
		"broken":   func(_ int, w http.ResponseWriter, _ request) { _, _ = io.WriteString(w, botToken+ixToken) },
		"502":      func(_ int, w http.ResponseWriter, _ request) { refuse(w, http.StatusBadGateway, botToken+ixToken) },
		"lost":     func(int, http.ResponseWriter, request) { panic(http.ErrAbortHandler) },
		"redirect": func(_ int, w http.ResponseWriter, r request) {
			w.Header().Set("Location", "http://elsewhere.test"+r.Path)
			w.WriteHeader(http.StatusFound)
		},
	}
	for name, reply := range replies {
		synctest.Test(t, func(t *testing.T) {
			var log bytes.Buffer
			c, _ := inMemory(t, reply, func(o *rest.Options) {
				o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
				o.Observe = func(s rest.Sample) { fmt.Fprintf(&log, "%+v", s) }
			})
			for line, call := range calls(context.Background()) {
				if err := call(c); err != nil {
					for _, text := range []string{err.Error(), fmt.Sprintf("%+v %#v", err, err)} {
						if s := holdsSecret(text); s != "" {
							t.Errorf("%s, %s: %q in %s", name, line, s, text)
						}
					}
				}
			}
			if s := holdsSecret(log.String() + fmt.Sprintf("%+v %#v", *c, *c)); s != "" {
				t.Errorf("%s: %q in the log or the client", name, s)
			}
		})
	}
}

// TestAnEndlessAnswerIsCutOff: it isn't read to its end; its status says that Discord took the call.
func TestAnEndlessAnswerIsCutOff(t *testing.T) {
	const chunks = 64 // megabytes, more than any socket holds
	written := make(chan int, 2)
	c, d := onSocket(t, func(_ int, w http.ResponseWriter, _ request) {
		n, chunk := 0, bytes.Repeat([]byte(" "), 1<<20)
		for ; n < chunks; n++ {
			if _, err := w.Write(chunk); err != nil {
				break
			}
		}
		written <- n
	})
	m, err := c.FollowUp(t.Context(), "1", ixToken, hello())
	if err != nil || m.ID != "" || len(d.requests()) != 1 {
		t.Errorf("got %+v, %v", m, err)
	}
	if n := <-written; n == chunks {
		t.Error("read to its end")
	}
}

func TestConnectionsAreKept(t *testing.T) {
	d := &scripted{reply: func(n int, w http.ResponseWriter, _ request) {
		if n%2 == 0 {
			refuse(w, http.StatusNotFound, `{"code":10008,"message":"Unknown Message"}`+strings.Repeat(" ", 1<<16))
			return
		}
		ok(w)
	}}
	server := httptest.NewUnstartedServer(d)
	var mu sync.Mutex
	opened := 0
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			mu.Lock()
			opened++
			mu.Unlock()
		}
	}
	server.Start()
	defer server.Close()
	c := rest.New(rest.Options{API: server.URL, Token: botToken})
	defer c.Close()
	for range 100 {
		_, _ = c.FollowUp(t.Context(), "1", ixToken, hello())
	}
	mu.Lock()
	defer mu.Unlock()
	if opened != 1 {
		t.Errorf("%d connections for 100 calls one after the other", opened)
	}
}

func TestEveryAttemptIsObserved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []string
		c, _ := inMemory(t, func(n int, w http.ResponseWriter, _ request) {
			switch n {
			case 1:
				panic(http.ErrAbortHandler)
			case 2:
				refuse(w, http.StatusBadGateway, "")
			default:
				ok(w)
			}
		}, func(o *rest.Options) {
			o.Observe = func(s rest.Sample) { got = append(got, fmt.Sprint(s.Route, " ", s.Status)) }
		})
		if _, err := c.EditMessage(t.Context(), "5", "9", hello()); err != nil {
			t.Fatal(err)
		}
		const route = "PATCH /channels/{channel}/messages/{message} "
		if diff := cmp.Diff([]string{route + "0", route + "502", route + "200"}, got); diff != "" {
			t.Error(diff)
		}
	})
}
