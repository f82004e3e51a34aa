package tab_test

import (
	"errors"
	"math"
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

func TestSumsThatDontFitAreAFault(t *testing.T) {
	most := entries(t, tab.Debt{From: "ann", To: "bob", Pips: math.MaxInt64}, tab.Debt{From: "cy", To: "dee", Pips: 1})
	equal(t, tab.Check(most), nil)
	for _, again := range []tab.Debt{{From: "ann", To: "bob", Pips: 1}, {From: "cy", To: "bob", Pips: 1}} {
		var fault *tab.Fault
		if err := tab.Check(append(most, entries(t, again)...)); !errors.As(err, &fault) || fault.Code != tab.Overflow {
			t.Errorf("%v: %v", again, err)
		}
	}
}
