package wire

import (
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// Options say how a world is served.
type Options struct {
	World   world.Options // but for Host, which is where the server listens
	Rates   Rates
	Line    Line
	OpenAPI string       // path of Discord's OpenAPI file; "" checks nothing against it
	Errors  *slog.Logger // hears what went wrong inside
}

// Line is how long the lines of the gateway are kept.
type Line struct {
	Heartbeat time.Duration // the interval told in hello
	Replay    int           // how many events a session keeps for a resume
	Resume    time.Duration // how long a lost session can be resumed
}

// Server serves one world: REST, the gateway, files and the page.
type Server struct {
	world   *world.World
	hub     *hub     // used inside changes of the world alone
	limits  *limiter // as the hub
	faults  *Faults
	log     *wirelog.Log
	schema  *schema // nil without an OpenAPI file
	line    Line
	errors  *slog.Logger
	address string // host and port
	http    *http.Server
	done    chan struct{} // closed when serving has ended
}

// Start opens a world and serves it. The listener is the Server's from then on; after an error it is still the caller's.
func Start(listener net.Listener, o Options) (*Server, error) {
	s := &Server{
		faults: &Faults{}, log: wirelog.New(), line: o.Line, errors: o.Errors, address: listener.Addr().String(),
		limits: newLimiter(o.Rates, o.World.Times.Clock), done: make(chan struct{}),
	}
	s.hub = newHub(o.Line, o.World.Times.Clock, s.faults)
	var err error
	if o.OpenAPI != "" {
		if s.schema, err = loadSchema(o.OpenAPI); err != nil {
			return nil, err
		}
	}
	o.World.Host = "http://" + s.address
	if s.world, err = world.Open(o.World, s.hub.hear); err != nil {
		return nil, err
	}
	s.http = &http.Server{Handler: s.handler(), ReadHeaderTimeout: 10 * time.Second, ErrorLog: slog.NewLogLogger(o.Errors.Handler(), slog.LevelDebug)}
	go func() {
		defer close(s.done)
		if err := s.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.errors.Error("discordsim: serving ended", "err", err)
		}
	}()
	return s, nil
}

// Close ends all lines and leaves the world on disk.
func (s *Server) Close() error {
	err := s.world.Close(s.hub.closeAll)
	s.log.Close()
	err = errors.Join(err, s.http.Close())
	<-s.done
	return err
}

// Handshake tells where everything is.
func (s *Server) Handshake() discord.Handshake {
	h := discord.Handshake{
		REST: "http://" + s.address + "/api", Gateway: s.gatewayURL(), Page: "http://" + s.address + "/", People: []discord.Player{},
	}
	s.world.Look(func(w *world.State) {
		h.Token, h.Application, h.Guild, h.Channel = w.BotToken, w.Application, w.Guild, w.Channel
		for _, p := range w.Accounts() {
			if !p.Bot {
				h.People = append(h.People, p.Player())
			}
		}
	})
	return h
}

func (s *Server) gatewayURL() string { return "ws://" + s.address + "/gateway" }

// Log is the log of everything that was sent.
func (s *Server) Log() *wirelog.Log { return s.log }

// Faults orders trouble for requests.
func (s *Server) Faults() *Faults { return s.faults }

// Permit sets the bot's permissions in a channel, as a moderator's overwrite would; false means no such channel.
func (s *Server) Permit(channel discord.ID, permissions uint64) (there bool) {
	s.world.Change(func(w *world.State) { there = w.Permit(channel, permissions) })
	return there
}

func (s *Server) violate(v wirelog.Violation) {
	s.errors.Debug("discordsim: violation", "kind", v.Kind, "method", v.Method, "path", v.Path, "code", v.Code, "detail", v.Detail)
	s.log.Violate(v)
}
