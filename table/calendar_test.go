package table_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/table"
)

// zonesToTry are all that people can pick.
func zonesToTry(tb testing.TB) []string {
	tb.Helper()
	text, err := os.ReadFile("../commands/zones.txt")
	if err != nil {
		tb.Fatal(err)
	}
	return strings.Fields(string(text))
}

// TestEveryMomentIsInOneWeekMonthAndSeason tries random moments in all zones: what they are in
// begins and ends on a quarter of an hour with a day there, has them in it, and follows on the one before.
func TestEveryMomentIsInOneWeekMonthAndSeason(t *testing.T) {
	t.Parallel()
	dice := rand.New(rand.NewPCG(3, 15))
	zones := zonesToTry(t)
	for range underRace(t, 5_000, 2_000) {
		c := table.Calendar{
			Zone: zones[dice.IntN(len(zones))], Season: table.SeasonLengths()[1+dice.IntN(3)],
			First: table.DayOf(time.Date(2000+dice.IntN(20), 1, 1+dice.IntN(366), 12, 0, 0, 0, time.UTC)),
		}
		now := time.UnixMilli(1_600_000_000_000 + dice.Int64N(500_000_000_000))
		season := func(t time.Time) table.Span { s, _ := c.SeasonAt(t); return s }
		for name, of := range map[string]func(time.Time) table.Span{"week": c.Week, "month": c.Month, "season": season} {
			s := of(now)
			if now.Before(s.From) || !now.Before(s.To) {
				t.Fatalf("%+v: %v is not in the %s %v", c, now, name, s)
			}
			if next, before := of(s.To), of(s.From.Add(-time.Millisecond)); next.From != s.To || before.To != s.From {
				t.Fatalf("%+v: the %s %v lies between %v and %v", c, name, s, before, next)
			}
			for _, end := range []time.Time{s.From, s.To} {
				there := end.In(c.In())
				if end.UnixMilli()%900_000 != 0 || table.DayOf(there) == table.DayOf(there.Add(-time.Millisecond)) {
					t.Fatalf("%+v: a %s ends at %v", c, name, there)
				}
			}
			hours := s.To.Sub(s.From).Hours()
			if from := s.From.In(c.In()); name == "week" && (from.Weekday() != time.Monday || hours < 164 || hours > 172) ||
				name == "month" && (from.Day() != 1 || hours < 28*24-4 || hours > 31*24+4) {
				t.Fatalf("%+v: a %s of %v hours from %v", c, name, hours, from)
			}
		}
	}
}

// TestSeasonsBeginOnTheirDay is told by hand: ends of months, years with 29 days of February, and
// nights in which midnight is left out or comes twice.
func TestSeasonsBeginOnTheirDay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		of       table.Calendar
		now      string
		from, to string // "": there is none
	}{
		"a quarter":               {table.Calendar{Season: table.QuarterYear}, "2026-11-23T12:00:00Z", "2026-10-01T00:00:00Z", "2027-01-01T00:00:00Z"},
		"half a year":             {table.Calendar{Season: table.HalfYear, First: table.Day{Year: 2026, Month: 3, Day: 15}}, "2026-09-15T00:00:00Z", "2026-09-15T00:00:00Z", "2027-03-15T00:00:00Z"},
		"a year in Berlin":        {table.Calendar{Season: table.WholeYear, Zone: "Europe/Berlin"}, "2026-12-31T23:00:00Z", "2026-12-31T23:00:00Z", "2027-12-31T23:00:00Z"},
		"from the 31st":           {table.Calendar{Season: table.QuarterYear, First: table.Day{Year: 2025, Month: 8, Day: 31}}, "2026-03-01T00:00:00Z", "2026-02-28T00:00:00Z", "2026-05-31T00:00:00Z"},
		"from the 29th of Feb.":   {table.Calendar{Season: table.WholeYear, First: table.Day{Year: 2024, Month: 2, Day: 29}}, "2028-02-28T23:59:59Z", "2027-02-28T00:00:00Z", "2028-02-29T00:00:00Z"},
		"before the first":        {table.Calendar{Season: table.QuarterYear, First: table.Day{Year: 2026, Month: 12, Day: 1}}, "2026-11-30T23:59:59Z", "", ""},
		"none":                    {table.Calendar{}, "2026-11-30T23:59:59Z", "", ""},
		"no midnight in Beirut":   {table.Calendar{Season: table.QuarterYear, Zone: "Asia/Beirut", First: table.Day{Year: 2025, Month: 3, Day: 30}}, "2025-04-01T00:00:00Z", "2025-03-29T22:00:00Z", "2025-06-29T21:00:00Z"},
		"two midnights in Havana": {table.Calendar{Season: table.QuarterYear, Zone: "America/Havana", First: table.Day{Year: 2025, Month: 11, Day: 2}}, "2025-11-10T00:00:00Z", "2025-11-02T04:00:00Z", "2026-02-02T05:00:00Z"},
		"a zone that went":        {table.Calendar{Season: table.WholeYear, Zone: "Moon/Base"}, "2026-05-05T00:00:00Z", "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		s, is := c.of.SeasonAt(now)
		if is != (c.from != "") {
			t.Errorf("%s: %v", name, is)
			continue
		}
		if got := s.From.UTC().Format(time.RFC3339); is && got != c.from {
			t.Errorf("%s begins %s, want %s", name, got, c.from)
		}
		if got := s.To.UTC().Format(time.RFC3339); is && got != c.to {
			t.Errorf("%s ends %s, want %s", name, got, c.to)
		}
	}
}

func TestDaysAndSeasonsAreTexts(t *testing.T) {
	t.Parallel()
	for _, s := range table.SeasonLengths() {
		if got, ok := table.ParseSeason(s.String()); !ok || got != s {
			t.Errorf("%v is read as %v", s, got)
		}
	}
	if _, ok := table.ParseSeason("fortnight"); ok {
		t.Error("a fortnight is no season")
	}
	if (table.Day{Year: 2026, Month: 2, Day: 29}).Exists() || !(table.Day{Year: 2028, Month: 2, Day: 29}).Exists() || (table.Day{Year: 2026, Month: 13, Day: 1}).Exists() {
		t.Error("which days there are")
	}
}

// TestNoHandIsInTwoSeasons has managers move the ends of seasons about while time goes on: each season
// that is told begins where no other has been, ends in the past, and lasts a week at least.
func TestNoHandIsInTwoSeasons(t *testing.T) {
	t.Parallel()
	dice := rand.New(rand.NewPCG(8, 8))
	zones := zonesToTry(t)
	told := 0
	for range 200 {
		var c table.Calendar
		var last table.Span
		now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		for range 40 {
			before := now
			now = now.Add(time.Duration(dice.Int64N(int64(60 * 24 * time.Hour))))
			for i, s := range table.Over(c, last, now) {
				if s.From.Before(last.To) || s.To.After(now) || s.To.Sub(s.From) < 7*24*time.Hour || i == 0 && s.To.Before(time.UnixMilli(c.Since)) {
					t.Fatalf("%+v at %v after %v: %v", c, before, last, s)
				}
				last = s
				told++
			}
			if dice.IntN(3) > 0 {
				continue
			}
			c.Season = table.SeasonLengths()[dice.IntN(4)]
			c.Zone = zones[dice.IntN(len(zones))]
			c.First = table.DayOf(now.AddDate(0, 0, dice.IntN(400)-300))
			c.Since = now.UnixMilli()
		}
	}
	if told < 500 {
		t.Errorf("%d seasons: the test shows little", told)
	}
}
