package storage

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A Digest is a SHA-256 hash: a link of a chain. The first link of every chain
// follows the zero Digest.
type Digest [sha256.Size]byte

// AsDigest reads a Digest as stored; one of the wrong length is none that is right.
func AsDigest(b []byte) (d Digest) {
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

	checkpointTag = "boathouse-checkpoint/1"

	handEntryTag = "boathouse-entry/1" // of entries from before there were others than those of hands
)

// SaltSize is the number of random bytes hashed with a free text.
const SaltSize = 16

// A Hasher hashes a tag and fields: bytes and strings each after their length as
// a uvarint, numbers as eight bytes, the highest first. Its space is used again
// from one hash to the next; the zero Hasher is ready.
type Hasher struct {
	buf []byte
}

func (h *Hasher) start(tag string) {
	h.buf = append(h.buf[:0], tag...)
}

func field[T string | []byte](h *Hasher, v T) {
	h.buf = append(binary.AppendUvarint(h.buf, uint64(len(v))), v...)
}

func (h *Hasher) bytes(b []byte) { field(h, b) }

func (h *Hasher) string(s string) { field(h, s) }

func (h *Hasher) number(n int64) {
	h.buf = binary.BigEndian.AppendUint64(h.buf, uint64(n))
}

func (h *Hasher) sum() Digest { return sha256.Sum256(h.buf) }

// Event returns the link of an event that follows prev.
func (h *Hasher) Event(prev Digest, id sitting.ID, seq, at int64, e *Sealed) Digest {
	h.start(eventTag)
	h.bytes(prev[:])
	h.string(string(id))
	h.number(seq)
	h.number(at)
	h.string(e.Kind)
	h.bytes(e.Body)
	h.bytes(e.TextHash)
	if len(e.Ties) > 0 { // events are older than ties
		h.bytes(e.Ties)
	}
	return h.sum()
}

// The layouts of an entry's hash, as its row says.
const (
	LayoutHand = 1 // of hands alone, with the turning where there is one
	LayoutKind = 2 // of every kind, with every field in its place
)

// Entry returns the link of an entry of a server's tab that follows prev.
func (h *Hasher) Entry(prev Digest, e *EntryRow) Digest {
	if e.Layout == LayoutHand {
		return h.handEntry(prev, e)
	}
	h.start(entryTag)
	h.bytes(prev[:])
	h.string(string(e.Server))
	h.number(e.Seq)
	h.number(e.At)
	h.string(e.From.Kind)
	h.string(e.From.Table)
	h.number(e.From.Hand)
	h.number(e.From.Again)
	h.string(e.From.Ref)
	h.string(string(e.Person))
	h.string(string(e.Other))
	h.number(e.Pips)
	return h.sum()
}

// handEntry returns the link of an entry in the layout that knew hands alone.
func (h *Hasher) handEntry(prev Digest, e *EntryRow) Digest {
	h.start(handEntryTag)
	h.bytes(prev[:])
	h.string(string(e.Server))
	h.number(e.Seq)
	h.number(e.At)
	h.string(e.From.Table)
	h.number(e.From.Hand)
	h.string(string(e.Person))
	h.string(string(e.Other))
	h.number(e.Pips)
	if e.From.Again != 0 { // entries are older than turnings
		h.number(e.From.Again)
	}
	return h.sum()
}

// Text returns the hash that stands in an event for its free text.
func (h *Hasher) Text(salt []byte, text string) Digest {
	h.start(textTag)
	h.bytes(salt)
	h.string(text)
	return h.sum()
}

// Person returns the hash that ties a person to the user whom they are.
func (h *Hasher) Person(p sitting.Person, salt []byte, user string) Digest {
	h.start(personTag)
	h.bytes(salt)
	h.string(string(p))
	h.string(user)
	return h.sum()
}

// HashReceipt returns the hash that ties a batch to its receipt, as stored.
func HashReceipt[T string | []byte](h *Hasher, key, id T, from, to int64, owed []byte, tabHead T) Digest {
	h.start(receiptTag)
	field(h, key)
	field(h, id)
	h.number(from)
	h.number(to)
	h.bytes(owed)
	field(h, tabHead)
	return h.sum()
}

// Stays returns the hash of what stays from one opening of the file to the next.
func (h *Hasher) Stays(rows string) Digest {
	h.start(stayTag)
	h.string(rows)
	return h.sum()
}
