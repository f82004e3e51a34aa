package table_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// TestAHandIsCutByTheMessageThatSealsIt looks at the events of a table.
func TestAHandIsCutByTheMessageThatSealsIt(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		last := h.finishes()
		pass(0)
		seals := make(map[int]string)
		for _, e := range h.log().Events {
			if sealed, ok := e.(sitting.Sealed); ok {
				seals[sealed.Hand] = sealed.Message
			}
		}
		equal(t, last.Seal, seals[1])
		equal(t, last.Cuts, []string{seals[1]})
		next := h.looks("").Deal
		equal(t, []any{len(seals), next.Hand, next.Seal, next.All, next.Ready}, []any{2, 2, seals[2], []string{seals[2]}, true})
		h.sound()
	})
}

// TestWhoAsksForAHandWaitsForIt asks for one while the post that seals it is on its way.
func TestWhoAsksForAHandWaitsForIt(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		hold := make(chan struct{})
		h.wall.holding(hold)
		h.opens("ann", openIn("c"), "bob")
		h.does("bob", sitting.Cut{Word: "gale"})
		time.AfterFunc(5*time.Second, func() { close(hold) })
		equal(t, h.does("ann", sitting.Start{}).Sight.Phase, sitting.Playing)
		equal(t, len(h.wall.list(table.PostCommitment)), 1)
	})
}

// TestADoubledStartFreezesOnce sends one click many times, and has others ask too, while the last
// cut is on its way: all are answered with the same hand.
func TestADoubledStartFreezesOnce(t *testing.T) {
	t.Parallel()
	for hand := 1; hand <= 2; hand++ {
		t.Run(fmt.Sprint("hand ", hand), func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				h.opens("ann", openIn("c"), "bob")
				ask := sitting.Action(sitting.Start{})
				if hand == 2 {
					ask = sitting.Next{}
					h.does("ann", sitting.Start{})
					h.finishes()
					pass(0)
				}
				hold := make(chan struct{})
				h.wall.holding(hold)
				time.AfterFunc(3*time.Second, func() { close(hold) })
				first := h.command("ann", ask)
				firsts, replies := h.sendAll(first)
				more, others := h.sendAll(first)
				equal(t, []int{firsts, more}, []int{1, 0})
				for _, r := range append(replies, others...) {
					equal(t, []any{r.Sight.Phase, r.Sight.Hand}, []any{sitting.Playing, hand})
				}
				frozen := 0
				for _, e := range h.log().Events {
					if e, ok := e.(sitting.Frozen); ok && e.Hand == hand {
						frozen++
					}
				}
				equal(t, frozen, 1)
				h.sound()
			})
		})
	}
}

// TestNothingIsDealtThatIsNotSealed holds the post that carries a seal for half a
// minute: that of the first hand, and a result.
func TestNothingIsDealtThatIsNotSealed(t *testing.T) {
	t.Parallel()
	for name, early := range map[string][]sitting.Action{
		"lobby":  {sitting.Start{}},
		"result": {sitting.Next{}, sitting.Start{}, sitting.Again{}, sitting.Cut{Word: "gale"}},
		"table":  {sitting.Next{}, sitting.Start{}},
	} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				hold := make(chan struct{})
				switch name {
				case "result":
					h.deals("ann", "bob")
					h.wall.holding(hold)
					h.finishes()
				case "table":
					h.deals("ann", "bob")
					h.finishes()
					pass(0)
					h.wall.holding(hold)
				default:
					h.opens("ann", openIn("c"), "bob")
					pass(0)
					h.wall.holding(hold)
				}
				before := h.looks("")
				time.AfterFunc(time.Minute, func() { close(hold) })
				first := h.command("ann", early[0])
				for range 2 {
					asked := time.Now()
					reply, err := h.send(first)
					if name == "result" {
						wantCode(t, err, sitting.NotSealed)
					} else {
						equal(t, []any{err, reply.Sight.Phase, reply.Sight.Hand}, []any{nil, sitting.Dealing, before.Hand})
					}
					if waited := time.Since(asked); waited > 6*time.Second {
						t.Errorf("the answer took %v", waited)
					}
					for _, do := range early {
						if name == "result" {
							h.refused("ann", do, sitting.NotSealed)
						} else {
							equal(t, h.does("ann", do).Sight.Phase, sitting.Dealing)
						}
					}
				}
				if name == "result" {
					equal(t, h.looks(""), before)
				}
				pass(time.Minute)
				reply, err := h.send(first) // the same click
				equal(t, err, nil)
				equal(t, reply.Sight.Phase, sitting.Playing)
				equal(t, len(h.wall.list(table.PostCommitment)), 1)
				equal(t, len(h.wall.list(table.PostDeal)), before.Hand)
				h.sound()
			})
		})
	}
}

// TestAClosedTableSealsNothing closes tables at which a post that carries a seal is held up.
func TestAClosedTableSealsNothing(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		hold := make(chan struct{})
		h.wall.holding(hold)
		h.opens("ann", openIn("lobby"), "bob")
		equal(t, h.does("ann", sitting.Start{}).Sight.Phase, sitting.Dealing)
		h.does("ann", sitting.Close{})
		h.wall.holding(nil)
		close(hold)
		pass(0)
		h.sound()
		h.deals("ann", "bob")
		h.closes("ann")
		pass(0)
		results := h.wall.list(table.PostResult)
		equal(t, len(results), 1)
		equal(t, results[0].Seen.Phase, sitting.Ended)
		for _, e := range h.log().Events {
			if sealed, ok := e.(sitting.Sealed); ok {
				equal(t, sealed.Hand, 1)
			}
		}
		h.sound()
	})
}

// TestAPressHasTheSealPostedAtOnce presses while the poster rests after failures,
// and after it gave up.
func TestAPressHasTheSealPostedAtOnce(t *testing.T) {
	t.Parallel()
	for name, failure := range map[string]error{"no answer": errors.New("no answer"), "not allowed": table.ErrGone} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				h.wall.failing(func(table.Post) error { return failure })
				h.opens("ann", openIn("c"), "bob")
				equal(t, h.does("ann", sitting.Start{}).Sight.Phase, sitting.Dealing)
				pass(10 * time.Minute)
				h.restart()
				equal(t, h.does("ann", sitting.Start{}).Sight.Phase, sitting.Dealing)
				pass(10 * time.Minute)
				h.wall.failing(nil)
				begin := time.Now()
				equal(t, h.does("ann", sitting.Start{}).Sight.Phase, sitting.Playing)
				if waited := time.Since(begin); waited > 0 {
					t.Errorf("the seal came after %v", waited)
				}
				equal(t, len(h.wall.list(table.PostCommitment)), 1)

				h.wall.failing(func(table.Post) error { return failure })
				h.finishes()
				pass(10 * time.Minute)
				h.refused("bob", sitting.Next{}, sitting.NotSealed)
				h.restart()
				h.refused("bob", sitting.Next{}, sitting.NotSealed)
				pass(10 * time.Minute)
				h.wall.failing(nil)
				h.does("bob", sitting.Cut{Word: "gale"}) // which brings the seal
				h.wall.failing(func(table.Post) error { return failure })
				equal(t, h.does("bob", sitting.Next{}).Sight.Phase, sitting.Dealing)
				pass(10 * time.Minute)
				h.restart()
				equal(t, h.does("bob", sitting.Next{}).Sight.Phase, sitting.Dealing)
				pass(10 * time.Minute)
				h.wall.failing(nil)
				equal(t, h.does("bob", sitting.Next{}).Sight.Phase, sitting.Playing)
				equal(t, len(h.wall.list(table.PostCommitment)), 1)
				equal(t, len(h.wall.list(table.PostResult)), 1)
				equal(t, len(h.wall.list(table.PostDeal)), 1)
				h.sound()
			})
		})
	}
}

// TestAKillBetweenPostAndSealedLosesNeither kills the house when the message
// stands and nothing says so yet: by its nonce the post that is made again is the
// same message.
func TestAKillBetweenPostAndSealedLosesNeither(t *testing.T) {
	t.Parallel()
	for hand, kind := range map[int]table.PostKind{1: table.PostCommitment, 2: table.PostResult} {
		t.Run(fmt.Sprint("hand ", hand), func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				var stands []int64 // nonces of the messages in the channel
				h.wall.failing(func(p table.Post) error {
					if p.Kind != kind || slices.Contains(stands, p.ID) {
						return nil
					}
					stands = append(stands, p.ID)
					go h.quit() // the answer comes, and nobody is there to store it
					<-time.After(table.PostGrace + time.Second)
					return errors.New("killed")
				})
				h.opens("ann", openIn("c"))
				h.does("ann", sitting.AddComputer{Level: opponent.Easy})
				_, _ = h.send(h.command("ann", sitting.Start{}))
				if kind == table.PostResult {
					h.does("ann", sitting.End{Sure: true})
				}
				pass(time.Minute)
				h.quit = nil
				equal(t, <-h.ended, nil)
				equal(t, h.store.Close(), nil)
				h.start()
				pass(time.Minute)
				h.restart()
				pass(time.Minute)
				equal(t, len(stands), 1)
				var sealed []sitting.Sealed
				for _, e := range h.log().Events {
					if e, ok := e.(sitting.Sealed); ok && e.Hand == hand {
						sealed = append(sealed, e)
					}
				}
				word := map[int]string{1: "seal ", 2: "result "}[hand]
				equal(t, sealed, []sitting.Sealed{{Hand: hand, Message: fmt.Sprint(word, stands[0])}})
				h.sound()
			})
		})
	}
}

// TestOnlyTheResultBeforeSealsAHand has the bot killed when hand 2 is sealed and nobody knows that the
// result of hand 1 is posted, and Discord take that again only when hand 2 is over too.
func TestOnlyTheResultBeforeSealsAHand(t *testing.T) {
	t.Parallel()
	store := &faultyStore{}
	inHallOf(t, table.Options{Store: store}, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		pass(0)
		store.marks(1_000_000)
		h.finishes()
		pass(time.Minute)
		equal(t, h.looks("").Deal.Ready, true)
		h.kill()
		store.marks(0)
		h.wall.failing(func(p table.Post) error {
			if p.Kind == table.PostResult {
				return errors.New("no answer")
			}
			return nil
		})
		h.start()
		pass(0)
		h.does("ann", sitting.Next{})
		h.finishes()
		pass(0)
		h.wall.failing(nil)
		pass(5 * time.Minute)
		seals := make(map[string]int)
		for _, e := range h.log().Events {
			if e, ok := e.(sitting.Sealed); ok {
				seals[e.Message] = e.Hand
			}
		}
		equal(t, len(seals), 3)
		results := h.wall.list(table.PostResult)
		equal(t, []int{results[len(results)-2].Post.Hand, results[len(results)-1].Post.Hand}, []int{1, 2})
		h.sound()
	})
}

// TestASealOnItsWayIsStoredWhenTheHouseCloses has Discord take it a moment later.
func TestASealOnItsWayIsStoredWhenTheHouseCloses(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		hold := make(chan struct{})
		h.wall.holding(hold)
		h.opens("ann", openIn("c"), "bob")
		h.does("ann", sitting.Start{})
		time.AfterFunc(2*time.Second, func() { close(hold) })
		h.kill()
		h.wall.holding(nil)
		h.start()
		pass(0)
		equal(t, len(h.wall.list(table.PostCommitment)), 1)
		equal(t, h.looks("").Phase, sitting.Playing)
		h.sound()
	})
}

// TestASealStandsAloneWhereNoResultIsTaken has Discord refuse every result for what is in it.
func TestASealStandsAloneWhereNoResultIsTaken(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		h.wall.failing(func(p table.Post) error {
			if p.Kind == table.PostResult {
				return table.ErrGone
			}
			return nil
		})
		h.finishes()
		pass(time.Minute)
		equal(t, h.does("ann", sitting.Next{}).Sight.Hand, 2)
		equal(t, len(h.wall.list(table.PostCommitment)), 2)
		h.sound()
	})
}

// TestASeedNeverDealtIsErased closes tables of which the next hand is sealed.
func TestASeedNeverDealtIsErased(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		seeds := func() (kept, erased int) {
			for _, e := range h.log().Events {
				switch c, ok := e.(sitting.Committed); {
				case ok && c.Seed == [32]byte{}:
					erased++
				case ok:
					kept++
				}
			}
			return kept, erased
		}
		is := func(kept, erased int) {
			t.Helper()
			k, e := seeds()
			equal(t, []int{k, e}, []int{kept, erased})
		}
		h.opens("ann", openIn("lobby"))
		is(0, 0)
		h.closes("ann")
		is(0, 0)

		h.wall.failing(func(table.Post) error { return errors.New("no answer") })
		h.opens("ann", openIn("frozen"), "bob")
		h.does("ann", sitting.Start{})
		is(1, 0)
		h.closes("ann")
		h.wall.failing(nil)
		is(0, 1)
		p, err := h.house.Proof(t.Context(), h.id, 1)
		equal(t, err, nil)
		equal(t, []any{p.Gone, p.Over, len(p.Deal.Commitment)}, []any{true, false, 64})

		h.opens("ann", openIn("hand"), "bob")
		h.does("ann", sitting.Start{})
		h.finishes()
		is(2, 0)
		h.does("ann", sitting.Again{})
		h.closes("ann") // the seed of the hand that is dealt again stays
		is(1, 1)

		h.opens("ann", openIn("closed in mid-hand"), "bob")
		h.does("ann", sitting.Start{})
		h.closes("ann")
		is(1, 0)
		equal(t, len(h.looks("").Last.Seed), 64)

		h.opens("ann", openIn("idle"))
		pass(25 * time.Hour)
		equal(t, h.looks("").Phase, sitting.Ended)
		is(0, 0)
		h.restart()
		h.sound()
	})
}

// TestAPostIsTriedOnceItMayStand has the post of a seal fail before it was sent, then after, then
// before again: from when it may stand it is to be looked for.
func TestAPostIsTriedOnceItMayStand(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		ends := []error{
			fmt.Errorf("%w: no line", table.ErrNotSent), errors.New("no answer"),
			fmt.Errorf("%w: no line", table.ErrNotSent), nil,
		}
		var tried []bool
		h.wall.failing(func(p table.Post) error {
			if p.Kind != table.PostCommitment || len(ends) == 0 {
				return nil
			}
			err := ends[0]
			tried, ends = append(tried, p.Tried), ends[1:]
			return err
		})
		h.opens("ann", openIn("c"))
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		_, _ = h.send(h.command("ann", sitting.Start{}))
		pass(time.Minute)
		equal(t, tried, []bool{false, false, true, true})
		h.sound()
	})
}
