package sqlstore

import "context"

// application is the name by which it is kept whose everything is.
const application = "application"

// Application returns the id of the application that everything is kept for; empty where no bot has served it yet.
func (r *Reader) Application(ctx context.Context) (string, error) {
	id, err := r.kept(ctx, application)
	return string(id), err
}

// BeginFor has everything be kept for an application, unless it is kept for one already, and returns the id of the one that it is kept for.
func (d *Store) BeginFor(ctx context.Context, id string) (string, error) {
	kept, err := d.once(ctx, application, []byte(id))
	return string(kept), err
}

// KeepFor has everything be kept for an application from now on, whoever it was kept for.
func (d *Store) KeepFor(ctx context.Context, id string) error {
	return d.change(ctx, func(w *Tx) error {
		if err := w.said.SetSecret.Tell(application, []byte(id)); err != nil {
			return err
		}
		return w.sumUp()
	})
}
