package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"unicode/utf8"
)

const maxNonce = 25

// CreateMessage posts a message in a channel or thread.
//
// The nonce, 1 to 25 characters, names the message among the bot's latest: a second call with the same nonce within a
// few minutes gives the first message and posts nothing. So a call that got no answer may be made again, and is, a few
// times. The nonce must be kept by whoever may make the call again after a restart.
func (c *Client) CreateMessage(ctx context.Context, channel, nonce string, p Payload) (*Message, error) {
	if n := utf8.RuneCountInString(nonce); n == 0 || n > maxNonce {
		return nil, fmt.Errorf("rest: a nonce has 1 to %d characters, not %d", maxNonce, n)
	}
	r := newRoute(http.MethodPost, "/channels/{channel}/messages", channel)
	r.again = true
	return c.message(ctx, r, p, field{"nonce", nonce}, field{"enforce_nonce", true})
}

// IsGone says whether there is no such channel or thread. One that the bot may not see is there.
func (c *Client) IsGone(ctx context.Context, channel string) (bool, error) {
	err := c.do(ctx, newRoute(http.MethodGet, "/channels/{channel}", channel), nil, nil)
	var refusal *Error
	switch {
	case HasCode(err, CodeUnknownChannel):
		return true, nil
	case errors.As(err, &refusal) && refusal.Status == http.StatusForbidden:
		return false, nil
	}
	return false, err
}

// GetMessage reads a message of a channel.
func (c *Client) GetMessage(ctx context.Context, channel, message string) (*Message, error) {
	m := new(Message)
	if err := c.do(ctx, newRoute(http.MethodGet, "/channels/{channel}/messages/{message}", channel, message), nil, m); err != nil {
		return nil, err
	}
	return m, nil
}

// EditMessage changes a message of the bot's. Attachments that the payload doesn't list are removed. Of the message no more
// than its ids comes back when a good answer doesn't tell it.
func (c *Client) EditMessage(ctx context.Context, channel, message string, p Payload) (*Message, error) {
	m, err := c.message(ctx, newRoute(http.MethodPatch, "/channels/{channel}/messages/{message}", channel, message), p)
	if errors.Is(err, ErrUnread) {
		return &Message{ID: message, ChannelID: channel}, nil
	}
	return m, err
}

// DeleteMessage deletes a message. One that is gone already is no error.
func (c *Client) DeleteMessage(ctx context.Context, channel, message string) error {
	r := newRoute(http.MethodDelete, "/channels/{channel}/messages/{message}", channel, message)
	return forgiveGone(c.do(ctx, r, nil, nil))
}

// CreateDM opens the bot's direct channel with a user and gives its id. Asking twice gives the same channel.
func (c *Client) CreateDM(ctx context.Context, user string) (channel string, err error) {
	body, err := encodeJSON(map[string]string{"recipient_id": user})
	if err != nil {
		return "", err
	}
	r := newRoute(http.MethodPost, "/users/@me/channels")
	r.again = true // asking again changes nothing
	var wire struct {
		ID string `json:"id"`
	}
	err = c.do(ctx, r, body, &wire)
	return wire.ID, err
}

// message sends a payload that is a message and reads the message that comes back.
func (c *Client) message(ctx context.Context, r route, p Payload, more ...field) (*Message, error) {
	body, err := p.encode(more...)
	if err != nil {
		return nil, fmt.Errorf("rest: %s: %w", r.name, err)
	}
	r.once, r.spare, r.lost = p.Once, p.Spare, p.Lost
	m := new(Message)
	if err := c.do(ctx, r, body, m); err != nil {
		return nil, err
	}
	return m, nil
}

func forgiveGone(err error) error {
	var refusal *Error
	if errors.As(err, &refusal) && refusal.Status == http.StatusNotFound && refusal.Code == CodeUnknownMessage {
		return nil
	}
	return err
}

// A Posted is a message that stands in a channel.
type Posted struct {
	ID     string
	Author string   // id of the user who posted it
	Texts  []string // its content, and the texts of its components
}

// UnmarshalJSON reads a message object of Discord's.
func (p *Posted) UnmarshalJSON(data []byte) error {
	var wire struct {
		ID     string `json:"id"`
		Author struct {
			ID string `json:"id"`
		} `json:"author"`
		Content    string     `json:"content"`
		Components []textPart `json:"components"`
	}
	if err := json.Unmarshal(data, &wire); err != nil {
		return err
	}
	*p = Posted{ID: wire.ID, Author: wire.Author.ID, Texts: []string{wire.Content}}
	for _, c := range wire.Components {
		c.visit(func(text string) { p.Texts = append(p.Texts, text) })
	}
	return nil
}

// A textPart is any part of a message, as far as it can hold text or other parts.
type textPart struct {
	Content    string     `json:"content"`
	Components []textPart `json:"components"`
}

func (c textPart) visit(add func(string)) {
	if c.Content != "" {
		add(c.Content)
	}
	for _, inner := range c.Components {
		inner.visit(add)
	}
}

// messagesAPage is how many messages Discord tells of at a time.
const messagesAPage = 100

// MessagesAfter lists the messages of a channel that came after one, oldest first: the next
// hundred, or the newest hundred where none is named.
func (c *Client) MessagesAfter(ctx context.Context, channel, message string) ([]Posted, error) {
	r := newRoute(http.MethodGet, "/channels/{channel}/messages", channel)
	query := url.Values{"limit": {strconv.Itoa(messagesAPage)}}
	if message != "" {
		query.Set("after", message)
	}
	r.query = query.Encode()
	var all []Posted
	err := c.do(ctx, r, nil, &all)
	slices.Reverse(all)
	return all, err
}
