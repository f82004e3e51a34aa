package sqlite

import (
	"bytes"
	"context"
	"database/sql"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
)

// eachKey reads the keys that are tied to events, counts the others, and notes
// which pages it read unless used is nil.
func (c *checking) eachKey(ctx context.Context, used []uint64, do func(k *storage.KeyRow)) (others int, err error) {
	var k storage.KeyRow
	var last []byte
	err = c.onPages(func(_ *connection, p *pages) error {
		p.used = used
		return p.each(ctx, c.roots[keysTable], func(r *record) error {
			r.must(0, 1, 2, 3, 5)
			k.Key, k.Table, k.From, k.To = r.text(0), r.text(1), r.integer(2, 0), r.integer(3, 0)
			k.Owed, k.TabHead = r.blob(4), r.text(5)
			tied := r.integer(6, 0)
			if r.wrong || last != nil && bytes.Compare(k.Key, last) <= 0 {
				return &storage.FatalError{Err: errRow}
			}
			last = append(last[:0], k.Key...)
			if tied != 1 {
				others++
				return nil
			}
			do(&k)
			return nil
		})
	})
	return others, err
}

// keys tells the keys; where they don't fit the events, all is read again to say
// which.
func (c *checking) keys(ctx context.Context) error {
	others, err := c.eachKey(ctx, c.used, c.Key)
	if err != nil {
		return err
	}
	if !c.EndKeys() {
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
		w := storage.Finding{Code: storage.ReceiptChanged}
		var wrong bool
		err := rows.Scan(&w.Table, &w.Seq, &wrong)
		c.Keys++
		if wrong {
			c.Add(w)
		}
		return err
	})
}

func (c *checking) findKeys(ctx context.Context) error {
	if _, err := c.eachKey(ctx, nil, c.FindKey); err != nil {
		return err
	}
	rows, err := c.tx.QueryContext(ctx, `SELECT coalesce(name, ''), e.seq, ties FROM events e LEFT JOIN tables t ON t.id = table_id
		WHERE ties IS NOT NULL AND e.id > ? ORDER BY e.id`, c.LetGo)
	var ties sql.RawBytes
	err = each(rows, err, func() error {
		var id sitting.ID
		var seq int64
		err := rows.Scan(&id, &seq, &ties)
		c.FindTie(id, seq, ties)
		return err
	})
	c.EndTies()
	return err
}
