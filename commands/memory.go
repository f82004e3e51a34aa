package commands

import "github.com/hashicorp/golang-lru/v2/simplelru"

// newest returns a memory of the n things that were used last, for one caller at
// a time. Nothing else is remembered without a bound: what is forgotten is what
// nobody has asked for the longest.
func newest[K comparable, V any](n int) *simplelru.LRU[K, V] {
	kept, err := simplelru.NewLRU[K, V](n, nil)
	if err != nil {
		// A memory of none; each n is a constant above it.
		panic(err)
	}
	return kept
}
