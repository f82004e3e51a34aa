// Package simulate has computers play among themselves and measures them.
//
// In goes a Bench: who sits where, under which rules, how many hands, and a seed
// from which everything follows. Out come a record of each hand, if somebody
// wants them, and a Summary with intervals, which can be told as a row of a table.
// Each deal is played once with every turning of the seats, so all get the same
// cards. It reads no setting and no clock but to say how many hands it played a
// second, and knows no Discord.
//
// Read first: Bench, Bench.play (a hand) and ratio (why intervals are over deals).
package simulate
