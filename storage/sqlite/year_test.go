package sqlite_test

import (
	mathrand "math/rand/v2"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// TestAYearAddsUpAsStandingsDo compares the sums of each year with standings of the same time.
func TestAYearAddsUpAsStandingsDo(t *testing.T) {
	db, _ := fresh(t)
	r := openRooms(t, db, 1)[0]
	ends(t, db, r, mathrand.New(mathrand.NewPCG(26, 11)), 200)
	year := table.Calendar{}.Year(start.Year())
	scores, err := db.Scores(t.Context(), r.Head.Server, year.From, year.To)
	is(t, err, nil)
	if len(scores) < 3 {
		t.Errorf("%d scores: the test shows little", len(scores))
	}
	for _, s := range scores {
		got, err := db.Year(t.Context(), r.Head.Server, s.Person, year.From, year.To)
		is(t, err, nil)
		equal(t, tab.Scored{Person: s.Person, Pips: got.Pips, Tally: got.Tally}, s)
	}
}
