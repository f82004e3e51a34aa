// Package deal is the fair deal, version 1: how a deck follows from a seed that
// the bot promised beforehand, from words that the players gave and from the ids of messages.
//
// In go a seed, the id of the table, the number of the hand and the cuts; out
// come the commitment, the line that seals it, the deck, the first dealer, and a [Proof]
// that anybody can check. The same input gives the same output for ever: another way to
// shuffle would be another version. The package draws no seed and knows no other
// source of chance, stores nothing and decides no rule of the game.
//
// Names to read first: [Commitment], [Deck], [Verify].
package deal
