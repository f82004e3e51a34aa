package sqlstore

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// Losses lists the tables that were lost with their channels, as [table.Store] says.
func (r *Reader) Losses(
	ctx context.Context, since time.Time,
) (map[sitting.ID]table.Loss, error) {
	rows, err := r.db.QueryContext(ctx, `SELECT name, open, at, body
		FROM losses JOIN tables ON id = table_id WHERE at > ?`, since.UnixMilli())
	all := make(map[sitting.ID]table.Loss)
	var broken error
	err = Each(rows, err, func() error {
		var id sitting.ID
		var loss table.Loss
		var at int64
		var body []byte
		if err := rows.Scan(&id, &loss.Unfinished, &at, &body); err != nil {
			return err
		}
		if err := readLoss(id, at, body, &loss); err != nil {
			broken = errors.Join(broken, err)
			return nil
		}
		all[id] = loss
		return nil
	})
	return all, errors.Join(err, broken)
}

func readLoss(id sitting.ID, at int64, body []byte, loss *table.Loss) error {
	loss.At = storage.Stamp(at)
	if err := json.Unmarshal(body, loss); err != nil {
		return fmt.Errorf("storage: loss of table %s: %w: %w", id, table.ErrBroken, err)
	}
	return nil
}

// AddLoss adds to what is kept of a table that was lost, as [table.Store] says.
func (d *Store) AddLoss(
	ctx context.Context, id sitting.ID, f table.Fence, loss table.Loss,
) error {
	return d.change(ctx, func(w *Tx) error {
		h, stored, err := w.keeper.Hold(id, f)
		if err != nil {
			return err
		}
		if !stored {
			return table.ErrNotFound
		}
		all := loss
		var row [2]driver.Value
		kept, err := w.said.FindLoss.Row(row[:], h.ID)
		if err != nil {
			return err
		}
		if kept {
			var before table.Loss
			if err := readLoss(id, NumberOf(row[0]), []byte(TextOf(row[1])), &before); err != nil {
				return err
			}
			all = before.Plus(loss)
		}
		body, err := json.Marshal(all)
		if err != nil {
			return fmt.Errorf("storage: loss: %w", err)
		}
		return w.said.SetLoss.Tell(h.ID, all.At.UnixMilli(), string(body))
	})
}

// DropLosses lets go of what was lost, as [table.Upkeep] says.
func (d *Store) DropLosses(ctx context.Context, before time.Time) error {
	return d.change(ctx, func(w *Tx) error { return w.said.DropLosses.Tell(before.UnixMilli()) })
}

// ChannelGone keeps that a channel was deleted, as [table.Store] says.
func (d *Store) ChannelGone(ctx context.Context, c sitting.Channel) error {
	return d.change(ctx, func(w *Tx) error { return w.said.LoseChannel.Tell(string(c)) })
}
