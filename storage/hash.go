package storage

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A digest is a SHA-256 hash: a link of a chain. The first link of every chain
// follows the zero digest.
type digest [sha256.Size]byte

// asDigest reads a digest as stored; one of the wrong length is none that is right.
func asDigest(b []byte) (d digest) {
	copy(d[:], b)
	return d
}

// The first field of what is hashed, so that no row of one sort passes for
// another.
const (
	eventTag = "boathouse-event/1"
	entryTag = "boathouse-entry/2"
	textTag  = "boathouse-text/1"

	personTag  = "boathouse-person/1"
	receiptTag = "boathouse-receipt/1"
	stayTag    = "boathouse-openings/2"

	handEntryTag = "boathouse-entry/1" // of entries from before there were others than those of hands
)

// saltSize is the number of random bytes hashed with a free text.
const saltSize = 16

// A hasher hashes a tag and fields: bytes and strings each after their length as
// a uvarint, numbers as eight bytes, the highest first. Its space is used again
// from one hash to the next.
type hasher struct {
	buf []byte
}

func (h *hasher) start(tag string) {
	h.buf = append(h.buf[:0], tag...)
}

func field[T string | []byte](h *hasher, v T) {
	h.buf = append(binary.AppendUvarint(h.buf, uint64(len(v))), v...)
}

func (h *hasher) bytes(b []byte) { field(h, b) }

func (h *hasher) string(s string) { field(h, s) }

func (h *hasher) number(n int64) {
	h.buf = binary.BigEndian.AppendUint64(h.buf, uint64(n))
}

func (h *hasher) sum() digest { return sha256.Sum256(h.buf) }

// event returns the link of an event that follows prev.
func (h *hasher) event(prev digest, id sitting.ID, seq, at int64, e *sealed) digest {
	h.start(eventTag)
	h.bytes(prev[:])
	h.string(string(id))
	h.number(seq)
	h.number(at)
	h.string(e.kind)
	h.bytes(e.body)
	h.bytes(e.textHash)
	if len(e.ties) > 0 { // events are older than ties
		h.bytes(e.ties)
	}
	return h.sum()
}

// The layouts of an entry's hash, as its row says.
const (
	layoutHand = 1 // of hands alone, with the turning where there is one
	layoutKind = 2 // of every kind, with every field in its place
)

// entry returns the link of an entry of a server's tab that follows prev.
func (h *hasher) entry(prev digest, e *entryRow) digest {
	if e.layout == layoutHand {
		return h.handEntry(prev, e)
	}
	h.start(entryTag)
	h.bytes(prev[:])
	h.string(string(e.server))
	h.number(e.seq)
	h.number(e.at)
	h.string(e.from.kind)
	h.string(e.from.table)
	h.number(e.from.hand)
	h.number(e.from.again)
	h.string(e.from.ref)
	h.string(string(e.Person))
	h.string(string(e.Other))
	h.number(e.Pips)
	return h.sum()
}

// handEntry returns the link of an entry in the layout that knew hands alone.
func (h *hasher) handEntry(prev digest, e *entryRow) digest {
	h.start(handEntryTag)
	h.bytes(prev[:])
	h.string(string(e.server))
	h.number(e.seq)
	h.number(e.at)
	h.string(e.from.table)
	h.number(e.from.hand)
	h.string(string(e.Person))
	h.string(string(e.Other))
	h.number(e.Pips)
	if e.from.again != 0 { // entries are older than turnings
		h.number(e.from.again)
	}
	return h.sum()
}

// text returns the hash that stands in an event for its free text.
func (h *hasher) text(salt []byte, text string) digest {
	h.start(textTag)
	h.bytes(salt)
	h.string(text)
	return h.sum()
}

// person returns the hash that ties a person to the user whom they are.
func (h *hasher) person(p sitting.Person, salt []byte, user string) digest {
	h.start(personTag)
	h.bytes(salt)
	h.string(string(p))
	h.string(user)
	return h.sum()
}

// receipt returns the hash that ties a batch to its receipt, as stored.
func receipt[T string | []byte](h *hasher, key, id T, from, to int64, owed []byte, tabHead T) digest {
	h.start(receiptTag)
	field(h, key)
	field(h, id)
	h.number(from)
	h.number(to)
	h.bytes(owed)
	field(h, tabHead)
	return h.sum()
}

// stays returns the hash of what stays from one opening of the file to the next.
func (h *hasher) stays(rows string) digest {
	h.start(stayTag)
	h.string(rows)
	return h.sum()
}

// sealed is an event in its stored form.
type sealed struct {
	kind     string
	body     []byte
	textHash []byte // nil without a text
	ties     []byte // nil without any
	named    sitting.Person
	author   sitting.Person
	salt     []byte
	text     string
}
