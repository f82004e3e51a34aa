package commands

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/render/lang"
)

// dayTime is a time of day as people write it, folded: 22, 22:30, 22.30, 2230, 22h30,
// 22u30, 22 uur, 22 Uhr 30, 22 heures, 22 hs, 10pm, 10:30 p. m.
//
//nolint:gochecknoglobals // constant pattern
var dayTime = regexp.MustCompile(`^(\d{1,2})\s*(?:(?:[:.]|` + hours + `)\s*([0-5]\d)\s*(?:min|` + hours + `)?|([0-5]\d)\s*` + hours + `?|` + hours + `)?\.?\s*(?:([ap])\.?\s*m\.?)?$`)

// hours are words for hours, in all languages.
const hours = `(?:h|hs|hrs|horas?|heures?|u|uur|uhr)`

// dayWords are times of day that have a word, folded, by languages.
//
//nolint:gochecknoglobals // constant table
var dayWords = map[string]int{
	"midnight": 0, "middernacht": 0, "mitternacht": 0, "minuit": 0, "medianoche": 0, "meia-noite": 0, "meia noite": 0,
	"noon": 12 * 60, "midday": 12 * 60, "mittag": 12 * 60, "midi": 12 * 60, "mediodia": 12 * 60, "meio-dia": 12 * 60, "meio dia": 12 * 60,
}

// readTime reads a time of day as minutes after midnight, 0 to 1439, in the ways of
// all languages alike; false for anything else.
func readTime(text string) (int, bool) {
	text = strings.TrimSpace(lang.Fold(text))
	if minutes, ok := dayWords[text]; ok {
		return minutes, true
	}
	parts := dayTime.FindStringSubmatch(text)
	if parts == nil {
		return 0, false
	}
	hour, _ := strconv.Atoi(parts[1])              // digits, as the pattern says
	minute, _ := strconv.Atoi(parts[2] + parts[3]) // digits, or 0 for none
	if half := parts[4]; half != "" {
		if hour < 1 || hour > 12 {
			return 0, false
		}
		hour %= 12
		if half == "p" {
			hour += 12
		}
	}
	if hour == 24 && minute == 0 {
		hour = 0
	}
	return hour*60 + minute, hour < 24
}
