package tab_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/tab"
)

func TestAHandCountsForWhoSat(t *testing.T) {
	won := tab.Outcome{People: []tab.Person{"ann", "bob"}, Winner: "ann"}
	rummy := won
	rummy.Rummy = true
	lost := tab.Outcome{People: []tab.Person{"ann"}, Rummy: true} // to a computer
	for _, c := range []struct {
		of   tab.Outcome
		who  tab.Person
		want tab.Tally
	}{
		{won, "ann", tab.Tally{Hands: 1, Wins: 1}},
		{won, "bob", tab.Tally{Hands: 1}},
		{won, "cy", tab.Tally{}},
		{rummy, "ann", tab.Tally{Hands: 1, Wins: 1, Rummies: 1}},
		{rummy, "bob", tab.Tally{Hands: 1}},
		{lost, "ann", tab.Tally{Hands: 1}},
		{tab.Outcome{}, "ann", tab.Tally{}},
		{tab.Outcome{}, "", tab.Tally{}},
	} {
		if got := c.of.Tally(c.who); got != c.want {
			t.Errorf("%+v of %+v: %+v, want %+v", c.who, c.of, got, c.want)
		}
	}
	all := won.Tally("ann").Plus(rummy.Tally("ann"))
	if want := (tab.Tally{Hands: 2, Wins: 2, Rummies: 1}); all != want {
		t.Errorf("%+v, want %+v", all, want)
	}
}

// TestEveryZonesDayBeginsOnAQuarter asks the zones with the oddest clocks.
func TestEveryZonesDayBeginsOnAQuarter(t *testing.T) {
	for _, name := range []string{"UTC", "Asia/Kathmandu", "Pacific/Chatham", "Australia/Lord_Howe", "Asia/Kolkata", "America/St_Johns", "Pacific/Marquesas"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for day := range 366 {
			at := time.Date(2026, 1, 1+day, 0, 0, 0, 0, zone).UnixMilli()
			if tab.QuarterOf(at) != at || tab.QuarterOf(at+1) != at || tab.QuarterOf(at-1) != at-tab.QuarterHour {
				t.Fatalf("day %d of %s", day, name)
			}
		}
	}
	if got := tab.QuarterOf(-1); got != -tab.QuarterHour {
		t.Errorf("before 1970: %d", got)
	}
}
