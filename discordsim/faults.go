package discordsim

import (
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/wire"
)

// Faults orders trouble for the bot: each order strikes once. People's own clients meet none.
type Faults struct {
	requests *wire.Faults
	gate     *wire.Gate
}

// FaultKind is what happens to a request.
type FaultKind int

// What can happen to a request.
const (
	None            FaultKind = iota
	Slow                      // the answer comes Delay late
	Drop                      // the line breaks before anything is done
	DropAfterEffect           // the line breaks when it is done, before the answer
	Duplicate                 // the request arrives twice; the second answer is sent
	Reorder                   // the request waits until a later one of the same pattern is answered or for Until, at most Delay or 5 s, even if its sender has gone
	Status429                 // refused with RetryAfter, Global, Shared or neither
	StatusBefore              // refused with Status before anything is done
	StatusAfter               // answered with Status although it is done
	OtherBody                 // done and answered with its status, but with Body for a body
	LostEmoji                 // refused for an emoji on it that is there, as Discord does now and then
)

// Fault is one order for REST.
type Fault struct {
	Kind       FaultKind
	Delay      time.Duration   // of Slow and Reorder
	Until      <-chan struct{} // of Reorder; nil: a later request
	RetryAfter time.Duration   // of Status429
	Global     bool            // of Status429
	Shared     bool            // of Status429: the place's limit, and not the bot's
	Status     int             // of StatusBefore and StatusAfter
	Body       string          // of OtherBody; "" is none at all
	Files      bool            // for a request that brings files, and no other
}

// Next orders a fault for the next request with this method whose route has this path, written as in the OpenAPI file
// ("/channels/{channel_id}/messages"); "*" matches any. The channel is closed when it strikes.
func (f *Faults) Next(method, pattern string, fault Fault) <-chan struct{} {
	trouble := fault.trouble()
	trouble.Files = fault.Files
	return f.requests.Next(method, pattern, trouble)
}

// trouble is a fault as what it does to the wire.
func (f Fault) trouble() wire.Trouble {
	switch f.Kind {
	case None:
	case Slow:
		return wire.Trouble{Late: f.Delay}
	case Drop:
		return wire.Trouble{Cut: wire.BeforeDone}
	case DropAfterEffect:
		return wire.Trouble{Cut: wire.WhenDone}
	case Duplicate:
		return wire.Trouble{Twice: true}
	case Reorder:
		if f.Delay == 0 {
			f.Delay = 5 * time.Second
		}
		return wire.Trouble{Wait: f.Delay, Until: f.Until}
	case Status429:
		scope := "user"
		switch {
		case f.Global:
			scope = "global"
		case f.Shared:
			scope = "shared"
		}
		return wire.Trouble{Instead: wire.TooMany(f.RetryAfter, f.Global, scope)}
	case StatusBefore:
		return wire.Trouble{Instead: wire.Status(f.Status)}
	case StatusAfter:
		return wire.Trouble{After: wire.Status(f.Status)}
	case OtherBody:
		return wire.Trouble{Body: &f.Body}
	case LostEmoji:
		return wire.Trouble{Instead: rules.RefuseEmoji()}
	}
	return wire.Trouble{}
}
