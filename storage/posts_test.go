package storage_test

import (
	"slices"
	"testing"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// FuzzPosts: what is packed reads back, and what reads is packed so.
func FuzzPosts(f *testing.F) {
	to := table.Address{Channel: "9", Person: "pann"}
	f.Add(storage.PackPosts([]table.Post{{ID: 1 << 40, Kind: table.PostTable, Hand: 2, Seq: 3}, {ID: 1<<40 + 1, Kind: table.PostPing, To: to, Seq: 300}}))
	f.Add([]byte{0x02, 0x06, 0x00, 0x02}) // as receipts were before there were addresses
	f.Add([]byte{0x02, 0x05, 0x00, 0x02, 0x09, 'x'})
	f.Fuzz(func(t *testing.T, packed []byte) {
		posts, err := storage.UnpackPosts(packed)
		if err != nil {
			return
		}
		again, err := storage.UnpackPosts(storage.PackPosts(posts))
		if err != nil || !slices.EqualFunc(again, posts, table.Post.Is) {
			t.Errorf("%+v reads back as %+v (%v)", posts, again, err)
		}
	})
}
