package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	mathrand "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	tabs "github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
	"github.com/boathouse-rum/boathouse/table"
)

// A month is what people in two servers play in one, and settle between them, in a file.
type month struct {
	*testing.T
	db    *sqlite.DB
	house *table.House
	dice  *mathrand.Rand
	now   atomic.Pointer[time.Time] // which the house reads meanwhile
	who   []sitting.Person
	keys  int
	hands int

	told records
	done map[string]int
}

// The records that another program is given.
type records struct {
	Sat     map[string]sat `json:"sat"` // by the id of the hand's record
	Voided  []string       `json:"voided"`
	Periods [][2]int64     `json:"periods"`
	Moments []int64        `json:"moments"` // of a chart, unix ms
	Tab     string         `json:"tab"`     // exported
	Hands   string         `json:"hands"`   // the same
}

// Who sat in a hand.
type sat struct {
	Server sitting.Server   `json:"server"`
	People []sitting.Person `json:"people"` // by seat; empty for a computer
	At     int64            `json:"at"`     // when it ended, unix ms
	Bare   bool             `json:"bare"`   // it doesn't count: a computer sat there
}

var monthServers = [...]sitting.Server{"1001", "1002"} //nolint:gochecknoglobals // constants

func newMonth(t *testing.T, path string) *month {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := &month{
		T: t, db: db, dice: mathrand.New(mathrand.NewPCG(31, 6)),
		told: records{Sat: make(map[string]sat), Voided: []string{}}, done: make(map[string]int),
	}
	m.turnsTo(time.Date(2025, 12, 17, 17, 0, 0, 0, time.UTC))
	m.house = table.New(table.Options{
		Store: db, Seeds: mathrand.NewChaCha8([32]byte{9}), Habits: db, Tabs: db, Now: m.clock,
	})
	for i := range 6 {
		p, err := db.Register(t.Context(), fmt.Sprint(700+i), monthServers[0], fmt.Sprint("Player ", i))
		if err != nil {
			t.Fatal(err)
		}
		m.who = append(m.who, p)
	}
	return m
}

func (m *month) clock() time.Time { return *m.now.Load() }

func (m *month) turnsTo(at time.Time) { m.now.Store(&at) }

// evening has some of them and some computers sit down together, play and settle.
func (m *month) evening(n, hands int) {
	m.Helper()
	people := append([]sitting.Person{}, m.who...)
	m.dice.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
	people = people[:1+m.dice.IntN(4)]
	computers := m.dice.IntN(3)
	if len(people) == 1 {
		computers = 1 + m.dice.IntN(2)
	}
	bare := m.dice.IntN(4) == 0
	id := "t" + strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprint(n))
	head := sitting.Head{Table: sitting.ID(id), Server: monthServers[m.dice.IntN(5)/4], Channel: sitting.Channel(fmt.Sprint(2000 + n))}
	e := storagetest.NewEvening(m, head, people, computers, bare, m.dice)
	for range hands {
		m.turnsTo(m.clock().Add(time.Duration(2*60+m.dice.IntN(13*60)) * time.Second))
		b, over := e.Hand(m.clock())
		m.keys++
		b.Key = fmt.Sprint(storagetest.FirstKey + m.keys)
		storagetest.Add(m, m.db, b)
		at := sat{Server: head.Server, At: b.At.UnixMilli(), Bare: bare && computers > 0}
		if at.Bare {
			m.done["bare"]++
		}
		for _, s := range over.Seats {
			at.People = append(at.People, s.Person)
		}
		key := tabs.Hand{Table: id, Number: over.Hand}
		m.told.Sat[fmt.Sprintf("%s-%d", id, over.Hand)] = at
		m.hands++
		if m.dice.IntN(3) == 0 {
			m.settles(head.Server, key)
		}
	}
}

// settles has two of them do something to the tab, if they may.
func (m *month) settles(server sitting.Server, hand tabs.Hand) {
	m.Helper()
	by, with := m.who[m.dice.IntN(len(m.who))], m.who[m.dice.IntN(len(m.who))]
	changes := []tabs.Change{
		tabs.Settle{All: true}, tabs.Settle{Pips: 1 + m.dice.Int64N(9)}, tabs.Forgive{Pips: 1 + m.dice.Int64N(4)}, tabs.Undo{From: hand}, tabs.Undo{From: hand}, tabs.Void{Hand: hand},
	}
	do := tabs.Propose{Tab: string(server), Where: "2001", Change: changes[m.dice.IntN(len(changes))], With: with}
	if _, voids := do.Change.(tabs.Void); voids {
		do.With = ""
	}
	if undo, undoes := do.Change.(tabs.Undo); undoes {
		people := m.told.Sat[fmt.Sprintf("%s-%d", undo.From.(tabs.Hand).Table, undo.From.(tabs.Hand).Number)].People
		by, do.With = people[m.dice.IntN(len(people))], people[m.dice.IntN(len(people))]
	}
	if by == "" { // a computer asks for nothing
		return
	}
	reply, err := m.asks(by, "", do)
	if err != nil {
		return
	}
	if reply.Proposal.Stage == tabs.Open {
		if reply, err = m.asks(do.With, reply.ID, tabs.Confirm{}); err != nil {
			m.Fatal(err)
		}
	}
	m.done[do.Change.Verb()]++
	if _, voids := do.Change.(tabs.Void); voids {
		m.told.Voided = append(m.told.Voided, fmt.Sprintf("%s-%d", hand.Table, hand.Number))
	}
}

func (m *month) asks(by sitting.Person, id table.ProposalID, do tabs.Request) (table.TabReply, error) {
	m.Helper()
	m.keys++
	reply, err := m.house.Tab(context.Background(), table.TabCommand{Key: fmt.Sprint(storagetest.FirstKey + m.keys), Proposal: id, By: by, Manager: true, Do: do})
	var no *tabs.Refusal
	if err != nil && !errors.As(err, &no) {
		m.Fatal(err)
	}
	return reply, err
}

// TestAMonthIsWhatAnotherProgramMakesOfIt has people and computers play for a month and settle meanwhile, with somebody
// erased in it; and has Node add up what is exported: each balance, each standing and chart of any
// week, month and season, each card of a year by three clocks, and each person's own export must
// come to the same.
func TestAMonthIsWhatAnotherProgramMakesOfIt(t *testing.T) {
	t.Parallel()
	hands := 300
	if os.Getenv("BOATHOUSE_LONG") != "" {
		hands = 4000
	}
	path := filepath.Join(t.TempDir(), "month.db")
	m := newMonth(t, path)
	first := m.clock()
	for n, day := 0, 0; m.hands < hands; n++ {
		if m.hands >= hands*day/30 {
			day++
			m.turnsTo(first.AddDate(0, 0, day).Add(time.Duration(m.dice.IntN(120)) * time.Minute))
		}
		if m.evening(n, 3+m.dice.IntN(6)); day == 20 && len(m.who) == 6 {
			if err := m.house.Erase(t.Context(), m.who[5], "erase", false); err != nil {
				t.Fatal(err)
			}
			m.who = m.who[:5]
		}
	}
	t.Logf("%d hands up to %v: %v", m.hands, m.clock(), m.done)
	for _, what := range []string{"settle", "forgive", "undo", "void", "bare"} {
		if m.done[what] == 0 {
			t.Errorf("no %s: the test shows nothing", what)
		}
	}
	calendar := table.Calendar{Zone: "Europe/Amsterdam"}
	var spans []table.Span
	for _, zone := range []string{calendar.Zone, "Pacific/Kiritimati", "Etc/GMT+12"} {
		by := table.Calendar{Zone: zone}
		spans = append(spans, by.Year(2025), by.Year(2026))
	}
	years := len(spans)
	begun := table.Span{To: first.AddDate(0, 0, 9).Truncate(time.Hour)}
	spans = append(spans, table.Span{}, calendar.Month(first), calendar.Month(m.clock()), begun)
	for at := first; at.Before(m.clock()); at = at.AddDate(0, 0, 7) {
		spans = append(spans, calendar.Week(at))
	}
	calendar.Season, calendar.First = table.QuarterYear, table.Day{Year: 2025, Month: time.June, Day: 28} // one ends in it
	for _, at := range []time.Time{first, m.clock()} {
		season, _ := calendar.SeasonAt(at)
		spans = append(spans, season)
	}
	var moments []time.Time
	for at := first.Truncate(time.Hour); at.Before(m.clock()); at = at.Add(17*time.Hour + 15*time.Minute) {
		moments = append(moments, at)
		m.told.Moments = append(m.told.Moments, at.UnixMilli())
	}
	for _, s := range spans {
		from, to := int64(math.MinInt32), int64(math.MaxInt32)*1000
		if !s.From.IsZero() {
			from = s.From.UnixMilli()
		}
		if !s.To.IsZero() {
			to = s.To.UnixMilli()
		}
		m.told.Periods = append(m.told.Periods, [2]int64{from, to})
	}
	env := map[string]string{"BOATHOUSE_DB": path}
	m.told.Tab, m.told.Hands = typed(t, env, "", "export", "tab").out, typed(t, env, "", "export", "hands").out
	sums := m.sums()
	for _, w := range sums.Wrong {
		t.Error(w)
	}
	for i, s := range spans {
		for _, server := range monthServers {
			m.compareScores(server, s, sums.Scores[i][server])
			if i < years {
				m.compareYears(server, s, sums.Years[i][server])
			}
		}
	}
	m.compareCharts(moments, sums)
	m.compareBalances(sums)
	// What the bot lets go of by and by leaves the books as they are.
	if err := errors.Join(m.db.DropKeys(t.Context(), m.clock()), m.db.EraseServer(t.Context(), monthServers[1])); err != nil {
		t.Error(err)
	}
	m.compareBalances(sums)
	if f, err := m.db.Check(t.Context()); err != nil || len(f.Wrong) > 0 {
		t.Errorf("%v, %+v", err, f.Wrong)
	}
	// The control: an entry that is another.
	m.told.Tab = strings.Replace(m.told.Tab, `"pips":-`, `"pips":-1`, 1)
	if diff := cmp.Diff(sums, m.sums()); diff == "" || len(m.sums().Wrong) == 0 {
		t.Error("another sum is made of another entry, and not noticed")
	}
	if err := m.db.Close(); err != nil {
		t.Error(err)
	}
}

// sums has Node add up what was exported.
func (m *month) sums() (s tabSums) {
	m.Helper()
	told, err := json.Marshal(m.told)
	if err != nil {
		m.Fatal(err)
	}
	node := exec.CommandContext(m.Context(), "node", "testdata/tabsums.mjs")
	var why bytes.Buffer
	node.Stdin, node.Stderr = bytes.NewReader(told), &why
	out, err := node.Output()
	if err == nil {
		err = json.Unmarshal(out, &s)
	}
	if err != nil {
		m.Fatalf("node: %v: %s", err, &why)
	}
	return s
}
