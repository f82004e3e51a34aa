package sitting

import "time"

// Quiet are the hours of each day in which a person wants no ping and no
// reminder, and in which the clock of a turn of 8 hours or longer stands still for
// them. They begin and end by the clock on the wall of the zone, also on days
// when it is put forward or back.
type Quiet struct {
	From, To int    // minutes after midnight, 0 to 1439, unlike each other; To may be the smaller one
	Zone     string // IANA name of the zone; empty: no quiet hours
}

// minutesOfDay is how many minutes a day has by the clock on the wall.
const minutesOfDay = 24 * 60

// Hours are quiet hours ready to reckon with; nil is none.
type Hours struct {
	Quiet
	zone *time.Location
}

// QuietHours are those of several people. Whoever isn't in it has none.
type QuietHours map[Person]*Hours

// In makes quiet hours ready, in the zone that they name; false when their times
// are out of range, or they are of no length.
func (q Quiet) In(zone *time.Location) (*Hours, bool) {
	ok := q.From != q.To && 0 <= q.From && q.From < minutesOfDay && 0 <= q.To && q.To < minutesOfDay
	if !ok {
		return nil, false
	}
	return &Hours{q, zone}, true
}

// stretch returns the first quiet stretch that ends after a moment. There is one
// a day, so it never lies more than two days ahead.
func (h *Hours) stretch(at time.Time) (from, to time.Time) {
	year, month, day := at.In(h.zone).Date()
	for day--; ; day++ { // the one that began yesterday may last until now
		last := day
		if h.To < h.From {
			last++
		}
		to = time.Date(year, month, last, 0, h.To, 0, 0, h.zone)
		if to.After(at) {
			from = time.Date(year, month, day, 0, h.From, 0, 0, h.zone)
			if from.After(to) { // in an hour that a clock put forward leaves out
				from = to
			}
			return from, to
		}
	}
}

// Until returns when the quiet stretch ends that a moment lies in; the moment
// itself outside.
func (h *Hours) Until(at time.Time) time.Time {
	if h == nil {
		return at
	}
	if from, to := h.stretch(at); !at.Before(from) {
		return Whole(to)
	}
	return at
}

// Hold says whether a moment lies in a quiet stretch.
func (h *Hours) Hold(at time.Time) bool { return !h.Until(at).Equal(at) }

// after returns when a span of time outside quiet hours is over. What isn't
// above zero is over at once.
func (h *Hours) after(at time.Time, span time.Duration) time.Time {
	span = max(span, 0)
	if h == nil {
		return at.Add(span)
	}
	for {
		from, to := h.stretch(at)
		free := max(from.Sub(at), 0)
		if span <= free {
			return Whole(at.Add(span))
		}
		span -= free
		at = to
	}
}

// between returns how much of a stretch of time lies outside quiet hours.
func (h *Hours) between(at, end time.Time) time.Duration {
	if h == nil {
		return max(end.Sub(at), 0)
	}
	var free time.Duration
	for at.Before(end) {
		from, to := h.stretch(at)
		if from.After(at) {
			free += min(from.Sub(at), end.Sub(at))
		}
		at = to
	}
	return free
}
