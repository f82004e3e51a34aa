package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// original is Discord's name for the message that answers an interaction.
const original = "@original"

// flagLoading is of a message that was promised. Source: Discord's documentation, "message flags".
const flagLoading = 1 << 7

// Respond gives the first answer to an interaction, which must come within three seconds of it. The payload's body has
// Discord's callback form, {"type": …, "data": {…}}; a message in data gets its allowed_mentions and files there.
//
// With withResponse the message that the answer made or changed comes back; [ErrUnread] says that Discord took the answer
// and didn't tell the message, which GetOriginal reads. The call isn't repeated when its outcome is unknown.
func (c *Client) Respond(ctx context.Context, interactionID, token string, p Payload, withResponse bool) (*Message, error) {
	r := newRoute(http.MethodPost, "/interactions/{interaction}/{token}/callback", interactionID, token)
	r.timeout, r.spare = answerTimeout, p.Spare
	body, err := p.encodeCallback()
	if err != nil {
		return nil, err
	}
	if !withResponse {
		return nil, c.do(ctx, r, body, nil)
	}
	r.query = "with_response=true"
	var wire struct {
		Resource struct {
			Message *Message `json:"message"`
		} `json:"resource"`
	}
	if err := c.do(ctx, r, body, &wire); err != nil {
		return nil, err
	}
	if wire.Resource.Message == nil {
		return nil, fmt.Errorf("%w: %s: no message", ErrUnread, r.name)
	}
	return wire.Resource.Message, nil
}

// GetOriginal reads the message that answered an interaction.
func (c *Client) GetOriginal(ctx context.Context, appID, token string) (*Message, error) {
	return c.getFollowUp(ctx, appID, token, original)
}

// IsAnswered tells whether an interaction got a first answer, from whatever process of the bot, and whether that only promised a
// message that isn't there yet. One whose outcome isn't known got none.
func (c *Client) IsAnswered(ctx context.Context, appID, token string) (answered, promised bool) {
	m, err := c.GetOriginal(ctx, appID, token)
	if err != nil {
		return HasCode(err, CodeUnknownMessage), false // a form is no message
	}
	return true, m.Flags&flagLoading != 0
}

func (c *Client) getFollowUp(ctx context.Context, appID, token, message string) (*Message, error) {
	m := new(Message)
	if err := c.do(ctx, answerRoute(http.MethodGet, appID, token, message), nil, m); err != nil {
		return nil, err
	}
	return m, nil
}

// EditOriginal changes the message that answered an interaction, or fills a deferred answer.
func (c *Client) EditOriginal(ctx context.Context, appID, token string, p Payload) (*Message, error) {
	return c.EditFollowUp(ctx, appID, token, original, p)
}

// DeleteOriginal deletes the message that answered an interaction. One that is gone already is no error.
func (c *Client) DeleteOriginal(ctx context.Context, appID, token string) error {
	return c.DeleteFollowUp(ctx, appID, token, original)
}

// SpareOriginal is DeleteOriginal where limits leave room for others ([ErrNoRoom] else), and once, whatever becomes of it: the caller has
// another way.
func (c *Client) SpareOriginal(ctx context.Context, appID, token string) error {
	r := answerRoute(http.MethodDelete, appID, token, original)
	r.spare = true
	return forgiveGone(c.do(ctx, r, nil, nil))
}

// FollowUp adds a message to the answer to an interaction. It isn't repeated when its outcome is unknown. The message
// is empty where a good answer doesn't tell it, since it can't be asked for without its id.
func (c *Client) FollowUp(ctx context.Context, appID, token string, p Payload) (*Message, error) {
	m, err := c.message(ctx, newRoute(http.MethodPost, "/webhooks/{application}/{token}", appID, token), p)
	if errors.Is(err, ErrUnread) {
		return &Message{}, nil
	}
	return m, err
}

// EditFollowUp changes a message that FollowUp made. When a good answer doesn't tell the message it is fetched; it is
// empty when that fails, since it was changed all the same.
func (c *Client) EditFollowUp(ctx context.Context, appID, token, message string, p Payload) (*Message, error) {
	m, err := c.message(ctx, answerRoute(http.MethodPatch, appID, token, message), p)
	if !errors.Is(err, ErrUnread) {
		return m, err
	}
	if m, err = c.getFollowUp(ctx, appID, token, message); err != nil {
		return &Message{}, nil
	}
	return m, nil
}

// DeleteFollowUp deletes a message that FollowUp made. One that is gone already is no error.
func (c *Client) DeleteFollowUp(ctx context.Context, appID, token, message string) error {
	return forgiveGone(c.do(ctx, answerRoute(http.MethodDelete, appID, token, message), nil, nil))
}

func answerRoute(method, appID, token, message string) route {
	return newRoute(method, "/webhooks/{application}/{token}/messages/{message}", appID, token, message)
}
