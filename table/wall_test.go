package table_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// A wall is where posts go.
type wall struct {
	mu    sync.Mutex
	posts []posted
	fail  func(table.Post) error // nil: everything is posted
	show  func(posted) error     // the same, with what is to be seen
	hold  chan struct{}          // not nil: each post waits for it
	lost  error                  // the answer to posts that waited, which are made; nil: it comes
	late  table.PostKind         // an older edit may arrive after posts of this kind; 0: none
}

type posted struct {
	At   time.Time
	Post table.Post
	Seen sitting.Sight
	Refs table.Refs
}

// all lists what was posted, oldest first.
func (w *wall) all() []posted {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.posts)
}

func (w *wall) Post(ctx context.Context, _ table.Peeker, p table.Post, s sitting.Sight, refs table.Refs) (table.Refs, error) {
	w.mu.Lock()
	hold, fail, show := w.hold, w.fail, w.show
	w.mu.Unlock()
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return refs, ctx.Err()
		}
	}
	if fail != nil {
		if err := fail(p); err != nil {
			if errors.Is(err, table.ErrGaveWay) {
				refs.Ping = "" // what is over is deleted before a post is sent
			}
			return refs, err
		}
	}
	p.Urgent = nil // what is posted is compared
	if show != nil {
		if err := show(posted{At: time.Now(), Post: p, Seen: s, Refs: refs}); err != nil {
			return refs, err
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.posts = append(w.posts, posted{At: time.Now(), Post: p, Seen: s, Refs: refs})
	if hold != nil && w.lost != nil {
		return refs, w.lost
	}
	refs.Unsure = p.Kind == w.late
	switch p.Kind {
	case table.PostCommitment:
		if p.Again {
			refs.SealsAgain = map[int]string{p.Hand: fmt.Sprint("seal again ", p.ID)}
			break
		}
		refs.Seal, refs.SealHand = fmt.Sprint("seal ", p.ID), p.Hand
	case table.PostResult:
		refs.Result, refs.ResultHand = fmt.Sprint("result ", p.ID), p.Hand
	case table.PostDeal:
		refs.Table = fmt.Sprint("deal ", p.ID)
		refs.Deal, refs.DealHand = refs.Table, p.Hand
	case table.PostTable:
		refs.Replaced = s.Replaced
		if refs.Table == "" || p.Again {
			refs.Table = fmt.Sprint("table ", p.ID)
		}
		if s.Version != refs.PingSeq {
			refs.Ping = ""
		}
	case table.PostEvening, table.PostProposal, table.PostSeason, table.PostHands, table.PostRedraw:
	case table.PostPing, table.PostReminder, table.PostNudge:
		refs.Ping, refs.PingSeq = fmt.Sprint("ping ", p.ID), p.Seq
	case table.PostWish, table.PostVote, table.PostInvite, table.PostOpening, table.PostSought:
		refs.Asked = map[sitting.Ask]table.Asked{sitting.AsksWish: {Message: fmt.Sprint("wish ", p.ID), Seq: p.Seq}}
	}
	return refs, nil
}

// list returns what was posted of a kind.
func (w *wall) list(kind table.PostKind) []posted {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(w.posts), func(p posted) bool { return p.Post.Kind != kind })
}

func (w *wall) failing(fail func(table.Post) error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fail = fail
}

// showing has each post go by what it shows, before it is made.
func (w *wall) showing(show func(posted) error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.show = show
}

func (w *wall) holding(hold chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hold = hold
}
