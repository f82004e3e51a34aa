package commands

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// timeOfDay is one as people write it, folded: 22, 22:30, 22.30, 2230, 22h30,
// 22u30, 22 uur, 22 Uhr 30, 22 heures, 22 hs, 10pm, 10:30 p. m.
//
//nolint:gochecknoglobals // constant pattern
var timeOfDay = regexp.MustCompile(`^(\d{1,2})\s*(?:(?:[:.]|` + hours + `)\s*([0-5]\d)\s*(?:min|` + hours + `)?|([0-5]\d)\s*` + hours + `?|` + hours + `)?\.?\s*(?:([ap])\.?\s*m\.?)?$`)

// hours are words for hours, in all languages.
const hours = `(?:h|hs|hrs|horas?|heures?|u|uur|uhr)`

// dayWords are times of day that have a word, folded, by languages.
//
//nolint:gochecknoglobals // constant table
var dayWords = map[string]int{
	"midnight": 0, "middernacht": 0, "mitternacht": 0, "minuit": 0, "medianoche": 0, "meia-noite": 0, "meia noite": 0,
	"noon": 12 * 60, "midday": 12 * 60, "mittag": 12 * 60, "midi": 12 * 60, "mediodia": 12 * 60, "meio-dia": 12 * 60, "meio dia": 12 * 60,
}

// A dayTime is a time of day as it was written.
type dayTime struct {
	minutes int // after midnight, 0 to 1439
	written clock
}

// A clock is how sure a written time is.
type clock uint8

const (
	bareHour  clock = iota // 7: before noon or after
	bareTime               // 7:30: so, where clocks of twelve hours are in use
	sureTime               // 7 pm, noon
	wholeDays              // 22, 07:30, 7 h: by 24 hours
)

// readTime reads a time of day in the ways of all languages alike; false for anything else.
func readTime(text string) (dayTime, bool) {
	text = strings.TrimSpace(lang.Fold(text))
	if minutes, ok := dayWords[text]; ok {
		return dayTime{minutes, sureTime}, true
	}
	parts := timeOfDay.FindStringSubmatch(text)
	if parts == nil {
		return dayTime{}, false
	}
	hour, _ := strconv.Atoi(parts[1])              // digits, as the pattern says
	minute, _ := strconv.Atoi(parts[2] + parts[3]) // digits, or 0 for none
	t := dayTime{written: bareTime}
	switch half := parts[4]; {
	case half != "":
		if hour < 1 || hour > 12 {
			return dayTime{}, false
		}
		hour %= 12
		if t.written = sureTime; half == "p" {
			hour += 12
		}
	case hour == 0, hour > 12, text[0] == '0', strings.ContainsAny(text, "hu"): // of a word for hours
		t.written = wholeDays
	case parts[2]+parts[3] == "":
		t.written = bareHour
	}
	if hour == 24 && minute == 0 {
		hour = 0
	}
	t.minutes = hour*60 + minute
	return t, hour < 24
}

// meanings are the times of day that a written one can be, for a reader.
func (t dayTime) meanings(l lang.Lang) []int {
	const noon = 12 * 60
	if t.written == bareHour || t.written == bareTime && l.HasHalfDays() {
		return []int{t.minutes % noon, t.minutes%noon + noon}
	}
	return []int{t.minutes}
}

// byDay says whether a reader writes such a time by 24 hours, so that they probably do so with the
// time beside it.
func (t dayTime) byDay(l lang.Lang) bool {
	return t.written == wholeDays || t.written == bareTime && !l.HasHalfDays()
}

// quietSpans lists the beginnings and ends of quiet hours that two written times can mean. Where
// one of them is sure, the other is what makes them the shorter: from 10 pm to 7 ends in the
// morning. Where that isn't what it says by 24 hours, as the sure one does, it can mean both: from
// 10 to 07:00.
func quietSpans(l lang.Lang, from, to dayTime) (spans []sitting.Quiet) {
	const day = 24 * 60
	for _, begins := range from.meanings(l) {
		for _, ends := range to.meanings(l) {
			spans = append(spans, sitting.Quiet{From: begins, To: ends})
		}
	}
	if len(spans) != 2 {
		return spans
	}
	length := func(q sitting.Quiet) int { return (q.To-q.From-1+day)%day + 1 } // none is a day
	slices.SortFunc(spans, func(a, b sitting.Quiet) int { return length(a) - length(b) })
	isWritten := spans[0] == sitting.Quiet{From: from.minutes, To: to.minutes}
	if isWritten || !from.byDay(l) && !to.byDay(l) {
		return spans[:1]
	}
	return spans
}

// quietTimes reads when quiet hours begin and end.
func (v *visit) quietTimes() (sitting.Quiet, error) {
	var times [2]dayTime
	for i, option := range []string{"from", "to"} {
		word, ok := v.call.text(option), false
		if times[i], ok = readTime(word); !ok {
			return sitting.Quiet{}, &render.DoorRefusal{Code: render.NoTime, Word: word}
		}
	}
	spans := quietSpans(v.words, times[0], times[1])
	if len(spans) == 1 {
		return spans[0], nil
	}
	asked, meant := "from", times[0].meanings(v.words)
	if len(meant) == 1 {
		asked, meant = "to", times[1].meanings(v.words)
	}
	return sitting.Quiet{}, &render.DoorRefusal{
		Code: render.Several, Word: v.call.text(asked), Meanings: timesOfDay(v.words, meant),
	}
}

func timesOfDay(l lang.Lang, minutes []int) []string {
	texts := make([]string, len(minutes))
	for i, m := range minutes {
		texts[i] = l.TimeOfDay(m)
	}
	return texts
}

// completeTime offers what a time that is being typed can mean, and before that what many choose.
func completeTime(_ context.Context, v *visit) ([]render.Choice, error) {
	often := map[string][]int{"from": {21 * 60, 22 * 60, 23 * 60}, "to": {6 * 60, 7 * 60, 8 * 60}}
	meant, typed := often[v.call.focused], v.call.text(v.call.focused)
	if typed != "" {
		t, ok := readTime(typed)
		if !ok {
			return nil, nil
		}
		meant = t.meanings(v.words)
	}
	return choicesFor(timesOfDay(v.words, meant)), nil
}

// choicesFor are choices that are sent as they are said.
func choicesFor(texts []string) []render.Choice {
	choices := make([]render.Choice, len(texts))
	for i, text := range texts {
		choices[i] = render.Choice{Name: text, Value: text}
	}
	return choices
}
