package wire

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// Status is a refusal that has no code, only what HTTP says.
func Status(status int) *rules.Refusal {
	return &rules.Refusal{Status: status, Message: fmt.Sprintf("%d: %s", status, http.StatusText(status))}
}

// TooMany is a 429: to be tried again after a wait.
func TooMany(wait time.Duration, global bool, scope string) *rules.Refusal {
	return &rules.Refusal{Status: http.StatusTooManyRequests, Message: "You are being rate limited.", RetryAfter: wait.Seconds(), Global: global, Scope: scope}
}

// limitHeaders are those of a 429.
func limitHeaders(header http.Header, r *rules.Refusal) {
	if r == nil {
		return
	}
	header.Set("Retry-After", strconv.Itoa(int(math.Ceil(r.RetryAfter))))
	if r.Plain {
		return
	}
	header.Set("X-RateLimit-Scope", r.Scope)
	if r.Global {
		header.Set("X-RateLimit-Global", "true")
	}
}
