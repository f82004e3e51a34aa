package storage

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// receipts compares two large sets of hashes in little space: what is in the one
// is added, what is in the other is taken away, by the first bits of the hash.
// Where nothing is left the sets are one.
type receipts [4096][2]uint64

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

// owed is a post in the outbox.
type owed struct {
	table   sitting.ID
	post    table.Post
	keyed   bool // a receipt must promise it
	receipt bool // which was found
}

// due notes that a post tells of an event. A ping may have been asked for later
// than by the batch of the event; any other post was not.
func (r *replay) due(p table.Post, e *eventRow) {
	if r.checking.owed == nil {
		return
	}
	_, rest := cutTie(e.ties, tiePerson)
	receipt, _ := cutTie(rest, tieReceipt)
	keyed := receipt != nil && p.Kind != table.PostPing && p.Kind != table.PostReminder
	r.checking.owed[p.ID] = &owed{table: r.head.Table, post: p, keyed: keyed}
}

// A keyRow is a row of keys.
type keyRow struct {
	key, table, tabHead []byte
	from, to            int64
	owed                []byte
}

// eachKey reads the keys that are tied to events, counts the others, and notes
// which pages it read unless used is nil.
func (c *checking) eachKey(ctx context.Context, used []uint64, do func(k *keyRow, hash digest)) (others int, err error) {
	var k keyRow
	var last []byte
	err = c.onPages(func(_ *connection, p *pages) error {
		p.used = used
		return p.each(ctx, c.roots[keysTable], func(r *record) error {
			r.must(0, 1, 2, 3, 5)
			k.key, k.table, k.from, k.to = r.text(0), r.text(1), r.integer(2, 0), r.integer(3, 0)
			k.owed, k.tabHead = r.blob(4), r.text(5)
			tied := r.integer(6, 0)
			if r.wrong || last != nil && bytes.Compare(k.key, last) <= 0 {
				return &FatalError{errRow}
			}
			last = append(last[:0], k.key...)
			if tied != 1 {
				others++
				return nil
			}
			do(&k, receipt(&c.hash, k.key, k.table, k.from, k.to, k.owed, k.tabHead))
			return nil
		})
	})
	return others, err
}

// keys compares the receipts with those that the events were stored with, and
// the posts that are owed with the receipts.
func (c *checking) keys(ctx context.Context) error {
	others, err := c.eachKey(ctx, c.used, func(k *keyRow, hash digest) {
		c.Keys++
		c.receipts.take(hash[:receiptSize])
		c.compareOwed(k)
	})
	if err != nil {
		return err
	}
	for id, o := range c.owed {
		if o.keyed && !o.receipt {
			c.add(Finding{Code: PostChanged, Table: o.table, Seq: id, Detail: "no receipt promises it"})
		}
	}
	if c.receipts != (receipts{}) {
		if err := c.findKeys(ctx); err != nil {
			return err
		}
	}
	if others == 0 {
		return nil
	}
	// Of those that are older than ties only the place can be held.
	rows, err := c.tx.QueryContext(ctx, `SELECT table_name, to_seq, from_seq < 0 OR from_seq >= to_seq OR tied <> 0
			OR NOT EXISTS (SELECT 1 FROM tables WHERE name = table_name AND seq >= to_seq)
		FROM keys WHERE tied <> 1`)
	return each(rows, err, func() error {
		w := Finding{Code: ReceiptChanged}
		var wrong bool
		err := rows.Scan(&w.Table, &w.Seq, &wrong)
		c.Keys++
		if wrong {
			c.add(w)
		}
		return err
	})
}

// compareOwed finds posts in the outbox that are others than a receipt says.
func (c *checking) compareOwed(k *keyRow) {
	first, n := binary.Varint(k.owed)
	if n <= 0 || first > c.highest || first+int64(len(k.owed)) < c.lowest {
		return
	}
	posts, err := unpackPosts(k.owed)
	if err != nil {
		c.add(Finding{Code: ReceiptChanged, Table: sitting.ID(k.table), Seq: k.to})
	}
	for _, p := range posts {
		o := c.owed[p.ID]
		if o == nil {
			continue
		}
		if o.receipt = true; o.post != p || string(o.table) != string(k.table) {
			c.add(Finding{Code: PostChanged, Table: o.table, Seq: p.ID})
		}
	}
}

// findKeys looks again for the receipts that don't fit, and says which.
func (c *checking) findKeys(ctx context.Context) error {
	left := make(map[[receiptSize]byte]Finding)
	_, err := c.eachKey(ctx, nil, func(k *keyRow, hash digest) {
		if c.receipts[bucket(hash[:])] != [2]uint64{} {
			left[[receiptSize]byte(hash[:])] = Finding{Code: ReceiptChanged, Table: sitting.ID(k.table), Seq: k.to, Detail: string(k.key)}
		}
	})
	if err != nil {
		return err
	}
	rows, err := c.tx.QueryContext(ctx, `SELECT coalesce(name, ''), e.seq, ties FROM events e LEFT JOIN tables t ON t.id = table_id
		WHERE ties IS NOT NULL ORDER BY e.id`)
	var ties sql.RawBytes
	err = each(rows, err, func() error {
		w := Finding{Code: ReceiptMissing}
		if err := rows.Scan(&w.Table, &w.Seq, &ties); err != nil {
			return err
		}
		_, rest := cutTie(ties, tiePerson)
		hash, _ := cutTie(rest, tieReceipt)
		if hash == nil || c.receipts[bucket(hash)] == [2]uint64{} {
			return nil
		}
		if _, ok := left[[receiptSize]byte(hash)]; !ok {
			c.add(w)
		}
		delete(left, [receiptSize]byte(hash))
		return nil
	})
	for _, w := range left {
		c.add(w)
	}
	return err
}
