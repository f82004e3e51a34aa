package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"
	"time"
)

const maxAnswer = 8 << 20 // bytes; the list of all commands in all languages is below 1 MiB

// do makes a call: it waits for its turn, sends it, and repeats it as long as that is right. into, if not nil, takes the
// JSON of a good answer; one that can't be read is asked for again only where nothing comes of asking.
func (c *Client) do(ctx context.Context, r route, b *body, into any) error {
	r.last = r.kind(ctx) == KindLast
	sent := false // Discord may have acted on an attempt that got no good answer
	for attempt := 1; ; attempt++ {
		if err := c.guard.admit(r, time.Now()); err != nil {
			err = fmt.Errorf("%w (%s)", err, r.name)
			if sent {
				err = &LostError{Route: r.name, Sent: true, Err: err}
			}
			return err
		}
		if r.spare && !c.limits.hasRoom(r, time.Now()) {
			return &LostError{Route: r.name, Err: ErrNoRoom}
		}
		asked := time.Now()
		if sent && r.method == http.MethodPost { // only its answer tells which message there is now
			ctx = GivingWay(ctx, nil)
		}
		turn, err := c.awaitTurn(ctx, r)
		if err != nil {
			return &LostError{Route: r.name, Sent: sent, Err: err}
		}
		a, lost := c.send(ctx, r, b, time.Since(asked))
		c.limits.release(turn, r, a, time.Now())
		var again, mended bool // the latter: by another message
		pause := firstBackoff << (attempt - 1)
		switch {
		case lost != nil:
			again = !lost.Sent || r.repeatable()
			r.struck(lost.Sent)
			sent = sent || lost.Sent
			lost.Sent = sent
			err = lost
		case a.status/100 == 2:
			if err = decode(r, a.data, into); err == nil {
				return nil
			}
			again, sent = r.harmless(), true
		default:
			refusal := c.refused(r, a)
			err, again = refusal, refusal.passing(r)
			if refusal.tokenRefused && !c.token.isRefused() { // it is sent again once Discord takes the token again
				again, pause = true, 0
			}
			r.struck(refusal.Status >= 500)
			sent = sent || refusal.Status >= 500
			if bare := c.bareOf(b, refusal); bare != nil {
				b, again, pause, mended = bare, true, 0, true
			}
			if refusal.Status == http.StatusTooManyRequests {
				pause = 0 // the limits know how long to wait
			}
		}
		if !again || r.spare && !mended || attempt == maxAttempts || ctx.Err() != nil {
			return err
		}
		c.log.LogAttrs(ctx, slog.LevelInfo, "call repeated",
			slog.String("route", r.name), slog.Int("attempt", attempt), slog.String("why", err.Error()))
		if wait(ctx, pause+rand.N(pause/4+1), nil) != nil {
			return err
		}
	}
}

// struck tells whoever wants to know it that Discord may carry out an attempt yet.
func (r route) struck(is bool) {
	if is && r.lost != nil {
		r.lost()
	}
}

// awaitTurn waits until a call may be sent.
func (c *Client) awaitTurn(ctx context.Context, r route) (turn, error) {
	ctx, end := turning(ctx)
	defer end()
	turn, err := c.acquire(ctx, r)
	if err != nil && errors.Is(context.Cause(ctx), ErrGaveWay) {
		err = ErrGaveWay
	}
	return turn, err
}

// acquire waits for the limits and, where the call goes by the bot's token, until that isn't in doubt.
func (c *Client) acquire(ctx context.Context, r route) (turn, error) {
	for {
		if !r.answer {
			if err := c.token.holds(ctx); err != nil {
				return turn{}, err
			}
		}
		turn, err := c.limits.acquire(ctx, r, c.held)
		if err != nil || r.answer || c.token.inDoubt() == nil {
			return turn, err
		}
		c.limits.giveBack(turn)
	}
}

// bareOf is a message that was refused for an emoji without its emojis; nil where that isn't what was wrong.
func (c *Client) bareOf(b *body, refusal *Error) *body {
	if b == nil || b.plain == nil || !refusal.lacksEmoji() {
		return nil
	}
	select {
	case c.missed <- struct{}{}:
	default: // nobody has heard of the one before yet
	}
	bare, err := b.plain()
	if err != nil {
		return nil
	}
	return bare
}

// passing tells whether the same call may fare better soon. Edits of old messages have a limit that can last long, and
// the caller can do something better than wait.
func (e *Error) passing(r route) bool {
	if e.Status == http.StatusTooManyRequests {
		return e.Code != CodeOldMessageEdits && !(r.once && e.Shared)
	}
	return e.Status >= 500 && e.Status != http.StatusNotImplemented && r.repeatable()
}

// An answer is what came back, read to its end.
type answer struct {
	status int // 0 when nothing came back
	header http.Header
	data   []byte
}

// send makes one attempt, after so long a wait.
func (c *Client) send(ctx context.Context, r route, b *body, waited time.Duration) (answer, *LostError) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	var sent atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { sent.Store(true) }})
	start := time.Now()
	a, err := c.exchange(ctx, r, b)
	c.observe(Sample{Kind: r.counted(ctx), Answer: r.answer, Route: r.name, Status: a.status, Took: time.Since(start), Waited: waited})
	if err != nil {
		return answer{}, &LostError{Route: r.name, Sent: sent.Load(), Err: c.bare(r, err)}
	}
	c.clock.note(a.header, time.Now())
	if !r.answer {
		c.learnToken(a.status)
	}
	c.guard.note(a.status, a.header.Get("X-RateLimit-Scope"), time.Now())
	return a, nil
}

// learnToken takes in what an answer says of the bot's token.
func (c *Client) learnToken(status int) {
	switch {
	case status/100 == 2:
		c.token.takes()
	case status == http.StatusUnauthorized && c.token.refuses():
		go c.askAgain()
	}
}

func (c *Client) exchange(ctx context.Context, r route, b *body) (answer, error) {
	var content io.Reader
	if b != nil {
		content = bytes.NewReader(b.data)
	}
	address := c.api + r.path
	if r.query != "" {
		address += "?" + r.query
	}
	req, err := http.NewRequestWithContext(ctx, r.method, address, content)
	if err != nil {
		return answer{}, err
	}
	req.Header.Set("User-Agent", userAgent)
	if b != nil {
		req.Header.Set("Content-Type", b.contentType)
	}
	if !r.answer {
		req.Header.Set("Authorization", "Bot "+c.secret())
	}
	client := c.http
	if r.answer {
		client = c.answers
	}
	resp, err := client.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err == nil && len(data) > maxAnswer {
		err = fmt.Errorf("an answer of more than %d bytes", maxAnswer)
	}
	if err != nil && resp.StatusCode/100 == 2 {
		data, err = nil, nil // Discord has acted, and said so
	}
	if err != nil {
		return answer{status: resp.StatusCode}, err
	}
	return answer{resp.StatusCode, resp.Header, data}, nil
}

// bare takes the address off an error of net/http's, since an interaction's address holds its token.
func (c *Client) bare(r route, err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	text := err.Error()
	if clean := r.redact(text, c.secret()); clean != text {
		return errors.New(clean)
	}
	return err
}

// A refusal is the body of an answer that isn't good.
type refusal struct {
	Code       int             `json:"code"`
	Message    string          `json:"message"`
	Errors     json.RawMessage `json:"errors"`
	RetryAfter float64         `json:"retry_after"` // seconds
	Global     bool            `json:"global"`
}

// refused makes an error of an answer, and tells the limits when one was reached.
func (c *Client) refused(r route, a answer) *Error {
	e := &Error{Route: r.name, Status: a.status}
	wire := new(refusal)
	if json.Unmarshal(a.data, wire) == nil {
		e.Code = wire.Code
		e.Message = r.redact(wire.Message, c.secret())
		if len(wire.Errors) > 0 {
			e.Errors = json.RawMessage(r.redact(string(wire.Errors), c.secret()))
		}
	} else {
		wire = nil
	}
	switch a.status {
	case http.StatusUnauthorized:
		e.tokenRefused = !r.answer
	case http.StatusTooManyRequests:
		limit := readRateLimit(a.header, wire)
		e.RetryAfter, e.Shared = limit.after, a.header.Get("X-RateLimit-Scope") == scopeShared
		if e.Code != CodeOldMessageEdits {
			c.limits.reached(r, limit, time.Now())
		}
	}
	return e
}
