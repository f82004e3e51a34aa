package commands

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// remembered is how many interactions a seen remembers: far more than arrive
// while Discord may still repeat one.
const remembered = 4096

// A seen tells a first event from its repetition, which Discord sends after a
// resume and discordgo hands on.
type seen struct {
	mu  sync.Mutex
	ids *simplelru.LRU[string, struct{}]
}

func newSeen() seen { return seen{ids: newest[string, struct{}](remembered)} }

// first says whether id is new, and remembers it.
func (s *seen) first(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ids.Contains(id) {
		return false
	}
	s.ids.Add(id, struct{}{})
	return true
}
