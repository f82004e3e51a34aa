package table

import (
	"testing"
	_ "time/tzdata" // the zones of this test, wherever it runs

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

func TestQuietHoursInNoKnownZoneAreNotTaken(t *testing.T) {
	t.Parallel()
	for _, q := range []sitting.Quiet{
		{From: 1, To: 1, Zone: "UTC"}, {From: -1, To: 5, Zone: "UTC"}, {From: 0, To: 24 * 60, Zone: "UTC"},
		{From: 0, To: 5, Zone: "Nowhere/Land"}, {From: 0, To: 5, Zone: "Local"}, {From: 0, To: 5, Zone: "../zone"},
	} {
		if _, ok := readyQuiet(q); ok {
			t.Errorf("%+v is taken", q)
		}
	}
}
