package sqlite_test

import (
	mathrand "math/rand/v2"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/tab"
)

// TestAYearIsWhatTheHandsOfThePersonCameTo compares the year of each with the hands that were
// stored, without those that were voided; its sums are those of standings.
func TestAYearIsWhatTheHandsOfThePersonCameTo(t *testing.T) {
	db, _ := fresh(t)
	r := openRooms(t, db, 1)[0]
	hands := ends(t, db, r, mathrand.New(mathrand.NewPCG(26, 11)), 200)
	from, to := hands[20].at.Truncate(15*time.Minute), hands[150].at.Truncate(15*time.Minute)
	for _, p := range []tab.Person{"pann", "pbob", "pnone"} {
		var want tab.Year
		var sides []tab.Side
		for _, h := range hands {
			if h.void || h.at.Before(from) || !h.at.Before(to) {
				continue
			}
			side := tab.Side{From: h.hand, At: h.at.UnixMilli()}
			for _, d := range h.debts {
				switch {
				case d.Pips == 0:
				case d.From == p:
					side.Lines = append(side.Lines, tab.Entry{Person: p, Other: d.To, Pips: -d.Pips})
				case d.To == p:
					side.Lines = append(side.Lines, tab.Entry{Person: p, Other: d.From, Pips: d.Pips})
				}
			}
			want.Pips, want.Tally = want.Pips+side.Pips(), want.Tally.Plus(h.Tally(p))
			if len(side.Lines) > 0 {
				sides = append(sides, side)
			}
		}
		want.Facts = tab.FactsOf(sides)
		got, err := db.Year(t.Context(), r.Head.Server, p, from, to)
		is(t, err, nil)
		equal(t, got, want)
		if p != "pnone" && got.Hands == 0 {
			t.Errorf("%s has no hands", p)
		}
		scores, err := db.Scores(t.Context(), r.Head.Server, from, to)
		is(t, err, nil)
		for _, s := range scores {
			if s.Person == p && (s.Pips != got.Pips || s.Tally != got.Tally) {
				t.Errorf("standings tell %+v of %s, and the year %+v", s, p, got)
			}
		}
	}
}
