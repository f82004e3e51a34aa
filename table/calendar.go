package table

import (
	"fmt"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A Calendar is what the managers of a server have settled for its tab: by which clock days
// begin there, how long a season lasts, and the like. The zero Calendar is that of a
// server where nothing is settled.
type Calendar struct {
	Season  Season          `json:"season,omitempty"`
	First   Day             `json:"first,omitzero"`    // on which a season begins; the zero Day: the first of January
	Zone    string          `json:"zone,omitempty"`    // IANA; empty: UTC
	Channel sitting.Channel `json:"channel,omitempty"` // where the end of a season is told; empty: nowhere
	Least   int64           `json:"least,omitempty"`   // pips of the smallest settlement; 0: one
	Bare    bool            `json:"bare,omitempty"`    // hands in which a computer sits don't count
	Lang    string          `json:"lang,omitempty"`    // BCP 47 tag of what is told in Channel
	Gone    bool            `json:"gone,omitempty"`    // it was deleted, and no manager knows
	By      string          `json:"by,omitempty"`      // the interaction by which it was changed last
	Since   int64           `json:"since,omitempty"`   // unix ms when seasons were settled so; none that ended before is told
}

// A Season is how long one lasts. Its numbers are stored.
type Season uint8

// The lengths.
const (
	NoSeason Season = iota
	QuarterYear
	HalfYear
	WholeYear
)

// SeasonLengths lists them.
func SeasonLengths() []Season { return []Season{NoSeason, QuarterYear, HalfYear, WholeYear} }

// String returns the word that [ParseSeason] reads.
func (s Season) String() string {
	switch s {
	case NoSeason:
		return "none"
	case QuarterYear:
		return "quarter"
	case HalfYear:
		return "half"
	case WholeYear:
		return "year"
	}
	return fmt.Sprintf("season-%d", uint8(s))
}

// ParseSeason reads what String returns; false for another word.
func ParseSeason(word string) (Season, bool) {
	for _, s := range SeasonLengths() {
		if s.String() == word {
			return s, true
		}
	}
	return NoSeason, false
}

// months is how many a season has.
func (s Season) months() int {
	switch s {
	case QuarterYear:
		return 3
	case HalfYear:
		return 6
	case WholeYear:
		return 12
	case NoSeason:
	}
	return 0
}

// A Day is one of the calendar, wherever. The zero Day is none.
type Day struct {
	Year  int        `json:"y"`
	Month time.Month `json:"m"`
	Day   int        `json:"d"`
}

// DayOf returns the day that it is at a moment by the moment's own clock.
func DayOf(t time.Time) Day {
	y, m, d := t.Date()
	return Day{y, m, d}
}

// String returns the day as 2026-01-31.
func (d Day) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

// Exists says whether there is such a day.
func (d Day) Exists() bool {
	return d == DayOf(time.Date(d.Year, d.Month, d.Day, 12, 0, 0, 0, time.UTC))
}

// plus is the day so many months later, or the last of its month where that is shorter.
func (d Day) plus(months int) Day {
	first := time.Date(d.Year, d.Month+time.Month(months), 1, 12, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1)
	return Day{first.Year(), first.Month(), min(d.Day, last.Day())}
}

// begins is the first moment of the day by a clock. Where clocks are set on at midnight that
// is later, and where they are set back over it the earlier of two midnights.
func (d Day) begins(at *time.Location) time.Time {
	t := time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, at)
	before := func(t time.Time) bool { return DayOf(t).before(d) }
	for before(t) {
		t = t.Add(quarterHour)
	}
	for !before(t.Add(-quarterHour)) {
		t = t.Add(-quarterHour)
	}
	return t.UTC()
}

const quarterHour = 15 * time.Minute

func (d Day) before(e Day) bool {
	return d.Year < e.Year || d.Year == e.Year && (d.Month < e.Month || d.Month == e.Month && d.Day < e.Day)
}

// A Span is a time from its beginning up to its end, in UTC; a zero one is open.
type Span struct{ From, To time.Time }

// In returns the clock of the server.
func (c Calendar) In() *time.Location {
	at, err := time.LoadLocation(c.Zone)
	if err != nil { // a system that knows fewer zones
		return time.UTC
	}
	return at
}

// Week returns the week, from Monday on, in which a moment lies.
func (c Calendar) Week(now time.Time) Span {
	now = now.In(c.In())
	back := (int(now.Weekday()) + 6) % 7
	monday := DayOf(time.Date(now.Year(), now.Month(), now.Day()-back, 12, 0, 0, 0, time.UTC))
	next := DayOf(time.Date(monday.Year, monday.Month, monday.Day+7, 12, 0, 0, 0, time.UTC))
	return Span{monday.begins(c.In()), next.begins(c.In())}
}

// Month returns the month in which a moment lies.
func (c Calendar) Month(now time.Time) Span {
	first := DayOf(now.In(c.In()))
	first.Day = 1
	return Span{first.begins(c.In()), first.plus(1).begins(c.In())}
}

// Year returns a year.
func (c Calendar) Year(year int) Span {
	first := Day{year, time.January, 1}
	return Span{first.begins(c.In()), first.plus(12).begins(c.In())}
}

// Begins is the first moment of the first season.
func (c Calendar) Begins() time.Time { return c.first().begins(c.In()) }

// first is the day from which seasons are counted.
func (c Calendar) first() Day {
	if c.First == (Day{}) {
		return Day{2000, time.January, 1}
	}
	return c.First
}

// SeasonAt returns the season in which a moment lies; false where there are none, or the
// first one is still to come.
func (c Calendar) SeasonAt(now time.Time) (Span, bool) {
	each := c.Season.months()
	if each == 0 {
		return Span{}, false
	}
	now, first := now.In(c.In()), c.first()
	n := ((now.Year()-first.Year)*12 + int(now.Month()-first.Month)) / each
	for n > 0 && first.plus(n*each).begins(c.In()).After(now) {
		n--
	}
	s := Span{first.plus(n * each).begins(c.In()), first.plus((n + 1) * each).begins(c.In())}
	return s, !now.Before(s.From)
}
