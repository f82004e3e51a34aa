package render

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

const day = 24 * time.Hour

// limitOf says how long a turn may take.
func limitOf(limit time.Duration) sentence {
	switch {
	case limit <= 0:
		return sentence{key: lang.TurnNone}
	case limit >= 2*day && limit%day == 0:
		return sentence{key: lang.TurnDays, n: int(limit / day)}
	case limit%time.Hour == 0:
		return sentence{key: lang.TurnHours, n: int(limit / time.Hour)}
	case limit%time.Minute == 0:
		return sentence{key: lang.TurnMinutes, n: int(limit / time.Minute)}
	default:
		return sentence{key: lang.TurnSeconds, n: int(limit / time.Second)}
	}
}

// turnLimits lists the limits that are offered to who names none, the last one none.
func turnLimits() []time.Duration {
	return []time.Duration{time.Minute, 5 * time.Minute, time.Hour, 12 * time.Hour, day, 3 * day, 7 * day, 0}
}

// LimitValue writes a turn limit as option values have it: "24h0m0s", "0s" for none.
func LimitValue(limit time.Duration) string { return limit.String() }

// ParseLimit reads what LimitValue gives; false for anything that is no length
// of time.
func ParseLimit(value string) (time.Duration, bool) {
	limit, err := time.ParseDuration(value)
	return limit, err == nil
}

// ReadLimit reads a turn limit that a table takes as people write it, "90 s",
// "1h30", "12 uur" or "3 días", and the reader's words for none; false for anything else.
func ReadLimit(l lang.Lang, typed string) (time.Duration, bool) {
	typed = strings.TrimSpace(lang.Fold(typed))
	if slices.Contains([]string{"0", "0s", sitting.None.String(), lang.Fold(l.Say(lang.TurnNone))}, typed) {
		return 0, true
	}
	limit, ok := readSpan(typed)
	return limit, ok && sitting.MinTurn <= limit && limit <= sitting.MaxTurn
}

// spanPart is a number and its unit at the beginning of a length of time.
//
//nolint:gochecknoglobals // constant pattern
var spanPart = regexp.MustCompile(`^(\d{1,6})\s*(\pL*)(?:\.(?:\s+|$))?\s*`)

// readSpan reads a length of time, its larger units first. A last number without a
// unit has the next smaller one, as in "1h30".
func readSpan(typed string) (time.Duration, bool) {
	var sum, last time.Duration
	for typed != "" {
		part := spanPart.FindStringSubmatch(typed)
		if part == nil {
			return 0, false
		}
		n, _ := strconv.Atoi(part[1]) // up to six digits, as the pattern says
		unit, known := unitOf(part[2])
		if part[2] == "" {
			unit = map[time.Duration]time.Duration{day: time.Hour, time.Hour: time.Minute, time.Minute: time.Second}[last]
			known = time.Duration(n)*unit < last // 1h90 is no hour and a half more
		}
		if !known || unit == 0 || last != 0 && unit >= last {
			return 0, false
		}
		sum, last = sum+time.Duration(n)*unit, unit
		typed = typed[len(part[0]):]
	}
	return sum, last != 0
}

// spanUnits are the units of time by the words of all languages, folded. A word
// may be cut short; what could be several then is the first.
//
//nolint:gochecknoglobals // constant table
var spanUnits = []struct {
	unit  time.Duration
	words []string
}{
	{time.Minute, []string{"minutes", "minutos", "minuten", "minuut", "mins"}},
	{time.Second, []string{"seconds", "secondes", "seconden", "segundos", "sekunden", "sek"}},
	{time.Hour, []string{"hours", "hrs", "hs", "heures", "horas", "uur", "uren", "stunden", "std"}},
	{day, []string{"days", "dagen", "dias", "tagen", "jours"}},
	{7 * day, []string{"weeks", "weken", "wochen", "semaines", "semanas"}},
}

// unitOf finds the unit of a folded word; false for none.
func unitOf(word string) (time.Duration, bool) {
	for _, u := range spanUnits {
		if word != "" && slices.ContainsFunc(u.words, func(known string) bool { return strings.HasPrefix(known, word) }) {
			return u.unit, true
		}
	}
	return 0, false
}

// CompleteLimit lists the turn limits that what is typed could become: the one that
// it says, for a number alone one in each unit, else those offered that it is a part of.
func CompleteLimit(l lang.Lang, typed string) []Choice {
	typed = strings.TrimSpace(lang.Fold(typed))
	var found []time.Duration
	for _, way := range []string{typed, typed + " m", typed + " h", typed + " d", typed + " s"} {
		if limit, ok := ReadLimit(l, way); ok && !slices.Contains(found, limit) {
			found = append(found, limit)
		}
	}
	if len(found) == 0 {
		found = slices.DeleteFunc(turnLimits(), func(limit time.Duration) bool {
			return !strings.Contains(lang.Fold(limitOf(limit).tell(l, true)), typed)
		})
	}
	choices := make([]Choice, len(found))
	for i, limit := range found {
		choices[i] = Choice{Name: label(l, limitOf(limit), maxOption), Value: LimitValue(limit)}
	}
	return choices
}
