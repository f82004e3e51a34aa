package gateway

import (
	"fmt"
	"time"
)

// A SilentError is the end when Discord can't be heard, in spite of new connections. No session was started in that time,
// since Discord speaks first on each connection; so a process that is started again and again by its supervisor doesn't
// use up Discord's sessions.
type SilentError struct {
	For time.Duration // how long nothing was heard
}

// Error says it in English.
func (e *SilentError) Error() string {
	return fmt.Sprintf("gateway: nothing heard from Discord for %v, in spite of new connections", e.For)
}

// A ClosedError is the end when Discord closes the connection with a code after which no connection can do better.
type ClosedError struct {
	Code int // one of the codes of the constants, such as CodeTokenRefused
}

// The codes of a ClosedError. Source: Discord's documentation, "gateway close event codes".
const (
	CodeTokenRefused   = 4004 // the bot's token isn't valid
	CodeInvalidShard   = 4010
	CodeTooManyServers = 4011 // for one connection: sharding is required
	CodeOldVersion     = 4012 // this version of the gateway is no longer served
	CodeInvalidIntents = 4013
	CodeIntentsRefused = 4014 // the bot may not have the intents that it asked for
)

// Error says it in English.
func (e *ClosedError) Error() string {
	return fmt.Sprintf("gateway: Discord closed the connection with %d: %s", e.Code, forGood(e.Code))
}

// forGood says why no connection can do better after a close code; "" where one can.
func forGood(code int) string {
	switch code {
	case CodeTokenRefused:
		return "the bot's token was refused"
	case CodeInvalidShard:
		return "the shard is invalid"
	case CodeTooManyServers:
		return "the bot is in too many servers for one connection; sharding is required"
	case CodeOldVersion:
		return "this version of the gateway is no longer served; a newer release of the bot is needed"
	case CodeInvalidIntents:
		return "the intents are invalid"
	case CodeIntentsRefused:
		return "the bot may not have the intents it asked for"
	}
	return ""
}
