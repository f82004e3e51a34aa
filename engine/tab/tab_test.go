package tab_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/google/go-cmp/cmp"
)

func entries(tb testing.TB, debts ...tab.Debt) []tab.Entry {
	tb.Helper()
	rows, err := tab.Entries(debts)
	if err != nil {
		tb.Fatal(err)
	}
	return rows
}

func equal(tb testing.TB, got, want any) {
	tb.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		tb.Errorf("difference (- want, + got):\n%s", diff)
	}
}

func TestADebtIsTwoRowsThatSumToZero(t *testing.T) {
	rows := entries(t, tab.Debt{From: "ann", To: "bob", Pips: 86}, tab.Debt{From: "cy", To: "bob", Pips: 0})
	equal(t, rows, []tab.Entry{{Person: "ann", Other: "bob", Pips: -86}, {Person: "bob", Other: "ann", Pips: 86}})
	equal(t, tab.Check(rows), nil)
}

func TestADebtThatIsNoneIsRefused(t *testing.T) {
	for _, c := range []struct {
		debt tab.Debt
		code tab.FaultCode
	}{
		{tab.Debt{From: "ann", To: "ann", Pips: 1}, tab.WithItself},
		{tab.Debt{From: "", To: "ann", Pips: 1}, tab.NoPerson},
		{tab.Debt{From: "ann", To: "", Pips: 1}, tab.NoPerson},
		{tab.Debt{From: "ann", To: "bob", Pips: -1}, tab.Negative},
	} {
		rows, err := tab.Entries([]tab.Debt{{From: "x", To: "y", Pips: 3}, c.debt})
		var fault *tab.Fault
		if !errors.As(err, &fault) {
			t.Fatalf("%v: %v", c.debt, err)
		}
		equal(t, *fault, tab.Fault{Code: c.code, A: c.debt.From, B: c.debt.To, Pips: c.debt.Pips})
		equal(t, len(rows), 0)
	}
}

func TestReversingLeavesNothing(t *testing.T) {
	rows := entries(t, tab.Debt{From: "ann", To: "bob", Pips: 12}, tab.Debt{From: "bob", To: "cy", Pips: 5})
	rows = append(rows, tab.Reverse(rows)...)
	equal(t, tab.Check(rows), nil)
	equal(t, tab.Standings(rows), []tab.Standing{{Person: "ann"}, {Person: "bob"}, {Person: "cy"}})
	equal(t, len(tab.Net(rows)), 0)
}

func TestBooksOutOfBalanceAreNamed(t *testing.T) {
	rows := entries(t, tab.Debt{From: "ann", To: "bob", Pips: 12}, tab.Debt{From: "bob", To: "cy", Pips: 5})
	var fault *tab.Fault

	lost := rows[:3]
	if !errors.As(tab.Check(lost), &fault) {
		t.Fatal("a lost row passes")
	}
	equal(t, *fault, tab.Fault{Code: tab.Unbalanced, A: "bob", B: "cy", Pips: -5})

	// The sum of all rows is zero here, yet bob's side and cy's side disagree.
	moved := []tab.Entry{rows[0], rows[1], {Person: "bob", Other: "cy", Pips: -5}, {Person: "cy", Other: "dee", Pips: 5}}
	if !errors.As(tab.Check(moved), &fault) {
		t.Fatal("a row on another's account passes")
	}
	equal(t, fault.Code, tab.Unbalanced)

	if !errors.As(tab.Check([]tab.Entry{{Person: "ann", Other: "ann"}}), &fault) {
		t.Fatal("a row with itself passes")
	}
	equal(t, fault.Code, tab.WithItself)
}

func TestBalancesAddUpOverHands(t *testing.T) {
	rows := entries(t,
		tab.Debt{From: "ann", To: "bob", Pips: 30},
		tab.Debt{From: "cy", To: "bob", Pips: 7},
		tab.Debt{From: "bob", To: "ann", Pips: 10},
		tab.Debt{From: "bob", To: "cy", Pips: 7},
	)
	balances := tab.Balances(rows)
	equal(t, balances, []tab.Entry{
		{Person: "ann", Other: "bob", Pips: -20},
		{Person: "bob", Other: "ann", Pips: 20},
		{Person: "bob", Other: "cy", Pips: 0},
		{Person: "cy", Other: "bob", Pips: 0},
	})
	equal(t, tab.Standings(rows), []tab.Standing{{Person: "bob", Pips: 20}, {Person: "cy"}, {Person: "ann", Pips: -20}})
	equal(t, tab.Standings(balances), tab.Standings(rows))
	equal(t, len(tab.Balances(nil)), 0)
}

func TestNetFindsTheSmallestList(t *testing.T) {
	// The largest paying the largest would take four debts, for all five
	// people; but b and d settle between themselves.
	rows := entries(t,
		tab.Debt{From: "c", To: "a", Pips: 4},
		tab.Debt{From: "d", To: "b", Pips: 3},
		tab.Debt{From: "e", To: "b", Pips: 1},
		tab.Debt{From: "d", To: "a", Pips: 1},
		tab.Debt{From: "e", To: "a", Pips: 2},
		tab.Debt{From: "a", To: "c", Pips: 0},
	)
	equal(t, tab.Standings(rows), []tab.Standing{
		{Person: "a", Pips: 7}, {Person: "b", Pips: 4}, {Person: "e", Pips: -3}, {Person: "c", Pips: -4}, {Person: "d", Pips: -4}})
	equal(t, tab.Net(rows), []tab.Debt{
		{From: "c", To: "a", Pips: 4}, {From: "d", To: "b", Pips: 4}, {From: "e", To: "a", Pips: 3}})
}

func TestNetSettlesEverybody(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(1, seed))
		people := 2 + r.IntN(19)
		var debts []tab.Debt
		for range 1 + r.IntN(40) {
			a := r.IntN(people)
			b := (a + 1 + r.IntN(people-1)) % people
			debts = append(debts, tab.Debt{From: tab.Person(fmt.Sprint(a)), To: tab.Person(fmt.Sprint(b)), Pips: r.Int64N(30)})
		}
		rows := entries(t, debts...)
		net := tab.Net(rows)
		equal(t, tab.Net(tab.Balances(rows)), net)
		if open := len(tab.Standings(rows)); len(net) >= max(open, 1) {
			t.Errorf("seed %d: %d debts among %d people", seed, len(net), open)
		}
		paid := append(rows, tab.Reverse(entries(t, net...))...)
		for _, s := range tab.Standings(paid) {
			if s.Pips != 0 {
				t.Errorf("seed %d: %s is left at %d", seed, s.Person, s.Pips)
			}
		}
		for _, d := range net {
			if d.Pips <= 0 {
				t.Errorf("seed %d: debt %v", seed, d)
			}
		}
	}
}
