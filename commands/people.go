package commands

import (
	"context"
	"slices"
	"sync"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// A Registry knows who people are.
type Registry interface {
	// Person returns the pseudonym of an outer user id; "" for one who never acted.
	Person(ctx context.Context, user string) (sitting.Person, error)
	// Register returns the pseudonym of who acts, made on first need, and keeps what
	// they are called in a server. With an empty name none is kept.
	Register(ctx context.Context, user string, s sitting.Server, name string) (sitting.Person, error)
	// Known returns who people are in a server, in the order asked; an erased or
	// unknown one has an empty User.
	Known(ctx context.Context, s sitting.Server, people []sitting.Person) ([]table.Known, error)
	// Kept returns what is kept of a person for every server; the zero Kept of one who
	// is erased or unknown.
	Kept(ctx context.Context, p sitting.Person) (table.Kept, error)
	// SetPrefs keeps a registered person's settings for what they are shown, as
	// render.Prefs writes them, in place of those before, and the language that they set
	// them in; an empty one is as it is kept. False: they are others meanwhile, or nobody has
	// that pseudonym any more.
	SetPrefs(ctx context.Context, p sitting.Person, before string, now table.Kept) (bool, error)
}

// people remember who is who in which server, so that a click needn't ask the
// store. What they forget they ask again. Where others may erase people too, who a
// user is isn't remembered, so that nobody acts as who they were.
type people struct {
	registry Registry
	shared   bool

	mu     sync.Mutex
	times  int // how often anybody was forgotten: an answer asked for before isn't remembered
	byUser *simplelru.LRU[string, sitting.Person]
	known  *simplelru.LRU[member, table.Known]
	hidden *simplelru.LRU[sitting.Person, struct{}] // who is being erased, or was
}

// A member is a person in a server, where they have a name that is shown nowhere else.
type member struct {
	server sitting.Server
	person sitting.Person
}

// maxPeople bounds what is remembered.
const maxPeople = 20_000

func newPeople(r Registry, shared bool) *people {
	return &people{registry: r, shared: shared, byUser: newest[string, sitting.Person](maxPeople), known: newest[member, table.Known](maxPeople), hidden: newest[sitting.Person, struct{}](maxPeople)}
}

// hide has nobody be shown any more who a person is, whatever the store still knows.
// False: they are hidden already.
func (p *people) hide(id sitting.Person) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hidden.Contains(id) {
		return false
	}
	p.hidden.Add(id, struct{}{})
	for _, at := range p.known.Keys() {
		if at.person == id {
			p.known.Remove(at)
		}
	}
	for _, user := range p.byUser.Keys() {
		if is, _ := p.byUser.Peek(user); is == id {
			p.byUser.Remove(user)
		}
	}
	return true
}

// unhide takes that back.
func (p *people) unhide(id sitting.Person) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hidden.Remove(id)
}

// forget forgets everybody.
func (p *people) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.times++
	p.known.Purge()
	p.byUser.Purge()
}

// leave forgets what everybody is called in a server.
func (p *people) leave(s sitting.Server) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.times++
	for _, at := range p.known.Keys() {
		if at.server == s {
			p.known.Remove(at)
		}
	}
}

func (p *people) isHidden(id sitting.Person) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.hidden.Contains(id)
}

// person gives the pseudonym of who looks; "" for one who never acted. Nothing is
// written.
func (p *people) person(ctx context.Context, user string) (sitting.Person, error) {
	p.mu.Lock()
	id, ok := p.byUser.Get(user)
	p.mu.Unlock()
	if ok && !p.shared {
		return id, nil
	}
	return p.registry.Person(ctx, user)
}

// register gives the pseudonym of who acts. The store hears of a new person and of
// a new name only.
func (p *people) register(ctx context.Context, s sitting.Server, user, name string) (sitting.Person, error) {
	p.mu.Lock()
	id, _ := p.byUser.Get(user)
	k, ok := p.known.Get(member{s, id})
	times := p.times
	p.mu.Unlock()
	if ok && k.Name == name && !p.shared {
		return id, nil
	}
	id, err := p.registry.Register(ctx, user, s, name)
	if err == nil && name != "" {
		p.keep(times, s, table.Known{Person: id, User: user, Name: name})
	}
	return id, err
}

// keep remembers what was asked at a count of times, unless anybody was forgotten since.
func (p *people) keep(times int, s sitting.Server, all ...table.Known) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if times != p.times {
		return
	}
	for _, k := range all {
		if p.hidden.Contains(k.Person) {
			continue
		}
		p.known.Add(member{s, k.Person}, k)
		if k.User != "" {
			p.byUser.Add(k.User, k.Person)
		}
	}
}

// learn keeps what the store said of people, unless they have acted since.
func (p *people) learn(times int, s sitting.Server, asked []table.Known) {
	p.mu.Lock()
	fresh := slices.DeleteFunc(slices.Clone(asked), func(k table.Known) bool { return p.known.Contains(member{s, k.Person}) })
	p.mu.Unlock()
	p.keep(times, s, fresh...)
}

// all gives who the persons are in a server, by person.
func (p *people) all(ctx context.Context, s sitting.Server, persons []sitting.Person) (map[sitting.Person]render.Player, error) {
	found := make(map[sitting.Person]render.Player, len(persons))
	var missing []sitting.Person
	p.mu.Lock()
	times := p.times
	for _, id := range persons {
		if k, ok := p.known.Get(member{s, id}); ok {
			found[id] = playerOf(k)
		} else if id != "" && !p.hidden.Contains(id) {
			missing = append(missing, id)
		}
	}
	p.mu.Unlock()
	if len(missing) == 0 {
		return found, nil
	}
	asked, err := p.registry.Known(ctx, s, missing)
	if err != nil {
		return nil, err
	}
	for _, k := range asked {
		if !p.isHidden(k.Person) { // meanwhile
			found[k.Person] = playerOf(k)
		}
	}
	p.learn(times, s, asked)
	return found, nil
}

// prefs gives the settings that a person has made for what they are shown; the
// default of one who has made none.
func (p *people) prefs(ctx context.Context, id sitting.Person) (render.Prefs, error) {
	kept, err := p.registry.Kept(ctx, id)
	if err != nil {
		return render.Prefs{}, err
	}
	return readPrefs(kept)
}

// prefsOf is prefs of whom Discord knows by an id; the default of one who never acted.
func (p *people) prefsOf(ctx context.Context, user string) (render.Prefs, error) {
	id, err := p.person(ctx, user)
	if err != nil || id == "" {
		return render.Prefs{}, err
	}
	return p.prefs(ctx, id)
}

func readPrefs(kept table.Kept) (render.Prefs, error) {
	if kept.Prefs == "" {
		return render.Prefs{}, nil
	}
	return render.ParsePrefs(kept.Prefs)
}

// prefer changes a registered person's settings for what they are shown, and gives
// them as they are then; with them the language that they spoke, unless it is empty. Of two
// changes at once each is made to what the other left. Who was erased meanwhile has none.
func (p *people) prefer(ctx context.Context, id sitting.Person, lang string, change func(*render.Prefs)) (render.Prefs, error) {
	kept, err := p.registry.Kept(ctx, id)
	for err == nil {
		before, unread := readPrefs(kept)
		after := before
		if change(&after); unread != nil || after == before && (lang == "" || lang == kept.Lang) {
			return after, unread
		}
		done, failed := p.registry.SetPrefs(ctx, id, kept.Prefs, table.Kept{Prefs: after.String(), Lang: lang})
		if done || failed != nil {
			return after, failed
		}
		last := kept
		if kept, err = p.registry.Kept(ctx, id); kept == last {
			return after, err
		}
	}
	return render.Prefs{}, err
}

func playerOf(k table.Known) render.Player { return render.Player{Name: k.Name, UserID: k.User} }

// reader asks for everybody that a sight names, and for others.
func (p *people) reader(ctx context.Context, s *sitting.Sight, others ...sitting.Person) (render.Reader, error) {
	persons := append(s.Named(), others...)
	all, err := p.all(ctx, s.Server, persons)
	render.Apart(all, persons)
	return render.Reader{People: all}, err
}
