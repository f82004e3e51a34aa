package tab_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/engine/tab"
)

func won(pips int64, against string) tab.Play {
	return tab.Play{Person: "pann", Won: true, Pips: pips, Against: against}
}

func lost(pips int64, against string) tab.Play {
	return tab.Play{Person: "pann", Pips: -pips, Against: against}
}

func TestARecordIsWhatThePlaysComeTo(t *testing.T) {
	rummy := won(86, "bora")
	rummy.Rummy = true
	for name, c := range map[string]struct {
		plays []tab.Play
		want  tab.Record
	}{
		"none": {nil, tab.Record{}},
		"one lost": {
			[]tab.Play{lost(7, "moby")},
			tab.Record{Hands: 1, Pips: -7, Against: []tab.Score{{Computer: "moby", Hands: 1}}},
		},
		"nobody won": {
			[]tab.Play{won(5, ""), {Person: "pann"}, won(3, "")},
			tab.Record{Hands: 3, Won: 2, Pips: 8, Best: 5, Streak: 1, Longest: 1},
		},
		"the longest is over": {
			[]tab.Play{won(1, ""), won(2, ""), won(3, ""), lost(9, ""), won(4, "")},
			tab.Record{Hands: 5, Won: 4, Pips: 1, Best: 4, Streak: 1, Longest: 3},
		},
		"the longest goes on": {
			[]tab.Play{won(1, ""), lost(1, ""), won(1, ""), won(1, "")},
			tab.Record{Hands: 4, Won: 3, Pips: 2, Best: 1, Streak: 2, Longest: 2},
		},
		"by computer": {
			[]tab.Play{won(10, "bora moby"), lost(4, "moby"), rummy},
			tab.Record{
				Hands: 3, Won: 2, Rummies: 1, Pips: 92, Best: 86, Streak: 1, Longest: 1,
				Against: []tab.Score{{Computer: "bora", Hands: 2, Won: 2}, {Computer: "moby", Hands: 2, Won: 1}},
			},
		},
	} {
		if diff := cmp.Diff(c.want, tab.RecordOf(c.plays)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
