package render_test

import (
	"testing"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// TestWhoLeadsHasTheHighestFigureShown draws the result and the table after a hand of no match and
// in one: who leads has the highest figure of the picture, which in a match is what the match
// counts.
func TestWhoLeadsHasTheHighestFigureShown(t *testing.T) {
	running := match(func(*sitting.MatchFacts) {})
	for name, m := range map[string]*sitting.MatchFacts{"no match": nil, "match": running} {
		s := rummy()
		s.Match, s.Last.Match = m, m
		s.Scores = s.Last.Scores
		leads := 0
		for i, row := range render.OfResult(reader(), s).(picture.Result).Rows {
			want := s.Last.Scores[i].Net
			if m != nil {
				want, leads = m.Players[i].Collected, 2
			}
			if seat := row.Seat; seat.Score != want || seat.InMatch != (m != nil) || seat.Leads != (i == leads) {
				t.Errorf("%s: seat %d shows %+v, want %d", name, i+1, seat, want)
			}
		}
	}
}
