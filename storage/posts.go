package storage

import (
	"encoding/binary"
	"errors"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// PostsAnOpening is how many posts are numbered between one opening of a store
// and the next, so that a number is never given twice even after its row is gone.
const PostsAnOpening = 1 << 40

// PackPosts writes the posts of a receipt: four varints each, the kind below 0 where
// an address follows, as two texts after their lengths. No posts are nil.
func PackPosts(posts []table.Post) []byte {
	if len(posts) == 0 {
		return nil
	}
	packed := make([]byte, 0, 16*len(posts))
	for _, p := range posts {
		packed = binary.AppendVarint(packed, p.ID)
		kind, addressed := int64(p.Kind), p.To != table.Address{}
		if addressed { // receipts are older than addresses
			kind = ^kind
		}
		packed = binary.AppendVarint(packed, kind)
		packed = binary.AppendVarint(packed, int64(p.Hand))
		packed = binary.AppendVarint(packed, p.Seq)
		if addressed {
			for _, text := range []string{string(p.To.Channel), string(p.To.Person)} {
				packed = append(binary.AppendUvarint(packed, uint64(len(text))), text...)
			}
		}
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
		p := table.Post{ID: field[0], Kind: table.PostKind(field[1]), Hand: int(field[2]), Seq: field[3]}
		if field[1] < 0 {
			p.Kind = table.PostKind(^field[1])
			var channel, person string
			for _, text := range []*string{&channel, &person} {
				length, n := binary.Uvarint(packed)
				if n <= 0 || length > uint64(len(packed)-n) {
					return nil, errBadPosts
				}
				*text, packed = string(packed[n:n+int(length)]), packed[n+int(length):]
			}
			p.To = table.Address{Channel: sitting.Channel(channel), Person: sitting.Person(person)}
		}
		posts = append(posts, p)
	}
	return posts, nil
}
