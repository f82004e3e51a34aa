package storage

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// known is what the file knows of a person who isn't erased.
type known struct {
	user string
	salt []byte
	tied bool  // an event holds who they are
	last int64 // id of the newest event that names them
}

func (c *checking) readPeople(ctx context.Context) error {
	rows, err := c.tx.QueryContext(ctx, "SELECT person, user, salt FROM people")
	return each(rows, err, func() error {
		var person string
		k := &known{}
		err := rows.Scan(&person, &k.user, &k.salt)
		c.people[person] = k
		return err
	})
}

// names compares the person whom an event names with who they were when an event
// first named them. Who an erased person was can't be told, and needn't.
func (c *checking) names(p sitting.Person, tie []byte, id int64, of sitting.ID, seq int64) {
	k := c.people[string(p)]
	if k == nil {
		return
	}
	k.last = max(k.last, id)
	if tie == nil {
		return
	}
	k.tied = true
	if want := c.hash.person(p, k.salt, k.user); string(tie) != string(want[:]) {
		c.add(Finding{Code: PersonChanged, Table: of, Seq: seq, Detail: string(p)})
	}
}

// persons finds who was tied to events and isn't any more. Who was named only
// before there were ties will be tied by the next event that names them.
func (c *checking) persons(context.Context) error {
	c.People = len(c.people)
	for person, k := range c.people {
		switch {
		case k.tied:
		case k.salt != nil:
			c.add(Finding{Code: PersonChanged, Detail: person})
		case c.tied > 0 && k.last >= c.tied:
			c.add(Finding{Code: PersonUntied, Seq: k.last, Detail: person})
		default:
			c.Untied++
		}
	}
	return nil
}
