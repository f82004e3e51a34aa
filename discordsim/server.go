package discordsim

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/wire"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
	"github.com/boathouse-rum/boathouse/discordsim/people"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// ErrStateInUse says that another server, in this process or another, keeps its state in the same file.
var ErrStateInUse = world.ErrInUse

// Server is a running simulator.
type Server struct {
	wire *wire.Server

	mu      sync.Mutex // guards what follows
	persons map[string]*people.Person
}

// Start listens and serves; it returns when requests can come in. The context bounds only the start.
func Start(ctx context.Context, o Options) (*Server, error) {
	o = o.filled()
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", o.Addr)
	if err != nil {
		return nil, fmt.Errorf("discordsim: listen: %w", err)
	}
	served, err := wire.Start(listener, o.parted())
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return &Server{wire: served, persons: map[string]*people.Person{}}, nil
}

// Close ends all connections and leaves the state on disk.
func (s *Server) Close() error {
	s.mu.Lock()
	for _, p := range s.persons {
		p.Close()
	}
	s.mu.Unlock()
	return s.wire.Close()
}

// Handshake tells where everything is.
func (s *Server) Handshake() discord.Handshake { return s.wire.Handshake() }

// Person is the client of one of the people, connected. What went wrong with the connection is returned by its methods.
func (s *Server) Person(name string) *people.Person {
	if p := s.met(name); p != nil {
		return p
	}
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	p, err := people.Meet(ctx, s.Handshake().Page, name)
	if err != nil {
		p = people.Absent(err)
	}
	s.mu.Lock()
	first, there := s.persons[name]
	if there = there && first.Err() == nil; !there {
		s.persons[name] = p
	}
	s.mu.Unlock()
	if there { // somebody else was quicker
		p.Close()
		return first
	}
	if first != nil {
		first.Close()
	}
	return p
}

// met is the client of a person that is connected; nil: there is none.
func (s *Server) met(name string) *people.Person {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.persons[name]; p != nil && p.Err() == nil {
		return p
	}
	return nil
}

// Shown waits until what Discord has told those who are connected by Person stands on their screens: what a request has brought
// about is told before it is answered, and comes there on another line. An error says that the context has ended.
func (s *Server) Shown(ctx context.Context) error {
	s.mu.Lock()
	all := slices.Collect(maps.Values(s.persons))
	s.mu.Unlock()
	for _, p := range all {
		if err := p.Hear(ctx, s.wire.Told(p.Session())); err != nil && p.Err() == nil {
			return err
		}
	}
	return nil
}

// Wire is the log of everything that was sent.
func (s *Server) Wire() *wirelog.Log { return s.wire.Log() }

// Violations lists what Discord would not have liked so far, oldest first.
func (s *Server) Violations() []wirelog.Violation { return s.wire.Log().Violations() }

// Faults orders trouble.
func (s *Server) Faults() *Faults { return &Faults{s.wire.Faults(), s.wire.Gate()} }

// UploadEmoji adds a PNG to the application's emojis by hand, as its owner does in the developer portal.
func (s *Server) UploadEmoji(name string, png []byte) (discord.ID, error) {
	id, r := s.wire.UploadEmoji(s.Handshake().People[0].ID, rules.NewForm(map[string]any{
		"name": name, "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(png),
	}))
	if r != nil {
		return 0, fmt.Errorf("discordsim: %s", r.Detail())
	}
	return id, nil
}

// VerifyKey is the application's public key, in hexadecimal digits.
func (s *Server) VerifyKey() string { return s.wire.VerifyKey() }

// EnterInteractions has interactions sent to an address, as the application's owner enters it in the developer portal; "" has them go over
// the gateway. An error says that nobody there answers a PING and refuses what isn't signed.
func (s *Server) EnterInteractions(ctx context.Context, address string) error {
	return refusal(s.wire.Enter(ctx, world.NewEndpoints{Interactions: &address}))
}

// EnterEvents has events of these types sent to an address, as EnterInteractions does. There are APPLICATION_AUTHORIZED, when the bot is added to
// the server, and APPLICATION_DEAUTHORIZED.
func (s *Server) EnterEvents(ctx context.Context, address string, types ...string) error {
	return refusal(s.wire.Enter(ctx, world.NewEndpoints{Events: &address, Types: &types}))
}

// Deauthorize has somebody take back what they allowed the application to do for their own account, which is no server's matter.
func (s *Server) Deauthorize(person discord.ID) { s.wire.Revoke(person) }

func refusal(r *rules.Refusal) error {
	if r != nil {
		return fmt.Errorf("discordsim: %s", r.Detail())
	}
	return nil
}

// Fail has Discord lose sight of the server, or find it again: the bot hears that it is unavailable, which isn't that it was removed.
func (s *Server) Fail(lost bool) { s.wire.Fail(lost) }

// Filter refuses messages that have one of its words, whatever their case, with one of these codes.
type Filter struct {
	Code  int
	Words []string
}

// The codes with which a Filter refuses.
const (
	BlockedByAutoMod  = int(rules.MessageBlocked) // which lets those alone who may manage the server
	BlockedHarmfulURL = int(rules.LinkBlocked)
)

// Moderate gives a server these filters of messages, instead of those it had; an error says that there
// is no such server. What only one person sees is not filtered.
func (s *Server) Moderate(server discord.ID, filters ...Filter) error {
	list := make([]world.Filter, len(filters))
	for i, f := range filters {
		list[i] = world.Filter{Code: rules.Code(f.Code), Words: f.Words}
	}
	if !s.wire.Moderate(server, list) {
		return fmt.Errorf("discordsim: there is no server %s", server)
	}
	return nil
}

// Permit sets the bot's permissions in a channel, as a moderator's overwrite would; false means no such channel.
func (s *Server) Permit(channel discord.ID, permissions uint64) bool {
	return s.wire.Permit(channel, permissions)
}
