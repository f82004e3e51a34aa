package gateway

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"
)

// Sessions keep the session of Discord's for a bot that is started again. The text is a secret: whoever has it and the
// token can take the bot's place on the line.
type Sessions interface {
	// Session gives what was kept last; "" when nothing was.
	Session(ctx context.Context) (string, error)
	// KeepSession keeps a text in place of the one before.
	KeepSession(ctx context.Context, text string) error
}

const (
	keepEvery  = time.Second // while events come
	keepWithin = time.Second // a disk that takes longer is none that the line waits for
)

// A kept session is how it is written down.
type kept struct {
	Of      string `json:"of"` // whose it is
	Session string `json:"session"`
	URL     string `json:"url"`
	Seq     int64  `json:"seq"`
	Left    bool   `json:"left"` // by a process that had answered all up to Seq, and nothing since
}

// whose tells a bot and its Discord from every other pair. The token, which can't be guessed, can't be told from it.
func (o Options) whose() string {
	sum := sha256.Sum256([]byte(o.API + "\n" + o.Token))
	return hex.EncodeToString(sum[:])
}

// recall gives the session that was kept, if it is this bot's at this Discord: to no other address goes the token.
func (g *Gateway) recall(ctx context.Context) resumption {
	if g.options.Sessions == nil {
		return resumption{}
	}
	text, err := g.options.Sessions.Session(ctx)
	if err != nil {
		g.log.Warn("the session isn't known, a new one is started", "error", err)
		return resumption{}
	}
	var k kept
	if json.Unmarshal([]byte(text), &k) != nil || k.Of != g.options.whose() {
		return resumption{}
	}
	r := resumption{session: k.Session, url: k.URL, seq: k.Seq}
	g.remember(ctx, r, false) // from now on it isn't known any more, should this process be killed
	r.killed = !k.Left
	return r
}

// remember keeps a session, unless it is kept already.
func (g *Gateway) remember(ctx context.Context, r resumption, left bool) {
	k := kept{g.options.whose(), r.session, r.url, r.seq, left}
	if g.options.Sessions == nil || r.session == "" || k == g.kept {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), keepWithin)
	defer cancel()
	text, _ := json.Marshal(k) // strings and a number always marshal
	if err := g.options.Sessions.KeepSession(ctx, string(text)); err != nil {
		g.log.Warn("the session isn't kept", "error", err)
		return
	}
	g.kept = k
}

// Keep keeps the session as far as Run, which has returned, has heard it. Whoever calls it has answered all that came:
// of that nothing comes again. What a process before that was killed had answered isn't known still, where Discord hasn't gone on
// with the session since.
func (g *Gateway) Keep(ctx context.Context) { g.remember(ctx, g.session, !g.session.killed) }
