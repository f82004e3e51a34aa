package table_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// A ledger is a hall in which Ann and Bob have played a hand that one of them lost.
type ledger struct {
	*hall
	ann, bob sitting.Person
	hand     tab.Hand
	board    *board
}

// A board is the channel that is told of proposals.
type board struct {
	mu    sync.Mutex
	fails int // posts that are not taken before one is
	told  []table.TabSight
	calls []sitting.Person // of the newest
	made  int              // messages, the others being edits
}

func (b *board) PostProposal(_ context.Context, p table.Post, s table.TabSight, refs table.Refs) (table.Refs, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fails > 0 {
		b.fails--
		return refs, errors.New("not now")
	}
	if refs.Table == "" {
		b.made++
		refs.Table = fmt.Sprint("message ", b.made)
	}
	b.told, b.calls = append(b.told, s), p.Calls
	return refs, nil
}

// newest is what the channel was told last, and in how many messages it was told all.
func (b *board) newest() (tab.Proposal, int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.told) == 0 {
		return tab.Proposal{}, 0
	}
	return b.told[len(b.told)-1].Proposal, b.made
}

func inLedger(t *testing.T, test func(*testing.T, *ledger)) {
	t.Helper()
	b := &board{}
	inHallOf(t, table.Options{TabPoster: b}, func(t *testing.T, h *hall) {
		*b = board{}
		test(t, newLedger(h, b))
		sound(t, h)
	})
}

func newLedger(h *hall, b *board) *ledger {
	h.tb.Helper()
	l := &ledger{hall: h, board: b}
	for i, p := range []*sitting.Person{&l.ann, &l.bob} {
		var err error
		*p, err = h.store.Register(h.tb.Context(), fmt.Sprint(700+i), "server", "name")
		equal(h.tb, err, nil)
	}
	l.plays("one")
	for e, err := range h.store.Entries(h.tb.Context()) {
		equal(h.tb, err, nil)
		l.hand = e.Source.(tab.Hand)
	}
	return l
}

// plays has the two play a hand to its end at a new table.
func (l *ledger) plays(channel sitting.Channel) {
	l.tb.Helper()
	l.opens(l.ann, openIn(channel), l.bob)
	l.does(l.ann, sitting.Start{})
	l.finishes()
}

// owes is what Bob owes Ann.
func (l *ledger) owes() int {
	l.tb.Helper()
	read, err := l.store.Books(l.tb.Context(), "server", l.ann, l.bob, nil)
	equal(l.tb, err, nil)
	return int(read.Books.Owed)
}

func (l *ledger) asks(by sitting.Person, id table.ProposalID, do tab.Request) (table.TabReply, error) {
	return l.house.Tab(l.tb.Context(), table.TabCommand{Key: l.key(), Proposal: id, By: by, Do: do})
}

func (l *ledger) must(by sitting.Person, id table.ProposalID, do tab.Request) table.TabReply {
	l.tb.Helper()
	reply, err := l.asks(by, id, do)
	if err != nil {
		l.tb.Fatalf("%T: %v", do, err)
	}
	return reply
}

func (l *ledger) mustNot(by sitting.Person, id table.ProposalID, do tab.Request, code tab.Code) {
	l.tb.Helper()
	_, err := l.asks(by, id, do)
	var no *tab.Refusal
	if !errors.As(err, &no) || no.Code != code {
		l.tb.Fatalf("got %v, want refusal %v", err, code)
	}
}

// even is a wish to be even with somebody.
func even(with sitting.Person) tab.Propose {
	return tab.Propose{Tab: "server", Where: "channel", Change: tab.Settle{All: true}, With: with, Note: "coffee"}
}

func sound(t *testing.T, h *hall) {
	t.Helper()
	f, err := h.store.Check(t.Context())
	equal(t, err, nil)
	for _, w := range f.Wrong {
		t.Errorf("%s: %+v", w.Code, w)
	}
}

func TestAnAgreementSettlesOnceAndIsToldInOneMessage(t *testing.T) {
	t.Parallel()
	inLedger(t, func(t *testing.T, l *ledger) {
		owed := l.owes()
		asked := l.must(l.ann, "", even(l.bob))
		pass(0)
		told, messages := l.board.newest()
		equal(t, told, asked.Proposal)
		equal(t, messages, 1)
		equal(t, l.owes(), owed)
		yes := table.TabCommand{Key: l.key(), Proposal: asked.ID, By: l.bob, Do: tab.Confirm{}}
		var all sync.WaitGroup
		for range 3 { // a double tap, and Discord's own duplicate
			all.Go(func() {
				reply, err := l.house.Tab(context.Background(), yes)
				equal(t, err, nil)
				equal(t, reply.Proposal.Stage, tab.Confirmed)
				equal(t, len(reply.Moves), 1) // each is told what was settled
			})
		}
		all.Wait()
		equal(t, l.owes(), 0)
		l.mustNot(l.bob, asked.ID, tab.Confirm{}, tab.IsOver)
		pass(0)
		told, messages = l.board.newest()
		equal(t, told.Stage, tab.Confirmed)
		equal(t, messages, 1)
	})
}

func TestOfTwoWhoAskAtOnceOneDoes(t *testing.T) {
	t.Parallel()
	inLedger(t, func(t *testing.T, l *ledger) {
		var all sync.WaitGroup
		replies, errs := make([]table.TabReply, 2), make([]error, 2)
		commands := []table.TabCommand{{Key: l.key(), By: l.ann, Do: even(l.bob)}, {Key: l.key(), By: l.bob, Do: even(l.ann)}}
		for i := range commands {
			all.Go(func() { replies[i], errs[i] = l.house.Tab(context.Background(), commands[i]) })
		}
		all.Wait()
		won := 0
		if errs[0] != nil {
			won = 1
		}
		equal(t, errs[won], nil)
		var no *tab.Refusal
		if !errors.As(errs[1-won], &no) || no.Code != tab.OpenAlready {
			t.Fatalf("got %v, want a refusal", errs[1-won])
		}
		l.must(commands[1-won].By, replies[won].ID, tab.Confirm{})
		equal(t, l.owes(), 0)
	})
}

func TestAHandBetweenQuestionAndAnswerIsAskedOf(t *testing.T) {
	t.Parallel()
	inLedger(t, func(t *testing.T, l *ledger) {
		asked := l.must(l.ann, "", even(l.bob))
		before := l.owes()
		for n := 0; l.owes() == before || l.owes() == 0; n++ {
			l.plays(sitting.Channel(fmt.Sprint("more ", n)))
		}
		again := l.must(l.bob, asked.ID, tab.Confirm{})
		equal(t, again.Proposal.Stage, tab.Open)
		equal(t, again.Proposal.By, l.bob)
		l.mustNot(l.bob, asked.ID, tab.Confirm{}, tab.YourOwn)
		l.must(l.ann, asked.ID, tab.Confirm{})
		equal(t, l.owes(), 0)
	})
}

func TestAProposalRunsOutByItsOwnClockAlsoAfterAKill(t *testing.T) {
	t.Parallel()
	inLedger(t, func(t *testing.T, l *ledger) {
		asked := l.must(l.ann, "", even(l.bob))
		pass(6 * 24 * time.Hour)
		l.dies()
		l.start()
		pass(24*time.Hour - time.Millisecond)
		told, _ := l.board.newest()
		equal(t, told.Stage, tab.Open)
		pass(time.Millisecond)
		told, messages := l.board.newest()
		equal(t, told.Stage, tab.Expired)
		equal(t, messages, 1)
		l.mustNot(l.bob, asked.ID, tab.Confirm{}, tab.IsOver)
		l.must(l.bob, "", even(l.ann)) // the way is free
	})
}

// awayTabs store nothing.
type awayTabs struct{ table.Tabs }

func (*awayTabs) Agree(context.Context, table.Deed) (table.Receipt, error) {
	return table.Receipt{}, errors.New("the database is away")
}

// TestWhatWasNeverProposedIsLookedForOnce has a proposal not be stored: once that is known nothing is done about it any more.
func TestWhatWasNeverProposedIsLookedForOnce(t *testing.T) {
	t.Parallel()
	inHallOf(t, table.Options{TabPoster: &board{}, Tabs: &awayTabs{}}, func(t *testing.T, h *hall) {
		l := newLedger(h, &board{})
		if _, err := l.asks(l.ann, "", even(l.bob)); err == nil {
			t.Fatal("it is stored")
		}
		pass(time.Minute)
		before := h.house.Stats().Commands
		pass(24 * time.Hour)
		equal(t, h.house.Stats().Commands, before)
	})
}

func TestWhatAChannelDidntTakeIsToldLater(t *testing.T) {
	t.Parallel()
	inLedger(t, func(t *testing.T, l *ledger) {
		l.board.mu.Lock()
		l.board.fails = 2
		l.board.mu.Unlock()
		asked := l.must(l.ann, "", even(l.bob))
		l.restart()
		l.must(l.bob, asked.ID, tab.Decline{})
		pass(time.Minute)
		told, messages := l.board.newest()
		equal(t, told.Stage, tab.Declined)
		equal(t, messages, 1)
	})
}

func TestWhoLeavesForGoodDropsWhatIsOpen(t *testing.T) {
	t.Parallel()
	inLedger(t, func(t *testing.T, l *ledger) {
		asked := l.must(l.ann, "", even(l.bob))
		owed := l.owes()
		equal(t, l.house.Erase(t.Context(), l.bob, "erase", false), nil)
		now, err := l.house.LookTab(t.Context(), asked.ID)
		equal(t, err, nil)
		equal(t, now.Proposal.Stage, tab.Lapsed)
		equal(t, l.owes(), owed) // to the pip
		l.mustNot(l.ann, "", even(l.bob), tab.IsGone)
		l.must(l.ann, "", tab.Propose{Tab: "server", Where: "channel", Change: tab.LetGo{}, With: l.bob})
		equal(t, l.owes(), 0)
	})
}

// TestANoteGoesWithWhoWroteIt erases somebody with a proposal open and one that is over: neither the house nor the file nor what
// the channel is told from then on has their words.
func TestANoteGoesWithWhoWroteIt(t *testing.T) {
	t.Parallel()
	inLedger(t, func(t *testing.T, l *ledger) {
		const before, now = "a note of long ago", "unforgettable words"
		over := l.must(l.bob, "", tab.Propose{Tab: "server", Where: "channel", Change: tab.Settle{All: true}, With: l.ann, Note: before})
		l.must(l.bob, over.ID, tab.Decline{})
		pass(table.AskEvery)
		open := l.must(l.bob, "", tab.Propose{Tab: "server", Where: "channel", Change: tab.Settle{All: true}, With: l.ann, Note: now})
		equal(t, open.Note, now)
		pass(time.Minute)
		equal(t, l.house.Erase(t.Context(), l.bob, "erase", false), nil)
		pass(time.Minute)
		for _, id := range []table.ProposalID{over.ID, open.ID} {
			reply, err := l.house.LookTab(t.Context(), id)
			equal(t, err, nil)
			equal(t, reply.Note, "")
		}
		told, _ := l.board.newest()
		equal(t, told.Stage, tab.Lapsed)
		equal(t, l.board.told[len(l.board.told)-1].Note, "")
		for _, text := range []string{before, now} {
			equal(t, inFiles(t, l.path, text), false)
		}
	})
}

// TestAnOlderMessageOfAProposalShowsNobodyErased has one stand that couldn't be deleted yet.
func TestAnOlderMessageOfAProposalShowsNobodyErased(t *testing.T) {
	t.Parallel()
	inLedger(t, func(t *testing.T, l *ledger) {
		eraser := l.erases()
		asked := l.must(l.ann, "", even(l.bob))
		pass(time.Minute)
		refs := table.Refs{Table: "new", Left: []table.Before{{Message: "old"}}}
		equal(t, l.store.Posted(t.Context(), nil, sitting.ID(asked.ID), 0, refs), nil)
		l.restart()
		equal(t, l.house.Erase(t.Context(), l.ann, "erase", true), nil)
		pass(time.Minute)
		done, _ := eraser.list()
		var drawn []string
		for _, one := range done {
			if one.Shown.Kind == table.PostProposal {
				drawn = append(drawn, one.Shown.Message)
			}
		}
		slices.Sort(drawn)
		equal(t, drawn, []string{"new", "old"})
	})
}

func TestAManagerVoidsAHandOnce(t *testing.T) {
	t.Parallel()
	inLedger(t, func(t *testing.T, l *ledger) {
		void := tab.Propose{Tab: "server", Where: "channel", Change: tab.Void{Hand: l.hand}, Note: "wrong rules"}
		l.mustNot(l.ann, "", void, tab.NotManager)
		c := table.TabCommand{Key: l.key(), By: "mae", Manager: true, Do: void}
		reply, err := l.house.Tab(t.Context(), c)
		equal(t, err, nil)
		equal(t, reply.Proposal.Stage, tab.Confirmed)
		equal(t, l.owes(), 0)
		again, err := l.house.Tab(t.Context(), c)
		equal(t, err, nil)
		equal(t, again.ID, reply.ID)
		c.Key = l.key()
		_, err = l.house.Tab(t.Context(), c)
		var no *tab.Refusal
		if !errors.As(err, &no) || no.Code != tab.UndoneNow {
			t.Fatalf("got %v, want a refusal", err)
		}
	})
}

func TestNoTableIsAProposal(t *testing.T) {
	t.Parallel()
	inLedger(t, func(t *testing.T, l *ledger) {
		l.mustNot(l.ann, table.ProposalID(l.id), tab.Confirm{}, tab.NoProposal)
		l.mustNot(l.ann, "9none", tab.Confirm{}, tab.NoProposal)
		_, err := l.house.Look(t.Context(), "9none", l.ann)
		wantCode(t, err, sitting.NoTable)
		asked := l.must(l.ann, "", even(l.bob))
		_, err = l.house.Look(t.Context(), sitting.ID(asked.ID), l.ann)
		wantCode(t, err, sitting.NoTable)
	})
}

// inFiles looks for a text in the file of a hall, and in its log.
func inFiles(t *testing.T, path, text string) bool {
	t.Helper()
	names, err := filepath.Glob(path + "*")
	equal(t, err, nil)
	for _, name := range names {
		content, err := os.ReadFile(name)
		equal(t, err, nil)
		if bytes.Contains(content, []byte(text)) {
			return true
		}
	}
	return false
}
