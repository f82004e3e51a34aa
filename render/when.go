package render

import (
	"fmt"
	"time"

	"github.com/boathouse-rum/boathouse/render/lang"
)

// until says when a turn ends, in the reader's own clock and language, which
// Discord puts in; "" without a limit.
func until(l lang.Lang, deadline time.Time) string {
	if deadline.IsZero() {
		return ""
	}
	at := deadline.Unix()
	return l.Say(lang.TableUntil, lang.When(fmt.Sprintf("<t:%d:f> (<t:%d:R>)", at, at)))
}

// left says how long a turn still lasts, for messages that stand beside the
// table's, which says until when.
func left(l lang.Lang, deadline time.Time) string {
	if deadline.IsZero() {
		return ""
	}
	return l.Say(lang.TableLeft, lang.When(fmt.Sprintf("<t:%d:R>", deadline.Unix())))
}

// limitText says how long a turn may take.
func limitText(l lang.Lang, limit time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case limit <= 0:
		return l.Say(lang.TurnNone)
	case limit >= 2*day && limit%day == 0:
		return l.Count(lang.TurnDays, int(limit/day))
	case limit%time.Hour == 0:
		return l.Count(lang.TurnHours, int(limit/time.Hour))
	default:
		return l.Count(lang.TurnMinutes, int(limit/time.Minute))
	}
}

// turnLimits lists the limits that a table offers, the last one none.
func turnLimits() []time.Duration {
	const day = 24 * time.Hour
	return []time.Duration{time.Minute, 5 * time.Minute, time.Hour, 12 * time.Hour, day, 3 * day, 7 * day, 0}
}
