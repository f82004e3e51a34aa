package sqlstore

import (
	"context"
	"encoding/json"
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
	err = Each(rows, err, func() error {
		var id sitting.ID
		var loss table.Loss
		var at int64
		var body []byte
		if err := rows.Scan(&id, &loss.Unfinished, &at, &body); err != nil {
			return err
		}
		if err := json.Unmarshal(body, &loss); err != nil {
			return fmt.Errorf("storage: loss of table %s: %w", id, err)
		}
		loss.At = storage.Stamp(at)
		all[id] = loss
		return nil
	})
	return all, err
}

// SetLoss keeps that a table was lost with its channel, as [table.Store] says.
func (d *Store) SetLoss(
	ctx context.Context, id sitting.ID, f table.Fence, loss table.Loss,
) error {
	body, err := json.Marshal(loss)
	if err != nil {
		return fmt.Errorf("storage: loss: %w", err)
	}
	return d.change(ctx, func(w *Tx) error {
		h, stored, err := w.keeper.Hold(id, f)
		if err != nil {
			return err
		}
		if !stored {
			return table.ErrNotFound
		}
		return w.said.SetLoss.Tell(h.ID, loss.At.UnixMilli(), string(body))
	})
}
