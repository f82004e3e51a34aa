package render

import (
	"time"

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
	default:
		return sentence{key: lang.TurnMinutes, n: int(limit / time.Minute)}
	}
}

// turnLimits lists the limits that a table offers, the last one none.
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
