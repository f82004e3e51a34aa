package commands

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/bwmarrin/discordgo"
)

// A manner is how an answer is meant to reach the one who acted. It is known
// before anything is asked of a table, because a deferral decides it for good.
type manner uint8

const (
	fresh   manner = iota // by a private message of its own
	over                  // by the private message that was clicked
	posting               // by a new message in the channel: the lobby that /rum new opens
	silent                // by the public message that was clicked
)

// personal says whether the message that the interaction's token changes is its
// reader's alone, however the answer comes.
func (m manner) personal() bool { return m == fresh || m == over }

// deferWithin is when Discord no longer takes a first answer.
const deferWithin = 3 * time.Second

// An answer is what has been said to Discord about one interaction. Discord
// takes one first answer; what follows goes through the token.
type answer struct {
	hall   *Hall
	in     *interaction
	manner manner

	mu    sync.Mutex // held while the first answer is chosen, never while it is sent
	said  said
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
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sent = make(chan struct{})
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

// claimFirst takes the answer if nothing has been said yet.
func (a *answer) claimFirst() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.said != nothing {
		return false
	}
	a.said = answered
	if a.timer != nil {
		a.timer.Stop()
	}
	return true
}

func (a *answer) deferIt() {
	a.mu.Lock()
	first := a.said == nothing
	if first {
		a.said = deferred
	}
	a.mu.Unlock()
	if !first {
		return
	}
	defer close(a.sent)
	a.hall.count.deferred.Add(1)
	ctx, cancel := context.WithTimeout(context.Background(), deferWithin)
	defer cancel()
	a.respond(ctx, deferral(a.manner))
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

// give answers with a private message. False: Discord didn't take it. The person
// then sees that nothing came, clicks again and is shown the present state, so
// nothing is lost.
func (a *answer) give(ctx context.Context, m render.Message) bool {
	switch a.claim() {
	case nothing:
		if a.manner == over {
			return a.respond(ctx, callback{Type: discordgo.InteractionResponseUpdateMessage, Data: m.Edit()})
		}
		return a.respond(ctx, callback{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: m})
	case deferred:
		return a.taken(a.complete(ctx, m))
	case answered:
	}
	return a.taken(a.followUp(ctx, m))
}

// complete gives the private message that a deferral promised.
func (a *answer) complete(ctx context.Context, m render.Message) error {
	if err := a.afterDeferral(ctx); err != nil {
		return err
	}
	switch a.manner {
	case posting:
		// Everybody sees that deferral, and it can't become private any more.
		if err := a.hall.opt.REST.DeleteOriginal(ctx, a.hall.opt.Application, a.in.Token); err != nil {
			return err
		}
		return a.followUp(ctx, m)
	case silent:
		return a.followUp(ctx, m)
	case fresh, over:
	}
	_, err := a.hall.opt.REST.EditOriginal(ctx, a.hall.opt.Application, a.in.Token, rest.Payload{Body: m.Edit()})
	return err
}

// carry answers with a public message: the clicked one as it is now, or a new
// one. Nil: Discord didn't take it, or the answer has gone another way.
func (a *answer) carry(ctx context.Context, m render.Message) *rest.Message {
	var made *rest.Message
	var err error
	switch a.claim() {
	case nothing:
		made, err = a.carryFirst(ctx, m)
	case deferred:
		if err = a.afterDeferral(ctx); err == nil {
			made, err = a.hall.opt.REST.EditOriginal(ctx, a.hall.opt.Application, a.in.Token, rest.Payload{Body: m})
		}
	case answered:
		return nil
	}
	if !a.taken(err) {
		return nil
	}
	return made
}

func (a *answer) carryFirst(ctx context.Context, m render.Message) (*rest.Message, error) {
	kind := discordgo.InteractionResponseChannelMessageWithSource
	if a.manner == silent {
		kind = discordgo.InteractionResponseUpdateMessage
	}
	made, err := a.hall.opt.REST.Respond(ctx, a.in.ID, a.in.Token, rest.Payload{Body: callback{Type: kind, Data: m}}, true)
	if errors.Is(err, rest.ErrUnread) || a.manner == posting && (rest.Acted(err) || rest.HasCode(err, rest.CodeAlreadyAnswered)) {
		// The message stands, or may, though its receipt was lost; a second one would be one too many.
		return a.hall.opt.REST.GetOriginal(ctx, a.hall.opt.Application, a.in.Token)
	}
	return made, err
}

// acknowledge says that there is nothing to say.
func (a *answer) acknowledge(ctx context.Context) {
	if a.claimFirst() {
		a.respond(ctx, deferral(silent))
	}
}

// raw sends a first answer that is no message: a form or a list of choices.
// False: it is too late for one, and nothing was sent.
func (a *answer) raw(ctx context.Context, c callback) bool {
	if !a.claimFirst() {
		return false
	}
	a.respond(ctx, c)
	return true
}

// afterDeferral waits until Discord has been told that the answer is on its way.
func (a *answer) afterDeferral(ctx context.Context) error {
	select {
	case <-a.sent:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (a *answer) respond(ctx context.Context, c callback) bool {
	_, err := a.hall.opt.REST.Respond(ctx, a.in.ID, a.in.Token, rest.Payload{Body: c}, false)
	return a.taken(err)
}

func (a *answer) followUp(ctx context.Context, m render.Message) error {
	_, err := a.hall.opt.REST.FollowUp(ctx, a.hall.opt.Application, a.in.Token, rest.Payload{Body: m})
	return err
}

// taken says whether Discord took an answer, and logs one that it didn't.
func (a *answer) taken(err error) bool {
	if err == nil {
		return true
	}
	a.hall.count.late.Add(1)
	a.hall.opt.Log.Warn("answer not taken", "interaction", a.in.ID, "type", a.in.Type, "error", err)
	return false
}
