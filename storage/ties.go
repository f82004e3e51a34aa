package storage

import (
	"crypto/rand"
	"database/sql/driver"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// The parts of an event's ties, each a letter and so many bytes of a hash.
const (
	tiePerson  = 'p'
	tieReceipt = 'k'
	tieTab     = 't'
)

// receiptSize is enough to tell the receipts of one file apart.
const receiptSize = 16

func tieSize(part byte) int {
	if part == tieReceipt {
		return receiptSize
	}
	return len(digest{})
}

// appendTie adds a part to the ties of an event.
func appendTie(ties []byte, part byte, d digest) []byte {
	return append(append(ties, part), d[:tieSize(part)]...)
}

// cutTie takes the part of that letter off the front of ties, if it is there.
func cutTie(ties []byte, part byte) (hash, rest []byte) {
	end := 1 + tieSize(part)
	if len(ties) < end || ties[0] != part {
		return nil, ties
	}
	return ties[1:end], ties[end:]
}

// tiePerson returns the tie of an event that names a person: nil unless it is the
// first one that does. Nobody knows who an erased person is, so nothing ties them.
func (w *writer) tiePerson(p sitting.Person) ([]byte, error) {
	if p == "" {
		return nil, nil
	}
	var dest [2]driver.Value
	found, err := w.said.findPerson.row(dest[:], string(p))
	if err != nil || !found || dest[1] != nil {
		return nil, err
	}
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	if _, err := w.said.saltPerson.run(salt, string(p)); err != nil {
		return nil, err
	}
	return appendTie(nil, tiePerson, w.hash.person(p, salt, dest[0].(string))), nil
}

// stays is an expression for what stays from one opening of the file to the next,
// and through a migration: a start may end between one and the opening that sums up.
const stays = `(SELECT one || ' ' || count FROM openings)
	|| (SELECT coalesce(group_concat(format(';%Q %s', name, hex(value)), '' ORDER BY name), '') FROM secrets)`

// sumUp keeps the hash of what stays until it is changed again.
func (w *writer) sumUp() error {
	var dest [1]driver.Value
	if _, err := w.said.stays.row(dest[:]); err != nil {
		return err
	}
	sum := w.hash.stays(dest[0].(string))
	_, err := w.said.setSum.run(sum[:])
	return err
}
