package table_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// A redrawn message is one that was drawn again.
type redrawn struct {
	Shown table.Shown
	Sight sitting.Sight
}

// An eraser draws messages again, or fails to.
type eraser struct {
	mu    sync.Mutex
	fail  func(table.Shown) error // nil: nothing fails
	done  []redrawn
	tries int
}

func (r *eraser) Redraw(_ context.Context, m table.Shown, s sitting.Sight) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tries++
	if r.fail != nil {
		if err := r.fail(m); err != nil {
			return err
		}
	}
	r.done = append(r.done, redrawn{m, s})
	return nil
}

func (r *eraser) RedrawProposal(ctx context.Context, m table.Shown, _ table.TabSight) error {
	return r.Redraw(ctx, m, sitting.Sight{})
}

func (r *eraser) RedrawSeason(ctx context.Context, m table.Shown, _ table.SeasonSight) error {
	return r.Redraw(ctx, m, sitting.Sight{})
}

func (r *eraser) Withdraw(ctx context.Context, m table.Shown) error {
	return r.Redraw(ctx, m, sitting.Sight{})
}

// failing has messages fail from now on.
func (r *eraser) failing(fail func(table.Shown) error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fail = fail
}

// list returns what was drawn again, and how often that was tried.
func (r *eraser) list() (done []redrawn, tries int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.done), r.tries
}

// erases gives the hall an eraser of its own.
func (h *hall) erases() *eraser {
	r := &eraser{}
	h.opt.Redrawer = r
	h.restart()
	return r
}

// owed counts the messages that are to be drawn again in a channel.
func (h *hall) owed(c sitting.Channel) int {
	h.tb.Helper()
	all, err := h.store.OwedRedraws(context.Background(), c)
	if err != nil {
		h.tb.Fatal(err)
	}
	return len(all)
}

// evenings plays one hand with ann before she has sat down, two with her, and one at another table.
// She is in a season's message and in something shared.
func (h *hall) evenings(t *testing.T) (ann sitting.Person, results []*sitting.HandResult) {
	t.Helper()
	ann = h.knows("1001")
	h.opens("gus", openIn("fourth"), "hal")
	h.does("gus", sitting.Start{})
	h.finishes()
	h.opens("bob", openIn("channel"), "cy")
	h.does("bob", sitting.Start{})
	h.finishes()
	h.does(ann, sitting.Join{})
	for range 2 {
		h.does("bob", sitting.Next{})
		pass(0)
		results = append(results, h.finishes())
		pass(0)
	}
	shared := table.Shown{Server: "server", Channel: "third", Message: "share", Lang: "nl", Seq: 7}
	if err := h.house.Shared(t.Context(), shared, []sitting.Person{ann, "cy"}); err != nil {
		t.Fatal(err)
	}
	return ann, results
}

// TestMessagesThatShowWhoIsErasedAreDrawnAgain has Discord refuse them at first, and the process
// die.
func TestMessagesThatShowWhoIsErasedAreDrawnAgain(t *testing.T) {
	t.Parallel()
	inHallOf(t, table.Options{Redrawer: &eraser{}}, func(t *testing.T, h *hall) {
		eraser := h.erases()
		ann, results := h.evenings(t)
		wall := h.wall.list(table.PostResult)
		shown, err := h.house.Shows(t.Context(), ann)
		equal(t, err, nil)
		var kinds []table.PostKind
		for _, s := range shown {
			kinds = append(kinds, s.Kind)
		}
		equal(t, kinds, []table.PostKind{table.PostResult, table.PostResult, table.PostTable, 0})
		eraser.failing(func(table.Shown) error { return no() })
		equal(t, h.house.Erase(t.Context(), ann, "erase", true), nil)
		pass(time.Minute)
		h.dies()
		h.start()
		pass(48 * time.Hour)
		done, _ := eraser.list()
		equal(t, len(done), 0)
		equal(t, h.owed("channel"), 3)
		h.restart()
		eraser.failing(nil)
		h.house.Permitted("channel")
		h.house.Permitted("third")
		pass(time.Hour)
		equal(t, h.owed("channel")+h.owed("third")+h.owed("fourth"), 0)
		done, _ = eraser.list()
		var drawn []*sitting.HandResult
		for _, d := range done {
			equal(t, strings.HasPrefix(string(d.Shown.Channel), "fourth"), false)
			if d.Shown.Kind != table.PostResult {
				continue
			}
			was := wall[slices.IndexFunc(wall, func(p posted) bool { return p.Seen.Last.Seq == d.Sight.Last.Seq })]
			equal(t, d.Sight.Last, was.Seen.Last)
			equal(t, d.Sight.Deal, was.Seen.Deal)
			equal(t, d.Sight.Phase, was.Seen.Phase)
			drawn = append(drawn, d.Sight.Last)
		}
		equal(t, drawn, results)
		h.sound()
	})
}

// TestWhoIsErasedMayLeaveMessagesAsTheyAre: the control.
func TestWhoIsErasedMayLeaveMessagesAsTheyAre(t *testing.T) {
	t.Parallel()
	inHallOf(t, table.Options{Redrawer: &eraser{}}, func(t *testing.T, h *hall) {
		eraser := h.erases()
		ann, _ := h.evenings(t)
		equal(t, h.house.Erase(t.Context(), ann, "erase", false), nil)
		pass(time.Hour)
		_, tries := eraser.list()
		equal(t, tries, 0)
	})
}

// TestARedrawEnds gives up what is refused for 30 days, and what was in a channel that is gone.
func TestARedrawEnds(t *testing.T) {
	t.Parallel()
	gone := func(_ context.Context, c sitting.Channel) (bool, error) { return c == "third", nil }
	inHallOf(t, table.Options{Redrawer: &eraser{}, IsGone: gone}, func(t *testing.T, h *hall) {
		eraser := h.erases()
		ann, _ := h.evenings(t)
		eraser.failing(func(m table.Shown) error {
			if m.Channel == "third" {
				return &table.RefusedError{Code: 10003, Err: errors.New("unknown channel")}
			}
			return no()
		})
		equal(t, h.house.Erase(t.Context(), ann, "erase", true), nil)
		pass(3 * time.Minute)
		equal(t, h.owed("third"), 0)
		equal(t, h.owed("channel"), 3)
		pass(29 * 24 * time.Hour)
		equal(t, h.owed("channel"), 3)
		h.restart()
		pass(32 * time.Hour)
		equal(t, h.owed("channel"), 0)
		_, before := eraser.list()
		pass(48 * time.Hour)
		_, after := eraser.list()
		equal(t, after, before)
		h.sound()
	})
}

// TestAMessageThatWontBeDrawnHoldsNoOtherUp has the oldest message of a channel fail.
func TestAMessageThatWontBeDrawnHoldsNoOtherUp(t *testing.T) {
	t.Parallel()
	for name, fails := range map[string]func() error{
		"panics":        func() error { panic("a row nobody foresaw") },
		"can't be read": func() error { return table.ErrBroken },
		"isn't there":   func() error { return table.ErrNotFound },
		"no answer":     func() error { return errNoAnswer },
		"what it says is refused": func() error {
			return &table.RefusedError{Code: 200000, Content: true, Err: errors.New("blocked")}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHall(t, table.Options{Redrawer: &eraser{}})
				eraser := h.erases()
				ann, _ := h.evenings(t)
				oldest := ""
				eraser.failing(func(m table.Shown) error {
					if oldest == "" && m.Channel == "channel" {
						oldest = m.Message
					}
					if m.Message != oldest {
						return nil
					}
					return fails()
				})
				equal(t, h.house.Erase(t.Context(), ann, "erase", true), nil)
				pass(time.Minute)
				equal(t, h.owed("channel"), 1)
				equal(t, h.owed("third"), 0)
				pass(24 * time.Hour)
				_, tries := eraser.list()
				if most := 24 * 60 * 2; tries > most {
					t.Errorf("it was tried %d times", tries)
				}
				eraser.failing(nil)
				pass(7 * time.Hour)
				equal(t, h.owed("channel"), 0)
				h.sound()
			})
		})
	}
}

// A slowRedraws hides the oldest redraw of each channel at first: its transaction has drawn a
// number and hasn't ended.
type slowRedraws struct {
	table.Redraws
	mu    sync.Mutex
	ended bool
}

func (s *slowRedraws) OwedRedraws(ctx context.Context, c sitting.Channel) ([]table.Post, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	owed, err := s.Redraws.OwedRedraws(ctx, c)
	if !s.ended && len(owed) > 0 {
		owed = owed[1:]
	}
	return owed, err
}

func (s *slowRedraws) ends() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
}

// TestARedrawThatIsStoredLateIsMade stores a redraw after others that have higher numbers.
func TestARedrawThatIsStoredLateIsMade(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := &slowRedraws{}
		h := newHall(t, table.Options{Redrawer: &eraser{}, Redraws: slow})
		eraser := h.erases()
		ann, _ := h.evenings(t)
		late := table.Shown{Server: "server", Channel: "channel", Message: "late", Since: time.Now()}
		equal(t, h.store.OweRedraws(t.Context(), []table.Shown{late}), nil)
		eraser.failing(func(table.Shown) error { return no() }) // else nothing of the channel is kept
		equal(t, h.house.Erase(t.Context(), ann, "erase", true), nil)
		pass(time.Second)
		slow.ends()
		dee, share := h.knows("1002"), late
		share.Message = "dee's"
		equal(t, h.house.Shared(t.Context(), share, []sitting.Person{dee}), nil)
		equal(t, h.house.Erase(t.Context(), dee, "another", true), nil)
		eraser.failing(nil)
		h.house.Permitted("channel")
		pass(time.Hour)
		equal(t, h.owed("channel"), 0)
		done, _ := eraser.list()
		times := 0
		for _, d := range done {
			if d.Shown.Message == late.Message {
				times++
			}
		}
		equal(t, times, 1)
		h.sound()
	})
}

// TestAnErasureThatIsBrokenOffOwesNoRedraw: both are stored at once, or neither is.
func TestAnErasureThatIsBrokenOffOwesNoRedraw(t *testing.T) {
	t.Parallel()
	inHallOf(t, table.Options{Redrawer: &eraser{}}, func(t *testing.T, h *hall) {
		ann, _ := h.evenings(t)
		over, cancel := context.WithCancel(t.Context())
		cancel()
		if err := h.store.Erase(over, ann, table.Shown{Channel: "channel", Message: "1"}); err == nil {
			t.Fatal("it is erased")
		}
		equal(t, h.owed("channel"), 0)
		who, err := h.store.Person(t.Context(), "1001")
		equal(t, err, nil)
		equal(t, who, ann)
	})
}
