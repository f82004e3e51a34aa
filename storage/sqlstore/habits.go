package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// SetQuiet keeps a person's quiet hours and lists the tables that wait for them,
// as [table.Habits] says.
func (d *Store) SetQuiet(ctx context.Context, p sitting.Person, q sitting.Quiet) ([]sitting.ID, error) {
	if err := d.change(ctx, func(w *Tx) error { return w.setQuiet(p, q) }); err != nil {
		return nil, err
	}
	rows, err := d.read.db.QueryContext(ctx, "SELECT name FROM tables WHERE "+mayWait+" ORDER BY +id", string(p))
	return Column[sitting.ID](rows, err)
}

// mayWait says of a table whether it is open and may wait for a person. Put as one condition with
// OR, SQLite would read every table that ever was.
const mayWait = "id IN (SELECT id FROM tables WHERE open = 1 AND waits = ?1 UNION ALL SELECT id FROM tables WHERE open = 1 AND waits IS NULL)"

// setQuiet changes a person's quiet hours. The tables that wait for them may now
// be due sooner than their heads say, so they are due at once.
func (w *Tx) setQuiet(p sitting.Person, q sitting.Quiet) error {
	if err := w.said.Rouse.Tell(string(p)); err != nil {
		return err
	}
	if q.Zone == "" {
		err := w.said.DropQuiet.Tell(string(p))
		return err
	}
	err := w.said.SetQuiet.Tell(string(p), int64(q.From), int64(q.To), q.Zone)
	return err
}

// Turns lists the tables that may wait for a person, as [table.Store] says.
func (r *Reader) Turns(ctx context.Context, p sitting.Person) ([]table.Turn, error) {
	rows, err := r.asked.Turns.QueryContext(ctx, string(p))
	var turns []table.Turn
	err = Each(rows, err, func() error {
		var t table.Turn
		var body []byte
		if err := rows.Scan(&t.Table, &t.Server, &t.Channel, &body); err != nil {
			return err
		}
		var refs table.Refs
		if err := json.Unmarshal(body, &refs); err != nil {
			return fmt.Errorf("storage: refs of %s: %w", t.Table, err)
		}
		t.Message = refs.Table
		turns = append(turns, t)
		return nil
	})
	return turns, err
}

// Quiet returns a person's quiet hours, as [table.Habits] says.
func (r *Reader) Quiet(ctx context.Context, p sitting.Person) (sitting.Quiet, error) {
	var q sitting.Quiet
	err := r.asked.Quiet.QueryRowContext(ctx, string(p)).Scan(&q.From, &q.To, &q.Zone)
	return q, Found(err, nil)
}
