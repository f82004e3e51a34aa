package sqlite

import (
	"database/sql/driver"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
)

// tiePerson returns the tie of an event that names a person: nil unless it is the
// first one that does. Nobody knows who an erased person is, so nothing ties them.
func (w *writer) tiePerson(p sitting.Person) ([]byte, error) {
	if p == "" {
		return nil, nil
	}
	var dest [2]driver.Value
	found, err := w.said.FindPerson.row(dest[:], string(p))
	if err != nil || !found || dest[1] != nil {
		return nil, err
	}
	salt := storage.NewSalt()
	if _, err := w.said.SaltPerson.run(salt, string(p)); err != nil {
		return nil, err
	}
	return storage.AppendTie(nil, storage.TiePerson, w.hash.Person(p, salt, dest[0].(string))), nil
}

// stays is an expression for what stays from one opening of the file to the next,
// and through a migration: a start may end between one and the opening that sums up.
const stays = `(SELECT one || ' ' || count FROM openings)
	|| (SELECT coalesce(group_concat(format(';%Q %s', name, hex(value)), '' ORDER BY name), '') FROM secrets)`

// sumUp keeps the hash of what stays until it is changed again.
func (w *writer) sumUp() error {
	var dest [1]driver.Value
	if _, err := w.stays.row(dest[:]); err != nil {
		return err
	}
	sum := w.hash.Stays(dest[0].(string))
	_, err := w.said.SetSum.run(sum[:])
	return err
}
