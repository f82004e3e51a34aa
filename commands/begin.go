package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/bwmarrin/discordgo"
)

// begin answers with a message of its own, which give then changes, and returns the id of
// that message. It is never older than what it says. Empty: nobody knows, or Discord didn't
// take it.
func (a *answer) begin(ctx context.Context, m render.Message) string {
	var made *rest.Message
	before := a.claim()
	promised, err := a.withdrawn(ctx, before)
	switch {
	case err != nil:
	case promised:
		if made, err = a.line.REST.FollowUp(ctx, a.line.Application, a.in.Token, rest.Payload{Body: m}); err == nil {
			a.begun = made.ID
		}
	default:
		if made, err = a.first(ctx, callback{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: m}, true); err == nil && made == nil {
			made, err = a.line.REST.GetOriginal(ctx, a.line.Application, a.in.Token)
		}
		a.begun = original
	}
	if !a.taken(err) || made == nil {
		a.begun = ""
		a.unclaim(before)
		return ""
	}
	a.unclaim(deferred)
	a.promised, a.id = true, made.ID
	if before == nothing {
		close(a.sent)
	}
	return made.ID
}

// withdrawn says whether an answer was promised that had come so far. The promise is gone
// then: it is older than what is to be said, and the next message would fill it in.
func (a *answer) withdrawn(ctx context.Context, before said) (promised bool, err error) {
	switch before {
	case answered:
		return false, errAnswered
	case nothing:
		return false, nil
	case deferred:
	}
	if err := a.afterDeferral(ctx); err != nil || !a.promised {
		return false, err
	}
	err = a.line.REST.DeleteOriginal(ctx, a.line.Application, a.in.Token)
	if rest.HasCode(err, rest.CodeUnknownWebhook) { // it never arrived
		return false, nil
	}
	return true, err
}
