package storage

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// A PlayRow is a row of somebody's record.
type PlayRow struct {
	tab.Play
	Event  int64 // id of the event that ended the hand
	Server sitting.Server
}

// records are the rows that people's records must have, by the event that ended the hand.
type records map[sitting.Person]map[int64]PlayRow

// record puts a hand that ended into the records of those of its people who aren't erased.
func (r *replay) record(e *EventRow, server sitting.Server, plays []tab.Play) {
	for _, p := range plays {
		row := PlayRow{Play: p, Event: e.ID, Server: server}
		if k := r.people[string(p.Person)]; k != nil {
			k.played += r.hash.play(&row)
		}
		if of := r.records[p.Person]; of != nil {
			of[e.ID] = row
		}
	}
}

// play returns a number by which records are compared whose rows were told in any
// order: sums of it are the same if their rows are.
func (h *Hasher) play(p *PlayRow) uint64 {
	h.start("play")
	h.string(string(p.Person))
	h.number(p.Event)
	h.string(string(p.Server))
	for _, is := range []bool{p.Alone, p.Apart, p.Won, p.Rummy} {
		n := int64(0)
		if is {
			n = 1
		}
		h.number(n)
	}
	h.number(p.Pips)
	h.string(p.Against)
	d := h.sum()
	return binary.LittleEndian.Uint64(d[:])
}

// Play tells a row of a record, after all events.
func (d *Doctor) Play(p *PlayRow) {
	if k := d.people[string(p.Person)]; k != nil {
		k.kept += d.hash.play(p)
		return
	}
	d.wrongPlay(p.Person, p.Event, "of nobody")
}

// otherRecords lists the people whose record isn't what the hands make it, with room
// to write it anew.
func (d *Doctor) otherRecords() records {
	others := make(records)
	for person, k := range d.people {
		if k.played != k.kept {
			others[sitting.Person(person)] = make(map[int64]PlayRow)
		}
	}
	return others
}

// Records says whether something is to be said of somebody's record.
func (a *Again) Records() bool { return len(a.records) > 0 }

// Recorded tells a row of a record, once all events were told again, and adds to d what is
// wrong with it; of is the row of the table that its event belongs to, 0 for none.
// A table that can't be played again says nothing of its hands.
func (a *Again) Recorded(d *Doctor, p *PlayRow, of int64) {
	rows, listed := a.records[p.Person]
	want, is := rows[p.Event]
	delete(rows, p.Event)
	if listed && want != *p && (is || !a.spoiled[of]) {
		d.wrongPlay(p.Person, p.Event, "")
	}
}

// EndRecords adds to d which hands records lack.
func (a *Again) EndRecords(d *Doctor) {
	for _, person := range slices.Sorted(maps.Keys(a.records)) {
		for _, event := range slices.Sorted(maps.Keys(a.records[person])) {
			d.wrongPlay(person, event, "missing")
		}
	}
}

func (d *Doctor) wrongPlay(p sitting.Person, event int64, how string) {
	detail := fmt.Sprintf("%s, event %d", p, event)
	if how != "" {
		detail += ": " + how
	}
	d.Add(Finding{Code: PlayChanged, Seq: event, Detail: detail})
}
