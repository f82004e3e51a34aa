package table_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// inUpkeep runs a test in a hall that is kept, with a hand under way in one server; its posts are refused while *shut.
func inUpkeep(t *testing.T, test func(t *testing.T, h *hall, shut *bool)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, table.Options{})
		h.kill()
		h.keeps = true
		h.start()
		shut := false
		h.wall.fail = func(table.Post) error {
			if shut {
				return fmt.Errorf("%w: %w: 50001", table.ErrGone, table.ErrAbsent)
			}
			return nil
		}
		h.dealsTimed("ann", "bob")
		_, err := h.store.Register(t.Context(), "700", h.watches().Server, "Ann")
		equal(t, err, nil)
		pass(time.Minute)
		test(t, h, &shut)
		sound(t, h)
	})
}

// away lists where the bot is away, as the file has it.
func (h *hall) away() []table.Absence {
	h.tb.Helper()
	all, err := h.store.Absences(h.tb.Context())
	equal(h.tb, err, nil)
	return all
}

// hasName says whether the server's name of Ann is kept.
func (h *hall) hasName(s sitting.Server) bool {
	h.tb.Helper()
	p, err := h.store.Person(h.tb.Context(), "700")
	equal(h.tb, err, nil)
	known, err := h.store.Known(h.tb.Context(), s, []sitting.Person{p})
	equal(h.tb, err, nil)
	return known[0].Name != ""
}

// lists has the house told in which servers the bot is, as who asks Discord does.
func (h *hall) lists(all ...sitting.Server) {
	h.tb.Helper()
	kept, err := h.store.ServersKept(h.tb.Context(), false)
	equal(h.tb, err, nil)
	h.house.Listed(all, kept)
}

// crossedUpkeep has something happen when the absences have just been read.
type crossedUpkeep struct {
	table.Upkeep
	meanwhile func(context.Context) error
}

func (c *crossedUpkeep) Absences(ctx context.Context) ([]table.Absence, error) {
	all, err := c.Upkeep.Absences(ctx)
	if f := c.meanwhile; f != nil {
		c.meanwhile = nil
		err = errors.Join(err, f(ctx))
	}
	return all, err
}

// TestAServerThatCameMeanwhileStays has the bot be added to a server of which this house hears nothing: after Discord was asked for the
// list, while a list of absences is gone through, and after it was removed, when somebody has opened a table there.
func TestAServerThatCameMeanwhileStays(t *testing.T) {
	t.Parallel()
	inUpkeep(t, func(t *testing.T, h *hall, _ *bool) {
		server := h.watches().Server
		stays := func() {
			t.Helper()
			pass(time.Minute)
			equal(t, []any{len(h.away()), h.watches().Phase, h.hasName(server)}, []any{0, sitting.Playing, true})
		}
		_, err := h.store.Register(t.Context(), "701", "another", "Bob")
		equal(t, err, nil)
		h.house.Listed([]sitting.Server{"another"}, []sitting.Server{"another"}) // it hadn't this one then
		stays()

		equal(t, h.store.Gone(t.Context(), server, time.Now()), nil)
		h.kill()
		crossed := &crossedUpkeep{}
		crossed.meanwhile = func(ctx context.Context) error { return crossed.Present(ctx, server) }
		h.opt.Upkeep = crossed
		h.start()
		stays()
		equal(t, crossed.meanwhile == nil, true)

		h.house.Removed(server)
		pass(time.Minute)
		equal(t, []any{len(h.away()), h.watches().Phase}, []any{1, sitting.Ended})
		h.deals("ann", "bob")
		_, err = h.store.Register(t.Context(), "700", server, "Ann")
		equal(t, err, nil)
		h.restart()
		stays()
	})
}

// TestWhatComesAfterARemovalStays hears at once that the bot was removed and is there again, and somebody acts: what they do is
// done after both.
func TestWhatComesAfterARemovalStays(t *testing.T) {
	t.Parallel()
	inUpkeep(t, func(t *testing.T, h *hall, _ *bool) {
		server := h.watches().Server
		h.house.Removed(server)
		h.house.Present(server)
		h.house.Heard(t.Context(), server)
		_, err := h.store.Register(t.Context(), "700", server, "Ann")
		equal(t, err, nil)
		pass(time.Minute)
		equal(t, []any{h.watches().Phase, h.hasName(server)}, []any{sitting.Ended, true})
		// Nobody waits where nothing was heard, or only that it is there.
		begin := time.Now()
		h.house.Heard(t.Context(), server)
		h.house.Present(server)
		h.house.Heard(t.Context(), server)
		equal(t, time.Since(begin), time.Duration(0))
	})
}

// countedUpkeep counts what the house asks of its store.
type countedUpkeep struct {
	table.Upkeep
	erased, listed int
}

func (c *countedUpkeep) EraseServer(ctx context.Context, s sitting.Server) error {
	c.erased++
	return c.Upkeep.EraseServer(ctx, s)
}

func (c *countedUpkeep) Absences(ctx context.Context) ([]table.Absence, error) {
	c.listed++
	return c.Upkeep.Absences(ctx)
}

// counted has the house's store count from now on.
func (h *hall) counted(workers table.Workers) *countedUpkeep {
	h.kill()
	counted := &countedUpkeep{}
	h.opt.Upkeep, h.opt.Workers = counted, workers
	h.start()
	return counted
}

// TestAServerIsCleanedWhereSomethingIsLeft has servers remove the bot. Each is erased once, over days and
// restarts, and once more after an old button was pressed there, or where that was broken off.
func TestAServerIsCleanedWhereSomethingIsLeft(t *testing.T) {
	t.Parallel()
	inUpkeep(t, func(t *testing.T, h *hall, _ *bool) {
		counted := h.counted(nil)
		server := h.watches().Server
		for n := range 20 {
			h.house.Removed(sitting.Server(fmt.Sprint(2000 + n)))
		}
		h.house.Removed(server)
		pass(time.Minute)
		equal(t, counted.erased, 21)
		for range 10 {
			pass(day)
			h.restart()
		}
		pass(day)
		equal(t, []int{counted.erased, len(h.away())}, []int{21, 21})
		_, err := h.store.Register(t.Context(), "700", server, "Ann")
		equal(t, err, nil)
		pass(2 * day)
		equal(t, []any{counted.erased, h.hasName(server)}, []any{22, false})

		_, err = h.store.Register(t.Context(), "701", "another", "Bob")
		equal(t, err, nil)
		equal(t, h.store.Gone(t.Context(), "another", time.Now()), nil)
		h.restart()
		pass(time.Minute)
		equal(t, []any{counted.erased, h.hasName("another")}, []any{23, false})
	})
}

// TestSinceWhenAServerIsGoneStays has a server remove the bot that refused posts before. Cleaning doesn't change
// since when it is gone, so a post that is taken right after a cleaning shows that the bot is there again.
func TestSinceWhenAServerIsGoneStays(t *testing.T) {
	t.Parallel()
	inUpkeep(t, func(t *testing.T, h *hall, shut *bool) {
		server := h.watches().Server
		*shut = true
		h.does("ann", sitting.Away{})
		pass(2 * day)
		equal(t, h.away()[0].Gone, false)
		gone := time.Now()
		h.house.Removed(server)
		pass(time.Minute)
		*shut = false
		h.deals("ann", "bob")
		pass(time.Minute) // that post may have been under way
		equal(t, []any{h.away()[0].Gone, h.away()[0].Since.Equal(gone)}, []any{true, true})
		h.restart()
		pass(time.Minute)
		equal(t, len(h.away()), 0) // somebody opened a table after it was gone

		_, err := h.store.Register(t.Context(), "700", server, "Ann")
		equal(t, err, nil)
		gone = time.Now()
		equal(t, h.store.Gone(t.Context(), server, gone), nil)
		*shut = true
		h.restart() // which cleans
		pass(2 * time.Hour)
		equal(t, []any{h.away()[0].Since.Equal(gone), h.hasName(server)}, []any{true, false})
		pass(22*time.Hour - time.Minute)
		_, err = h.store.Register(t.Context(), "700", server, "Ann")
		equal(t, err, nil)
		pass(2 * time.Minute)
		equal(t, h.hasName(server), false) // it was cleaned
		*shut = false
		h.deals("ann", "bob")
		pass(time.Minute)
		equal(t, len(h.away()), 0)
	})
}

// TestNewsOfAServerReadsThatServer has a house that shares its store hear that the bot is in many servers; another
// house has kept that one of them is gone.
func TestNewsOfAServerReadsThatServer(t *testing.T) {
	t.Parallel()
	inUpkeep(t, func(t *testing.T, h *hall, _ *bool) {
		server := h.watches().Server
		counted := h.counted(&crew{})
		pass(time.Minute)
		was := counted.listed
		equal(t, h.store.Gone(t.Context(), server, time.Now()), nil)
		for n := range 100 {
			h.house.Present(sitting.Server(fmt.Sprint(2000 + n)))
		}
		h.house.Present(server)
		pass(time.Minute)
		equal(t, []int{counted.listed - was, len(h.away())}, []int{0, 0})
	})
}

func TestAServerThatRemovesTheBotHasItsTablesClosed(t *testing.T) {
	t.Parallel()
	inUpkeep(t, func(t *testing.T, h *hall, shut *bool) {
		server := h.watches().Server
		before := len(h.standings())
		*shut = true
		h.house.Removed("another")
		h.house.Removed(server)
		h.house.Removed(server)
		synctest.Wait()
		pass(time.Minute)
		s := h.watches()
		equal(t, []any{s.Phase, s.Last.Abandoned, len(h.standings()), h.hasName(server)}, []any{sitting.Ended, true, before, false})
		// What an old button writes there afterwards doesn't stay, over restarts neither.
		_, err := h.store.Register(t.Context(), "700", server, "Ann")
		equal(t, err, nil)
		h.restart()
		pass(time.Minute)
		equal(t, h.hasName(server), false)
		// Back: a table is opened as ever, and stays.
		*shut = false
		h.house.Present(server)
		pass(time.Minute)
		h.deals("ann", "bob")
		_, err = h.store.Register(t.Context(), "700", server, "Ann")
		equal(t, err, nil)
		h.restart()
		pass(2 * day)
		equal(t, []any{h.watches().Phase, h.hasName(server)}, []any{sitting.Playing, true})
		for _, a := range h.away() {
			equal(t, a.Server, sitting.Server("another"))
		}
	})
}

// TestAServerThatRefusesPostsForAMonthIsLeft lets a month go by, with a restart, in which each post is refused; and most of one
// before a post is taken again.
func TestAServerThatRefusesPostsForAMonthIsLeft(t *testing.T) {
	t.Parallel()
	inUpkeep(t, func(t *testing.T, h *hall, shut *bool) {
		server := h.watches().Server
		*shut = true
		h.does("ann", sitting.Away{})
		pass(29 * day)
		equal(t, []any{len(h.away()), h.hasName(server)}, []any{1, true})
		*shut = false
		h.does("ann", sitting.Back{})
		pass(time.Minute)
		equal(t, len(h.away()), 0)
		*shut = true
		h.does("ann", sitting.Away{})
		pass(20 * day)
		h.restart()
		pass(9 * day)
		equal(t, h.hasName(server), true)
		pass(2 * day)
		equal(t, []any{h.hasName(server), h.away()[0].Gone, h.watches().Phase}, []any{false, true, sitting.Ended})
	})
}

// TestAServerThatTakesPostsAgainIsOneAgain, though nobody said that the bot was added to it: but not by a post that was under way.
func TestAServerThatTakesPostsAgainIsOneAgain(t *testing.T) {
	inUpkeep(t, func(t *testing.T, h *hall, _ *bool) {
		h.house.Removed(h.watches().Server)
		pass(time.Minute)
		h.deals("ann", "bob")
		pass(time.Minute)
		equal(t, h.away()[0].Gone, true)
		pass(time.Hour)
		h.does("ann", sitting.Away{})
		pass(time.Minute)
		equal(t, len(h.away()), 0)
		h.restart()
		pass(2 * day)
		equal(t, h.watches().Phase, sitting.Playing)
	})
}

// TestAServerThatIsntListedIsLeft has sessions start whose lists lack a server: where they have another that the house knows, it is
// left at once; and else in a month, unless it is there again.
func TestAServerThatIsntListedIsLeft(t *testing.T) {
	inUpkeep(t, func(t *testing.T, h *hall, _ *bool) {
		server := h.watches().Server
		stands := func(away int, known bool) {
			t.Helper()
			synctest.Wait()
			equal(t, []any{len(h.away()), h.hasName(server)}, []any{away, known})
		}
		h.lists("another", server)
		stands(0, true)
		// Of none that the house knows, and of none at all.
		for _, list := range [][]sitting.Server{{"another"}, {}} {
			h.lists(list...)
			stands(1, true)
			equal(t, h.away()[0].Gone, false)
			pass(20 * day)
			h.lists(list...)
			stands(1, true)
			h.house.Present(server)
			stands(0, true)
		}
		h.lists()
		pass(29 * day)
		stands(1, true)
		pass(2 * day)
		stands(1, false)
		equal(t, h.away()[0].Gone, true)
	})
	inUpkeep(t, func(t *testing.T, h *hall, _ *bool) {
		server := h.watches().Server
		_, err := h.store.Register(t.Context(), "701", "another", "Bob")
		equal(t, err, nil)
		h.lists("another")
		synctest.Wait()
		equal(t, []any{len(h.away()), h.away()[0].Gone, h.watches().Phase, h.hasName(server)}, []any{1, true, sitting.Ended, false})
		// It isn't left once more, and back it is present.
		h.lists("another")
		synctest.Wait()
		equal(t, len(h.away()), 1)
		h.lists("another", server)
		synctest.Wait()
		equal(t, len(h.away()), 0)
	})
}

func TestKeysAreLetGoAfterAMonth(t *testing.T) {
	t.Parallel()
	inUpkeep(t, func(t *testing.T, h *hall, _ *bool) {
		c := h.command("ann", sitting.Away{})
		_, err := h.send(c)
		equal(t, err, nil)
		pass(29 * day)
		_, err = h.store.Recall(t.Context(), c.Key)
		equal(t, err, nil)
		pass(2 * day)
		_, err = h.store.Recall(t.Context(), c.Key)
		equal(t, err, table.ErrNotFound)
	})
}
