package postgres

import (
	"context"
	"time"
)

// ChangeBudget changes the text by which processes share what they may send to Discord, as
// commands/rest says of a Budget; its clock is the server's. It is tried once, for it is asked for again in a second.
func (d *DB) ChangeBudget(ctx context.Context, change func(now time.Time, text string) string) error {
	return sorted(d.place, d.changeBudget(ctx, change))
}

func (d *DB) changeBudget(ctx context.Context, change func(now time.Time, text string) string) error {
	tx, err := d.own.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // nothing, once it is committed
	var text, within string              // the latter as it is for all changes, see statements
	var now int64                        // when this was asked, before it waited for others
	if err := tx.QueryRowContext(ctx, "SELECT body, now_ms(), set_config('idle_in_transaction_session_timeout', '10000', true) FROM budget WHERE one = 1 FOR UPDATE").Scan(&text, &now, &within); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE budget SET body = ? WHERE one = 1", change(time.UnixMilli(now).UTC(), text)); err != nil {
		return err
	}
	return tx.Commit()
}
