package storage

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// A Quarter is one person's quarter of an hour in a server.
type Quarter struct {
	Server sitting.Server
	Person sitting.Person
	Start  int64 // unix ms
}

// CompareQuarters orders quarters by server, person and time.
func CompareQuarters(a, b Quarter) int {
	return cmp.Or(cmp.Compare(a.Server, b.Server), cmp.Compare(a.Person, b.Person), cmp.Compare(a.Start, b.Start))
}

// tallies are what the hands of one server count for people, by quarter of an hour.
type tallies map[Quarter]tab.Tally

// count counts a hand for its people.
func (r *replay) count(e *EventRow, t *tip, server sitting.Server, o *tab.Outcome) {
	for _, p := range o.People {
		r.countTally(t, Quarter{server, p, tab.QuarterOf(e.At)}, o.Tally(p))
	}
}

// countTally counts something for one of them.
func (r *replay) countTally(t *tip, q Quarter, tally tab.Tally) {
	t.tallies += r.hash.weigh(q, tally)
	at := r.tallies[q.Server]
	if at == nil {
		return
	}
	if at[q] = at[q].Plus(tally); at[q] == (tab.Tally{}) { // of hands that were voided nothing is kept
		delete(at, q)
	}
}

// weigh returns a number by which tallies are compared that were added up in any
// order: each count of each quarter has a weight of its own.
func (h *Hasher) weigh(q Quarter, t tab.Tally) uint64 {
	h.start("quarter")
	h.string(string(q.Server))
	h.string(string(q.Person))
	h.number(q.Start)
	d := h.sum()
	weight := func(i int) uint64 { return binary.LittleEndian.Uint64(d[8*i:]) }
	return weight(0)*uint64(t.Hands) + weight(1)*uint64(t.Wins) + weight(2)*uint64(t.Rummies)
}

// Tally tells what is counted for a person.
func (d *Doctor) Tally(q Quarter, t tab.Tally) { d.has[q.Server] += d.hash.weigh(q, t) }

// otherTallies lists the servers in which other hands are counted than have ended,
// with room to count them again.
func (d *Doctor) otherTallies() map[sitting.Server]tallies {
	for server := range d.tips {
		d.has[server] += 0
	}
	others := make(map[sitting.Server]tallies)
	for server, sum := range d.has {
		if t := d.tip(server); !t.unsure && t.tallies != sum {
			others[server] = make(tallies)
		}
	}
	return others
}

// Count tells what is counted for a person, once all events were told again, and
// adds to d what is wrong with it, in the servers that [Again.Counts] lists.
func (a *Again) Count(d *Doctor, q Quarter, t tab.Tally) {
	want, listed := a.tallies[q.Server]
	if listed && t != want[q] {
		d.wrongCount(q)
	}
	delete(want, q)
}

// EndCount adds to d which hands of a server aren't counted.
func (a *Again) EndCount(d *Doctor, server sitting.Server) {
	for _, q := range slices.SortedFunc(maps.Keys(a.tallies[server]), CompareQuarters) {
		d.wrongCount(q)
	}
}

func (d *Doctor) wrongCount(q Quarter) {
	at := time.UnixMilli(q.Start).UTC().Format(time.RFC3339)
	d.Add(Finding{Code: QuarterChanged, Server: q.Server, Detail: fmt.Sprintf("%s at %s: hands", q.Person, at)})
}
