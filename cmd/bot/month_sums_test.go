package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	tabs "github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render/ledger"
	"github.com/boathouse-rum/boathouse/table"
)

// The sums of another program.
type tabSums struct {
	Balances  map[sitting.Server]map[tabs.Person]map[tabs.Person]int64 `json:"balances"`
	Standings map[sitting.Server]map[tabs.Person]int64                 `json:"standings"`
	Since     map[sitting.Server]map[tabs.Person]map[tabs.Person]int64 `json:"since"`
	Together  map[sitting.Server]map[tabs.Person]map[tabs.Person]int64 `json:"together"` // hands
	History   map[sitting.Server]map[tabs.Person][]int64               `json:"history"`
	Scores    []map[sitting.Server]map[tabs.Person][4]int64            `json:"scores"` // pips, hands, wins and rummies
	Years     []map[sitting.Server]map[tabs.Person]yearSums            `json:"years"`
	Chart     map[sitting.Server]map[tabs.Person][]int64               `json:"chart"`
	Wrong     []string                                                 `json:"wrong"`
}

// A yearSums is what stood out in somebody's year.
type yearSums struct {
	Hands   int64    `json:"hands"`
	Won     int64    `json:"won"`
	Pips    int64    `json:"pips"`
	Rummy   *factSum `json:"rummy"`
	Drought *factSum `json:"drought"`
	Nemesis *factSum `json:"nemesis"`
	Closest *factSum `json:"closest"`
	Evening *factSum `json:"evening"`
}

type factSum struct {
	Pips  int64       `json:"pips"`
	Hands int64       `json:"hands"`
	Other tabs.Person `json:"other"`
	From  string      `json:"from"` // the id of a hand's record
	At    int64       `json:"at"`
}

func factOf(f tabs.Fact) *factSum {
	if !f.There() {
		return nil
	}
	return &factSum{f.Pips, f.Hands, f.Other, fmt.Sprintf("%s-%d", f.From.Table, f.From.Number), f.At}
}

// compareYears holds everybody's card of a time against the other program's; whose records are erased has none.
func (m *month) compareYears(server sitting.Server, of table.Span, want map[tabs.Person]yearSums) {
	m.Helper()
	for _, p := range m.who {
		y, err := m.db.Year(m.Context(), server, p, of.From, of.To)
		if err != nil {
			m.Fatal(err)
		}
		got := yearSums{y.Hands, y.Wins, y.Pips, factOf(y.Rummy), factOf(y.Drought), factOf(y.Nemesis), factOf(y.Closest), factOf(y.Evening)}
		if diff := cmp.Diff(want[p], got); diff != "" {
			m.Errorf("the card of %s in %s from %v to %v (- Node, + bot):\n%s", p, server, of.From, of.To, diff)
		}
		for i, fact := range []*factSum{got.Rummy, got.Drought, got.Nemesis, got.Closest, got.Evening} {
			if fact != nil {
				m.done[[]string{"rummy", "drought", "nemesis", "closest", "evening"}[i]]++
			}
		}
	}
}

// compareCharts holds the lines of a chart against the other program's.
func (m *month) compareCharts(at []time.Time, sums tabSums) {
	m.Helper()
	for _, server := range monthServers {
		lines, err := m.db.Lines(m.Context(), server, m.who, at)
		if err != nil {
			m.Fatal(err)
		}
		for i, p := range m.who {
			want := append(sums.Chart[server][p], make([]int64, len(at))...)[:len(at)] // nothing, of who never sat
			if diff := cmp.Diff(want, lines[i]); diff != "" {
				m.Errorf("the line of %s in %s (- Node, + bot):\n%s", p, server, diff)
			}
		}
	}
	for _, what := range []string{"rummy", "drought", "nemesis", "closest", "evening"} {
		if m.done[what] == 0 {
			m.Errorf("no %s on any card: the test shows nothing", what)
		}
	}
}

// compareScores holds what is told of a time against the other program's sums.
func (m *month) compareScores(server sitting.Server, of table.Span, want map[tabs.Person][4]int64) {
	m.Helper()
	scores, err := m.db.Scores(m.Context(), server, of.From, of.To)
	if err != nil {
		m.Fatal(err)
	}
	got := make(map[tabs.Person][4]int64)
	for _, s := range scores {
		got[s.Person] = [4]int64{s.Pips, s.Hands, s.Wins, s.Rummies}
	}
	for p, s := range want {
		if s == ([4]int64{}) { // voided, all of it
			delete(want, p)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" && len(want)+len(got) > 0 {
		m.Errorf("%s from %v to %v (- Node, + bot):\n%s", server, of.From, of.To, diff)
	}
}

// compareBalances holds every balance and everybody's own export against the other program's sums.
func (m *month) compareBalances(sums tabSums) {
	m.Helper()
	for _, server := range monthServers {
		standings, err := m.db.Standings(m.Context(), server)
		if err != nil || len(standings) < 5 {
			m.Fatalf("%d stand in %s: %v", len(standings), server, err)
		}
		for _, s := range standings {
			if want := sums.Standings[server][s.Person]; s.Pips != want {
				m.Errorf("%s stands at %d in %s, not %d", s.Person, s.Pips, server, want)
			}
			balances, err := m.db.Balances(m.Context(), server, s.Person)
			if err != nil {
				m.Fatal(err)
			}
			got, want := make(map[tabs.Person]int64), make(map[tabs.Person]int64)
			for _, b := range balances {
				got[b.Other] = b.Pips
			}
			for other, pips := range sums.Balances[server][s.Person] {
				if pips != 0 {
					want[other] = pips
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				m.Errorf("%s in %s (- Node, + bot):\n%s", s.Person, server, diff)
			}
			m.compareAccounts(sums, server, s.Person)
			if own := m.own(server, s.Person); cmp.Diff(want, own) != "" {
				m.Errorf("%s takes along from %s (- Node, + bot):\n%s", s.Person, server, cmp.Diff(want, own))
			}
		}
	}
}

// compareAccounts holds what somebody is shown of their tab, all pages of it, against the other program's sums.
func (m *month) compareAccounts(sums tabSums, server sitting.Server, p tabs.Person) {
	m.Helper()
	var got, want []tabs.Account
	for page, pages := 0, 1; page < pages; page++ {
		all, err := m.db.Accounts(m.Context(), server, p, page, 2)
		if err != nil {
			m.Fatal(err)
		}
		if got, pages = append(got, all.List...), all.Pages; all.Net != sums.Standings[server][p] {
			m.Errorf("%s stands at %d in %s", p, all.Net, server)
		}
	}
	pairs := make(map[tabs.Person]int64)
	maps.Copy(pairs, sums.Together[server][p])
	for other := range sums.Balances[server][p] {
		pairs[other] += 0
	}
	for other, hands := range pairs {
		want = append(want, tabs.Account{Other: other, Pips: sums.Balances[server][p][other], Hands: hands, Since: sums.Since[server][p][other]})
	}
	byName := func(a, b tabs.Account) int { return strings.Compare(string(a.Other), string(b.Other)) }
	slices.SortFunc(got, byName)
	slices.SortFunc(want, byName)
	if diff := cmp.Diff(want, got); diff != "" {
		m.Errorf("%s is shown of %s (- Node, + bot):\n%s", p, server, diff)
	}
	var seqs []int64
	for at, more := (tabs.Cursor{}), true; more; {
		page, err := m.db.Postings(m.Context(), server, p, "", at, 7)
		if err != nil {
			m.Fatal(err)
		}
		for _, l := range page.List {
			seqs = append(seqs, l.Seq)
		}
		if more = page.Older; more {
			at = tabs.Cursor{Seq: seqs[len(seqs)-1]}
		}
	}
	if diff := cmp.Diff(sums.History[server][p], seqs); diff != "" {
		m.Errorf("the history of %s in %s (- Node, + bot):\n%s", p, server, diff)
	}
}

// own is what somebody's own export says of each friend.
func (m *month) own(server sitting.Server, p sitting.Person) map[tabs.Person]int64 {
	m.Helper()
	entries, err := m.db.OwnEntries(m.Context(), server, p)
	if err != nil {
		m.Fatal(err)
	}
	export := ledger.Own{Server: string(server), In: time.UTC, Made: m.clock()}
	for _, e := range entries {
		export.Entries = append(export.Entries, ledger.Line{Booked: e, Friend: string(e.Other)})
	}
	var said struct {
		Balances []struct {
			Friend tabs.Person `json:"friend"`
			Pips   int64       `json:"pips"`
		} `json:"balances"`
	}
	if err := json.Unmarshal(export.JSON(), &said); err != nil {
		m.Fatal(err)
	}
	own := make(map[tabs.Person]int64)
	for _, b := range said.Balances {
		if b.Pips != 0 {
			own[b.Friend] = b.Pips
		}
	}
	return own
}
