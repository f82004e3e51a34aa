package rest

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// After the first refusal of a token that has worked, Discord is asked for the bot's user at these
// moments: a refusal may be Discord's own trouble, and passes then.
//
//nolint:gochecknoglobals // a constant
var askAfter = [...]time.Duration{time.Second, 5 * time.Second, 30 * time.Second}

// A token is what is known of the bot's token.
type token struct {
	refused chan struct{} // closed when Discord takes it no more

	mu     sync.Mutex
	worked bool          // Discord has taken it
	doubt  chan struct{} // closed when Discord was asked again; nil: there is no doubt
}

func newToken() *token { return &token{refused: make(chan struct{})} }

func (t *token) isRefused() bool {
	select {
	case <-t.refused:
		return true
	default:
		return false
	}
}

// inDoubt is closed when it is known whether the token still works; nil: nobody asks.
func (t *token) inDoubt() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.doubt
}

// holds waits while the token is in doubt. ErrTokenRefused: Discord takes it no more.
func (t *token) holds(ctx context.Context) error {
	if doubt := t.inDoubt(); doubt != nil {
		select {
		case <-doubt:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if t.isRefused() {
		return ErrTokenRefused
	}
	return nil
}

// takes learns that Discord took the token.
func (t *token) takes() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.worked = true
}

// refuses learns that Discord refused the token, and says whether Discord is to be asked again. One
// that never worked is refused for good.
func (t *token) refuses() (ask bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.doubt != nil || t.isRefused():
		return false
	case !t.worked:
		close(t.refused)
		return false
	}
	t.doubt = make(chan struct{})
	return true
}

// settle ends the doubt.
func (t *token) settle(refused bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if refused {
		close(t.refused)
	}
	close(t.doubt)
	t.doubt = nil
}

// TokenRefused asks Discord whether it still takes the bot's token, as after a refusal, and waits for
// the outcome. It is for whoever heard of a refusal by another way than a call.
func (c *Client) TokenRefused(ctx context.Context) bool {
	if c.token.refuses() {
		go c.askAgain()
	}
	return c.token.holds(ctx) != nil && ctx.Err() == nil
}

// Doubts says whether the client sends nothing until it knows that the bot's token still works.
func (c *Client) Doubts() bool { return c.token.inDoubt() != nil }

// askAgain asks until Discord takes the token, or has refused it each time. Where there is no answer
// the token isn't refused.
func (c *Client) askAgain() {
	c.log.Warn("Discord refused the bot's token, which has worked; nothing is sent until it was asked again")
	begun, refusals := time.Now(), 0
	for _, after := range askAfter {
		if wait(c.here, time.Until(begun.Add(after)), nil) != nil {
			break
		}
		a, lost := c.send(c.here, newRoute(http.MethodGet, "/users/@me"), nil, 0)
		if lost == nil && a.status/100 == 2 {
			c.log.Info("Discord takes the bot's token again")
			break
		}
		if lost == nil && a.status == http.StatusUnauthorized {
			refusals++
		}
	}
	c.token.settle(refusals == len(askAfter))
}
