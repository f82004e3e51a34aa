package tab_test

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/tab"
)

var operations = flag.Int("operations", 100_000, "random operations on a tab")

// books are a tab as simple as can be: each question goes through all lines.
type books struct {
	lines  []tab.Line
	owed   map[[2]tab.Person]int64 // what the second owes the first
	undone map[int64]bool          // by number of line
	open   map[[2]tab.Person]string
	gone   map[tab.Person]bool
	left   map[tab.Person]int64 // since when, of who has left the server
	off    map[string]bool      // write-offs that a manager agreed to
	least  int64                // of a settlement
}

func (b *books) add(lines []tab.Line) {
	for _, l := range lines {
		l.Seq = int64(len(b.lines) + 1)
		b.lines = append(b.lines, l)
		b.owed[[2]tab.Person{l.Person, l.Other}] += l.Pips
		if r, ok := l.From.(tab.Reversal); ok {
			b.undone[r.Seq] = true
		}
	}
}

func between(a, b tab.Person) [2]tab.Person {
	return [2]tab.Person{min(a, b), max(a, b)}
}

// read returns what a change of somebody's with another is decided on.
func (b *books) read(by, with tab.Person, c tab.Change, own string) tab.Books {
	open := b.open[between(by, with)]
	out := tab.Books{Owed: b.owed[[2]tab.Person{by, with}], Gone: b.gone[with], Left: b.left[with], Pending: open != "" && open != own, Least: b.least}
	var from tab.Source
	switch c := c.(type) {
	case tab.Undo:
		from = c.From
	case tab.Void:
		from = c.Hand
	case tab.Reclaim:
		from, out.Release = c.From, b.off[c.From.ID]
	case tab.Settle, tab.Forgive, tab.LetGo, tab.Release:
	}
	for _, l := range b.lines {
		if from == nil || l.From != from || with != "" && between(l.Person, l.Other) != between(by, with) {
			continue
		}
		if with == "" {
			out.Was = tab.Outcome{People: []tab.Person{l.Person, l.Other}, Winner: l.Person}
		}
		if with == "" && b.open[between(l.Person, l.Other)] != "" {
			out.Pending = true
		}
		if b.undone[l.Seq] {
			out.Undone = true
		} else {
			out.Brought = append(out.Brought, l)
		}
	}
	return out
}

// TestNobodysBalanceMovesWithoutThemOrAHand has many people do what comes to their
// minds, and looks at every balance after each.
func TestNobodysBalanceMovesWithoutThemOrAHand(t *testing.T) {
	n := *operations
	if os.Getenv("BOATHOUSE_LONG") != "" {
		n *= 10
	}
	const each = 2000 // operations on one tab: its questions take time in proportion to it
	done := make(map[string]int)
	for seed := range uint64(n / each) {
		monkeys(t, rand.New(rand.NewPCG(7, seed)), each, done)
	}
	for _, what := range []string{"hand", "settle", "forgive", "let-go", "release", "reclaim", "undo", "void", "anew", "under the least", "declined", "withdrawn", "expired", "lapsed"} {
		if done[what] == 0 {
			t.Errorf("no %s in %v: the test shows nothing", what, done)
		}
	}
}

func monkeys(t *testing.T, r *rand.Rand, n int, done map[string]int) {
	t.Helper()
	b := &books{owed: make(map[[2]tab.Person]int64), undone: make(map[int64]bool), open: make(map[[2]tab.Person]string), gone: make(map[tab.Person]bool)}
	b.left, b.off = make(map[tab.Person]int64), make(map[string]bool)
	made := &proposals{of: make(map[string]tab.Proposal), audits: make(map[string]*tab.Audit)}
	now := int64(0)
	for step := range n {
		now += r.Int64N(day)
		by, with := tab.Person(fmt.Sprint("p", r.IntN(8))), tab.Person(fmt.Sprint("p", r.IntN(8)))
		before := len(b.lines)
		if r.IntN(100) == 0 { // a manager changes it
			b.least = r.Int64N(4) * 5
		}
		switch {
		case b.gone[by]:
		case r.IntN(4) > 0:
			made.ask(t, r, b, fmt.Sprint("s", step), by, with, now, done)
		case by != with && !b.gone[with]:
			done["hand"]++
			from := tab.Hand{Table: "t", Number: step + 1}
			for _, e := range entries(t, tab.Debt{From: by, To: with, Pips: 1 + r.Int64N(60)}) {
				b.add([]tab.Line{{Entry: e, From: from}})
			}
		}
		if b.left[by] > 0 && r.IntN(20) == 0 {
			delete(b.left, by)
		} else if b.left[by] == 0 && r.IntN(20) == 0 {
			b.left[by] = now - r.Int64N(2*tab.LongGone)
		}
		if r.IntN(400) == 0 {
			b.gone[by] = by != "p0" && by != "p1"
		}
		var rows []tab.Entry
		for _, l := range b.lines[before:] {
			rows = append(rows, l.Entry)
		}
		if err := tab.Check(rows); err != nil {
			t.Fatal(err)
		}
	}
}

// proposals are all that were made, in order.
type proposals struct {
	of     map[string]tab.Proposal
	audits map[string]*tab.Audit
	ids    []string
}

// ask has somebody ask for something: of one of the newest proposals, or of a new one.
func (s *proposals) ask(t *testing.T, r *rand.Rand, b *books, id string, by, with tab.Person, now int64, done map[string]int) {
	t.Helper()
	if len(s.ids) > 0 && r.IntN(2) == 0 {
		id = s.ids[len(s.ids)-1-r.IntN(min(len(s.ids), 6))]
	}
	was := s.of[id]
	if was.With != "" && r.IntN(4) > 0 {
		by = []tab.Person{was.By, was.With}[r.IntN(2)]
	}
	if was.AsksManager() && r.IntN(2) == 0 {
		by = "p0"
	}
	if with = cmp.Or(was.With, with); by == was.With {
		with = was.By
	}
	do, change := anything(r, b, was, by, with), was.Change
	if propose, ok := do.(tab.Propose); ok {
		with, change = propose.With, propose.Change
	}
	of := by
	if was.AsksManager() {
		of, with = was.By, was.With
	}
	at := b.read(of, with, change, id)
	at.Manager = by == "p0"
	events, err := tab.Decide(was, by, do, at, now)
	var no *tab.Refusal
	if errors.As(err, &no) && no.Code == tab.UnderLeast {
		done["under the least"]++
	}
	if err != nil || len(events) == 0 || b.gone[by] {
		return
	}
	p := fold(was, events)
	if s.of[id] = p; was.Stage == 0 {
		s.ids, s.audits[id] = append(s.ids, id), new(tab.Audit)
	}
	for _, e := range events {
		if err := s.audits[id].Next(e, now); err != nil {
			t.Errorf("%s of %+v: %v", by, was, err)
		}
	}
	if c, settles := p.Change.(tab.Settle); settles && was.Stage == 0 && c.Pips < min(at.Least, max(p.Owed, -p.Owed)) {
		t.Errorf("%+v at a least of %d", p, at.Least)
	}
	told(done, was, p, events)
	delete(b.open, between(p.By, p.With))
	if p.Stage == tab.Open {
		b.open[between(p.By, p.With)] = id
	}
	if p.Stage == tab.Confirmed && was.Stage != tab.Confirmed {
		agreed(t, was, p, by, at)
		b.off[id] = p.AsksManager()
		b.add(p.Lines(id, at.Brought))
	}
}

// agreed fails the test unless a change that is made was wanted by whom it takes from.
func agreed(t *testing.T, was, p tab.Proposal, by tab.Person, at tab.Books) {
	t.Helper()
	switch c := p.Change.(type) {
	case tab.Settle:
		if was.Stage != tab.Open || by != p.With || at.Owed != -p.Owed || c.Pips < 1 || c.Pips > max(at.Owed, -at.Owed) {
			t.Errorf("%+v settled by %s at %+v", p, by, at)
		}
	case tab.Undo:
		if was.Stage != tab.Open || by != p.With {
			t.Errorf("%+v undone by %s", p, by)
		}
	case tab.Forgive:
		if by != p.By || at.Owed < c.Pips || c.Pips < 1 {
			t.Errorf("%+v forgiven by %s at %+v", p, by, at)
		}
	case tab.LetGo:
		if by != p.By || !at.Gone {
			t.Errorf("%+v let go by %s", p, by)
		}
	case tab.Release:
		if was.Stage != tab.Open || by != "p0" || by == p.By || by == p.With || at.Owed >= 0 || at.Left != c.Left || c.Left == 0 {
			t.Errorf("%+v released by %s at %+v", p, by, at)
		}
	case tab.Reclaim:
		if by != p.By || !at.Release || slices.ContainsFunc(at.Brought, func(l tab.Line) bool { return l.Person == by && l.Pips > 0 }) {
			t.Errorf("%+v reclaimed by %s at %+v", p, by, at)
		}
	case tab.Void:
		if by != "p0" {
			t.Errorf("%+v voided by %s", p, by)
		}
	}
}

// anything returns a request that makes sense often enough.
func anything(r *rand.Rand, b *books, p tab.Proposal, by, with tab.Person) tab.Request {
	if p.Stage != 0 && r.IntN(8) > 0 {
		return []tab.Request{tab.Confirm{}, tab.Confirm{}, tab.Confirm{}, tab.Decline{}, tab.Expire{}, drop(b, p)}[r.IntN(6)]
	}
	if p.Stage != 0 {
		with = p.With
	}
	from := tab.Source(tab.Hand{Table: "t", Number: 1})
	if len(b.lines) > 0 {
		l := b.lines[max(len(b.lines)-1-r.IntN(60), 0)]
		from, with = l.From, []tab.Person{with, l.Other}[r.IntN(2)]
	}
	for _, l := range b.lines {
		if off, is := l.From.(tab.WriteOff); is && l.Person == by && r.IntN(20) == 0 {
			return tab.Propose{With: l.Other, Change: tab.Reclaim{From: off}}
		}
	}
	hand, ok := from.(tab.Hand)
	if ok && r.IntN(8) == 0 {
		return tab.Propose{Change: tab.Void{Hand: hand}}
	}
	return tab.Propose{With: with, Change: []tab.Change{tab.Settle{All: true}, tab.Settle{Pips: r.Int64N(40)}, tab.Forgive{Pips: r.Int64N(20)},
		tab.LetGo{}, tab.Undo{From: from}, tab.Release{}}[r.IntN(6)]}
}

// drop ends a proposal where one of the two is gone.
func drop(b *books, p tab.Proposal) tab.Request {
	if slices.ContainsFunc([]tab.Person{p.By, p.With}, func(who tab.Person) bool { return b.gone[who] }) {
		return tab.Drop{}
	}
	return tab.Confirm{}
}

// told counts what happened.
func told(done map[string]int, was, p tab.Proposal, events []tab.Event) {
	switch {
	case p.Stage == tab.Confirmed && was.Stage != tab.Confirmed:
		done[p.Change.Verb()]++
	case p.Stage == tab.Open && was.Stage == tab.Open && len(events) > 0:
		done["anew"]++
	case p.Stage == was.Stage:
	case p.Stage == tab.Declined:
		done["declined"]++
	case p.Stage == tab.Withdrawn:
		done["withdrawn"]++
	case p.Stage == tab.Expired:
		done["expired"]++
	case p.Stage == tab.Lapsed:
		done["lapsed"]++
	}
}
