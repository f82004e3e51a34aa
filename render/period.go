package render

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/render/lang"
)

// A Period is a time of which standings are told.
type Period uint8

// The periods.
const (
	AllTime Period = iota
	ThisSeason
	ThisMonth
	ThisWeek
	LastSeason // which isn't chosen by its name
)

//nolint:gochecknoglobals // constant table
var periodTexts = [...]string{AllTime: "all", ThisSeason: "season", ThisMonth: "month", ThisWeek: "week", LastSeason: "last"}

// Periods lists those that are chosen by name.
func Periods() []Period { return []Period{AllTime, ThisSeason, ThisMonth, ThisWeek} }

// String gives the word that [ParsePeriod] reads; "" for a number that is none.
func (p Period) String() string {
	if int(p) >= len(periodTexts) {
		return ""
	}
	return periodTexts[p]
}

// ParsePeriod reads what String gives; false for another word.
func ParsePeriod(text string) (Period, bool) {
	i := slices.Index(periodTexts[:], text)
	return Period(max(i, 0)), i >= 0
}

func (p Period) name() sentence { return sentence{key: lang.RuleValue("period", p.String())} }

func periodNames() []sentence {
	var all []sentence
	for _, p := range Periods() {
		all = append(all, p.name())
	}
	return all
}

// A dayOf is the day of a moment.
type dayOf struct {
	at   time.Time // by the clock of who is told
	year bool      // it is told, too
}

func (d dayOf) tell(l lang.Lang, plain bool) string {
	key := lang.DateShort
	if d.year {
		key = lang.DateLong
	}
	return sentence{key: key, n: d.at.Day(), total: d.at.Year(), word: sentence{key: lang.RuleValue("month", d.at.Format("1"))}}.tell(l, plain)
}

// clockLayout is how times of day are written.
const clockLayout = "15:04"

// hoursOf tells a time of a day or two by its hours.
func hoursOf(from, to time.Time) sentence {
	begins, ends := literal(from.Format(clockLayout)), literal(to.Format(clockLayout))
	if last := to.Add(-time.Minute); from.Format(time.DateOnly) == last.Format(time.DateOnly) {
		return sentence{key: lang.SpanDay, when: dayOf{from, true}, word: begins, other: ends}
	}
	at := func(day dayOf, clock told) told { return sentence{key: lang.SpanAt, when: day, word: clock} }
	return sentence{key: lang.SpanDays, when: at(dayOf{from, from.Year() != to.Year()}, begins), other: at(dayOf{to, true}, ends)}
}

// spanOf tells the days of a time by the clock that it is in: nothing of what has no beginning,
// since when what lasts, else its first and last day.
func spanOf(from, to, now time.Time) sentence {
	switch {
	case from.IsZero():
		return sentence{}
	case to.IsZero() || now.Before(to):
		return sentence{key: lang.SpanSince, when: dayOf{from, true}}
	}
	last := to.Add(-time.Minute)
	return sentence{key: lang.SpanDays, when: dayOf{from, from.Year() != last.Year()}, other: dayOf{last, true}}
}
