package table

import (
	"slices"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A Loss is what players lose with a channel that is deleted: their table, and results that it
// never saw.
type Loss struct {
	At         time.Time        `json:"-"`
	Results    []int64          `json:",omitempty"` // number of the event that ended each hand
	People     []sitting.Person // at the table
	Told       []sitting.Person `json:",omitempty"` // of these, who has been told with an answer
	Unfinished bool             `json:"-"`          // the table isn't closed yet
}

// Plus adds what else is known of the loss. Several houses learn of it, each a part and in any
// order, so nothing that either knows is left out.
func (l Loss) Plus(more Loss) Loss {
	if more.At.Before(l.At) {
		l.At = more.At
	}
	l.Results = union(l.Results, more.Results)
	slices.Sort(l.Results)
	l.People, l.Told = union(l.People, more.People), union(l.Told, more.Told)
	l.Unfinished = l.Unfinished && more.Unfinished
	return l
}

// union returns all, with those of more that aren't among them after them.
func union[T comparable](all, more []T) []T {
	all = slices.Clone(all)
	for _, one := range more {
		if !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return all
}

// losses know which tables were lost with their channels of late.
type losses struct {
	mu      sync.Mutex
	read    bool // what is stored has been
	of      map[sitting.ID]Loss
	by      map[sitting.Person][]sitting.ID
	under   map[sitting.Channel]struct{} // channels about which Discord is being asked
	hear    map[sitting.Person]struct{}  // people who are just being told
	walk    map[sitting.Server]struct{}  // servers whose closed tables are to be asked about
	walking bool                         // somebody is at that
}

func newLosses() losses {
	return losses{
		of: make(map[sitting.ID]Loss), by: make(map[sitting.Person][]sitting.ID),
		under: make(map[sitting.Channel]struct{}), hear: make(map[sitting.Person]struct{}),
		walk: make(map[sitting.Server]struct{}),
	}
}

// recall takes over what is stored.
func (l *losses) recall(all map[sitting.ID]Loss) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.read = true
	for id, one := range all {
		l.add(id, one)
	}
}

func (l *losses) recalled() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.read
}

// note takes over what was just stored of a loss.
func (l *losses) note(id sitting.ID, one Loss) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.add(id, one)
}

// add wants the lock.
func (l *losses) add(id sitting.ID, one Loss) {
	known, is := l.of[id]
	if is {
		one = known.Plus(one)
	}
	l.of[id] = one
	for _, p := range one.People[len(known.People):] {
		l.by[p] = append(l.by[p], id)
	}
}

// forget drops losses that are older than a moment.
func (l *losses) forget(before time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, one := range l.of {
		if one.At.After(before) {
			continue
		}
		delete(l.of, id)
		for _, p := range one.People {
			l.by[p] = slices.DeleteFunc(l.by[p], func(of sitting.ID) bool { return of == id })
			if len(l.by[p]) == 0 {
				delete(l.by, p)
			}
		}
	}
}

// get returns what was lost with a table.
func (l *losses) get(id sitting.ID) (Loss, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	loss, is := l.of[id]
	return loss, is
}

func (l *losses) has(id sitting.ID) bool {
	_, is := l.get(id)
	return is
}

// unfinished lists the tables that aren't closed yet.
func (l *losses) unfinished() (ids []sitting.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, one := range l.of {
		if one.Unfinished {
			ids = append(ids, id)
		}
	}
	return ids
}

// list lists the tables of a person, the newest first.
func (l *losses) list(p sitting.Person, since time.Time) []sitting.ID {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.those(p, since, func(Loss) bool { return true })
}

// toTell lists the tables of a person of which they haven't been told with an answer. Nobody else
// gets them until the function is called that it returns.
func (l *losses) toTell(p sitting.Person, since time.Time) ([]sitting.ID, func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, is := l.hear[p]; is {
		return nil, nil
	}
	untold := func(one Loss) bool { return !slices.Contains(one.Told, p) }
	ids := l.those(p, since, untold)
	if len(ids) == 0 {
		return nil, nil
	}
	l.hear[p] = struct{}{}
	return ids, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.hear, p)
	}
}

// those wants the lock.
func (l *losses) those(
	p sitting.Person, since time.Time, is func(Loss) bool,
) (ids []sitting.ID) {
	for _, id := range l.by[p] {
		if one := l.of[id]; one.At.After(since) && is(one) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b sitting.ID) int { return l.of[b].At.Compare(l.of[a].At) })
	return ids
}

// begins notes that Discord is being asked about a channel. False: it is already.
func (l *losses) begins(c sitting.Channel) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, is := l.under[c]
	l.under[c] = struct{}{}
	return !is
}

func (l *losses) ends(c sitting.Channel) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.under, c)
}

// walks notes a server whose closed tables are to be asked about, and says whether the caller is to
// do it: nobody else is at that.
func (l *losses) walks(s sitting.Server) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.walk[s] = struct{}{}
	begins := !l.walking
	l.walking = true
	return begins
}

// nextWalk takes one of these servers; false: there is none.
func (l *losses) nextWalk() (next sitting.Server, is bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for s := range l.walk {
		delete(l.walk, s)
		return s, true
	}
	l.walking = false
	return "", false
}

// walked notes that nobody is at it any more, however that ended.
func (l *losses) walked() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.walking = false
}
