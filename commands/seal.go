package commands

import (
	"context"
	"maps"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// mostSealsAgain is of how many hands of a table the seal is posted once more: else who
// clears a channel could have the bot fill it.
const mostSealsAgain = 32

// seals remember when messages that carry seals were last seen to stand.
type seals struct {
	mu    sync.Mutex
	stood *simplelru.LRU[string, time.Time] // by message
}

// maxSeals bounds what is remembered; one that is forgotten is looked at again.
const maxSeals = 4096

func newSeals() seals { return seals{stood: newest[string, time.Time](maxSeals)} }

// lately says whether a message stood since a moment.
func (s *seals) lately(message string, since time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, known := s.stood.Get(message)
	return known && at.After(since)
}

// stands learns that a message stood at a moment.
func (s *seals) stands(message string, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stood.Add(message, at)
}

// sealLook is how long a seal that stood is taken to stand: who deletes it hides it for
// that long at most from those who look at proofs.
const sealLook = time.Minute

// sealGone says whether the message that carries a seal was deleted, as far as can be
// told. The bot isn't told of deletions, so it looks when somebody looks at a proof.
func (b *Noticeboard) sealGone(ctx context.Context, s *sitting.Sight, message string) bool {
	if b.seals.lately(message, b.now().Add(-sealLook)) {
		return false
	}
	_, err := b.line.REST.GetMessage(ctx, string(s.Channel), message)
	if err == nil {
		b.seals.stands(message, b.now())
	}
	return rest.HasCode(err, rest.CodeUnknownMessage)
}

// postSeal posts the seal of a deal. Where the message that carried it first is gone it
// is posted once more, unless that was done and stands.
func (b *Noticeboard) postSeal(ctx context.Context, p table.Post, at screen) (table.Refs, error) {
	refs := at.refs
	if !p.Again {
		id, err := b.create(ctx, at.snap, p, at.seal(false))
		refs.Seal, refs.SealHand = id, p.Hand
		return refs, err
	}
	again, has := refs.SealsAgain[p.Hand]
	if has && !b.sealGone(ctx, at.snap, again) || !has && len(refs.SealsAgain) >= mostSealsAgain {
		return refs, nil
	}
	id, err := b.create(ctx, at.snap, p, at.seal(true))
	if err != nil {
		return refs, err
	}
	refs.SealsAgain = maps.Clone(refs.SealsAgain)
	if refs.SealsAgain == nil {
		refs.SealsAgain = make(map[int]string)
	}
	refs.SealsAgain[p.Hand] = id
	b.seals.stands(id, b.now())
	return refs, nil
}
