package rest

import (
	"net/http"
	"sync/atomic"
	"time"
)

// A clock is Discord's, as its answers tell it. This machine's own isn't asked: it may be wrong, or be set meanwhile.
type clock struct{ last atomic.Pointer[reading] }

// A reading is what an answer told, and when it came by a clock that nobody sets.
type reading struct{ told, came time.Time }

// note takes in the date of an answer.
func (c *clock) note(header http.Header, now time.Time) {
	if told, err := http.ParseTime(header.Get("Date")); err == nil {
		c.last.Store(&reading{told, now})
	}
}

// Clock tells what time it is for Discord, within about half a second, since answers name whole ones; false before the
// first answer that says so.
func (c *Client) Clock() (time.Time, bool) {
	r := c.clock.last.Load()
	if r == nil {
		return time.Time{}, false
	}
	return r.told.Add(time.Second/2 + time.Since(r.came)), true
}
