package gateway

import "time"

// Discord lets a bot start 1,000 sessions a day, one in 5 s, and takes its token away beyond that. This bot is content
// with far fewer, and waits longer from one futile try to the next, so that some are left when an outage ends.
const (
	identifiesPerHour = 10
	identifyGap       = 5 * time.Second
	longestGap        = 10 * time.Minute
)

// A budget says when the next session may be started.
type budget struct {
	spent  [identifiesPerHour]time.Time // a ring
	oldest int
	last   time.Time
	futile int // sessions started in a row that came to nothing
}

// wait gives how long to wait before the next session is started.
func (b *budget) wait(now time.Time) time.Duration {
	gap := min(identifyGap<<min(max(b.futile-1, 0), 20), longestGap)
	return max(0, b.last.Add(gap).Sub(now), b.spent[b.oldest].Add(time.Hour).Sub(now))
}

// spend counts a session started now.
func (b *budget) spend(now time.Time) {
	b.spent[b.oldest] = now
	b.oldest = (b.oldest + 1) % len(b.spent)
	b.last = now
	b.futile++
}

// worked tells that the last session held.
func (b *budget) worked() { b.futile = 0 }
