package commands

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// shares are the results that were posted for everybody, by the private message whose
// button asked for it: a finger that taps twice posts one. They are lost with the process,
// and then one more tap posts another.
type shares struct {
	mu   sync.Mutex
	done *simplelru.LRU[share, struct{}]
}

// A share is a result of who played alone, and the private message that it was shared from.
type share struct {
	message string
	hand    int
}

// maxShares bounds what is remembered.
const maxShares = 4096

func newShares() shares { return shares{done: newest[share, struct{}](maxShares)} }

// begin notes that a result is about to be posted; false: it was.
func (s *shares) begin(what share) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done.Contains(what) {
		return false
	}
	s.done.Add(what, struct{}{})
	return true
}

// failed takes that back.
func (s *shares) failed(what share) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done.Remove(what)
}
