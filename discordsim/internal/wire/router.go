package wire

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// access says whose requests a route takes.
type access int

const (
	anyone     access = iota // the path carries its own secret
	botOnly                  // Authorization: Bot …
	peopleOnly               // Authorization: a person's token
	accounts                 // either
)

// route is one line of the table of REST.
type route struct {
	method  string
	path    string // as the OpenAPI file names it
	access  access
	limit   limitClass
	handler func(*world.State, *call) (answer, *rules.Refusal)
}

func (r *route) name() string { return r.method + " " + r.path }

// handler is the whole of HTTP: REST under /api, the gateway, files and the page.
func (s *Server) handler() http.Handler {
	rest := http.NewServeMux()
	table := routes()
	for i := range table {
		rest.HandleFunc(table[i].method+" "+table[i].path, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, &table[i]) })
	}
	rest.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refused := rules.Refuse(rules.NoRoute)
		if allowed := methods(rest, r); len(allowed) > 0 {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			refused = Status(http.StatusMethodNotAllowed)
		}
		s.finish(w, r, nil, answer{}, refused)
	})
	mux := http.NewServeMux()
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) { s.version(w, r, rest) })
	mux.HandleFunc("/gateway", s.serveGateway)
	mux.HandleFunc("/gateway/", s.serveGateway)
	mux.HandleFunc("GET /attachments/{channel}/{id}/{name}", s.serveFile)
	mux.HandleFunc("GET /emojis/{name}", s.serveEmoji)
	mux.HandleFunc("GET /sim", s.serveSim)
	mux.HandleFunc("POST /sim/people", s.addPersonByPage)
	mux.HandleFunc("POST /sim/channels", s.addChannelByPage)
	mux.HandleFunc("GET /sim/wire", s.serveWire)
	page := pageHandler()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
			s.serveGateway(w, r)
			return
		}
		page.ServeHTTP(w, r)
	})
	return mux
}

// methods lists those under which the path of a request is known.
func methods(rest *http.ServeMux, r *http.Request) (known []string) {
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		other := *r
		other.Method = method
		if _, pattern := rest.Handler(&other); pattern != "/" {
			known = append(known, method)
		}
	}
	return known
}

// version strips /api, /api/v9 or /api/v10.
func (s *Server) version(w http.ResponseWriter, r *http.Request, rest http.Handler) {
	prefix := "/api"
	after, _ := strings.CutPrefix(r.URL.Path, "/api/")
	if first, _, _ := strings.Cut(after, "/"); len(first) > 1 && first[0] == 'v' {
		if n, err := strconv.Atoi(first[1:]); err == nil {
			if n != 9 && n != 10 {
				s.finish(w, r, nil, answer{}, rules.Refuse(rules.InvalidVersion))
				return
			}
			prefix += "/" + first
		}
	}
	http.StripPrefix(prefix, rest).ServeHTTP(w, r)
}

// serve takes one request through trouble, limits, checks and its handler, to its answer.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, route *route) {
	c := &call{server: s, route: route, request: r, query: r.URL.Query()}
	trouble := s.faults.take(route)
	if !trouble.before(w, r) {
		return
	}
	var a answer
	refused := c.read(w)
	if refused == nil {
		refused = trouble.Instead
	}
	if refused == nil {
		a, refused = s.perform(c, w.Header())
		if trouble.Twice {
			a, refused = s.perform(c, w.Header())
		}
	}
	if !trouble.after(w, r) {
		return
	}
	if trouble.Wait == 0 {
		s.faults.overtake(route)
	}
	if trouble.After != nil {
		a, refused = answer{}, trouble.After
	}
	c.garbled = trouble.Body
	s.finish(w, r, c, a, refused)
}

// perform lets the handler of a request that was read work, alone in the world.
func (s *Server) perform(c *call, header http.Header) (a answer, refused *rules.Refusal) {
	open := s.world.Change(func(w *world.State) {
		if refused = s.admit(w, c); refused == nil {
			refused = s.limits.take(c, header)
		}
		if refused == nil {
			refused = c.pathIDs()
		}
		if refused == nil {
			a, refused = c.route.handler(w, c)
		}
		if refused != nil {
			a = answer{}
			s.limits.invalid(refused)
		}
	})
	if !open {
		return answer{}, Status(http.StatusServiceUnavailable)
	}
	return a, refused
}

// admit finds out who asks and whether the route is for them.
func (s *Server) admit(w *world.State, c *call) *rules.Refusal {
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
func (s *Server) finish(w http.ResponseWriter, r *http.Request, c *call, a answer, refused *rules.Refusal) {
	status, body, kind := a.status, a.body, "application/json"
	if refused != nil {
		status, body = refused.Status, refused.Body()
		if refused.Plain {
			kind = "text/plain"
		}
	}
	s.inspect(r, c, status, body, refused)
	if c != nil && c.garbled != nil {
		body = []byte(*c.garbled)
	}
	if status == http.StatusTooManyRequests {
		limitHeaders(w.Header(), refused)
	}
	if len(body) > 0 {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	}
	w.WriteHeader(status)
	if _, err := w.Write(body); err != nil && !errors.Is(err, http.ErrBodyNotAllowed) && !errors.Is(err, context.Canceled) {
		s.errors.Debug("discordsim: answer not sent", "err", err)
	}
}

// inspect holds a request and its answer against the OpenAPI file and keeps them for the log.
func (s *Server) inspect(r *http.Request, c *call, status int, body []byte, refused *rules.Refusal) {
	path := safePath(r.URL)
	if refused != nil {
		s.violate(wirelog.Violation{Kind: wirelog.Refused, Method: r.Method, Path: path, Status: status, Code: int(refused.Code), Detail: refused.Detail()})
	}
	if s.schema != nil && c != nil && (refused == nil || !refused.Plain) {
		for _, v := range s.schema.check(c, status, body) {
			v.Method, v.Path = r.Method, path
			s.violate(v)
		}
	}
	s.noteCall(r, path, c, status, body)
}
