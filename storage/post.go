package storage

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// postsAnOpening is how many posts are numbered between one opening of the file
// and the next, so that a number is never given twice even after its row is gone.
const postsAnOpening = 1 << 40

// countOpening counts this opening of the file; posts are numbered from there.
func (w *writer) countOpening() error {
	var dest [1]driver.Value
	if _, err := w.said.countOpening.row(dest[:]); err != nil {
		return err
	}
	w.posts = dest[0].(int64) * postsAnOpening
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
			n, err := w.said.dropPost.run(post, h.id)
			if err != nil {
				return err
			}
			dropped += n
		}
		_, err = w.said.setRefs.run(h.id, string(body), dropped)
		return err
	})
}

// packPosts writes the posts of a receipt: four varints each. No posts are nil.
func packPosts(posts []table.Post) []byte {
	if len(posts) == 0 {
		return nil
	}
	packed := make([]byte, 0, 16*len(posts))
	for _, p := range posts {
		packed = binary.AppendVarint(packed, p.ID)
		packed = binary.AppendVarint(packed, int64(p.Kind))
		packed = binary.AppendVarint(packed, int64(p.Hand))
		packed = binary.AppendVarint(packed, p.Seq)
	}
	return packed
}

var errBadPosts = errors.New("storage: the posts of a receipt can't be read")

// unpackPosts reads what packPosts wrote.
func unpackPosts(packed []byte) ([]table.Post, error) {
	var posts []table.Post
	for len(packed) > 0 {
		var field [4]int64
		for i := range field {
			v, n := binary.Varint(packed)
			if n <= 0 {
				return nil, errBadPosts
			}
			field[i], packed = v, packed[n:]
		}
		posts = append(posts, table.Post{ID: field[0], Kind: table.PostKind(field[1]), Hand: int(field[2]), Seq: field[3]})
	}
	return posts, nil
}
