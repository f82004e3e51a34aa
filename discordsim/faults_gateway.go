package discordsim

import "github.com/boathouse-rum/boathouse/discordsim/internal/wire"

// GatewayFaultKind is what happens on the bot's gateway.
type GatewayFaultKind int

// What can happen on the gateway.
const (
	Op7               GatewayFaultKind = iota // now: asked to reconnect
	Op9                                       // now: the session is invalid, Resumable or not
	AskHeartbeat                              // now: asked for a heartbeat
	DropSocket                                // now: the line breaks
	Silence                                   // now: nothing more is said on this line
	HalfOpen                                  // now: nothing more is said or heard on this line, which stays up
	CloseCode                                 // now: closed with Code
	NoHello                                   // the next line gets no hello
	NoResumeAnswer                            // the next resume gets no answer
	BadToken                                  // the next identify gets 4004
	DuplicateDispatch                         // the next event comes twice
	ReorderDispatch                           // the next event comes after the one that follows it
	SlowDispatch                              // the next interaction that goes over HTTP is two seconds on its way
)

// GatewayFault is one order for the gateway.
type GatewayFault struct {
	Kind      GatewayFaultKind
	Resumable bool // of Op9
	Code      int  // of CloseCode
}

// Gateway orders a fault of the gateway. Those that happen now happen to all of the bot's lines; the others wait for
// their moment. The channel is closed when it strikes.
func (f *Faults) Gateway(fault GatewayFault) <-chan struct{} {
	struck := make(chan struct{})
	switch fault.Kind {
	case Op7:
		f.gate.AskReconnect()
	case Op9:
		f.gate.Invalidate(fault.Resumable)
	case AskHeartbeat:
		f.gate.AskHeartbeat()
	case DropSocket:
		f.gate.Break()
	case Silence:
		f.gate.Mute(false)
	case HalfOpen:
		f.gate.Mute(true)
	case CloseCode:
		f.gate.Shut(fault.Code)
	case NoHello:
		return f.gate.Snag(wire.NoHello)
	case NoResumeAnswer:
		return f.gate.Snag(wire.NoResumeAnswer)
	case BadToken:
		return f.gate.Snag(wire.BadToken)
	case DuplicateDispatch:
		return f.gate.Snag(wire.TwiceEvent)
	case ReorderDispatch:
		return f.gate.Snag(wire.LateEvent)
	case SlowDispatch:
		return f.gate.Snag(wire.SlowParcel)
	}
	close(struck)
	return struck
}
