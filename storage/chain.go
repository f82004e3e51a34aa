package storage

// A Chain is how far the rows of one table or server have been followed. The zero
// Chain is at the beginning.
type Chain struct {
	Of   string // whose rows they are
	Seq  int64  // of the last row; 0: none yet
	Hash Digest // of the last row
}

// Follow moves to the next row and says what is wrong with its place. Whoever
// follows sets Hash after it.
func (c *Chain) Follow(of string, seq int64, prev []byte) (missing, unlinked bool) {
	if of != c.Of {
		*c = Chain{Of: of}
	}
	missing = seq != c.Seq+1
	unlinked = string(prev) != string(c.Hash[:])
	c.Seq = seq
	return missing, unlinked
}
