package commands

import (
	"context"
	"sync"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// shares are what was posted for everybody because somebody shared it: a finger that
// taps twice posts one. They are lost with the process, and then one more tap posts another.
type shares struct {
	mu  sync.Mutex
	all *simplelru.LRU[share, struct{}]
}

// A share is a result of who played alone, by the private message that it was shared
// from, or a moment or somebody's review of a hand, by its table.
type share struct{ from, what string }

// maxShares bounds what is remembered.
const maxShares = 4096

func newShares() shares { return shares{all: newest[share, struct{}](maxShares)} }

// begin notes that something is about to be posted; false: it was.
func (s *shares) begin(what share) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all.Contains(what) {
		return false
	}
	s.all.Add(what, struct{}{})
	return true
}

// done says whether something was posted, or is about to be.
func (s *shares) done(what share) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.Contains(what)
}

// failed takes that back.
func (s *shares) failed(what share) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all.Remove(what)
}

// shared keeps whom a message shows that was just posted for everybody in a language: if one of
// them is erased it can go. Where that fails it stays for ever.
func (v *visit) shared(ctx context.Context, message string, in lang.Lang, shows []sitting.Person) {
	if v.in.Server == "" {
		return // no channel of a server's
	}
	s := table.Shown{Server: v.in.Server, Channel: v.in.ChannelID, Message: message, Lang: in.Tag(), Seq: v.hall.now().UnixMilli()}
	if err := v.hall.habits.Shared(ctx, s, shows); err != nil {
		v.hall.Log.Warn("not kept whom a message shows", "message", message, "error", err)
	}
}
