//go:build race

package enginetest_test

// raced says that the race detector slows everything down.
const raced = true
