package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// courier brings what is sent over HTTP to the application's addresses, signed.
type courier struct {
	world     *world.World
	callbacks http.Handler // takes what is answered at once
	faults    *Faults
	log       *wirelog.Log
	errors    *slog.Logger
	clock     func() time.Time
	client    *http.Client
	ctx       context.Context // ends with the server
	stop      context.CancelFunc
	work      sync.WaitGroup
	brought   int // used inside changes of the world alone
}

const (
	mostAnswer = 1 << 20 // bytes of an answer
	slowParcel = 2 * time.Second
	wrongEvery = 20 // so many are brought for each that is signed wrongly, to see whether anybody looks
)

func newCourier(o Options, faults *Faults, log *wirelog.Log) *courier {
	c := &courier{
		faults: faults, log: log, errors: o.Errors, clock: o.World.Times.Clock,
		client: &http.Client{
			Timeout:       o.World.Times.Acknowledge,
			Transport:     &http.Transport{MaxIdleConnsPerHost: 64},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	c.ctx, c.stop = context.WithCancel(context.Background())
	return c
}

// close drops what is under way.
func (c *courier) close() {
	c.stop()
	c.work.Wait()
	c.client.CloseIdleConnections()
}

// A parcel is one thing to be brought.
type parcel struct {
	to, at, signature string
	body              []byte
}

// pack signs what is to be brought. Wrongly: for a body with a space more.
func (c *courier) pack(w *world.State, to string, body []byte, wrongly bool) parcel {
	p := parcel{to: to, at: strconv.FormatInt(c.clock().Unix(), 10), body: body}
	if wrongly {
		body = append(bytes.Clone(body), ' ')
	}
	p.signature = w.Sign(p.at, body)
	return p
}

// Headers of what is brought. Source: Discord's documentation, "validating security request headers".
const (
	signatureHeader = "X-Signature-Ed25519"
	timestampHeader = "X-Signature-Timestamp"
)

// bring gives the answer to a parcel.
func (c *courier) bring(ctx context.Context, p parcel) (status int, kind string, body []byte, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.to, bytes.NewReader(p.body))
	if err != nil {
		return 0, "", nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	r.Header.Set(timestampHeader, p.at)
	r.Header.Set(signatureHeader, p.signature)
	e := wirelog.Exchange{Kind: "web", Dir: "discord→bot", Method: http.MethodPost, Path: r.URL.Path}
	c.log.Add(with(e, p.body))
	answer, err := c.client.Do(r)
	if err != nil {
		return 0, "", nil, err
	}
	defer func() { _ = answer.Body.Close() }() // read
	body, err = io.ReadAll(io.LimitReader(answer.Body, mostAnswer))
	e.Dir, e.Status = turned(e.Dir), answer.StatusCode
	c.log.Add(with(e, body))
	return answer.StatusCode, answer.Header.Get("Content-Type"), body, err
}

func with(e wirelog.Exchange, body []byte) wirelog.Exchange {
	if e.Body = body; len(body) > 0 && !json.Valid(body) {
		e.Body = discord.Encode(string(body))
	}
	return e
}

// interaction brings one, and what is answered at once to where answers go. Now and then one that is signed wrongly goes before it.
func (c *courier) interaction(w *world.State, e world.Event) {
	if c.brought++; c.brought%wrongEvery == 1 {
		p := c.pack(w, w.Interactions, e.Data, true)
		c.run(func() { c.mustRefuse(c.ctx, p) })
	}
	slow := time.Duration(0)
	if c.faults.strike(SlowParcel) {
		slow = slowParcel
	}
	for _, body := range c.faults.dispatched(e.Data) {
		p := c.pack(w, w.Interactions, body, false)
		c.run(func() { pause(c.ctx, slow, nil); c.ask(p) })
	}
}

func (c *courier) run(do func()) {
	if c.ctx.Err() == nil {
		c.work.Go(do)
	}
}

// ask brings an interaction. An answer that Discord doesn't take, or none, ends the wait.
func (c *courier) ask(p parcel) {
	var in struct {
		ID    discord.ID `json:"id"`
		Token string     `json:"token"`
	}
	_ = json.Unmarshal(p.body, &in) // our own
	status, kind, body, err := c.bring(c.ctx, p)
	switch {
	case err != nil:
		c.errors.Debug("discordsim: interaction not brought", "err", err)
	case status == http.StatusAccepted && len(body) == 0:
		return // its answer comes by the callback
	case status >= http.StatusInternalServerError: // it may be on its way out
	case status == http.StatusOK:
		c.answer(in.ID, in.Token, kind, body)
		return
	default:
		c.violate(p, status, "an interaction is answered with 200 and a callback, or with 202 and nothing")
	}
	c.world.Change(func(w *world.State) { w.Unanswered(in.ID) })
}

// answer takes what was answered at once as what comes by the callback: nothing else is checked in it, and nothing less.
func (c *courier) answer(id discord.ID, token, kind string, body []byte) {
	r, err := http.NewRequestWithContext(c.ctx, http.MethodPost, "/api/v10/interactions/"+id.String()+"/"+token+"/callback", bytes.NewReader(body))
	if err != nil {
		c.errors.Error("discordsim: answer not read", "err", err)
		return
	}
	r.Header.Set("Content-Type", kind)
	c.callbacks.ServeHTTP(&unheard{}, r)
}

// unheard is where the answer to an answer goes.
type unheard struct{ header http.Header }

func (u *unheard) Header() http.Header {
	if u.header == nil {
		u.header = http.Header{}
	}
	return u.header
}
func (*unheard) Write(text []byte) (int, error) { return len(text), nil }
func (*unheard) WriteHeader(int)                {}

// event tells the application of something that happened to it.
func (c *courier) event(w *world.State, e world.Event) {
	if !w.Wants(e.Name) {
		return
	}
	p := c.pack(w, w.Events, discord.Encode(map[string]any{
		"version": 1, "application_id": w.Application, "type": 1,
		"event": map[string]any{"type": e.Name, "timestamp": c.clock().UTC().Format(time.RFC3339Nano), "data": json.RawMessage(e.Data)},
	}), false)
	c.run(func() {
		if status, _, body, err := c.bring(c.ctx, p); err == nil && (status != http.StatusNoContent || len(body) > 0) {
			c.violate(p, status, "an event is answered with 204 and nothing")
		}
	})
}

// mustRefuse brings what is signed wrongly. Where that isn't refused, nothing more is sent to the address.
func (c *courier) mustRefuse(ctx context.Context, p parcel) bool {
	status, _, _, err := c.bring(ctx, p)
	if err != nil || status == http.StatusUnauthorized {
		return err == nil
	}
	c.violate(p, status, "what is signed wrongly is refused with 401")
	c.world.Change(func(w *world.State) {
		none := ""
		if w.Interactions == p.to {
			w.Enter(world.NewEndpoints{Interactions: &none})
		}
	})
	return false
}

func (c *courier) violate(p parcel, status int, detail string) {
	c.log.Violate(wirelog.Violation{Kind: wirelog.Refused, Method: http.MethodPost, Path: p.to, Status: status, Detail: detail})
}

// enter checks addresses and has what is sent over HTTP go there.
func (c *courier) enter(ctx context.Context, n world.NewEndpoints) *rules.Refusal {
	if n.Interactions != nil && *n.Interactions != "" && !c.verified(ctx, *n.Interactions, 1, http.StatusOK, `{"type":1}`) {
		return rules.RefuseField("APPLICATION_INTERACTIONS_ENDPOINT_VERIFICATION_FAILED", "The specified interactions endpoint url could not be verified.", "interactions_endpoint_url")
	}
	if n.Events != nil && *n.Events != "" && !c.verified(ctx, *n.Events, 0, http.StatusNoContent, "") {
		return rules.RefuseField("APPLICATION_EVENT_WEBHOOKS_URL_VERIFICATION_FAILED", "The specified event webhooks url could not be verified.", "event_webhooks_url")
	}
	if !c.world.Change(func(w *world.State) { w.Enter(n) }) {
		return Status(http.StatusServiceUnavailable)
	}
	return nil
}

// verified says whether somebody at an address answers a PING of this type, and refuses one that isn't signed by Discord.
func (c *courier) verified(ctx context.Context, to string, ping, status int, want string) bool {
	var good, bad parcel
	if !c.world.Change(func(w *world.State) {
		body := discord.Encode(map[string]any{"id": w.Application, "application_id": w.Application, "type": ping, "version": 1, "token": "ping"})
		good, bad = c.pack(w, to, body, false), c.pack(w, to, body, true)
	}) {
		return false
	}
	if got, _, _, err := c.bring(ctx, bad); err != nil || got != http.StatusUnauthorized {
		return false
	}
	got, kind, body, err := c.bring(ctx, good) // Discord wants to be told what kind of thing nothing is, too
	return err == nil && got == status && kind != "" && sameJSON(body, want)
}

// sameJSON says whether a body means the same as a text; an empty one is only an empty one.
func sameJSON(body []byte, want string) bool {
	var a, b any
	if len(body) == 0 || want == "" {
		return len(body) == 0 && want == ""
	}
	return json.Unmarshal(body, &a) == nil && json.Unmarshal([]byte(want), &b) == nil && string(discord.Encode(a)) == string(discord.Encode(b))
}

// enterEndpoints enters the addresses of a request, if whoever makes it may.
func (d *rest) enterEndpoints(c *call) (refused *rules.Refusal) {
	d.world.Change(func(w *world.State) { refused = d.admit(w, c) })
	if refused != nil {
		return refused
	}
	n, refused := world.ReadEndpoints(c.form())
	if refused != nil {
		return refused
	}
	return d.courier.enter(c.request.Context(), n)
}
