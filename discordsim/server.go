package discordsim

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
)

// Server is a running simulator.
type Server struct {
	options  Options
	log      *slog.Logger
	listener net.Listener
	http     *http.Server
	done     chan struct{} // closed when serving has ended
	wire     *Wire
	faults   *Faults
	schema   *schema // nil without an OpenAPI file

	mu     sync.Mutex // guards what follows
	world  *world
	hub    *hub
	limits *limiter
	closed bool

	violationsMu sync.Mutex
	violations   []Violation

	peopleMu sync.Mutex
	persons  map[string]*people.Person
}

// Violation is something that Discord would not have liked: a request that was refused, or a request or an answer of
// the simulator's own that breaks the OpenAPI file.
type Violation struct {
	Kind   ViolationKind
	Method string
	Path   string // with the interaction token left out
	Status int    // of the answer; 0 when the fault is in the request's shape
	Code   int    // Discord's, for refusals
	Detail string
}

// ViolationKind says what was wrong.
type ViolationKind string

// What can be wrong.
const (
	Refused       ViolationKind = "refused"        // a request got an error of Discord's
	RequestSchema ViolationKind = "request-schema" // a request breaks the OpenAPI file
	AnswerSchema  ViolationKind = "answer-schema"  // an answer of the simulator breaks it
)

// Start listens and serves; it returns when requests can come in. The context bounds only the start.
func Start(ctx context.Context, o Options) (*Server, error) {
	o = o.filled()
	s := &Server{
		options: o, log: o.Log, done: make(chan struct{}), wire: newWire(),
		limits: newLimiter(o.Limits, o.Clock), persons: map[string]*people.Person{},
	}
	s.hub, s.faults = newHub(s), &Faults{server: s}
	if o.OpenAPI != "" {
		schema, err := loadSchema(o.OpenAPI)
		if err != nil {
			return nil, err
		}
		s.schema = schema
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", o.Addr)
	if err != nil {
		return nil, fmt.Errorf("discordsim: listen: %w", err)
	}
	s.listener = listener
	if s.world, err = s.open(); err != nil {
		return nil, errors.Join(err, s.world.journal.close(), listener.Close())
	}
	s.http = &http.Server{Handler: s.handler(), ReadHeaderTimeout: 10 * time.Second, ErrorLog: slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug)}
	go func() {
		defer close(s.done)
		if err := s.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("discordsim: serving ended", "err", err)
		}
	}()
	return s, nil
}

// open reads the state or makes a fresh one. The journal of what it returns must be closed even after an error.
func (s *Server) open() (*world, error) {
	w := newWorld(s.options)
	w.host = "http://" + s.listener.Addr().String()
	found, err := w.openJournal(s.options.State, s.log)
	if err != nil {
		return w, err
	}
	if !found {
		w.populate(s.options)
	}
	return w, w.journal.rewrite(w)
}

// Close ends all connections and leaves the state on disk.
func (s *Server) Close() error {
	s.mu.Lock()
	already := s.closed
	s.closed = true
	s.hub.closeAll()
	s.mu.Unlock()
	if already {
		return nil
	}
	s.peopleMu.Lock()
	for _, p := range s.persons {
		p.Close()
	}
	s.peopleMu.Unlock()
	s.wire.close()
	err := s.http.Close()
	<-s.done
	s.mu.Lock()
	defer s.mu.Unlock()
	s.world.settle()
	s.world.journal.flush(s.world)
	return errors.Join(err, s.world.journal.close())
}

// commit writes what changed and lets the next one in. Nothing that a change causes is heard before.
func (s *Server) commit() {
	s.world.journal.flush(s.world)
	s.hub.release()
	s.mu.Unlock()
}

// Handshake tells where everything is.
func (s *Server) Handshake() discord.Handshake {
	s.mu.Lock()
	defer s.mu.Unlock()
	host := s.listener.Addr().String()
	h := discord.Handshake{
		REST: "http://" + host + "/api", Gateway: "ws://" + host + "/gateway", Page: "http://" + host + "/",
		Token: s.world.BotToken, Application: s.world.Application, Guild: s.world.Guild, Channel: s.world.Channel,
		People: []discord.Player{},
	}
	for _, p := range s.world.peopleInOrder() {
		if !p.Bot {
			h.People = append(h.People, discord.Player{ID: p.ID, Name: p.Name, Token: p.Token, Locale: p.Locale})
		}
	}
	return h
}

// Violations lists every violation so far, oldest first.
func (s *Server) Violations() []Violation {
	s.violationsMu.Lock()
	defer s.violationsMu.Unlock()
	return append([]Violation(nil), s.violations...)
}

func (s *Server) violate(v Violation) {
	s.log.Debug("discordsim: violation", "kind", v.Kind, "method", v.Method, "path", v.Path, "code", v.Code, "detail", v.Detail)
	s.violationsMu.Lock()
	defer s.violationsMu.Unlock()
	s.violations = append(s.violations, v)
}

// Wire is the log of everything that was sent.
func (s *Server) Wire() *Wire { return s.wire }

// Faults orders trouble.
func (s *Server) Faults() *Faults { return s.faults }

// Permit sets the bot's permissions in a channel, as a moderator's overwrite would; false means no such channel.
func (s *Server) Permit(channel discord.ID, permissions uint64) bool {
	s.mu.Lock()
	defer s.commit()
	c, there := s.world.channels[channel]
	if !there {
		return false
	}
	c.BotPermissions = &permissions
	s.world.saveChannel(c)
	s.tellChannel("CHANNEL_UPDATE", c)
	return true
}

// Person is the client of one of the people, connected. What went wrong with the connection is returned by its methods.
func (s *Server) Person(name string) *people.Person {
	s.peopleMu.Lock()
	defer s.peopleMu.Unlock()
	if p, there := s.persons[name]; there && p.Err() == nil {
		return p
	}
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	p, err := people.Meet(ctx, s.Handshake().Page, name)
	if err != nil {
		p = people.Absent(err)
	}
	s.persons[name] = p
	return p
}
