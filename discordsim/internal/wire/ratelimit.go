package wire

import (
	"hash/fnv"
	"net/http"
	"strconv"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// limitClass says which bucket a route draws from.
type limitClass int

const (
	limitDefault  limitClass = iota
	limitNone                // a person's own client
	limitRead                // messages of a channel
	limitSend                // into a channel
	limitEdit                // in a channel
	limitDelete              // in a channel
	limitCallback            // first answers to interactions: outside the global limit
	limitWebhook             // later answers, by their token: outside the global limit
)

func (c limitClass) bucket() Bucket {
	switch c {
	case limitSend, limitEdit, limitRead:
		return Bucket{5, 5 * time.Second}
	case limitDelete:
		return Bucket{5, time.Second}
	case limitWebhook:
		return Bucket{5, 2 * time.Second}
	case limitNone, limitCallback, limitDefault:
		return Bucket{50, time.Second}
	}
	return Bucket{50, time.Second}
}

// Rates are how many requests a bot may make.
type Rates struct {
	Off     bool              // no 429 at all; the headers are still sent
	Global  int               // a second; interaction answers don't count
	Routes  map[string]Bucket // instead of a route's own, named as "PATCH /channels/{channel_id}/messages/{message_id}"
	Invalid int               // answers of 401, 403 and 429 in ten minutes that shut the door

	FollowUps int // messages a minute into a channel by tokens, first answers not counted
}

// Bucket is a rate limit: so many requests in each window.
type Bucket struct {
	Requests int
	Window   time.Duration
}

// The limit on edits of messages older than an hour, in a channel.
const (
	oldEdits  = 3
	oldWindow = 6 * time.Second
)

// limiter counts requests. It is used inside changes of the world alone.
type limiter struct {
	numbers Rates
	clock   func() time.Time
	windows map[string]*window
	swept   time.Time
	global  window
	wrong   window // answers of 401, 403 and 429
}

type window struct {
	start time.Time
	span  time.Duration
	used  int
}

func newLimiter(l Rates, clock func() time.Time) *limiter {
	return &limiter{numbers: l, clock: clock, windows: map[string]*window{}}
}

// spend takes one of a window's requests; false and the time to wait when none is left.
func (w *window) spend(now time.Time, b Bucket) (time.Duration, bool) {
	if now.Sub(w.start) >= b.Window || now.Before(w.start) {
		w.start, w.span, w.used = now, b.Window, 0
	}
	if w.used >= b.Requests {
		return w.start.Add(b.Window).Sub(now), false
	}
	w.used++
	return 0, true
}

// take counts a request of the bot's and writes the headers; a refusal is a 429.
func (l *limiter) take(c *call, header http.Header) *rules.Refusal {
	class := c.route.limit
	if class == limitNone || (c.who != nil && !c.who.Bot) {
		return nil
	}
	now := l.clock()
	if l.wrong.used >= l.numbers.Invalid && now.Sub(l.wrong.start) < l.wrong.span && !l.numbers.Off {
		return &rules.Refusal{Status: http.StatusTooManyRequests, Message: "error code: 1015", Plain: true, RetryAfter: l.wrong.start.Add(l.wrong.span).Sub(now).Seconds(), Scope: "user"}
	}
	if class != limitCallback && class != limitWebhook {
		wait, fine := l.global.spend(now, Bucket{l.numbers.Global, time.Second})
		if !fine && !l.numbers.Off {
			return TooMany(wait, true, "global")
		}
	}
	if class == limitCallback {
		return nil
	}
	bucket, own := l.numbers.Routes[c.route.name()]
	if !own {
		bucket = class.bucket()
	}
	major := c.value("channel_id") + c.value("guild_id") + c.value("webhook_id") + c.value("webhook_token")
	w := l.window(c.route.name()+" "+major, now)
	wait, fine := w.spend(now, bucket)
	reset := w.start.Add(bucket.Window)
	header.Set("X-RateLimit-Limit", strconv.Itoa(bucket.Requests))
	header.Set("X-RateLimit-Remaining", strconv.Itoa(max(bucket.Requests-w.used, 0)))
	header.Set("X-RateLimit-Reset", strconv.FormatFloat(float64(reset.UnixMilli())/1000, 'f', 3, 64))
	header.Set("X-RateLimit-Reset-After", strconv.FormatFloat(reset.Sub(now).Seconds(), 'f', 3, 64))
	header.Set("X-RateLimit-Bucket", bucketName(c.route.name()))
	if !fine && !l.numbers.Off {
		return TooMany(wait, false, "user")
	}
	return nil
}

// takeOldEdit counts an edit of a message older than an hour.
func (l *limiter) takeOldEdit(channel discord.ID) *rules.Refusal {
	now := l.clock()
	wait, fine := l.window("old "+channel.String(), now).spend(now, Bucket{oldEdits, oldWindow})
	if fine || l.numbers.Off {
		return nil
	}
	r := rules.Refuse(rules.TooManyOldEdits)
	r.RetryAfter, r.Scope = wait.Seconds(), "shared"
	return r
}

// takeFollowUp counts a message by a token into a channel.
func (l *limiter) takeFollowUp(channel discord.ID) *rules.Refusal {
	wait, fine := l.window("follow-ups "+channel.String(), l.clock()).spend(l.clock(), Bucket{l.numbers.FollowUps, time.Minute})
	if fine || l.numbers.Off {
		return nil
	}
	return TooMany(wait, false, "shared")
}

// invalid counts the answers that Discord bans for when there are too many.
func (l *limiter) invalid(r *rules.Refusal) {
	if r.Plain || r.Scope == "shared" || (r.Status != http.StatusUnauthorized && r.Status != http.StatusForbidden && r.Status != http.StatusTooManyRequests) {
		return
	}
	l.wrong.spend(l.clock(), Bucket{1 << 30, 10 * time.Minute})
}

// window finds a bucket's; those that have long ended are swept away now and then.
func (l *limiter) window(key string, now time.Time) *window {
	if now.Sub(l.swept) > 30*time.Second {
		l.swept = now
		for key, w := range l.windows {
			if now.Sub(w.start) > w.span {
				delete(l.windows, key)
			}
		}
	}
	w, there := l.windows[key]
	if !there {
		w = &window{}
		l.windows[key] = w
	}
	return w
}

func bucketName(route string) string {
	h := fnv.New128a()
	h.Write([]byte(route)) // never fails
	const digits = "0123456789abcdef"
	out := make([]byte, 0, 32)
	for _, b := range h.Sum(nil) {
		out = append(out, digits[b>>4], digits[b&15])
	}
	return string(out)
}
