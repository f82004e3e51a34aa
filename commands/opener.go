package commands

import (
	"context"
	"errors"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

// An opener sends the first answer to an interaction, of which Discord takes only one.
type opener struct {
	answer *answer
	ctx    context.Context //nolint:containedctx // of all tries, of which some have less time
	lost   bool            // the receipt of an earlier try was lost
}

// send sends a first answer. Of one whose receipt was lost Discord is asked whether it has
// arrived, and it is sent again if not, unless that is left to another try.
func (o *opener) send(ctx context.Context, p rest.Payload, withResponse bool) (*rest.Message, error) {
	made, err := o.respond(ctx, p, withResponse)
	if !rest.Acted(err) {
		return made, err
	}
	o.answer.tellAnotherWay(err)
	o.lost = true
	o.answer.lost.Store(true)
	late, cancel := context.WithTimeout(o.ctx, deferWithin) // after which it is too late for either
	defer cancel()
	made, asked := o.answer.line.REST.GetOriginal(late, o.answer.line.Application, o.answer.in.Token)
	switch {
	case asked == nil, rest.HasCode(asked, rest.CodeUnknownMessage): // a form has arrived without a message
		return made, nil
	case errors.Is(err, rest.ErrUnread): // taken, whatever it made
		return nil, nil
	case !rest.HasCode(asked, rest.CodeUnknownWebhook), p.Spare:
		return nil, err
	}
	return o.respond(late, p, withResponse)
}

func (o *opener) respond(ctx context.Context, p rest.Payload, withResponse bool) (*rest.Message, error) {
	made, err := o.answer.line.REST.Respond(ctx, o.answer.in.ID, o.answer.in.Token, p, withResponse)
	answered := rest.HasCode(err, rest.CodeAlreadyAnswered)
	if answered {
		o.answer.meetsRival(err)
	}
	switch {
	case !o.lost || !answered:
		return made, err
	case withResponse:
		return o.answer.line.REST.GetOriginal(ctx, o.answer.line.Application, o.answer.in.Token)
	}
	return nil, nil // suggestions, or an answer that came in late
}
