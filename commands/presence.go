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
	// untold is from when on they aren't told yet what was written off, though they are back; zero:
	// there is nothing to tell.
	untold time.Time
}

func newPresences() presences { return presences{known: newest[membership, presence](mostPresences)} }

func (p *presences) note(of membership, is presence) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known.Add(of, is)
}

// said is what is known of somebody, and whether that is anything.
func (p *presences) said(of membership, now time.Time) (is presence, known bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	is, there := p.known.Get(of)
	return is, there && now.Sub(is.since) < presenceLasts
}

// refresh says whether it is known already that somebody is in a server, or isn't; then it is known
// from now on.
func (p *presences) refresh(of membership, here bool, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	is, there := p.known.Get(of)
	if !there || is.here != here || now.Sub(is.since) >= presenceLasts {
		return false
	}
	is.since = now
	p.known.Add(of, is)
	return true
}

// owe has somebody be told of write-offs from a time on, or of none, and returns what they weren't
// told of before.
func (p *presences) owe(of membership, untold time.Time) (before time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	is, there := p.known.Get(of)
	if before, is.untold = is.untold, untold; there {
		p.known.Add(of, is)
	}
	return before
}

// leave forgets who is in a server, where what is kept of it was erased.
func (p *presences) leave(s sitting.Server) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, of := range p.known.Keys() {
		if of.server == s {
			p.known.Remove(of)
		}
	}
}

// heard takes in what Discord says of a user in a server. Only news of it is kept; where that
// fails, it stays news.
func (b *Noticeboard) heard(ctx context.Context, of membership, here bool) {
	now := b.now()
	if b.presences.refresh(of, here, now) {
		return
	}
	untold, err := b.keepPresence(ctx, of, here, now)
	if err != nil {
		b.line.Log.Warn("not kept whether somebody is in the server", "server", of.server, "error", err)
		return
	}
	b.presences.note(of, presence{here: here, since: now, untold: untold})
}

// keepPresence has the store keep that a person left a server, or is there again.
func (b *Noticeboard) keepPresence(
	ctx context.Context, of membership, here bool, now time.Time,
) (untold time.Time, err error) {
	if b.departures == nil {
		return untold, nil
	}
	p, err := b.people.person(ctx, of.user)
	if err != nil || p == "" {
		return untold, err
	}
	if !here {
		return untold, b.departures.Departed(ctx, of.server, p, now)
	}
	left, err := b.departures.Departure(ctx, of.server, p)
	if err == nil && !left.Since.IsZero() {
		err = b.departures.Returned(ctx, of.server, p)
	}
	return left.Untold, err
}

// lookUp says whether a user is in a server. An error is that Discord doesn't tell.
func (b *Noticeboard) lookUp(
	ctx context.Context, s sitting.Server, user string,
) (here bool, err error) {
	of := membership{s, user}
	if is, known := b.presences.said(of, b.now()); known {
		return is.here, nil
	}
	here, err = b.line.REST.IsMember(ctx, string(s), user)
	if err == nil {
		b.heard(ctx, of, here)
	}
	return here, err
}

// isHere says whether a user is in a server. Where Discord doesn't tell, they are taken to be
// there.
func (b *Noticeboard) isHere(ctx context.Context, s sitting.Server, user string) bool {
	here, err := b.lookUp(ctx, s, user)
	if err != nil {
		b.line.Log.Warn("not known who is in the server", "server", s, "error", err)
	}
	return here || err != nil
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
func (b *Noticeboard) notePresence(ctx context.Context, in *interaction) {
	if in.Server == "" {
		return
	}
	b.heard(ctx, membership{in.Server, in.User.ID}, true)
	found := in.resolved()
	for id, u := range found.Users {
		if _, here := found.Members[id]; !u.Bot {
			b.heard(ctx, membership{in.Server, id}, here)
		}
	}
}
