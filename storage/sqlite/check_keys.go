package sqlite

import (
	"bytes"
	"context"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// WalkKeys implements [sqlstore.Walk]. The first time it notes which pages it reads.
func (c *checking) WalkKeys(ctx context.Context, again bool, do func(k *storage.KeyRow)) (others int, err error) {
	used := c.used
	if again {
		used = nil
	}
	var k storage.KeyRow
	var last []byte
	err = c.onPages(func(_ *sqlstore.Connection, p *pages) error {
		p.used = used
		return p.each(ctx, c.roots[keysTable], func(r *record) error {
			r.must(0, 1, 2, 3, 5)
			k.Key, k.Table, k.From, k.To = r.text(0), r.text(1), r.integer(2, 0), r.integer(3, 0)
			k.Owed, k.TabHead = r.blob(4), r.text(5)
			tied := r.integer(6, 0)
			if r.wrong || last != nil && bytes.Compare(k.Key, last) <= 0 {
				return &storage.FatalError{Err: sqlstore.ErrRow}
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
