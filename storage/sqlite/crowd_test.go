package sqlite_test

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
	"github.com/boathouse-rum/boathouse/table"
)

// A crowd is people who do anything at all to the tabs of two servers, in a house on a real file
// that dies now and then; and what must be in the file after each thing that they did.
type crowd struct {
	testing.TB
	dice  *rand.Rand
	seeds *rand.ChaCha8
	lies  func(*sqlite.DB) table.Tabs // what stands before the file; of the controls alone

	loses bool // it dies as if the disk had kept nothing; of a control

	path  string
	db    *sqlite.DB
	read  *sql.Stmt // crowdBalances, past the store
	past  *sql.Stmt // the seasons of a server that have ended
	house *table.House
	clock atomic.Int64 // unix ms

	who   []sitting.Person
	users int // that there ever were
	keys  int
	known *reckoning
	kept  map[string]table.ProposalID // what was stored, by key; empty: no proposal
	ids   []table.ProposalID          // in order
	hands []moved
	told  int
	asked []*wish // all that was ever asked for, so that some of it is asked for again
	done  map[string]int
}

// A wish is what one of the crowd asks for: something of a tab, a hand that was played, another calendar, or to be forgotten.
type wish struct {
	key   string
	tab   table.TabCommand
	hand  *table.Batch
	bare  bool // the hand doesn't count
	erase sitting.Person

	lapsed *lapsed // no wish, but what one has come to

	server   sitting.Server // whose calendar
	calendar *table.Calendar

	reply table.TabReply
	err   error
}

// What an erasure has done of what it does, when it was broken off: whose, which proposals it has dropped, and whether
// they are nobody since.
type lapsed struct {
	who       sitting.Person
	proposals []table.ProposalID
	open      bool // all that were open
	gone      bool
}

// again is the same wish once more.
func (d *wish) again() *wish {
	return &wish{key: d.key, tab: d.tab, hand: d.hand, bare: d.bare, erase: d.erase, server: d.server, calendar: d.calendar}
}

const crowdSize = 7

// servers are those in which the crowd is; in both is everybody.
var crowdServers = [...]sitting.Server{"1001", "1002"} //nolint:gochecknoglobals // constants

func newCrowd(tb testing.TB, seed uint64, done map[string]int) *crowd {
	tb.Helper()
	c := &crowd{
		TB: tb, dice: rand.New(rand.NewPCG(11, seed)), seeds: rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), 3}), known: newReckoning(), kept: make(map[string]table.ProposalID), done: done,
		path: filepath.Join(tb.TempDir(), "crowd.db"),
	}
	c.clock.Store(start.UnixMilli())
	c.opens()
	tb.Cleanup(func() { is(c, c.db.Close(), nil) })
	for range crowdSize {
		c.who = append(c.who, c.registers())
	}
	return c
}

func (c *crowd) registers() sitting.Person {
	c.Helper()
	p, err := c.db.Register(context.Background(), fmt.Sprint(700+c.users), crowdServers[0], fmt.Sprint("name ", c.users))
	c.users++
	is(c, err, nil)
	return p
}

// Read draws seeds and names of tables; the house draws them from many goroutines.
func (c *crowd) Read(p []byte) (int, error) {
	drawing.Lock()
	defer drawing.Unlock()
	return c.seeds.Read(p)
}

var drawing sync.Mutex //nolint:gochecknoglobals // a lock

func (c *crowd) opens() {
	c.Helper()
	db, err := sqlite.Open(context.Background(), c.path, sqlite.Options{})
	if err != nil {
		c.Fatal(err)
	}
	c.db = db
	file := raw(c, c.path)
	c.read, err = file.PrepareContext(context.Background(), crowdBalances)
	is(c, err, nil)
	c.past, err = file.PrepareContext(context.Background(), "SELECT start, stop FROM seasons WHERE server = ? ORDER BY start")
	is(c, err, nil)
	opt := table.Options{Store: db, Poster: noPosts{}, Seeds: c, Habits: db, Tabs: db, Seasons: db, Keep: c.dice.IntN(2) - 1}
	opt.Now = c.now
	if c.lies != nil {
		opt.Tabs = c.lies(db)
	}
	c.house = table.New(opt)
}

func (c *crowd) now() time.Time { return time.UnixMilli(c.clock.Load()) }

func (c *crowd) key() string {
	c.keys++
	return fmt.Sprint(firstKey + c.keys)
}

func (c *crowd) someone() sitting.Person { return c.who[c.dice.IntN(len(c.who))] }

// wants draws what somebody asks for next.
func (c *crowd) wants() *wish {
	switch n := c.dice.IntN(400); {
	case n < 10 || c.told < 12 && n < 300:
		return c.plays()
	case n < 12 && c.told > 100:
		return &wish{key: c.key(), erase: c.someone()}
	case n < 15:
		return c.decrees()
	case n < 30 && len(c.asked) > 0: // a click that comes once more
		old := c.asked[len(c.asked)-1-c.dice.IntN(min(len(c.asked), 20))]
		if !c.known.gone[old.tab.By] {
			return old.again()
		}
	}
	d := &wish{key: c.key(), tab: table.TabCommand{By: c.someone(), Manager: c.dice.IntN(3) > 0}}
	d.tab.Key = d.key
	if len(c.known.open) == 0 && c.dice.IntN(6) > 0 || c.dice.IntN(2) == 0 {
		d.tab.By, d.tab.Do = c.proposes()
		return d
	}
	if len(c.ids) > 0 {
		d.tab.Proposal = c.ids[len(c.ids)-1-c.dice.IntN(min(len(c.ids), 30))]
	}
	if c.dice.IntN(6) > 0 {
		for _, id := range c.known.open { // any of them
			d.tab.Proposal = id
			break
		}
	}
	if a := c.known.asked[d.tab.Proposal]; a.whom != "" && c.dice.IntN(6) > 0 {
		d.tab.By = []sitting.Person{a.who, a.whom}[min(c.dice.IntN(4), 1)]
	}
	d.tab.Do = []tab.Request{tab.Confirm{}, tab.Confirm{}, tab.Confirm{}, tab.Confirm{}, tab.Decline{}, tab.Expire{}}[c.dice.IntN(6)]
	return d
}

// proposes draws what somebody proposes; it can be had often enough.
func (c *crowd) proposes() (sitting.Person, tab.Propose) {
	s := side{crowdServers[c.dice.IntN(8)/7], c.someone(), c.someone()}
	if c.dice.IntN(4) > 0 {
		for between, pips := range c.known.owed { // any who aren't even
			if pips != 0 && !c.known.gone[between.who] {
				s = between
				break
			}
		}
	}
	if c.dice.IntN(30) == 0 { // somebody who is no longer there, or never was
		s.whom = append(slices.Collect(maps.Keys(c.known.gone)), "", "pnobody")[0]
	}
	do := tab.Propose{Tab: string(s.server), Where: "2001", With: s.whom}
	if c.dice.IntN(3) == 0 {
		do.Note = fmt.Sprint("note ", c.keys)
	}
	owed := c.known.owed[s]
	switch n := c.dice.IntN(10); {
	case c.known.gone[s.whom] && n > 2:
		do.Change = tab.LetGo{}
	case n < 1:
		do.Change = tab.Settle{All: true}
	case n < 2:
		do.Change = tab.Settle{Pips: c.dice.Int64N(size(owed)+3) - 1}
	case n < 5:
		do.Change = tab.Settle{Pips: c.dice.Int64N(3)}
	case n < 7:
		do.Change = tab.Forgive{Pips: c.dice.Int64N(min(size(owed), 2) + 2)}
	default:
		do.Change, do.With = c.undoes(s.whom)
	}
	return s.who, do
}

// undoes draws something that moved pips, to be undone.
func (c *crowd) undoes(with sitting.Person) (tab.Change, sitting.Person) {
	if c.dice.IntN(12) == 0 || len(c.hands) == 0 {
		return tab.Undo{From: tab.Reversal{Seq: 1 + c.dice.Int64N(40)}}, with
	}
	hand := c.hands[c.dice.IntN(len(c.hands))]
	if c.dice.IntN(3) == 0 {
		if c.dice.IntN(6) > 0 {
			with = ""
		}
		return tab.Void{Hand: hand.by.(tab.Hand)}, with
	}
	by := hand
	if c.dice.IntN(2) == 0 {
		for moved := range c.known.moved {
			by = moved
			break
		}
	}
	for _, m := range c.known.moved[by] {
		with = []sitting.Person{with, m.who, m.whom}[c.dice.IntN(3)]
	}
	return tab.Undo{From: by.by}, with
}

// plays has some of the crowd play a hand.
func (c *crowd) plays() *wish {
	people := slices.Clone(c.who)
	c.dice.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
	for s := range c.known.open { // two who are about to agree
		if c.dice.IntN(2) == 0 {
			people = []sitting.Person{s.who, s.whom}
		}
		break
	}
	c.keys++
	head := sitting.Head{Table: sitting.ID("hand" + strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprint(c.keys))), Channel: sitting.Channel(fmt.Sprint(3000 + c.keys))}
	head.Server = crowdServers[c.dice.IntN(8)/7]
	computers, bare := max(c.dice.IntN(4)-1, 0), c.known.bare[head.Server]
	b, _ := storagetest.NewEvening(c, head, people[:min(2+c.dice.IntN(3), len(people))], computers, bare, c.dice).Hand(c.now())
	b.Key = c.key()
	return &wish{key: b.Key, hand: &b, bare: bare && computers > 0}
}

// does has the house carry a wish out.
func (c *crowd) does(d *wish) {
	ctx := context.Background()
	switch {
	case d.hand != nil:
		_, d.err = c.db.Append(ctx, *d.hand)
	case d.calendar != nil:
		_, d.err = c.house.SetCalendar(ctx, d.server, func(is table.Calendar) (table.Calendar, error) {
			to := *d.calendar
			to.Since = is.Since
			return to, nil
		})
	case d.erase != "":
		d.err = c.house.Erase(ctx, d.erase, d.key, false)
	default:
		d.reply, d.err = c.house.Tab(ctx, d.tab)
	}
}

func handOf(b *table.Batch) tab.Hand {
	return tab.Hand{Table: string(b.Table), Number: b.Ended.Hand.Hand, Again: b.Ended.Hand.Again}
}

// TestNobodysBalanceMovesInAFileWithoutThemOrAHand has crowds do what comes to their minds, in houses that die in the middle
// of it: every balance is what a reckoning of its own says, after each thing that they do; and after each death a doctor finds
// nothing and every screen tells the same.
func TestNobodysBalanceMovesInAFileWithoutThemOrAHand(t *testing.T) {
	const each = 1250 // things that a crowd does to a file
	crowds := underRace(t, 6, 1)
	if os.Getenv("BOATHOUSE_LONG") != "" {
		crowds = 1_000_000 / each
	}
	done := make(map[string]int)
	for seed := range uint64(crowds) {
		whole := t.Run(fmt.Sprint("crowd ", seed), func(t *testing.T) { // which closes its files
			if err := newCrowd(t, seed, done).lives(each, 2); err != nil {
				t.Fatal(err)
			}
		})
		if !whole {
			return
		}
		if seed%100 == 99 {
			t.Logf("%d crowds: %v", seed+1, done)
		}
	}
	t.Logf("%d crowds: %v", crowds, done)
	if crowds == 1 {
		return // one alone needn't have done all
	}
	for _, what := range []string{
		"hand", "settle open", "settle done", "settle declined", "settle withdrawn", "settle expired", "forgive done", "let-go done", "undo open", "undo done", "void done", "anew",
		"refused", "too soon", "under the least", "repeated", "left", "death", "undone", "bare hand", "calendar", "season",
	} {
		if done[what] == 0 {
			t.Errorf("no %s in %v: the test shows nothing", what, done)
		}
	}
}

// A liar stands before a file and has something else stored.
type liar struct {
	table.Tabs
	agree func(table.Deed) table.Deed
}

func (l liar) Agree(ctx context.Context, d table.Deed) (table.Receipt, error) {
	return l.Tabs.Agree(ctx, l.agree(d))
}

// TestWhatACrowdDidntAgreeToIsNoticed is the control.
func TestWhatACrowdDidntAgreeToIsNoticed(t *testing.T) {
	var keys atomic.Int64
	for name, breaks := range map[string]func(*crowd, func(func(table.Deed) table.Deed)){
		"settled before the other says yes": func(_ *crowd, lie func(func(table.Deed) table.Deed)) {
			lie(func(d table.Deed) table.Deed {
				if _, ok := d.After.Change.(tab.Settle); ok && d.After.Stage == tab.Open {
					d.Lines = d.After.Lines(string(d.Proposal), nil)
				}
				return d
			})
		},
		"a pip more than was agreed": func(_ *crowd, lie func(func(table.Deed) table.Deed)) {
			lie(func(d table.Deed) table.Deed {
				for i, l := range d.Lines {
					d.Lines[i].Pips += l.Pips / size(l.Pips)
				}
				return d
			})
		},
		"done twice": func(_ *crowd, lie func(func(table.Deed) table.Deed)) {
			lie(func(d table.Deed) table.Deed {
				d.Key = fmt.Sprint("once more ", keys.Add(1))
				return d
			})
		},
		"lost": func(c *crowd, _ func(func(table.Deed) table.Deed)) { c.loses = true },
	} {
		t.Run(name, func(t *testing.T) {
			c := newCrowd(t, 3, make(map[string]int))
			breaks(c, func(agree func(table.Deed) table.Deed) {
				c.lies = func(db *sqlite.DB) table.Tabs { return liar{db, agree} }
				is(t, c.db.Close(), nil)
				c.opens()
			})
			err := c.lives(800, 3)
			if err == nil {
				t.Fatalf("nothing is noticed after %v", c.done)
			}
			t.Log(strings.SplitAfterN(err.Error(), "\n", 4)[0])
		})
	}
}
