package discordsim

import (
	"slices"

	"github.com/coder/websocket"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

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
)

// GatewayFault is one order for the gateway.
type GatewayFault struct {
	Kind      GatewayFaultKind
	Resumable bool // of Op9
	Code      int  // of CloseCode
}

type gatewayOrder struct {
	kind   GatewayFaultKind
	struck chan struct{}
}

// gatewayFault does what a fault does to the bot's lines now.
func (s *Server) gatewayFault(fault GatewayFault) {
	s.mu.Lock()
	defer s.commit()
	for _, one := range s.hub.byUser[s.world.Bot] {
		k := one.socket
		if k == nil {
			continue
		}
		switch fault.Kind {
		case Op7:
			k.say(discord.OpReconnect, "null")
		case Op9:
			if !fault.Resumable {
				s.hub.end(one)
			}
			k.say(discord.OpInvalid, string(discord.Encode(fault.Resumable)))
		case AskHeartbeat:
			k.say(discord.OpHeartbeat, "null")
		case DropSocket:
			k.drop()
		case Silence:
			k.hush(mute)
		case HalfOpen:
			k.hush(halfOpen)
		case CloseCode:
			k.shut(websocket.StatusCode(fault.Code), "ordered")
		case NoHello, NoResumeAnswer, BadToken, DuplicateDispatch, ReorderDispatch:
		}
	}
}

// Gateway orders a fault of the gateway. Those that happen now happen to all of the bot's lines; the others wait for
// their moment. The channel is closed when it strikes.
func (f *Faults) Gateway(fault GatewayFault) <-chan struct{} {
	o := &gatewayOrder{fault.Kind, make(chan struct{})}
	switch fault.Kind {
	case NoHello, NoResumeAnswer, BadToken, DuplicateDispatch, ReorderDispatch:
		f.server.mu.Lock() // what is being told already, such as the server after READY, isn't the next event
		defer f.server.mu.Unlock()
		f.mu.Lock()
		defer f.mu.Unlock()
		f.gateway = append(f.gateway, o)
	case Op7, Op9, AskHeartbeat, DropSocket, Silence, HalfOpen, CloseCode:
		f.server.gatewayFault(fault)
		close(o.struck)
	}
	return o.struck
}

// strike takes an order of a kind, if there is one.
func (f *Faults) strike(kind GatewayFaultKind) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := slices.IndexFunc(f.gateway, func(o *gatewayOrder) bool { return o.kind == kind })
	if i < 0 {
		return false
	}
	close(f.gateway[i].struck)
	f.gateway = slices.Delete(f.gateway, i, i+1)
	return true
}

// dispatched is what goes out on a line when an event is sent.
func (f *Faults) dispatched(o outgoing) []outgoing {
	if f.strike(DuplicateDispatch) {
		return []outgoing{o, o}
	}
	if f.strike(ReorderDispatch) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.late = &o
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.late != nil {
		late := *f.late
		f.late = nil
		return []outgoing{o, late}
	}
	return []outgoing{o}
}
