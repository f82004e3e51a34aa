package tab_test

import (
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/tab"
)

// Two hands among three friends.
func Example() {
	rows, err := tab.Entries([]tab.Debt{
		{From: "ben", To: "ann", Pips: 30}, {From: "cleo", To: "ann", Pips: 12}, // Ann collected
		{From: "ann", To: "ben", Pips: 20}, {From: "cleo", To: "ben", Pips: 5}, // then Ben
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, b := range tab.Balances(rows) {
		if b.Pips > 0 {
			fmt.Println(b.Other, "owes", b.Person, b.Pips)
		}
	}
	rows = append(rows, tab.Reverse(rows[:2])...) // Ben's first debt was a mistake
	fmt.Println("in balance:", tab.Check(rows) == nil, tab.Standings(rows))
	// Output:
	// ben owes ann 10
	// cleo owes ann 12
	// cleo owes ben 5
	// in balance: true [{ben 25} {ann -8} {cleo -17}]
}
