//go:build !race

package enginetest_test

// raced says whether the race detector slows everything down.
const raced = false
