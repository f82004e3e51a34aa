package commands

import (
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Discord lets about thirty messages a minute into a channel by the tokens of
// interactions, whoever's they are. So many are sent without need; the rest is left
// to those who wait for an answer.
const (
	sendsPerMinute = 20
	sendsWithin    = time.Minute
)

// allowances count the messages that are sent into each channel by tokens though nobody
// waits for them, and hold them back where Discord does. They are lost with the process.
type allowances struct {
	mu sync.Mutex
	by *simplelru.LRU[sitting.Channel, sent]
}

// sent is what went into a channel.
type sent struct {
	at     [sendsPerMinute]time.Time // a ring
	oldest int
	closed time.Time // nothing before this
}

// maxAllowances bounds what is remembered of channels. What is forgotten may be refused by
// Discord, and is remembered then.
const maxAllowances = 4096

func newAllowances() *allowances {
	return &allowances{by: newest[sitting.Channel, sent](maxAllowances)}
}

// take takes one of a channel's messages. False: there is none left now.
func (s *allowances) take(c sitting.Channel, now time.Time) bool { return s.takeOf(c, now, 0) }

// takeOf is take for who leaves so many to others.
func (s *allowances) takeOf(c sitting.Channel, now time.Time, left int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	of, _ := s.by.Get(c)
	if now.Before(of.free(left)) {
		return false
	}
	of.at[of.oldest] = now
	of.oldest = (of.oldest + 1) % len(of.at)
	s.by.Add(c, of)
	return true
}

// freeOf says when takeOf gives one.
func (s *allowances) freeOf(c sitting.Channel, left int) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	of, _ := s.by.Get(c)
	return of.free(left)
}

// free says from when on one can be taken and so many are left.
func (of sent) free(left int) time.Time {
	free := of.at[(of.oldest+left)%len(of.at)].Add(sendsWithin)
	if of.closed.After(free) {
		return of.closed
	}
	return free
}

// open says whether Discord takes what changes private messages in a channel.
func (s *allowances) open(c sitting.Channel, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	of, _ := s.by.Get(c)
	return !now.Before(of.closed)
}

// heed learns from Discord's refusal that a channel's limit is reached.
func (s *allowances) heed(c sitting.Channel, now time.Time, err error) {
	var refused *rest.Error
	if !errors.As(err, &refused) || refused.Status != http.StatusTooManyRequests || !refused.Shared {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	of, _ := s.by.Get(c)
	if until := now.Add(refused.RetryAfter); until.After(of.closed) {
		of.closed = until
		s.by.Add(c, of)
	}
}
