package sqlite

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// countOpening counts this opening of the file; posts are numbered from there.
func (w *writer) countOpening() error {
	var dest [1]driver.Value
	if _, err := w.said.CountOpening.row(dest[:]); err != nil {
		return err
	}
	w.posts = dest[0].(int64) * storage.PostsAnOpening
	return w.sumUp()
}

// number gives posts the next numbers.
func (w *writer) number(posts []table.Post) []table.Post {
	if len(posts) == 0 {
		return nil
	}
	numbered := make([]table.Post, len(posts))
	for i, p := range posts {
		p.ID = w.posts + 1 + int64(i)
		numbered[i] = p
	}
	return numbered
}

// Posted takes posts of a table off what its channel is owed and keeps where its
// messages are, as [table.Store] says. Posts that are off already are no error.
// ErrNotFound: no such table.
func (d *DB) Posted(ctx context.Context, done []int64, id sitting.ID, refs table.Refs) error {
	body, err := json.Marshal(refs)
	if err != nil {
		return fmt.Errorf("storage: refs: %w", err)
	}
	return d.writer.queue.submit(ctx, func(w *writer) error {
		h, stored, err := w.headOf(id)
		if err != nil {
			return err
		}
		if !stored {
			return table.ErrNotFound
		}
		dropped := int64(0)
		for _, post := range done {
			n, err := w.said.DropPost.run(post, h.id)
			if err != nil {
				return err
			}
			dropped += n
		}
		_, err = w.said.SetRefs.run(h.id, string(body), dropped)
		return err
	})
}
