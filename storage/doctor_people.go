package storage

import "github.com/boathouse-rum/boathouse/engine/sitting"

// known is what the store knows of a person who isn't erased.
type known struct {
	user string
	salt []byte
	tied bool  // an event holds who they are
	last int64 // id of the newest event that names them

	played, kept uint64 // what the hands that ended put into their record, and what is kept of it, both weighed
}

// Person tells who a person is; salt is nil until an event names them.
func (d *Doctor) Person(p sitting.Person, user string, salt []byte) {
	d.people[string(p)] = &known{user: user, salt: salt}
}

// names compares the person whom an event names with who they were when an event
// first named them. Who an erased person was can't be told, and needn't.
func (d *Doctor) names(p sitting.Person, tie []byte, id int64, of sitting.ID, seq int64) {
	k := d.people[string(p)]
	if k == nil {
		return
	}
	k.last = max(k.last, id)
	if tie == nil {
		return
	}
	k.tied = true
	if want := d.hash.Person(p, k.salt, k.user); string(tie) != string(want[:]) {
		d.Add(Finding{Code: PersonChanged, Table: of, Seq: seq, Detail: string(p)})
	}
}

// EndPeople finds, after all events, who was tied to events and isn't any more. Who
// was named only before there were ties will be tied by the next event that names
// them.
func (d *Doctor) EndPeople() {
	d.People = len(d.people)
	for person, k := range d.people {
		switch {
		case k.tied:
		case k.salt != nil:
			d.Add(Finding{Code: PersonChanged, Detail: person})
		case d.tied > 0 && k.last >= d.tied:
			d.Add(Finding{Code: PersonUntied, Seq: k.last, Detail: person})
		default:
			d.Untied++
		}
	}
}
