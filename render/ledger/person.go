package ledger

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
)

// A Person is all that is stored of one, as they take it along; docs/EXPORT.md says what each field is.
type Person struct {
	Made     time.Time
	User     string // Discord id
	Language string // tag; empty: not known
	Settings string // as they are stored
	Quiet    Quiet
	Servers  []Server
	Alone    int // hands of their record in which nobody else sat
	Writings []Writing
	Hands    []Hand
	Tables   []string // open, at which they may have a seat
	Lost     []string // tables whose channel was deleted, of which they are told
	Open     []string // proposals
	Asks     []Ask    // of late
	Shared   []Shared // where something was shared that shows them
}

// A Shared is a message in which somebody shared something that shows them.
type Shared struct {
	Server  string    `json:"server"`
	Channel string    `json:"channel"`
	Message string    `json:"message"`
	At      time.Time `json:"at"`
}

// An Ask is a question between them and another.
type Ask struct {
	Of     string    `json:"of"`
	At     time.Time `json:"at"`
	Kind   string    `json:"kind"`
	Role   string    `json:"role"` // "asker" or "asked"
	Answer string    `json:"answer"`
}

// Quiet are quiet hours in minutes after midnight; without a zone there are none.
type Quiet struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Zone string `json:"zone"`
}

// A Server is what is stored of a person in one.
type Server struct {
	ID      string
	Name    string
	Hands   int
	Watches bool
	Told    time.Time
	Left    time.Time // since when they are known to have left it; zero: they haven't
	Tab     Own
}

// A Writing is a free text of theirs.
type Writing struct {
	Of   string    `json:"of"`
	At   time.Time `json:"at"`
	Kind string    `json:"kind"`
	Text string    `json:"text"`
}

// A Hand is one that is over and that they sat in.
type Hand struct {
	Server  string        `json:"server,omitempty"`
	Number  int           `json:"hand"`
	Turning int           `json:"turning,omitempty"`
	Ended   time.Time     `json:"ended"`
	Seat    int           `json:"seat"`
	Record  engine.Record `json:"record"`
}

type personServer struct {
	ID       string       `json:"server"`
	Name     string       `json:"name"`
	Hands    int          `json:"hands"`
	Watches  bool         `json:"told_of_tables"`
	Told     *time.Time   `json:"told_last,omitempty"`
	Left     *time.Time   `json:"left,omitempty"`
	Balances []ownBalance `json:"balances"`
	Entries  []ownLine    `json:"entries"`
}

// JSON returns all of it as one object.
func (p *Person) JSON() []byte {
	servers := []personServer{}
	for _, s := range p.Servers {
		lines, balances := s.Tab.lines()
		one := personServer{ID: s.ID, Name: s.Name, Hands: s.Hands, Watches: s.Watches, Balances: filled(balances), Entries: filled(lines)}
		if !s.Told.IsZero() {
			one.Told = &s.Told
		}
		if !s.Left.IsZero() {
			one.Left = &s.Left
		}
		servers = append(servers, one)
	}
	out, err := json.MarshalIndent(struct {
		Format   string         `json:"format"`
		Made     string         `json:"made"`
		User     string         `json:"discord_id"`
		Language string         `json:"language"`
		Settings string         `json:"settings"`
		Quiet    Quiet          `json:"quiet_hours"`
		Servers  []personServer `json:"servers"`
		Alone    int            `json:"hands_alone"`
		Writings []Writing      `json:"texts"`
		Hands    []Hand         `json:"hands"`
		Tables   []string       `json:"open_tables"`
		Lost     []string       `json:"lost_tables"`
		Open     []string       `json:"open_proposals"`
		Asks     []Ask          `json:"asks"`
		Shared   []Shared       `json:"shared"`
	}{
		"boathouse-privacy-1", p.Made.UTC().Format(instant), p.User, p.Language, p.Settings, p.Quiet, servers, p.Alone,
		filled(p.Writings), filled(p.Hands), filled(p.Tables), filled(p.Lost), filled(p.Open), filled(p.Asks), filled(p.Shared),
	}, "", " ")
	if err != nil {
		panic(fmt.Sprintf("ledger: %v", err)) // texts, numbers and records always marshal
	}
	return append(out, '\n')
}

// filled is a list that is written as one where it is empty, too.
func filled[T any](list []T) []T { return append([]T{}, list...) }
