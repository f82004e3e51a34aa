package wire

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// rest answers the routes of REST.
type rest struct {
	world   *world.World
	gate    *Gate
	courier *courier
	limits  *limiter // used inside changes of the world alone
	faults  *Faults
	checker wirelog.Checker // nil without an OpenAPI file
	log     *wirelog.Log
	errors  *slog.Logger
}

// handler is REST under /api.
func (d *rest) handler() http.Handler {
	mux := http.NewServeMux()
	table := routes()
	for i := range table {
		mux.HandleFunc(table[i].method+" "+table[i].path, func(w http.ResponseWriter, r *http.Request) { d.serve(w, r, &table[i]) })
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refused := rules.Refuse(rules.NoRoute)
		if allowed := methods(mux, r); len(allowed) > 0 {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			refused = Status(http.StatusMethodNotAllowed)
		}
		d.finish(w, r, nil, answer{}, refused)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { d.version(w, r, mux) })
}

// methods lists those under which the path of a request is known.
func methods(mux *http.ServeMux, r *http.Request) (known []string) {
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		other := *r
		other.Method = method
		if _, pattern := mux.Handler(&other); pattern != "/" {
			known = append(known, method)
		}
	}
	return known
}

// version strips /api, /api/v9 or /api/v10.
func (d *rest) version(w http.ResponseWriter, r *http.Request, mux http.Handler) {
	prefix := "/api"
	after, _ := strings.CutPrefix(r.URL.Path, "/api/")
	if first, _, _ := strings.Cut(after, "/"); len(first) > 1 && first[0] == 'v' {
		if n, err := strconv.Atoi(first[1:]); err == nil {
			if n != 9 && n != 10 {
				d.finish(w, r, nil, answer{}, rules.Refuse(rules.InvalidVersion))
				return
			}
			prefix += "/" + first
		}
	}
	http.StripPrefix(prefix, mux).ServeHTTP(w, r)
}

// serve takes one request through trouble, limits, checks and its handler, to its answer.
func (d *rest) serve(w http.ResponseWriter, r *http.Request, route *route) {
	c := &call{rest: d, route: route, request: r, query: r.URL.Query()}
	var a answer
	refused := c.read(w)
	if refused == nil && route.path == ownApplication && route.method == http.MethodPatch {
		refused = d.enterEndpoints(c)
	}
	if c.cut {
		return // nobody has asked for anything, and nobody waits
	}
	trouble := d.faults.take(route, len(c.files) > 0)
	if !trouble.before(w) {
		return
	}
	if refused == nil {
		refused = trouble.Instead
	}
	if refused == nil {
		a, refused = d.perform(c, w.Header())
		if trouble.Twice {
			a, refused = d.perform(c, w.Header())
		}
	}
	if c.closed {
		w.WriteHeader(http.StatusServiceUnavailable) // which is no refusal of Discord's
		return
	}
	if !trouble.after(w, r) {
		return
	}
	if trouble.Wait == 0 {
		d.faults.overtake(route)
	}
	if trouble.After != nil {
		a, refused = answer{}, trouble.After
	}
	c.garbled = trouble.Body
	d.finish(w, r, c, a, refused)
}

// perform lets the handler of a request that was read work, alone in the world.
func (d *rest) perform(c *call, header http.Header) (a answer, refused *rules.Refusal) {
	open := d.world.Change(func(w *world.State) {
		if refused = d.admit(w, c); refused == nil {
			refused = d.limits.take(c, header)
		}
		if refused == nil {
			refused = c.pathIDs()
		}
		if refused == nil {
			a, refused = c.route.handler(w, c)
		}
		if refused != nil {
			a = answer{}
			d.limits.invalid(refused)
		}
	})
	c.closed = !open
	return a, refused
}

// admit finds out who asks and whether the route is for them.
func (d *rest) admit(w *world.State, c *call) *rules.Refusal {
	if c.route.access == anyone {
		return nil
	}
	bare, isBot := strings.CutPrefix(c.request.Header.Get("Authorization"), "Bot ")
	who := w.ByToken(bare)
	if who == nil || who.Bot != isBot {
		return Status(http.StatusUnauthorized)
	}
	c.who = who
	if c.route.access == botOnly && !isBot || c.route.access == peopleOnly && isBot {
		return Status(http.StatusForbidden)
	}
	return nil
}

// finish checks the answer, notes both in the wire log and sends it.
func (d *rest) finish(w http.ResponseWriter, r *http.Request, c *call, a answer, refused *rules.Refusal) {
	status, body, kind := a.status, a.body, "application/json"
	if refused != nil {
		status, body = refused.Status, refused.Body()
		if refused.Plain {
			kind = "text/plain"
		}
	}
	d.inspect(r, c, status, body, refused)
	if c != nil && c.garbled != nil {
		body = []byte(*c.garbled)
	}
	if status == http.StatusTooManyRequests {
		limitHeaders(w.Header(), refused)
	}
	w.Header().Set("Date", d.gate.hub.clock().UTC().Format(http.TimeFormat))
	if len(body) > 0 {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	}
	w.WriteHeader(status)
	if _, err := w.Write(body); err != nil && !errors.Is(err, http.ErrBodyNotAllowed) && !errors.Is(err, context.Canceled) {
		d.errors.Debug("discordsim: answer not sent", "err", err)
	}
}

// inspect holds a request and its answer against the OpenAPI file and keeps them for the log.
func (d *rest) inspect(r *http.Request, c *call, status int, body []byte, refused *rules.Refusal) {
	path := safePath(r.URL)
	if refused != nil {
		d.violate(wirelog.Violation{Kind: wirelog.Refused, Method: r.Method, Path: path, Status: status, Code: int(refused.Code), Detail: refused.Detail()})
	}
	if d.checker != nil && c != nil && (refused == nil || !refused.Plain) {
		for _, v := range d.checker.Check(c.answered(status, body)) {
			v.Method, v.Path = r.Method, path
			d.violate(v)
		}
	}
	d.noteCall(r, path, c, status, body)
}

func (d *rest) violate(v wirelog.Violation) {
	d.errors.Debug("discordsim: violation", "kind", v.Kind, "method", v.Method, "path", v.Path, "code", v.Code, "detail", v.Detail)
	d.log.Violate(v)
}
