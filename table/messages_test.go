package table_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/table"
)

// TestMessagesAreReadBesideAPost asks for a table's messages while each post is under way. The race
// detector judges it.
func TestMessagesAreReadBesideAPost(t *testing.T) {
	t.Parallel()
	inKeptHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		pass(0)
		asked := make(chan error)
		h.wall.showing(func(p posted) error {
			if p.Post.Kind == table.PostTable {
				go func() {
					_, err := h.house.Messages(t.Context(), p.Seen.ID)
					asked <- err
				}()
				<-time.After(time.Millisecond) // by when they are read
			}
			return nil
		})
		for range 5 {
			equal(t, h.house.Repost(t.Context(), h.id), nil)
			equal(t, <-asked, nil)
			pass(0)
			posts := h.wall.list(table.PostTable)
			messages, err := h.house.Messages(t.Context(), h.id)
			equal(t, err, nil)
			equal(t, messages, []string{fmt.Sprint("table ", posts[len(posts)-1].Post.ID)})
		}
	})
}
