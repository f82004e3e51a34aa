package discordsim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
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
	handler func(*Server, *call) (answerBody, *rules.Refusal)
}

func (r *route) name() string { return r.method + " " + r.path }

// call is one request under way.
type call struct {
	route   *route
	request *http.Request
	query   url.Values
	body    any // the JSON, that of payload_json in a multipart request; nil without one
	text    []byte
	files   []rules.Upload
	who     *person // nil when the path carries the secret
	garbled *string // what is sent instead of the answer's body; nil for the body
}

// answerBody is a success: nil body with 204.
type answerBody struct {
	status int
	body   []byte
}

var noContent = answerBody{status: http.StatusNoContent} //nolint:gochecknoglobals // a constant

func ok(v any) answerBody { return answerBody{http.StatusOK, discord.Encode(v)} }

// asks reads a flag of the query: true, in any case, or 1.
func (c *call) asks(name string) bool {
	v := c.query.Get(name)
	return v == "1" || strings.EqualFold(v, "true")
}

func (c *call) value(name string) string { return c.request.PathValue(name) }

// id reads a snowflake of the path; false when the route has none of that name.
func (c *call) id(name string) (discord.ID, bool) { return discord.ParseID(c.value(name)) }

func (c *call) needID(name string) (discord.ID, *rules.Refusal) {
	id, good := c.id(name)
	if !good {
		return 0, rules.RefuseField("NUMBER_TYPE_COERCE", "Value \""+c.value(name)+"\" is not snowflake.", name)
	}
	return id, nil
}

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
			refused = refuseStatus(http.StatusMethodNotAllowed)
		}
		s.finish(w, r, nil, answerBody{}, refused)
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
				s.finish(w, r, nil, answerBody{}, rules.Refuse(rules.InvalidVersion))
				return
			}
			prefix += "/" + first
		}
	}
	http.StripPrefix(prefix, rest).ServeHTTP(w, r)
}

// serve takes one request through faults, limits, checks and its handler, to its answer.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, route *route) {
	c := &call{route: route, request: r, query: r.URL.Query()}
	fault := s.faults.take(route)
	if !fault.before(r.Context(), w) {
		return
	}
	var a answerBody
	refused := c.read(w)
	if refused == nil && fault.answersBefore() {
		refused = fault.refusal()
	}
	if refused == nil {
		a, refused = s.perform(c, w.Header())
		if fault.Kind == Duplicate {
			a, refused = s.perform(c, w.Header())
		}
	}
	if !fault.after(r.Context(), w) {
		return
	}
	if fault.answersAfter() {
		a, refused = answerBody{}, fault.refusal()
	}
	if fault.Kind == OtherBody {
		c.garbled = &fault.Body
	}
	s.finish(w, r, c, a, refused)
}

// perform checks a request that was read and lets its handler work.
func (s *Server) perform(c *call, header http.Header) (answerBody, *rules.Refusal) {
	s.mu.Lock()
	defer s.commit()
	if s.closed {
		return answerBody{}, refuseStatus(http.StatusServiceUnavailable)
	}
	refused := s.admit(c)
	if refused == nil {
		refused = s.limits.take(c, header)
	}
	if refused == nil {
		refused = c.pathIDs()
	}
	if refused != nil {
		s.limits.invalid(refused)
		return answerBody{}, refused
	}
	a, refused := c.route.handler(s, c)
	if refused != nil {
		s.limits.invalid(refused)
	}
	return a, refused
}

// admit finds out who asks and whether the route is for them.
func (s *Server) admit(c *call) *rules.Refusal {
	if c.route.access == anyone {
		return nil
	}
	token := c.request.Header.Get("Authorization")
	bare, isBot := strings.CutPrefix(token, "Bot ")
	who, known := s.world.byToken[bare]
	if !known || who.Bot != isBot {
		return refuseStatus(http.StatusUnauthorized)
	}
	c.who = who
	switch {
	case c.route.access == botOnly && !isBot, c.route.access == peopleOnly && isBot:
		return refuseStatus(http.StatusForbidden)
	}
	return nil
}

// pathIDs refuses a path whose ids are none; the message "@original" is one.
func (c *call) pathIDs() *rules.Refusal {
	for _, step := range strings.Split(c.route.path, "/") {
		if !strings.HasSuffix(step, "_id}") {
			continue
		}
		name := strings.Trim(step, "{}")
		if c.value(name) == "@original" && c.route.limit == limitWebhook || c.value(name) == "@me" {
			continue
		}
		if _, refused := c.needID(name); refused != nil {
			return refused
		}
	}
	return nil
}

// read takes the body: JSON, or multipart with payload_json and files[n].
func (c *call) read(w http.ResponseWriter) *rules.Refusal {
	if c.request.Method == http.MethodGet || c.request.Body == http.NoBody {
		return nil
	}
	kind, params, err := mime.ParseMediaType(c.request.Header.Get("Content-Type"))
	body := http.MaxBytesReader(w, c.request.Body, rules.MaxBody)
	if err == nil && kind == "multipart/form-data" {
		return c.readParts(multipart.NewReader(body, params["boundary"]))
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return refuseRead(err)
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	c.text = text
	if c.body, err = rules.ParseBody(text); err != nil {
		return rules.Refuse(rules.BadJSON)
	}
	return nil
}

func refuseRead(err error) *rules.Refusal {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return rules.Refuse(rules.TooLarge)
	}
	return refuseStatus(http.StatusBadRequest)
}

func (c *call) readParts(parts *multipart.Reader) *rules.Refusal {
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return refuseRead(err)
		}
		content, err := io.ReadAll(part)
		if err != nil {
			return refuseRead(err)
		}
		name := part.FormName()
		inner, isNumbered := strings.CutPrefix(name, "files[")
		switch {
		case name == "payload_json":
			c.text = content
			if c.body, err = rules.ParseBody(content); err != nil {
				return rules.Refuse(rules.BadJSON)
			}
		case isNumbered:
			n, err := strconv.Atoi(strings.TrimSuffix(inner, "]"))
			if err != nil {
				return rules.RefuseField("MULTIPART_FILE_NUMBER", "A file's part is named files[n]", name)
			}
			c.files = append(c.files, rules.Upload{Number: n, Name: part.FileName(), Bytes: content})
		case part.FileName() != "":
			c.files = append(c.files, rules.Upload{Number: len(c.files), Name: part.FileName(), Bytes: content})
		}
		if len(content) > rules.MaxFile {
			return rules.Refuse(rules.TooLarge)
		}
	}
}

// finish checks the answer, notes both in the wire log and sends it.
func (s *Server) finish(w http.ResponseWriter, r *http.Request, c *call, a answerBody, refused *rules.Refusal) {
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
		s.log.Debug("discordsim: answer not sent", "err", err)
	}
}

// inspect holds a request and its answer against the OpenAPI file and keeps them for the log.
func (s *Server) inspect(r *http.Request, c *call, status int, body []byte, refused *rules.Refusal) {
	path := safePath(r.URL)
	if refused != nil {
		s.violate(Violation{Kind: Refused, Method: r.Method, Path: path, Status: status, Code: int(refused.Code), Detail: refused.Detail()})
	}
	if s.schema != nil && c != nil && (refused == nil || !refused.Plain) {
		for _, v := range s.schema.check(c, status, body) {
			v.Method, v.Path = r.Method, path
			s.violate(v)
		}
	}
	s.wire.rest(r, path, c, status, body)
}

// safePath is the path of a request without the tokens of interactions.
func safePath(u *url.URL) string {
	steps := strings.Split(u.Path, "/")
	for i, step := range steps {
		if (step == "interactions" || step == "webhooks") && i+2 < len(steps) {
			steps[i+2] = "…"
		}
	}
	path := strings.Join(steps, "/")
	if u.RawQuery != "" {
		path += "?" + u.RawQuery
	}
	return path
}

// fold is a multipart request as one JSON value, for the log.
func (c *call) fold(sums []fileSum) json.RawMessage {
	return discord.Encode(map[string]any{"payload_json": json.RawMessage(c.text), "files": sums})
}
