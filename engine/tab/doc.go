// Package tab keeps the books between friends: what losers owe winners in
// pips, from hand to hand.
//
// In go the debts of a hand; out come the rows to store for them, and, from
// stored rows, what each pair and each person stands at and how to settle. All
// of it is arithmetic on values: the package stores nothing, knows no hand and
// no clock, has no money in it and no fractions, and never sees a computer
// player, because only people have a tab.
//
// Names to read first: [Debt], [Entry], [Balances].
package tab
