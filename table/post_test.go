package table_test

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

func TestEachChangeIsPostedAndMarked(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		pass(0)
		equal(t, len(h.wall.list(table.PostCommitment)), 0)
		h.does("ann", sitting.Start{})
		h.finishes()
		pass(0)
		results := h.wall.list(table.PostResult)
		equal(t, len(results), 1)
		equal(t, results[0].Seen.Last, h.looks("").Last)
		equal(t, len(h.wall.list(table.PostCommitment)), 1)
		next := results[0].Seen.Deal // whose seal the result carries
		equal(t, []any{next.Hand, next.Commitment, next.Seal}, []any{2, h.looks("").Deal.Commitment, ""})
		tables := h.wall.list(table.PostTable)
		newest := tables[len(tables)-1]
		equal(t, newest.Seen, h.looks(""))
		equal(t, newest.Refs.Table, fmt.Sprint("table ", tables[0].Post.ID))
		log := h.log()
		equal(t, len(log.Owed), 0)
		equal(t, log.Refs.Table, newest.Refs.Table)
		equal(t, h.house.Stats().Owed, 0)
	})
}

func TestTheQueueWaitsForNoPostAndTheNewestStateWins(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		pass(0)
		h.does("ann", sitting.Start{})
		pass(0)
		before := len(h.wall.all())
		hold := make(chan struct{})
		h.wall.holding(hold)
		h.passes()
		pass(0) // its post has begun
		for range 20 {
			h.moves()
		}
		equal(t, len(h.wall.all()), before)
		h.wall.holding(nil)
		close(hold)
		pass(0)
		equal(t, len(h.wall.all()), before+2) // the one that was held, and the newest
		equal(t, h.wall.all()[before+1].Seen, h.looks(""))
		equal(t, len(h.log().Owed), 0)
	})
}

func TestAPostIsTriedAgainLaterAndLater(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		begin := time.Now()
		var tries []time.Duration
		var ids []int64
		h.wall.failing(func(p table.Post) error {
			tries, ids = append(tries, time.Since(begin)), append(ids, p.ID)
			if len(tries) < 9 {
				return errors.New("no answer")
			}
			return nil
		})
		h.opens("ann", openIn("c"))
		pass(10 * time.Minute)
		s := time.Second
		equal(t, tries[:9], []time.Duration{0, 1 * s, 3 * s, 7 * s, 15 * s, 31 * s, 63 * s, 123 * s, 183 * s})
		equal(t, slices.Compact(ids[:9]), ids[:1])
		equal(t, len(h.log().Owed), 0)
	})
}

func TestAPostThatCanNeverBeMadeIsGivenUp(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.wall.failing(func(p table.Post) error {
			if p.Kind == table.PostCommitment {
				return fmt.Errorf("no such channel: %w", table.ErrGone)
			}
			return nil
		})
		h.opens("ann", openIn("c"))
		pass(0)
		equal(t, len(h.wall.list(table.PostCommitment)), 0)
		equal(t, len(h.wall.list(table.PostTable)), 1)
		equal(t, len(h.log().Owed), 0)
	})
}

func TestAPosterThatPanicsIsTriedAgain(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		first := true
		h.wall.failing(func(table.Post) error {
			if first {
				first = false
				panic("no paper")
			}
			return nil
		})
		h.opens("ann", openIn("c"))
		pass(time.Minute)
		equal(t, len(h.log().Owed), 0)
		equal(t, h.house.Stats().Panics, uint64(1))
	})
}

// TestATableThatIsReadAnewKnowsWhatItsMessageShows has quiet hours move the end of a
// turn: that is no new turn, before a restart and after it. A discard is one.
func TestATableThatIsReadAnewKnowsWhatItsMessageShows(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsWithin(24*time.Hour, "ann", "bob")
		pass(0) // what the deal owes is posted
		turns := func(do func()) bool {
			before := len(h.wall.list(table.PostTable))
			do()
			pass(0)
			tables := h.wall.list(table.PostTable)
			if len(tables) == before {
				t.Fatal("the table isn't written")
			}
			return tables[len(tables)-1].Post.Turns
		}
		for range 2 {
			equal(t, turns(func() { h.quiet(h.onTurn(), night()) }), false)
			equal(t, turns(h.passes), true)
			h.restart()
		}
	})
}

func TestWhatIsOwedIsPostedAfterARestartUnderTheSameID(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.wall.failing(func(table.Post) error { return errors.New("no line") })
		h.opens("ann", openIn("c"), "bob")
		equal(t, h.does("ann", sitting.Start{}).Sight.Phase, sitting.Dealing)
		owed := h.log().Owed
		h.kill()
		h.wall.failing(nil)
		h.start()
		pass(0)
		commitments := h.wall.list(table.PostCommitment)
		equal(t, len(commitments), 1)
		sealed := slices.IndexFunc(owed, func(p table.Post) bool { return p.Kind == table.PostCommitment })
		owed[sealed].Tried = true // as far as is known
		equal(t, commitments[0].Post, owed[sealed])
		tables := h.wall.list(table.PostTable)
		equal(t, people(tables[len(tables)-1].Seen.Seats), []sitting.Person{"ann", "bob"})
		equal(t, h.looks("").Phase, sitting.Playing)
		equal(t, len(h.log().Owed), 0)
	})
}

// A channel gives back the message that stands when a post is made again under
// its ID, so what is newer than the first try needs a post of its own.
func TestWhatCameAfterATryInDoubtIsPostedToo(t *testing.T) {
	t.Parallel()
	for name, cut := range map[string]func(*hall){
		"a lost answer": func(*hall) {},
		"a restart":     (*hall).restart,
	} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				shown := make(map[int64]int64) // by ID of the post, the number of the newest event when it was first made
				var answers atomic.Bool
				h.wall.failing(func(p table.Post) error {
					if p.Kind != table.PostTable {
						return nil
					}
					if _, stands := shown[p.ID]; !stands {
						shown[p.ID] = p.Seq
					}
					if !answers.Load() {
						return errors.New("no answer")
					}
					return nil
				})
				h.opens("ann", openIn("c"))
				pass(0)
				h.does("bob", sitting.Join{})
				h.does("cy", sitting.Join{})
				answers.Store(true)
				cut(h)
				pass(time.Minute)
				posts := h.wall.list(table.PostTable)
				newest := posts[len(posts)-1]
				equal(t, shown[newest.Post.ID], h.looks("").Seq)
				equal(t, len(h.log().Owed), 0)
			})
		})
	}
}

func TestAClosedTableIsForgottenWhenNothingIsOwed(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		pass(0)
		h.wall.failing(func(table.Post) error { return errors.New("no line") })
		h.does("ann", sitting.Close{})
		pass(0)
		equal(t, h.house.Stats().Tables, 1)
		h.kill()
		h.wall.failing(nil)
		h.start()
		pass(0)
		tables := h.wall.list(table.PostTable)
		equal(t, tables[len(tables)-1].Seen.Phase, sitting.Ended)
		equal(t, len(h.log().Owed), 0)
		equal(t, h.house.Stats().Tables, 0)
	})
}

// TestLatePostsTellOfTheirOwnHand deals once more what has been played, twice, while
// nothing can be posted.
func TestLatePostsTellOfTheirOwnHand(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		want := []*sitting.HandResult{h.finishes()}
		pass(0)
		h.wall.failing(func(table.Post) error { return errors.New("no line") })
		for range 2 {
			h.does("ann", sitting.Again{})
			want = append(want, h.finishes())
		}
		h.does("ann", sitting.Next{})
		h.wall.failing(nil)
		pass(2 * time.Minute)
		var got []*sitting.HandResult
		for _, p := range h.wall.list(table.PostResult) {
			got = append(got, p.Seen.Last)
		}
		equal(t, got, want)
	})
}

func TestTheTableIsPostedAnewWhenAsked(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		pass(0)
		before := h.log().Refs.Table
		if err := h.house.Repost(t.Context(), h.id); err != nil {
			t.Fatal(err)
		}
		pass(0)
		if after := h.log().Refs.Table; after == before {
			t.Errorf("the table is still %s", after)
		}
		wantCode(t, h.house.Repost(t.Context(), "nowhere"), sitting.NoTable)
	})
}

func TestAPostUnderWayGetsAMomentWhenTheHouseCloses(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		pass(0)
		before := len(h.wall.all())
		hold := make(chan struct{})
		h.wall.holding(hold)
		h.does("ann", sitting.Start{})
		time.AfterFunc(2*time.Second, func() { close(hold) })
		h.kill()
		equal(t, len(h.wall.all()), before+1)
		h.wall.holding(make(chan struct{}))
		h.start()
		pass(0)
		begin := time.Now()
		h.kill()
		equal(t, time.Since(begin), 3*time.Second)
	})
}

// TestWhatIsPostedIsMarkedThoughAnotherPostWaits has one be called who mayn't be before morning, and the store fail at first.
func TestWhatIsPostedIsMarkedThoughAnotherPostWaits(t *testing.T) {
	t.Parallel()
	inFaultyHall(t, func(t *testing.T, h *hall, faulty *faultyStore) {
		h.opens("ann", openIn("c"))
		pass(time.Minute)
		now := time.Now().UTC()
		minute := now.Hour()*60 + now.Minute()
		h.quiet("bob", sitting.Quiet{From: minute, To: (minute + 120) % (24 * 60), Zone: "UTC"})
		faulty.marks(6)
		h.does("ann", sitting.Invite{People: []sitting.Person{"bob"}})
		h.does("ann", sitting.Invite{People: []sitting.Person{"cat"}})
		pass(100 * time.Millisecond)
		h.does("ann", sitting.Invite{People: []sitting.Person{"dan"}})
		pass(100 * time.Millisecond) // nobody's call waits for a mark
		equal(t, len(h.wall.list(table.PostInvite)), 2)
		pass(time.Minute)
		equal(t, len(h.log().Owed), 1)
		pass(2 * time.Hour)
		equal(t, len(h.wall.list(table.PostInvite)), 3)
		equal(t, len(h.log().Owed), 0)
	})
}

// TestWhatIsPostedIsMarkedThoughTheStoreFailsAtFirst has nothing else happen at the table.
func TestWhatIsPostedIsMarkedThoughTheStoreFailsAtFirst(t *testing.T) {
	t.Parallel()
	inFaultyHall(t, func(t *testing.T, h *hall, faulty *faultyStore) {
		faulty.marks(3)
		h.opens("ann", openIn("c"))
		pass(0)
		equal(t, len(h.wall.all()), 1)
		equal(t, len(h.log().Owed), 1)
		pass(time.Minute)
		equal(t, len(h.wall.all()), 1)
		equal(t, len(h.log().Owed), 0)
		equal(t, h.house.Stats().Owed, 0)
	})
}
