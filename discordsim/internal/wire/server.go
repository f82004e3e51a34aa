package wire

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// Options say how a world is served.
type Options struct {
	World   world.Options // but for Host, which is where the server listens
	Rates   Rates
	Line    Line
	OpenAPI wirelog.Checker // Discord's OpenAPI file; nil checks nothing against it
	Errors  *slog.Logger    // hears what went wrong inside
}

// Line is how long the lines of the gateway are kept.
type Line struct {
	Heartbeat time.Duration // the interval told in hello
	Replay    int           // how many events a session keeps for a resume
	Resume    time.Duration // how long a lost session can be resumed
}

// Server serves one world.
type Server struct {
	world   *world.World
	gate    *Gate
	faults  *Faults
	log     *wirelog.Log
	place   place
	http    *http.Server
	courier *courier
	done    chan struct{} // closed when serving has ended
}

// Start opens a world and serves it. The listener is the Server's from then on; after an error it is still the caller's.
func Start(listener net.Listener, o Options) (*Server, error) {
	clock, faults, log, at := o.World.Times.Clock, &Faults{}, wirelog.New(), place(listener.Addr().String())
	c := newCourier(o, faults, log)
	hub := newHub(o.Line, clock, faults, c)
	o.World.Host = "http://" + string(at)
	w, err := world.Open(o.World, hub.hear)
	if err != nil {
		return nil, err
	}
	gate := &Gate{world: w, hub: hub, faults: faults, log: log, line: o.Line, place: at, errors: o.Errors}
	rest := &rest{world: w, gate: gate, courier: c, limits: newLimiter(o.Rates, clock), faults: faults, checker: o.OpenAPI, log: log, errors: o.Errors}
	c.world, c.callbacks = w, rest.handler()
	s := &Server{world: w, gate: gate, faults: faults, log: log, courier: c, place: at, done: make(chan struct{})}
	s.http = &http.Server{
		Handler: handler(c.callbacks, gate.serve, &site{w, log, at}), ReadHeaderTimeout: 10 * time.Second,
		ErrorLog: slog.NewLogLogger(o.Errors.Handler(), slog.LevelDebug),
	}
	go func() {
		defer close(s.done)
		if err := s.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			o.Errors.Error("discordsim: serving ended", "err", err)
		}
	}()
	return s, nil
}

// handler is the whole of HTTP: REST under /api, the gateway, files and the page.
func handler(rest http.Handler, gate http.HandlerFunc, s *site) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/api/", rest)
	mux.Handle("/gateway", gate)
	mux.Handle("/gateway/", gate)
	mux.HandleFunc("GET /attachments/{channel}/{id}/{name}", s.serveFile)
	mux.HandleFunc("GET /emojis/{name}", s.serveEmoji)
	mux.HandleFunc("GET /sim", s.serveSim)
	mux.HandleFunc("POST /sim/people", s.addPersonByPage)
	mux.HandleFunc("POST /sim/channels", s.addChannelByPage)
	mux.HandleFunc("POST /sim/clients", s.ailByPage)
	mux.HandleFunc("GET /sim/wire", s.serveWire)
	page := pageHandler()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
			gate(w, r)
			return
		}
		page.ServeHTTP(w, r)
	})
	return mux
}

// Close ends all lines and leaves the world on disk.
func (s *Server) Close() error {
	err := s.world.Close(s.gate.hub.closeAll)
	s.courier.close()
	s.log.Close()
	err = errors.Join(err, s.http.Close())
	<-s.done
	return err
}

// Handshake tells where everything is.
func (s *Server) Handshake() (h discord.Handshake) {
	s.world.Look(func(w *world.State) { h = s.place.handshake(w) })
	return h
}

// Told is the number of the newest event of a session of the gateway; 0: there is no such session.
func (s *Server) Told(session string) (n int64) {
	s.world.Look(func(*world.State) {
		if one := s.gate.hub.sessions[session]; one != nil {
			n = one.seq
		}
	})
	return n
}

// Log is the log of everything that was sent.
func (s *Server) Log() *wirelog.Log { return s.log }

// Gate orders trouble of the gateway.
func (s *Server) Gate() *Gate { return s.gate }

// Faults orders trouble for requests.
func (s *Server) Faults() *Faults { return s.faults }

// UploadEmoji makes an emoji of a form, as somebody does by hand.
func (s *Server) UploadEmoji(by discord.ID, f rules.Form) (id discord.ID, r *rules.Refusal) {
	s.world.Change(func(w *world.State) {
		var e *world.Emoji
		if e, r = w.AddEmoji(f, by); r == nil {
			id = e.ID
		}
	})
	return id, r
}

// Enter checks addresses of the application's and has what is sent over HTTP go there; a refusal says that nobody there verifies signatures.
func (s *Server) Enter(ctx context.Context, n world.NewEndpoints) *rules.Refusal {
	return s.courier.enter(ctx, n)
}

// VerifyKey is the public key by which what is sent over HTTP can be verified.
func (s *Server) VerifyKey() (key string) {
	s.world.Look(func(w *world.State) { key, _ = w.ApplicationView()["verify_key"].(string) })
	return key
}

// Revoke has somebody deauthorise the application for their own account.
func (s *Server) Revoke(who discord.ID) {
	s.world.Change(func(w *world.State) {
		if p := w.Account(who); p != nil {
			w.Revoke(p)
		}
	})
}

// Fail has Discord lose sight of the server that was made first, or find it again.
func (s *Server) Fail(lost bool) {
	s.world.Change(func(w *world.State) { w.Fail(w.Server(w.Home), lost) })
}

// Moderate gives a server its filters; false means no such server.
func (s *Server) Moderate(server discord.ID, filters []world.Filter) (there bool) {
	s.world.Change(func(w *world.State) {
		if one := w.Server(server); one != nil {
			there = true
			w.Moderate(one, filters)
		}
	})
	return there
}

// Permit sets the bot's permissions in a channel, as a moderator's overwrite would; false means no such channel.
func (s *Server) Permit(channel discord.ID, permissions uint64) (there bool) {
	s.world.Change(func(w *world.State) { there = w.Permit(channel, permissions) })
	return there
}
