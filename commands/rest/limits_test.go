package rest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

func hello() rest.Payload { return rest.Payload{Body: map[string]string{"content": "x"}} }

func limitHeaders(w http.ResponseWriter, bucket string, limit, remaining int, after float64) {
	h := w.Header()
	h.Set("X-RateLimit-Bucket", bucket)
	h.Set("X-RateLimit-Limit", fmt.Sprint(limit))
	h.Set("X-RateLimit-Remaining", fmt.Sprint(remaining))
	h.Set("X-RateLimit-Reset-After", fmt.Sprint(after))
}

// A window is a limit as Discord keeps it: so many in so long, counted from the first.
type window struct {
	mu    sync.Mutex
	limit int
	every time.Duration
	start time.Time
	count int
	over  int // requests beyond the limit
}

func (l *window) take(w http.ResponseWriter, bucket string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if now.Sub(l.start) >= l.every {
		l.start, l.count = now, 0
	}
	l.count++
	left := l.start.Add(l.every).Sub(now).Seconds()
	limitHeaders(w, bucket, l.limit, max(l.limit-l.count, 0), left)
	if l.count > l.limit {
		l.over++
		refuse(w, http.StatusTooManyRequests, fmt.Sprintf(`{"message":"slow down","retry_after":%f,"global":false}`, left))
		return false
	}
	return true
}

func TestManyEditsKeepToTheRoutesLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limit := &window{limit: 5, every: 5 * time.Second}
		c, d := inMemory(t, func(_ int, w http.ResponseWriter, _ request) {
			if limit.take(w, "edits") {
				ok(w)
			}
		})
		start := time.Now()
		var all sync.WaitGroup
		for i := range 23 {
			all.Go(func() {
				if _, err := c.EditMessage(t.Context(), "5", fmt.Sprint(i), hello()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if limit.over != 0 || len(d.requests()) != 23 {
			t.Errorf("%d of %d requests were over the limit", limit.over, len(d.requests()))
		}
		if took := time.Since(start).Round(time.Second); took != 20*time.Second {
			t.Errorf("23 edits at five in 5 s took %v, want 20 s", took)
		}
	})
}

func TestRoutesThatShareABucketShareItsLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limit := &window{limit: 2, every: time.Second}
		c, _ := inMemory(t, func(_ int, w http.ResponseWriter, _ request) {
			if limit.take(w, "shared") {
				ok(w)
			}
		})
		for i := range 6 {
			_, err := c.EditMessage(t.Context(), "5", "9", hello())
			if err == nil {
				err = c.DeleteMessage(t.Context(), "5", "9")
			}
			if err != nil {
				t.Error(i, err)
			}
		}
		if limit.over != 0 {
			t.Errorf("%d requests over the limit", limit.over)
		}
	})
}

func TestChannelsDoNotWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := inMemory(t, func(_ int, w http.ResponseWriter, _ request) {
			limitHeaders(w, "edits", 1, 0, 60)
			ok(w)
		})
		start := time.Now()
		for i := range 10 {
			if _, err := c.EditMessage(t.Context(), fmt.Sprint(i), "9", hello()); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(start); took != 0 {
			t.Errorf("ten channels took %v", took)
		}
	})
}

func TestAnswersNeverWaitBehindEdits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := inMemory(t, func(_ int, w http.ResponseWriter, r request) {
			if r.Authorization == "" {
				ok(w)
				return
			}
			w.Header().Set("X-RateLimit-Global", "true")
			w.Header().Set("X-RateLimit-Scope", "global")
			w.Header().Set("Retry-After", "60")
			refuse(w, http.StatusTooManyRequests, `{"message":"all of you","retry_after":60.0,"global":true}`)
		})
		ctx, cancel := context.WithCancel(t.Context())
		var edits sync.WaitGroup
		for i := range 200 {
			edits.Go(func() { _, _ = c.EditMessage(ctx, fmt.Sprint(i), "9", hello()) })
		}
		synctest.Wait()
		start := time.Now()
		for i := range 100 {
			if _, err := c.Respond(ctx, fmt.Sprint(i), fmt.Sprint(ixToken, i), rest.Payload{Body: map[string]int{"type": 6}}, false); err != nil {
				t.Fatal(err)
			}
			if _, err := c.EditOriginal(ctx, "1", fmt.Sprint(ixToken, i), hello()); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(start); took != 0 {
			t.Errorf("200 answers took %v while edits waited", took)
		}
		cancel()
		edits.Wait()
	})
}

func TestOrdinaryCallsKeepToFiftyInAnySecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, d := inMemory(t, func(_ int, w http.ResponseWriter, _ request) { ok(w) })
		var all sync.WaitGroup
		for i := range 220 {
			all.Go(func() {
				if _, err := c.EditMessage(t.Context(), fmt.Sprint(i), "9", hello()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		got := d.requests()
		for i := 50; i < len(got); i++ {
			if gap := got[i].At.Sub(got[i-50].At); gap < time.Second {
				t.Fatalf("51 requests in %v", gap)
			}
		}
		if took := got[219].At.Sub(got[0].At).Round(100 * time.Millisecond); took != 4*time.Second {
			t.Errorf("220 requests took %v, want 4 s", took)
		}
	})
}

func TestEachFormOf429IsWaitedFor(t *testing.T) {
	for name, tc := range map[string]struct {
		header map[string]string
		body   string
		want   time.Duration
		blocks string // what else waits: "channel", "bot" or "address"
	}{
		"of the route": {map[string]string{"X-RateLimit-Bucket": "b", "X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "0",
			"X-RateLimit-Reset-After": "1.5", "Retry-After": "2", "X-RateLimit-Scope": "user"},
			`{"message":"x","retry_after":1.5,"global":false}`, 1500 * time.Millisecond, "channel"},
		"shared": {map[string]string{"Retry-After": "3", "X-RateLimit-Scope": "shared", "X-RateLimit-Bucket": "b"},
			`{"message":"x","retry_after":2.25,"global":false,"code":20028}`, 2250 * time.Millisecond, "channel"},
		"global by header": {map[string]string{"Retry-After": "7", "X-RateLimit-Global": "true"},
			`{"message":"x"}`, 7 * time.Second, "bot"},
		"global by body": {map[string]string{"Retry-After": "7"}, `{"message":"x","retry_after":6.5,"global":true}`, 6500 * time.Millisecond, "bot"},
		"the wall":       {map[string]string{"Retry-After": "20"}, `<html>error 1015</html>`, 20 * time.Second, "address"},
		"nothing said":   {nil, `{}`, time.Second, "channel"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, _ := inMemory(t, func(n int, w http.ResponseWriter, _ request) {
					if n > 1 {
						ok(w)
						return
					}
					for k, v := range tc.header {
						w.Header().Set(k, v)
					}
					refuse(w, http.StatusTooManyRequests, tc.body)
				})
				start := time.Now()
				waits := map[string]time.Duration{}
				var mu sync.Mutex
				var all sync.WaitGroup
				measure := func(who string, call func() error) {
					all.Go(func() {
						if err := call(); err != nil {
							t.Error(who, err)
						}
						mu.Lock()
						waits[who] = time.Since(start)
						mu.Unlock()
					})
					synctest.Wait()
				}
				edit := func(channel string) func() error {
					return func() error { _, err := c.EditMessage(t.Context(), channel, "9", hello()); return err }
				}
				measure("call", edit("5"))
				measure("channel", edit("5"))
				measure("bot", edit("6"))
				measure("address", func() error { _, err := c.FollowUp(t.Context(), "1", ixToken, hello()); return err })
				all.Wait()
				blocked := false
				for _, who := range []string{"address", "bot", "channel", "call"} {
					blocked = blocked || who == tc.blocks || who == "call"
					waited := waits[who].Truncate(10 * time.Millisecond)
					if blocked && waited != tc.want || !blocked && waited != 0 {
						t.Errorf("%s waited %v; 429 was for %v and the %s", who, waits[who], tc.want, tc.blocks)
					}
				}
			})
		})
	}
}

func TestOldMessagesLimitIsToldAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, d := inMemory(t, func(_ int, w http.ResponseWriter, _ request) {
			refuse(w, http.StatusTooManyRequests, `{"message":"too many edits of old messages","code":30046,"retry_after":900}`)
		})
		start := time.Now()
		_, err := c.EditMessage(t.Context(), "5", "9", hello())
		var refusal *rest.Error
		if !errors.As(err, &refusal) || !rest.HasCode(err, rest.CodeOldMessageEdits) || refusal.RetryAfter.Round(time.Second) != 15*time.Minute {
			t.Errorf("got %v", err)
		}
		if _, err := c.EditMessage(t.Context(), "5", "10", hello()); !rest.HasCode(err, rest.CodeOldMessageEdits) {
			t.Errorf("got %v", err)
		}
		if time.Since(start) != 0 || len(d.requests()) != 2 {
			t.Errorf("%d requests in %v, want two at once", len(d.requests()), time.Since(start))
		}
	})
}

// TestWhatIsSentOnceIsToldOfAPlacesLimitAtOnce has Discord refuse it for its place's limit, and for
// its token's, which is waited for all the same.
func TestWhatIsSentOnceIsToldOfAPlacesLimitAtOnce(t *testing.T) {
	once := hello()
	once.Once = true
	for scope, want := range map[string]int{"shared": 1, "user": 2} {
		for name, call := range map[string]func(context.Context, *rest.Client) error{
			"create": func(ctx context.Context, c *rest.Client) error {
				_, err := c.FollowUp(ctx, "1", ixToken, once)
				return err
			},
			"edit": func(ctx context.Context, c *rest.Client) error {
				_, err := c.EditFollowUp(ctx, "1", ixToken, "8", once)
				return err
			},
		} {
			synctest.Test(t, func(t *testing.T) {
				c, d := inMemory(t, func(n int, w http.ResponseWriter, _ request) {
					if n > 1 {
						ok(w)
						return
					}
					w.Header().Set("X-RateLimit-Scope", scope)
					refuse(w, http.StatusTooManyRequests, `{"message":"slow down","retry_after":7}`)
				})
				err := call(t.Context(), c)
				var refusal *rest.Error
				told := errors.As(err, &refusal) && refusal.Shared && refusal.RetryAfter.Round(time.Second) == 7*time.Second
				if n := len(d.requests()); n != want || told != (scope == "shared") || (err == nil) == told {
					t.Errorf("%s, %s: %d requests, %v", name, scope, n, err)
				}
			})
		}
	}
}

func TestAWaitEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, d := inMemory(t, func(_ int, w http.ResponseWriter, _ request) {
			limitHeaders(w, "b", 1, 0, 3600)
			ok(w)
		})
		if _, err := c.EditMessage(t.Context(), "5", "9", hello()); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		short, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		_, err := c.EditMessage(short, "5", "9", hello())
		var lost *rest.LostError
		if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &lost) || lost.Sent || time.Since(start) != 0 {
			t.Errorf("a wait longer than the deadline: %v after %v", err, time.Since(start))
		}
		cancelled, cancel := context.WithCancel(t.Context())
		time.AfterFunc(2*time.Second, cancel)
		if _, err := c.EditMessage(cancelled, "5", "9", hello()); !errors.Is(err, context.Canceled) || time.Since(start) != 2*time.Second {
			t.Errorf("a cancelled wait: %v after %v", err, time.Since(start))
		}
		if len(d.requests()) != 1 {
			t.Errorf("%d requests", len(d.requests()))
		}
	})
}

func TestBucketsOfAnswersAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := inMemory(t, func(_ int, w http.ResponseWriter, _ request) {
			limitHeaders(w, "answers", 5, 4, 1)
			ok(w)
		})
		most := 0
		for i := range 5000 {
			if _, err := c.EditOriginal(t.Context(), "1", fmt.Sprint(ixToken, i), hello()); err != nil {
				t.Fatal(err)
			}
			most = max(most, c.Buckets())
			<-time.After(100 * time.Millisecond)
		}
		if most > 600 {
			t.Errorf("%d buckets at once", most)
		}
	})
}
