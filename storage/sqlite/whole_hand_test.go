package sqlite_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
	"github.com/boathouse-rum/boathouse/table"
)

// wholeHand is a hand that people play at a table of their own, from opening it to the result.
func wholeHand(tb testing.TB, head sitting.Head, people []sitting.Person, dice *rand.Rand, at time.Time) table.Batch {
	tb.Helper()
	b, _ := storagetest.NewEvening(tb, head, people, 0, false, dice).Hand(at)
	return b
}
