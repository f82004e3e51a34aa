package commands

import (
	"context"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/bwmarrin/discordgo"
)

// A manner is how an answer reaches the one who acted.
type manner uint8

const (
	fresh   manner = iota // a private message of its own
	over                  // the clicked message shows it
	posting               // the channel sees it: the lobby that /rum new opens
	silent                // nothing to say; the channel's table will show it
)

// deferWithin is when Discord no longer takes a first answer.
const deferWithin = 3 * time.Second

// An answer is what has been said to Discord about one interaction. Discord
// takes one first answer; what follows goes through the token.
type answer struct {
	hall   *Hall
	in     *interaction
	manner manner // of a deferral, should one be needed

	mu    sync.Mutex // held while the first answer is chosen, never while it is sent
	said  said
	taken bool   // Discord took the newest answer
	put   manner // of the deferral that was sent
	timer *time.Timer
	sent  chan struct{} // closed when a deferral has been sent
}

// said is how far an answer has come.
type said uint8

const (
	nothing  said = iota
	deferred      // Discord knows that the answer is on its way
	answered
)

// hurry sees that Discord hears something within the hall's patience.
func (a *answer) hurry() {
	a.sent = make(chan struct{})
	a.mu.Lock()
	defer a.mu.Unlock()
	a.timer = time.AfterFunc(a.hall.opt.Patience, a.deferIt)
}

// claim takes the answer, and says how far it had come before.
func (a *answer) claim() (before said) {
	a.mu.Lock()
	defer a.mu.Unlock()
	before, a.said = a.said, answered
	if a.timer != nil {
		a.timer.Stop()
	}
	return before
}

// setManner says how the answer will come, for a deferral.
func (a *answer) setManner(m manner) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.manner = m
}

func (a *answer) deferIt() {
	ctx, cancel := context.WithTimeout(context.Background(), deferWithin)
	defer cancel()
	a.mu.Lock()
	first := a.said == nothing
	if first {
		a.said, a.put = deferred, a.manner
	}
	a.mu.Unlock()
	if !first {
		return
	}
	defer close(a.sent)
	a.hall.count.deferred.Add(1)
	a.callback(ctx, deferral(a.put), false)
}

// deferral is the callback that says an answer of this manner is on its way.
func deferral(m manner) callback {
	switch m {
	case over, silent:
		return callback{Type: discordgo.InteractionResponseDeferredMessageUpdate}
	case posting:
		return callback{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}
	case fresh:
	}
	return callback{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource, Data: flags{render.FlagEphemeral}}
}

// A callback is the body of a first answer.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// flags is the data of a deferral that only its reader will see.
type flags struct {
	Flags int `json:"flags"`
}

// give sends a message in the manner that it should reach its reader, and
// returns what Discord made of it where that was asked for; nil when Discord
// didn't take it.
func (a *answer) give(ctx context.Context, m render.Message, how manner, want bool) *rest.Message {
	switch a.claim() {
	case nothing:
		kind := discordgo.InteractionResponseChannelMessageWithSource
		if how == over {
			kind, m = discordgo.InteractionResponseUpdateMessage, m.Edit()
		}
		return a.callback(ctx, callback{Type: kind, Data: m}, want)
	case deferred:
		select {
		case <-a.sent:
		case <-ctx.Done():
			return nil
		}
		if (a.put == over || a.put == silent) && how == fresh {
			return a.late(a.hall.opt.REST.FollowUp(ctx, a.in.Application, a.in.Token, rest.Payload{Body: m}))
		}
		return a.late(a.hall.opt.REST.EditOriginal(ctx, a.in.Application, a.in.Token, rest.Payload{Body: m.Edit()}))
	case answered:
		return a.late(a.hall.opt.REST.FollowUp(ctx, a.in.Application, a.in.Token, rest.Payload{Body: m}))
	}
	return nil
}

// acknowledge says that there is nothing to say.
func (a *answer) acknowledge(ctx context.Context) {
	if a.claim() == nothing {
		a.callback(ctx, deferral(silent), false)
	}
}

// raw sends a first answer that is no message: a form or a list of choices.
func (a *answer) raw(ctx context.Context, c callback) {
	if a.claim() == nothing {
		a.callback(ctx, c, false)
	}
}

func (a *answer) callback(ctx context.Context, c callback, want bool) *rest.Message {
	m, err := a.hall.opt.REST.Respond(ctx, a.in.ID, a.in.Token, rest.Payload{Body: c}, want)
	return a.late(m, err)
}

// late logs an answer that Discord didn't take. The person sees that nothing
// came, clicks again and is shown the present state, so nothing is lost.
func (a *answer) late(m *rest.Message, err error) *rest.Message {
	a.taken = err == nil
	if err == nil {
		return m
	}
	a.hall.count.late.Add(1)
	a.hall.opt.Log.Warn("answer not taken", "type", a.in.Type, "channel", a.in.ChannelID, "error", err)
	return nil
}

// drop takes back a deferral that nothing will follow.
func (a *answer) drop(ctx context.Context) {
	if a.claim() == deferred {
		if err := a.hall.opt.REST.DeleteOriginal(ctx, a.in.Application, a.in.Token); err != nil {
			a.late(nil, err)
		}
	}
}
