package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// standings are those of a week in Berlin, with a season before.
func standings(change func(*render.StandingsModel)) render.StandingsModel {
	berlin := time.FixedZone("CET", 3600)
	day := func(month time.Month, d int) time.Time { return time.Date(2026, month, d, 0, 0, 0, 0, berlin) }
	m := render.StandingsModel{
		Period: render.ThisWeek, From: day(11, 23), To: day(11, 30), Now: day(11, 25), Zone: "Europe/Berlin", Pages: 1, Seasons: true,
		Ranks: []render.Ranked{
			{Place: 1, Player: reader().People["ann"], Pips: 85, Hands: 12, Wins: 5, Rummies: 2, First: true},
			{Place: 2, Player: reader().People["bob"], Pips: -1, Hands: 30, Wins: 1},
			{Place: 2, Player: reader().People["cy"], Pips: -1, Hands: 1, Wins: 1, Rummies: 1},
			{Place: 4, Pips: -83, Hands: 3},
		},
		Last: &render.SeasonModel{From: day(7, 1), To: day(10, 1)},
	}
	m.Last.Ranks = m.Ranks[:2]
	change(&m)
	return m
}

func standingsScreens() []screen {
	drawn := func(name string, change func(*render.StandingsModel)) screen {
		return screen{name, false, func(l lang.Lang) render.Message { return render.Standings(pen(l), standings(change)) }}
	}
	return []screen{
		drawn("standings", func(*render.StandingsModel) {}),
		drawn("standings, last season", func(m *render.StandingsModel) {
			m.Period, m.From, m.To, m.Ranks = render.LastSeason, m.Last.From, m.Last.To, m.Last.Ranks
		}),
		drawn("standings of all time, in words", func(m *render.StandingsModel) {
			m.Period, m.From, m.To, m.Last, m.Seasons = render.AllTime, time.Time{}, time.Time{}, nil, false
			m.Page, m.Pages, m.Prefs.View = 1, 3, render.ViewWords
		}),
		drawn("standings of nobody", func(m *render.StandingsModel) { m.Period, m.Ranks = render.ThisSeason, nil }),
		{"standings for all", true, func(l lang.Lang) render.Message {
			return render.StandingsOf(pen(l), standings(func(*render.StandingsModel) {}))
		}},
	}
}

func TestStandingsAreToldInCustomIDs(t *testing.T) {
	for _, p := range append(render.Periods(), render.LastSeason) {
		of := render.Sheaf{Period: p, Page: 12}
		if got, ok := render.ReadStandings(of.String()); !ok || got != of {
			t.Errorf("%v is read as %v", of, got)
		}
	}
	for _, text := range []string{"", "week", "week/", "fortnight/0", "week/x", "/0"} {
		if of, ok := render.ReadStandings(text); ok {
			t.Errorf("%q is read as %v", text, of)
		}
	}
}

// TestAveragesAreRounded reads them in the words.
func TestAveragesAreRounded(t *testing.T) {
	for want, r := range map[string]render.Ranked{
		"+7.1 pips a hand": {Pips: 85, Hands: 12}, "0.0 pips a hand": {Pips: -1, Hands: 30}, "−0.1 pips a hand": {Pips: -1, Hands: 10}, "−27.7 pips a hand": {Pips: -83, Hands: 3},
		"+0.5 pips a hand": {Pips: 9, Hands: 20},
	} {
		m := standings(func(m *render.StandingsModel) { m.Ranks = []render.Ranked{r} })
		said := ""
		for _, part := range render.Standings(bare(words(t).For("en")), m).Components {
			if text, is := part.(render.Text); is {
				said += text.Content
			}
		}
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in %q", want, said)
		}
	}
}

// chart is one of three people in a month.
func chart(change func(*render.ChartModel)) render.ChartModel {
	m := render.ChartModel{
		Period: render.ThisMonth, From: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), To: time.Date(2026, 11, 23, 20, 15, 0, 0, time.UTC), Seasons: true, Last: true,
		Lines: []render.Course{
			{Person: "pann4567890123456", Player: reader().People["ann"], Values: []int64{0, 12, 40, 30, 85}, Pips: 85},
			{Person: "pbob4567890123456", Player: reader().People["bob"], Values: []int64{0, -12, -50, -1, -1}, Pips: -1},
			{Person: "pgone567890123456", Values: []int64{0, 0, 10, -29, -84}, Pips: -84},
		},
	}
	m.Choice = append(m.Lines[:3:3], render.Course{Person: "pcyx4567890123456", Player: reader().People["cy"]})
	change(&m)
	return m
}

func chartScreens() []screen {
	drawn := func(name string, change func(*render.ChartModel)) screen {
		return screen{name, false, func(l lang.Lang) render.Message { return render.Chart(pen(l), chart(change)) }}
	}
	short := func(long time.Duration) func(*render.ChartModel) {
		return func(m *render.ChartModel) {
			m.From = time.Date(2026, 11, 23, 18, 30, 0, 0, time.FixedZone("Europe/Lisbon", 0))
			m.To = m.From.Add(long)
		}
	}
	return []screen{
		drawn("chart", func(*render.ChartModel) {}),
		drawn("chart, of one evening", short(105*time.Minute)),
		drawn("chart, of two days", short(30*time.Hour)),
		drawn("chart of nobody, in words", func(m *render.ChartModel) { m.Lines, m.Choice, m.Prefs.View = nil, nil, render.ViewWords }),
		{"chart for all", true, func(l lang.Lang) render.Message { return render.ChartOf(pen(l), chart(func(*render.ChartModel) {})) }},
	}
}

func TestChartsAreToldInCustomIDs(t *testing.T) {
	of := render.Drawing{Period: render.ThisSeason}
	for i := range render.MostLines + 1 {
		got, ok := render.ReadDrawing(of.String())
		if !ok || got.Period != of.Period || !slices.Equal(got.Tags, of.Tags) || len(of.String()) > render.MaxArg {
			t.Errorf("%v is read as %v from %q", of, got, of.String())
		}
		of.Tags = append(of.Tags, render.PersonTag(sitting.Person(fmt.Sprintf("p%d", i))))
	}
	for _, text := range []string{"", "week", "/abcdef", "fortnight/", "week/abc", of.String()} {
		if got, ok := render.ReadDrawing(text); ok && text != "week" {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

func seasonScreens() []screen {
	over := func(name string, change func(*render.SeasonModel)) screen {
		return screen{name, true, func(l lang.Lang) render.Message {
			m := *standings(func(*render.StandingsModel) {}).Last
			m.Ranks = append([]render.Ranked(nil), m.Ranks...)
			change(&m)
			return render.Season(pen(l), m)
		}}
	}
	settled := func(name string, m render.BooksModel) screen {
		return screen{name, false, func(l lang.Lang) render.Message { return render.Books(l, m) }}
	}
	ends := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	return []screen{
		over("season", func(*render.SeasonModel) {}),
		over("season, shared", func(m *render.SeasonModel) {
			m.Ranks[1].Pips, m.Ranks[1].Place, m.Ranks[1].First = m.Ranks[0].Pips, 1, true
		}),
		over("season of nobody's", func(m *render.SeasonModel) { m.Ranks[0].Pips, m.Ranks[0].First = 0, false }),
		settled("settings of the tab", render.BooksModel{Season: "none", Zone: "UTC"}),
		settled("settings of the tab, all", render.BooksModel{Season: "quarter", Zone: "Europe/Berlin", Next: ends, Channel: "1100000000000000002", Least: 10, Bare: true}),
		settled("settings of the tab, to come", render.BooksModel{Season: "year", Zone: "UTC", Next: ends, Begins: true, Least: 1}),
	}
}
