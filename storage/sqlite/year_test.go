package sqlite_test

import (
	mathrand "math/rand/v2"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/tab"
)

// TestSidesAreThoseOfHandsThatStand compares them with the hands that were stored, without those that were voided.
func TestSidesAreThoseOfHandsThatStand(t *testing.T) {
	db, _ := fresh(t)
	r := openRooms(t, db, 1)[0]
	hands := ends(t, db, r, mathrand.New(mathrand.NewPCG(26, 11)), 200)
	from, to := hands[20].at, hands[150].at
	for _, p := range []tab.Person{"pann", "pbob", "pnone"} {
		var want []tab.Side
		for _, h := range hands {
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
			if !h.void && len(side.Lines) > 0 && !h.at.Before(from) && h.at.Before(to) {
				want = append(want, side)
			}
		}
		got, err := db.Sides(t.Context(), r.Head.Server, p, from, to)
		is(t, err, nil)
		equal(t, got, want)
		if all, err := db.Sides(t.Context(), r.Head.Server, p, time.Time{}, time.Time{}); err != nil || p != "pnone" && len(all) <= len(want) {
			t.Errorf("%d of all time, %v", len(all), err)
		}
	}
}
