package commands

import (
	"context"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

const (
	presenceLasts = 10 * time.Minute // before Discord is asked again
	mostPresences = 10_000           // people in servers that are remembered
)

// presences remember who is in which server, as Discord said last: in the data of an interaction,
// or when it was asked.
type presences struct {
	mu    sync.Mutex
	known *simplelru.LRU[membership, presence]
}

type membership struct {
	server sitting.Server
	user   string
}

type presence struct {
	here  bool
	since time.Time
}

func newPresences() presences { return presences{known: newest[membership, presence](mostPresences)} }

func (p *presences) note(of membership, here bool, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known.Add(of, presence{here, now})
}

// said is what is known of somebody, and whether that is anything.
func (p *presences) said(of membership, now time.Time) (here, known bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	is, there := p.known.Get(of)
	return is.here, there && now.Sub(is.since) < presenceLasts
}

// isHere says whether a user is in a server. Where Discord doesn't tell, they are taken to be
// there.
func (b *Noticeboard) isHere(ctx context.Context, s sitting.Server, user string) bool {
	of := membership{s, user}
	if here, known := b.presences.said(of, b.now()); known {
		return here
	}
	here, err := b.line.REST.IsMember(ctx, string(s), user)
	if err != nil {
		b.line.Log.Warn("not known who is in the server", "server", s, "error", err)
		return true
	}
	b.presences.note(of, here, b.now())
	return here
}

// present leaves of those whom a post mentions who are in the server. In a direct message nobody is
// looked for.
func (b *Noticeboard) present(ctx context.Context, s sitting.Server, known map[sitting.Person]render.Player, all []sitting.Person) []sitting.Person {
	var here []sitting.Person
	for _, p := range all {
		if user := known[p].UserID; s == "" || user == "" || b.isHere(ctx, s, user) {
			here = append(here, p)
		}
	}
	return here
}

// notePresence takes in what an interaction says of who is in its server: its author is, and of
// those whom it names only the members are.
func (b *Noticeboard) notePresence(in *interaction) {
	if in.Server == "" {
		return
	}
	now := b.now()
	b.presences.note(membership{in.Server, in.User.ID}, true, now)
	found := in.resolved()
	for id, u := range found.Users {
		if _, here := found.Members[id]; !u.Bot {
			b.presences.note(membership{in.Server, id}, here, now)
		}
	}
}
