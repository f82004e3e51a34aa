package wire

import (
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
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
