package storage

import (
	"crypto/rand"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
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
	if cut, ok := e.(sitting.CutGiven); ok {
		s.Author = cut.By
	}
	s.close(h)
	return s
}

// SealTab brings an event of a proposal into its stored form, without ties.
func SealTab(e tab.Event, h *Hasher) Sealed {
	var s Sealed
	s.Kind, s.Body, s.Text = tab.EncodeEvent(e)
	if proposed, ok := e.(tab.Proposed); ok {
		s.Author = proposed.By
	}
	s.close(h)
	return s
}

// close puts the hash of the free text into the event, if it has any.
func (s *Sealed) close(h *Hasher) {
	if s.Text == "" {
		s.Author = ""
		return
	}
	s.Salt = NewSalt()
	hash := h.Text(s.Salt, s.Text)
	s.TextHash = hash[:]
}

// NewSalt returns random bytes to be hashed with what can be erased.
func NewSalt() []byte {
	salt := make([]byte, SaltSize)
	_, _ = rand.Read(salt) // never fails
	return salt
}
