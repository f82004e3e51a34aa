package sqlstore

import (
	"context"
	"database/sql"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
)

// keys tells the keys; where they don't fit the events, all is read again to say
// which.
func (c *Checking) keys(ctx context.Context) error {
	others, err := c.walk.WalkKeys(ctx, false, c.Key)
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
	rows, err := c.Tx.QueryContext(ctx, `SELECT table_name, to_seq, from_seq < 0 OR from_seq >= to_seq OR tied <> 0
			OR NOT EXISTS (SELECT 1 FROM tables WHERE name = table_name AND seq >= to_seq)
		FROM keys WHERE tied <> 1`)
	return Each(rows, err, func() error {
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

func (c *Checking) findKeys(ctx context.Context) error {
	if _, err := c.walk.WalkKeys(ctx, true, c.FindKey); err != nil {
		return err
	}
	rows, err := c.Tx.QueryContext(ctx, `SELECT coalesce(name, ''), e.seq, ties FROM events e LEFT JOIN tables t ON t.id = table_id
		WHERE ties IS NOT NULL AND e.id > ? ORDER BY e.id`, c.LetGo)
	var ties sql.RawBytes
	err = Each(rows, err, func() error {
		var id sitting.ID
		var seq int64
		err := rows.Scan(&id, &seq, &ties)
		c.FindTie(id, seq, ties)
		return err
	})
	c.EndTies()
	return err
}
