package sitting

import "time"

// Whole gives a time as it is stored, in UTC and whole milliseconds, so that a
// state is the same before and after a restart.
func Whole(at time.Time) time.Time { return time.UnixMilli(at.UnixMilli()).UTC() }

// toWhole cuts a duration to what is stored of it.
func toWhole(d time.Duration) time.Duration { return d.Truncate(time.Millisecond) }
