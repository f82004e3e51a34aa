package commands

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/render"
)

// edit writes a message in the place of what the first answer promised, or made; message is
// what the token's routes call that.
func (a *answer) edit(ctx context.Context, m render.Message, message string) (*rest.Message, error) {
	d := draft{Message: m, in: a.in.ChannelID, edits: true, again: a.again(message)}
	if a.manner == over || a.manner == silent {
		d.over = a.in.Message.ID
	}
	made, late, err := a.line.show(ctx, d, a.edits(message))
	a.late = late
	return made, err
}

// edits is how a message of the interaction's is changed through its token.
func (a *answer) edits(message string) sender {
	return func(ctx context.Context, p rest.Payload) (*rest.Message, error) {
		return a.line.REST.EditFollowUp(ctx, a.line.Application, a.in.Token, message, p)
	}
}

// again is how it is written once more: the table message, which has a writer of its own, not by the answer.
func (a *answer) again(message string) sender {
	if a.manner.personal() {
		return a.edits(message)
	}
	return nil
}

// first sends a first answer; one that is a message with its pictures, if there is time.
// With withResponse it returns the message that it made, nil where that isn't known.
func (a *answer) first(ctx context.Context, c callback, withResponse bool) (*rest.Message, error) {
	sent := opener{answer: a, ctx: ctx}
	m, is := c.Data.(render.Message)
	if !is {
		return sent.send(ctx, rest.Payload{Body: c}, withResponse)
	}
	d := draft{Message: m, in: a.in.ChannelID, until: a.until}
	if c.Type == discordgo.InteractionResponseUpdateMessage {
		d.edits, d.over, d.again = true, a.in.Message.ID, a.again(original)
	}
	made, late, err := a.line.show(ctx, d, func(ctx context.Context, p rest.Payload) (*rest.Message, error) {
		p.Body = callback{c.Type, p.Body}
		return sent.send(ctx, p, withResponse || len(p.Files) > 0) // which tells their ids
	})
	a.late = late
	return made, err
}

// carry answers with a public message: the clicked one as it is now, or a new
// one. Nil: Discord didn't take it, or the answer has gone another way.
func (a *answer) carry(ctx context.Context, m render.Message) *rest.Message {
	var made *rest.Message
	var err error
	before := a.claim()
	promised := before == deferred
	if promised {
		err = a.afterDeferral(ctx)
		promised = err == nil && a.promised
	}
	switch {
	case err != nil:
	case before == answered:
		return nil
	case promised:
		made, err = a.edit(ctx, m, original)
	default:
		kind := discordgo.InteractionResponseChannelMessageWithSource
		if a.manner == silent {
			kind = discordgo.InteractionResponseUpdateMessage
		}
		made, err = a.first(ctx, callback{Type: kind, Data: m}, true)
		if a.manner == posting && rest.HasCode(err, rest.CodeAlreadyAnswered) {
			// The process before us posted it; a second one would be one too many.
			made, err = a.line.REST.GetOriginal(ctx, a.line.Application, a.in.Token)
		}
	}
	if err != nil {
		a.tellAnotherWay(err)
		a.unclaim(before)
		return nil
	}
	return made
}
