package commands

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// yearFirst and yearLast are how people write a day in figures: 2026-01-31, 2026/1/31, 31.1.2026,
// 31/1/2026 and, in English, 1/31/2026.
//
//nolint:gochecknoglobals // constant patterns
var (
	yearFirst = regexp.MustCompile(`^(\d{4})(?:-|/|\.| )(\d{1,2})(?:-|/|\.| )(\d{1,2})$`)
	yearLast  = regexp.MustCompile(`^(\d{1,2})(?:-|/|\. ?| )(\d{1,2})(?:-|/|\. ?| )(\d{4})$`)
)

// The years that a day may lie in.
const (
	firstYear = 2000
	lastYear  = 2100
)

// readDay gives every day that a text can mean to a reader; none for anything else.
func readDay(l lang.Lang, text string) (days []table.Day) {
	text = strings.TrimSpace(lang.Fold(text))
	add := func(year, month, day string) {
		var n [3]int
		for i, part := range []string{year, month, day} {
			n[i], _ = strconv.Atoi(part) // digits, as the patterns say
		}
		d := table.Day{Year: n[0], Month: time.Month(n[1]), Day: n[2]}
		if d.Exists() && firstYear <= d.Year && d.Year <= lastYear && !slices.Contains(days, d) {
			days = append(days, d)
		}
	}
	if p := yearFirst.FindStringSubmatch(text); p != nil {
		add(p[1], p[2], p[3])
	}
	if p := yearLast.FindStringSubmatch(text); p != nil {
		add(p[3], p[2], p[1])
		if l.HasMonthFirst() {
			add(p[3], p[1], p[2])
		}
	}
	return days
}

func textsOf(days []table.Day) []string {
	texts := make([]string, len(days))
	for i, d := range days {
		texts[i] = d.String()
	}
	return texts
}

// completeDay offers what a day that is being typed can mean, and before that the first of this
// year, of this month and of the next, and today.
func completeDay(_ context.Context, v *visit) ([]render.Choice, error) {
	if typed := v.call.text("first"); typed != "" {
		return choicesFor(textsOf(readDay(v.words, typed))), nil
	}
	now := v.hall.now().UTC()
	days := []table.Day{
		{Year: now.Year(), Month: 1, Day: 1}, {Year: now.Year(), Month: now.Month(), Day: 1},
		table.DayOf(now), table.DayOf(now.AddDate(0, 1, 1-now.Day())),
	}
	return choicesFor(textsOf(slices.Compact(days))), nil
}
