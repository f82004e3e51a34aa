package sqlstore

import "context"

// Session returns what KeepSession kept last, "" when nothing was.
func (r *Reader) Session(ctx context.Context) (string, error) {
	var text string
	err := r.db.QueryRowContext(ctx, "SELECT body FROM session").Scan(&text)
	return text, Found(err, nil)
}

// KeepSession keeps the session at Discord's gateway, as its owner writes it down, in place of the one before. It is a
// secret, and neither a backup nor what is moved has it: two bots can't go on with one session.
func (d *Store) KeepSession(ctx context.Context, text string) error {
	return d.change(ctx, func(w *Tx) error {
		err := w.said.SetSession.Tell(text)
		return err
	})
}
