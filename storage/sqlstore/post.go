package sqlstore

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// CountOpening counts this opening of the database; posts are numbered from there.
func (d *Store) CountOpening(ctx context.Context) error {
	return d.change(ctx, func(w *Tx) error {
		var dest [1]driver.Value
		if _, err := w.said.CountOpening.Row(dest[:]); err != nil {
			return err
		}
		d.posts.Store(dest[0].(int64) * storage.PostsAnOpening)
		return w.sumUp()
	})
}

// CountPosts returns the first of so many numbers for posts, of a store that one process
// has open.
func (w *Tx) CountPosts(n int) int64 { return w.posts.Add(int64(n)) - int64(n) + 1 }

// number gives posts the next numbers. Numbers of what isn't stored after all are lost.
func (w *Tx) number(posts []table.Post) ([]table.Post, error) {
	if len(posts) == 0 {
		return nil, nil
	}
	first, err := w.keeper.Posts(len(posts))
	if err != nil {
		return nil, err
	}
	numbered := make([]table.Post, len(posts))
	for i, p := range posts {
		p.ID = first + int64(i)
		numbered[i] = p
	}
	return numbered, nil
}

// Posted takes posts of a table off what its channel is owed and keeps where its
// messages are, as [table.Store] says. Posts that are off already are no error.
// ErrNotFound: no such table.
func (d *Store) Posted(ctx context.Context, done []int64, id sitting.ID, f table.Fence, refs table.Refs) error {
	body, err := json.Marshal(refs)
	if err != nil {
		return fmt.Errorf("storage: refs: %w", err)
	}
	return d.change(ctx, func(w *Tx) error {
		h, stored, err := w.keeper.Hold(id, f)
		if err != nil {
			return err
		}
		if !stored {
			return table.ErrNotFound
		}
		dropped := int64(0)
		for _, post := range done {
			n, err := w.said.DropPost.Run(post, h.ID)
			if err != nil {
				return err
			}
			dropped += n
		}
		err = w.said.SetRefs.Tell(h.ID, string(body), dropped)
		return err
	})
}
