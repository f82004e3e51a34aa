package commands

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
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
	me    string                            // id of the bot's own user; empty: not known yet
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
		id, err := b.createOnce(ctx, at.snap, p, refs.Table, at.sealed, at.seal(false), at.seal(p.Tried))
		if err == nil {
			b.places.sealed(at.snap.Channel, id)
		}
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

// postResult posts the result of a hand. Where it carries the next hand's seal, one that an
// earlier try has made is looked for first.
func (b *Noticeboard) postResult(ctx context.Context, p table.Post, at screen) (refs table.Refs, err error) {
	refs = at.refs
	refs.ResultHand = p.Hand
	if d := at.snap.Deal; d.Ready || d.Hand != p.Hand+1 {
		refs.Result, err = b.create(ctx, at.snap, p, at.result())
		return refs, err
	}
	after, is := cmp.Or(refs.Deal, refs.Seal), at.result()
	refs.Result, err = b.createOnce(ctx, at.snap, p, after, at.sealed, is, is)
	return refs, err
}

// createOnce posts a message whose id is a cut. One that an earlier try may have made is looked
// for among the bot's own after another message, by what it says. If there is none, it may have
// been deleted, and the post says that it is made again; if Discord has refused the post, none
// stood.
func (b *Noticeboard) createOnce(ctx context.Context, s *sitting.Sight, p table.Post, after string, is func(text string) bool, first, again render.Message) (string, error) {
	if !p.Tried {
		id, err := b.create(ctx, s, p, first)
		return id, orNotSent(err)
	}
	nonce := nonceOf(s.ID, p)
	id, sure, err := b.find(ctx, s, after, is)
	switch {
	case rest.HasCode(err, rest.CodeMissingAccess, rest.CodeMissingPermissions): // it can't be looked for
	case err != nil:
		return "", err // it is looked for with the next try
	case id != "":
		b.places.noted(s.Channel, id)
		return id, nil
	case sure:
		nonce += "-" // Discord may remember the message that is gone by its nonce
	}
	if p.Tries > 0 {
		again = first
	}
	return b.createBy(ctx, s, p, nonce, again)
}

// orNotSent adds to an error of a new message that Discord can't have made it, where that is so.
func orNotSent(err error) error {
	if err == nil || rest.Acted(err) {
		return err
	}
	return fmt.Errorf("%w: %w", table.ErrNotSent, err)
}

// mostPages is how many pages of messages are looked through for one.
const mostPages = 20

// find looks for the oldest message of the bot's after another that says something. It is sure that
// there is none if it could read all messages: without the permission to read the history Discord
// lists none.
func (b *Noticeboard) find(
	ctx context.Context, s *sitting.Sight, after string, is func(text string) bool,
) (id string, sure bool, err error) {
	me, err := b.self(ctx)
	if err != nil {
		return "", false, err
	}
	from := after
	for range mostPages {
		page, err := b.line.REST.MessagesAfter(ctx, string(s.Channel), from)
		if err != nil {
			return "", false, err
		}
		if len(page) == 0 {
			return "", after != "" && (from != after || b.reads(ctx, s, after)), nil
		}
		for _, m := range page {
			if m.Author == me && slices.ContainsFunc(m.Texts, is) {
				return m.ID, true, nil
			}
		}
		from = page[len(page)-1].ID
	}
	return "", false, nil
}

// reads says whether the bot may read a message, or could if it weren't deleted.
func (b *Noticeboard) reads(ctx context.Context, s *sitting.Sight, message string) bool {
	_, err := b.line.REST.GetMessage(ctx, string(s.Channel), message)
	return err == nil || rest.HasCode(err, rest.CodeUnknownMessage)
}

// self is the id of the bot's own user.
func (b *Noticeboard) self(ctx context.Context) (string, error) {
	b.seals.mu.Lock()
	me := b.seals.me
	b.seals.mu.Unlock()
	if me != "" {
		return me, nil
	}
	user, err := b.line.REST.Me(ctx)
	if err != nil {
		return "", err
	}
	b.seals.mu.Lock()
	defer b.seals.mu.Unlock()
	b.seals.me = user.ID
	return user.ID, nil
}
