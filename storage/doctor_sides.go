package storage

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// A Side is one person's side of what lies between two in a server.
type Side struct {
	Server        sitting.Server
	Person, Other sitting.Person
}

// CompareSides orders sides by server and people.
func CompareSides(a, b Side) int {
	return cmp.Or(cmp.Compare(a.Server, b.Server), cmp.Compare(a.Person, b.Person), cmp.Compare(a.Other, b.Other))
}

// Sides lists both sides of each two who sat in a hand.
func Sides(server sitting.Server, o *tab.Outcome) []Side {
	var all []Side
	for _, person := range o.People {
		for _, other := range o.People {
			if other != person {
				all = append(all, Side{server, person, other})
			}
		}
	}
	return all
}

// sides are how many hands of one server people sat in together.
type sides map[Side]int64

// countSides counts a hand for each two of its people, or counts one that was voided for
// them no longer.
func (r *replay) countSides(t *tip, server sitting.Server, o *tab.Outcome, hands int64) {
	for _, side := range Sides(server, o) {
		t.sides += r.hash.weighSide(side, hands)
		if of := r.sides[server]; of != nil {
			if of[side] += hands; of[side] == 0 {
				delete(of, side)
			}
		}
	}
}

// weighSide returns a number by which counts of hands are compared that were added up
// in any order.
func (h *Hasher) weighSide(s Side, hands int64) uint64 {
	h.start("side")
	h.string(string(s.Server))
	h.string(string(s.Person))
	h.string(string(s.Other))
	d := h.sum()
	return binary.LittleEndian.Uint64(d[:]) * uint64(hands)
}

// Side tells how many hands two are said to have sat in together.
func (d *Doctor) Side(s Side, hands int64) { d.met[s.Server] += d.hash.weighSide(s, hands) }

// otherSides lists the servers in which other hands are counted between people than they
// sat in together, with room to count them again.
func (d *Doctor) otherSides() map[sitting.Server]sides {
	for server := range d.tips {
		d.met[server] += 0
	}
	others := make(map[sitting.Server]sides)
	for server, sum := range d.met {
		if t := d.tip(server); !t.unsure && t.sides != sum {
			others[server] = make(sides)
		}
	}
	return others
}

// Met tells how many hands two are said to have sat in together, once all events were told
// again, and adds to d what is wrong with it, in the servers that [Again.Meetings] lists.
func (a *Again) Met(d *Doctor, s Side, hands int64) {
	want, listed := a.sides[s.Server]
	if listed && hands != want[s] {
		d.wrongSide(s)
	}
	delete(want, s)
}

// EndMet adds to d which hands of a server aren't counted between people.
func (a *Again) EndMet(d *Doctor, server sitting.Server) {
	for _, s := range slices.SortedFunc(maps.Keys(a.sides[server]), CompareSides) {
		d.wrongSide(s)
	}
}

func (d *Doctor) wrongSide(s Side) {
	d.Add(Finding{Code: BalanceChanged, Server: s.Server, Detail: fmt.Sprintf("%s and %s: hands", s.Person, s.Other)})
}
