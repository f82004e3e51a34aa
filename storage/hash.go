package storage

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
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
	entryTag = "boathouse-entry/1"
	textTag  = "boathouse-text/1"

	personTag  = "boathouse-person/1"
	receiptTag = "boathouse-receipt/1"
	stayTag    = "boathouse-openings/1"
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

func (h *hasher) bytes(b []byte) {
	h.buf = append(binary.AppendUvarint(h.buf, uint64(len(b))), b...)
}

func (h *hasher) string(s string) {
	h.buf = append(binary.AppendUvarint(h.buf, uint64(len(s))), s...)
}

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

// entry returns the link of an entry of a server's tab that follows prev.
func (h *hasher) entry(prev digest, s sitting.Server, seq, at int64, id sitting.ID, hand sitting.HandKey, e tab.Entry) digest {
	h.start(entryTag)
	h.bytes(prev[:])
	h.string(string(s))
	h.number(seq)
	h.number(at)
	h.string(string(id))
	h.number(int64(hand.Hand))
	h.string(string(e.Person))
	h.string(string(e.Other))
	h.number(e.Pips)
	if hand.Again != 0 { // entries are older than turnings
		h.number(int64(hand.Again))
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
func (h *hasher) receipt(key, id string, from, to int64, owed []byte, tabHead string) digest {
	h.start(receiptTag)
	h.string(key)
	h.string(id)
	h.number(from)
	h.number(to)
	h.bytes(owed)
	h.string(tabHead)
	return h.sum()
}

// receiptOf is receipt of bytes.
func (h *hasher) receiptOf(key, id []byte, from, to int64, owed, tabHead []byte) digest {
	h.start(receiptTag)
	h.bytes(key)
	h.bytes(id)
	h.number(from)
	h.number(to)
	h.bytes(owed)
	h.bytes(tabHead)
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
