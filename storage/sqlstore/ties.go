package sqlstore

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
)

// tiePerson returns the tie of an event that names a person: nil unless it is the
// first one that does. Nobody knows who an erased person is, so nothing ties them.
func (w *Tx) tiePerson(p sitting.Person) ([]byte, error) {
	if p == "" {
		return nil, nil
	}
	var dest [2]driver.Value
	found, err := w.said.FindPerson.Row(dest[:], string(p))
	if err != nil || !found || dest[1] != nil {
		return nil, err
	}
	salt := storage.NewSalt()
	if salted, err := w.said.SaltPerson.Run(salt, string(p)); err != nil || salted == 0 { // another event was first
		return nil, err
	}
	return storage.AppendTie(nil, storage.TiePerson, w.hash.Person(p, salt, dest[0].(string))), nil
}

// sumUp keeps the hash of what stays from one opening of the database to the next,
// until it is changed again.
func (w *Tx) sumUp() error {
	var opening [2]driver.Value
	if _, err := w.said.Opening.Row(opening[:]); err != nil {
		return err
	}
	stays := fmt.Sprintf("%d %d", opening[0], opening[1])
	err := w.said.Secrets.Each(context.Background(), len(opening), func(row []driver.Value) error {
		stays += staySecret(row[0].(string), row[1].([]byte))
		return nil
	})
	if err != nil {
		return err
	}
	sum := w.hash.Stays(stays)
	err = w.said.SetSum.Tell(sum[:])
	return err
}

// staySecret is what a secret adds to what stays.
func staySecret(name string, value []byte) string {
	return fmt.Sprintf(";'%s' %X", strings.ReplaceAll(name, "'", "''"), value)
}
