package storage

import (
	"encoding/binary"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// receipts compares two large sets of hashes in little space: what is in the one
// is added, what is in the other is taken away, by the first bits of the hash.
// Where nothing is left the sets are one.
type receipts [4096][2]uint64

// A receiptHash is as much of a hash as ties an event to a receipt.
type receiptHash [ReceiptSize]byte

// bucket of a hash.
func bucket(hash []byte) int { return int(binary.LittleEndian.Uint16(hash)) % len(receipts{}) }

func (r *receipts) add(hash []byte) {
	b := &r[bucket(hash)]
	b[0] += binary.LittleEndian.Uint64(hash)
	b[1] += binary.LittleEndian.Uint64(hash[8:])
}

func (r *receipts) take(hash []byte) {
	b := &r[bucket(hash)]
	b[0] -= binary.LittleEndian.Uint64(hash)
	b[1] -= binary.LittleEndian.Uint64(hash[8:])
}

// even says whether nothing is left of the hashes with the first bits of this one.
func (r *receipts) even(hash []byte) bool { return r[bucket(hash)] == [2]uint64{} }

// owed is a post in the outbox.
type owed struct {
	table   sitting.ID
	post    table.Post
	keyed   bool // a receipt must promise it
	receipt bool // which was found
}

// A KeyRow is the row of a key that is tied to an event.
type KeyRow struct {
	Key, Table, TabHead []byte
	From, To            int64
	Owed                []byte // posts, packed
}

func (d *Doctor) hashOf(k *KeyRow) Digest {
	return HashReceipt(&d.hash, k.Key, k.Table, k.From, k.To, k.Owed, k.TabHead)
}

// Key tells a key. The row may be used again for the next.
func (d *Doctor) Key(k *KeyRow) {
	d.Keys++
	hash := d.hashOf(k)
	d.receipts.take(hash[:ReceiptSize])
	d.compareOwed(k)
}

// EndKeys compares the receipts with those that the events were stored with, and
// the posts that are owed with the receipts. It reports whether they fit: if not,
// all keys are to be told once more by FindKey, then all ties by FindTie.
func (d *Doctor) EndKeys() bool {
	for id, o := range d.owed {
		if o.keyed && !o.receipt {
			d.Add(Finding{Code: PostChanged, Table: o.table, Seq: id, Detail: "no receipt promises it"})
		}
	}
	d.left = make(map[receiptHash]Finding)
	return d.receipts == receipts{}
}

// compareOwed finds posts in the outbox that are others than a receipt says.
func (d *Doctor) compareOwed(k *KeyRow) {
	first, n := binary.Varint(k.Owed)
	if n <= 0 || first > d.highest || first+int64(len(k.Owed)) < d.lowest {
		return
	}
	posts, err := UnpackPosts(k.Owed)
	if err != nil {
		d.Add(Finding{Code: ReceiptChanged, Table: sitting.ID(k.Table), Seq: k.To})
	}
	for _, p := range posts {
		o := d.owed[p.ID]
		if o == nil {
			continue
		}
		if o.receipt = true; !o.post.Is(p) || string(o.table) != string(k.Table) {
			d.Add(Finding{Code: PostChanged, Table: o.table, Seq: p.ID})
		}
	}
}

// FindKey looks again at a key: which receipts don't fit.
func (d *Doctor) FindKey(k *KeyRow) {
	if hash := d.hashOf(k); !d.receipts.even(hash[:]) {
		d.left[receiptHash(hash[:])] = Finding{Code: ReceiptChanged, Table: sitting.ID(k.Table), Seq: k.To, Detail: string(k.Key)}
	}
}

// FindTie looks again at the ties of an event of a table.
func (d *Doctor) FindTie(id sitting.ID, seq int64, ties []byte) {
	_, rest := CutTie(ties, TiePerson)
	hash, _ := CutTie(rest, TieReceipt)
	if hash == nil || d.receipts.even(hash) {
		return
	}
	if _, ok := d.left[receiptHash(hash)]; !ok {
		d.Add(Finding{Code: ReceiptMissing, Table: id, Seq: seq})
	}
	delete(d.left, receiptHash(hash))
}

// EndTies says which keys no event was stored with.
func (d *Doctor) EndTies() {
	for _, w := range d.left {
		d.Add(w)
	}
}
