package storage

import (
	"crypto/rand"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// Sealed is an event in its stored form.
type Sealed struct {
	Kind     string
	Body     []byte
	TextHash []byte         // of its free text; nil without one
	Ties     []byte         // to rows beside the event; nil without any
	Named    sitting.Person // whom the event names; empty: nobody
	Author   sitting.Person // of the text
	Salt     []byte         // of the text
	Text     string         // kept apart, so that it can be erased
}

// Seal brings an event into its stored form, without ties.
func Seal(e sitting.Event, h *Hasher) Sealed {
	var s Sealed
	s.Kind, s.Body, s.Text = sitting.EncodeEvent(e)
	s.Named = sitting.Named(e)
	if s.Text == "" {
		return s
	}
	if cut, ok := e.(sitting.CutGiven); ok {
		s.Author = cut.By
	}
	s.Salt = NewSalt()
	hash := h.Text(s.Salt, s.Text)
	s.TextHash = hash[:]
	return s
}

// NewSalt returns random bytes to be hashed with what can be erased.
func NewSalt() []byte {
	salt := make([]byte, SaltSize)
	_, _ = rand.Read(salt) // never fails
	return salt
}
