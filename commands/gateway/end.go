package gateway

import (
	"errors"
	"fmt"
	"net"
)

// A lineEnd says why a line ended.
type lineEnd struct {
	why  endReason
	code int   // for endClosed: the close code
	err  error // for endLost: what the network or discordgo said
}

type endReason int

const (
	endLost        endReason = iota // the network, or something that isn't a gateway
	endNonsense                     // a message that can't be read
	endSilent                       // nothing came in for too long
	endUnanswered                   // no HELLO, or no answer to IDENTIFY or RESUME
	endReconnect                    // Discord asked for a new connection
	endInvalid                      // Discord doesn't know the session any more
	endUnsure                       // Discord doesn't take the session now, but may take it yet
	endClosed                       // Discord closed the connection, with a code
	endSessionGone                  // discordgo closed the connection
	endStopped                      // the bot wants it
)

// Error says it for the log.
func (e *lineEnd) Error() string {
	switch e.why {
	case endLost:
		return fmt.Sprintf("connection lost: %v", e.err)
	case endNonsense:
		return fmt.Sprintf("a message that no gateway sends: %v", e.err)
	case endSilent:
		return "nothing heard for 1.25 heartbeats"
	case endUnanswered:
		return "no answer"
	case endReconnect:
		return "Discord asked for a new connection"
	case endInvalid:
		return "session invalid"
	case endUnsure:
		return "session not taken now"
	case endClosed:
		return fmt.Sprintf("closed by Discord with %d", e.code)
	case endSessionGone:
		return "closed by discordgo"
	case endStopped:
		return "stopped"
	}
	return "unknown"
}

// keepsSession tells whether the session may be resumed on another line.
func (e *lineEnd) keepsSession() bool {
	if e.why == endInvalid || e.why == endNonsense { // what can't be read would come again
		return false
	}
	// 4003 not authenticated, 4007 wrong sequence, 4009 session timed out.
	return e.why != endClosed || e.code != 4003 && e.code != 4007 && e.code != 4009
}

// lostOr makes an end of an error that came from reading.
func lostOr(err error) lineEnd {
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return lineEnd{why: endSilent}
	}
	return lineEnd{why: endLost, err: err}
}
