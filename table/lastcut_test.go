package table_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// A channel holds messages whose ids are cuts. A post that may have been made already is looked
// for first, as the real one does it; the wall has all other posts.
type channel struct {
	*wall
	mu     sync.Mutex
	ids    int
	stands map[string]table.Post // by the message's id
	cut    func(made func() string, p table.Post) error
	clears []string // table messages in whose place another stood
}

// Post implements [table.Poster].
func (c *channel) Post(
	ctx context.Context, from table.Peeker, p table.Post, s sitting.Sight, refs table.Refs,
) (table.Refs, error) {
	if p.Kind != table.PostCommitment && p.Kind != table.PostDeal {
		if p.Kind == table.PostTable {
			refs = c.clear(refs)
		}
		return c.wall.Post(ctx, from, p, s, refs)
	}
	id := ""
	made := func() string { id = c.posts(p); return id }
	c.mu.Lock()
	cut := c.cut
	c.mu.Unlock()
	if cut != nil {
		if err := cut(made, p); err != nil {
			return refs, err
		}
	}
	if id == "" {
		made()
	}
	if p.Kind == table.PostCommitment {
		refs.Seal, refs.SealHand = id, p.Hand
		return refs, nil
	}
	return refs.Deals(p.Hand, id, time.Now()), nil
}

// clear takes away the table message in whose place another stands.
func (c *channel) clear(refs table.Refs) table.Refs {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clears = append(c.clears, refs.Before.Message)
	refs.Before = table.Before{}
	return refs
}

// cleared says whether a message was taken away.
func (c *channel) cleared(message string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Contains(c.clears, message)
}

// posts returns the message of a post: one that stands, or a new one.
func (c *channel) posts(p table.Post) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, q := range c.stands {
		if p.Tried && q.Kind == p.Kind && q.Hand == p.Hand {
			return id
		}
	}
	c.ids++
	id := fmt.Sprint("message ", c.ids)
	c.stands[id] = p
	return id
}

// deletes takes a message away, as a moderator does.
func (c *channel) deletes(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.stands, id)
}

// cutting sets what comes of posts whose message is a cut.
func (c *channel) cutting(cut func(made func() string, p table.Post) error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut = cut
}

// of lists the messages of a hand that are of a kind.
func (c *channel) of(kind table.PostKind, hand int) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := maps.Clone(c.stands)
	maps.DeleteFunc(all, func(_ string, p table.Post) bool { return p.Kind != kind || p.Hand != hand })
	return slices.Sorted(maps.Keys(all))
}

// A scene is where a mishap befalls the first try of a post whose message is the last cut.
type scene struct {
	*hall
	*channel
	store *faultyStore
	made  func() string // posts the message
}

// killed holds a post up until the process has died.
func (s *scene) killed() error {
	go s.quit()
	<-time.After(table.PostGrace + time.Second)
	return errors.New("killed")
}

var errNoAnswer = errors.New("no answer")

// A mishap comes between two of freezing a hand, posting its message, storing that, and dealing.
type mishap struct {
	comes func(*scene) error
	dies  bool // the process is killed
	slow  bool // who asked for the hand hears that it is about to be dealt
	other bool // the message that was made first is deleted, and another one's id is the cut
	gone  bool // the message that is the cut is deleted
}

// mishaps are by what happens.
func mishaps() map[string]mishap {
	return map[string]mishap{
		"none":                   {comes: func(*scene) error { return nil }},
		"killed before the post": {dies: true, slow: true, comes: (*scene).killed},
		"killed before it is stored": {dies: true, slow: true, comes: func(s *scene) error {
			s.made()
			return s.killed()
		}},
		"killed, and deleted before it is stored": {
			dies: true, slow: true, other: true, comes: func(s *scene) error {
				s.deletes(s.made())
				return s.killed()
			},
		},
		"killed once it is dealt": {dies: true, comes: func(s *scene) error {
			s.store.marks(1_000_000)
			return nil
		}},
		"not made, and no answer": {comes: func(*scene) error { return errNoAnswer }},
		"no answer": {comes: func(s *scene) error {
			s.made()
			return errNoAnswer
		}},
		"no answer, and deleted": {other: true, comes: func(s *scene) error {
			s.deletes(s.made())
			return errNoAnswer
		}},
		"not stored at first": {comes: func(s *scene) error {
			s.store.fails(func(table.Batch) error { return errors.New("disk full") }, nil)
			return nil
		}},
		"not stored, and deleted": {other: true, comes: func(s *scene) error {
			id := s.made()
			s.store.fails(func(table.Batch) error { s.deletes(id); return errors.New("disk full") }, nil)
			return nil
		}},
		"stored, and no answer": {comes: func(s *scene) error {
			s.store.fails(nil, errNoAnswer)
			return nil
		}},
		"deleted once it is stored": {gone: true, comes: func(s *scene) error {
			id := s.made()
			time.AfterFunc(time.Second, func() { s.deletes(id) })
			return nil
		}},
		"refused for now": {slow: true, comes: func(*scene) error { return no() }},
	}
}

// TestAHandIsDealtOnceByTheFirstMessageStored has each mishap befall a first hand and a later one.
func TestAHandIsDealtOnceByTheFirstMessageStored(t *testing.T) {
	t.Parallel()
	for name, m := range mishaps() {
		for hand, kind := range map[int]table.PostKind{1: table.PostCommitment, 3: table.PostDeal} {
			t.Run(fmt.Sprint(name, ", hand ", hand), func(t *testing.T) {
				c, store := &channel{stands: make(map[string]table.Post)}, &faultyStore{}
				inHallOf(t, table.Options{Poster: c, Store: store}, func(t *testing.T, h *hall) {
					c.wall, c.stands, c.ids, c.clears = h.wall, make(map[string]table.Post), 0, nil
					m.befalls(t, &scene{hall: h, channel: c, store: store}, kind, hand)
				})
			})
		}
	}
}

func (m mishap) befalls(t *testing.T, s *scene, kind table.PostKind, hand int) {
	t.Helper()
	s.opens("ann", openIn("c"), "bob")
	for n := 1; n < hand; n++ {
		s.does("ann", sitting.Start{})
		s.finishes()
		pass(time.Minute)
	}
	s.does("bob", sitting.Cut{Word: "gale"})
	var ids []string // of the messages that were made
	tried := false
	s.cutting(func(made func() string, p table.Post) error {
		if tried || p.Kind != kind {
			return nil
		}
		tried = true
		s.made = func() string { ids = append(ids, made()); return ids[0] }
		return m.comes(s)
	})
	before := s.log().Refs.Table
	asked := time.Now()
	reply, err := s.send(s.command("ann", sitting.Start{}))
	switch waited := time.Since(asked); {
	case m.dies:
	case err != nil || m.slow != (reply.Sight.Phase == sitting.Dealing):
		t.Errorf("%v, and the answer shows phase %v", err, reply.Sight.Phase)
	case m.slow && waited > time.Second:
		t.Errorf("who waited for a refused post was answered after %v", waited)
	}
	if m.dies {
		pass(time.Minute)
		s.restarts()
	} else if m.slow {
		s.isFrozen()
	}
	pass(5 * time.Minute)
	m.leaves(t, s, kind, hand, ids)
	if hand > 1 && !s.cleared(before) {
		t.Errorf("the table message before, %s, still stands", before)
	}
}

// restarts starts another house on the file, after the one before was killed.
func (s *scene) restarts() {
	s.tb.Helper()
	s.dies()
	s.store.marks(0)
	s.start()
}

// isFrozen has people try what mustn't change a hand that is about to be dealt.
func (s *scene) isFrozen() {
	s.tb.Helper()
	s.refused("bob", sitting.Cut{Word: "other"}, sitting.HandUnderWay)
	s.does("cy", sitting.Join{})
}

// leaves compares what has become of the hand with what must: it is dealt once, to those and with
// the words that were frozen, and by one message, the first that was stored.
func (m mishap) leaves(t *testing.T, s *scene, kind table.PostKind, hand int, ids []string) {
	t.Helper()
	now := s.looks("ann")
	equal(t, []any{now.Phase, now.Hand}, []any{sitting.Playing, hand})
	var seats []sitting.Person
	for _, t := range now.Seats {
		seats = append(seats, t.Person)
	}
	equal(t, seats, []sitting.Person{"ann", "bob"})
	cuts := now.Deal.All
	last := cuts[len(cuts)-1]
	want := []string{"gale", last}
	if hand > 1 {
		want = []string{now.Deal.Seal, "gale", last}
	}
	equal(t, cuts, want)
	if len(ids) > 0 {
		equal(t, last != ids[0], m.other)
	}
	if stand := s.of(kind, hand); !m.gone {
		equal(t, stand, []string{last})
	}
	if hand > 1 {
		equal(t, s.log().Refs.Table, last)
		equal(t, s.log().Refs.Deal, last)
	}
	equal(t, s.steps(hand), []string{"frozen", last, "started"})
	s.sound()
}

// steps lists what led to a hand: the freeze, each message that was stored after it, the deal.
func (s *scene) steps(hand int) (all []string) {
	for _, e := range s.log().Events {
		switch e := e.(type) { //nolint:exhaustive,gochecksumtype // the others deal nothing
		case sitting.Frozen:
			if e.Hand == hand {
				all = append(all, "frozen")
			}
		case sitting.Sealed:
			if e.Hand == hand && len(all) > 0 {
				all = append(all, e.Message)
			}
		case sitting.Placed:
			if e.Hand == hand {
				all = append(all, e.Message)
			}
		case sitting.HandStarted:
			if e.Hand == hand {
				all = append(all, "started")
			}
		}
	}
	return all
}
