package storage

import (
	"encoding/binary"
	"errors"

	"github.com/boathouse-rum/boathouse/table"
)

// PostsAnOpening is how many posts are numbered between one opening of a store
// and the next, so that a number is never given twice even after its row is gone.
const PostsAnOpening = 1 << 40

// PackPosts writes the posts of a receipt: four varints each. No posts are nil.
func PackPosts(posts []table.Post) []byte {
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

// UnpackPosts reads what PackPosts wrote.
func UnpackPosts(packed []byte) ([]table.Post, error) {
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
