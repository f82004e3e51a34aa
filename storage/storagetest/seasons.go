package storagetest

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/table"
)

// aSeasonEndsByWhatIsSettled ends a season twice, and once more when something else has been settled meanwhile.
func aSeasonEndsByWhatIsSettled(t *testing.T, at Place) {
	db := at(t)
	settles := func(c table.Calendar, wake time.Time) {
		t.Helper()
		is, err := db.ChangeCalendar(t.Context(), club, func(table.Calendar) (table.Calendar, time.Time, error) { return c, wake, nil })
		Is(t, err, nil)
		Equal(t, is, c)
	}
	due := func() (at time.Time) {
		t.Helper()
		all, err := db.Due(t.Context())
		Is(t, err, nil)
		for _, d := range all {
			if d.Owner[0] == table.SeasonMark {
				at = d.At
			}
		}
		return at
	}
	owed := func() []table.Post {
		t.Helper()
		all, err := db.OwedSeasons(t.Context(), club)
		Is(t, err, nil)
		return all
	}
	begin := Start()
	span := table.Span{From: begin, To: begin.Add(24 * time.Hour)}
	quarters, years := table.Calendar{Season: table.QuarterYear, Channel: "7"}, table.Calendar{Season: table.WholeYear, Channel: "8"}
	settles(quarters, span.To)
	_, ended, err := db.LastSeason(t.Context(), club)
	Is(t, err, nil)
	Equal(t, ended, false)
	next := table.Span{From: span.To, To: span.To.Add(24 * time.Hour)}
	for range 2 {
		Is(t, db.EndSeasons(t.Context(), club, quarters, []table.Span{span}, next.To), nil)
	}
	posts := owed()
	Equal(t, len(posts), 1)
	Equal(t, posts[0].To.Channel, quarters.Channel)
	Is(t, db.SeasonsPosted(t.Context(), club, map[int64]string{posts[0].ID: "9"}), nil)
	Equal(t, due(), next.To)

	wake := span.To.Add(365 * 24 * time.Hour)
	settles(years, wake)
	Is(t, db.EndSeasons(t.Context(), club, quarters, []table.Span{next}, next.To), table.ErrConflict)
	Equal(t, due(), wake)
	Equal(t, len(owed()), 0)
	Is(t, db.Close(), nil)
	db = at(t)
	last, _, err := db.LastSeason(t.Context(), club)
	Is(t, err, nil)
	Equal(t, last, span)
	c, err := db.Calendar(t.Context(), club)
	Is(t, err, nil)
	Equal(t, c, years)
	Equal(t, due(), wake)
	Sound(t, db)
}
