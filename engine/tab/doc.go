// Package tab keeps the books between friends: what losers owe winners in
// pips, from hand to hand.
//
// In go the debts of a hand; out come the rows to store for them, and, from
// stored rows, what each pair and each person stands at. What no hand does to the tab –
// to settle, to forgive, to undo – is a proposal, decided on as hands are: requests
// go in, events come out, and with a yes the lines that it brings to the books. All
// of it is arithmetic on values: the package stores nothing, knows no hand and
// no clock, has no money in it and no fractions, and never sees a computer
// player, because only people have a tab.
//
// Names to read first: [Debt], [Entry], [Proposal].
package tab
