package rest

import (
	"bytes"
	"context"
	"encoding/base64"
	"net/http"
)

// An Emoji is one of the application's own.
type Emoji struct {
	ID   string
	Name string
	By   string // id of the user who uploaded it; empty where Discord doesn't tell
}

// emojiObject is an emoji in Discord's form.
type emojiObject struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	User User   `json:"user"`
}

func (o emojiObject) emoji() Emoji { return Emoji{ID: o.ID, Name: o.Name, By: o.User.ID} }

// The calls below give way to all others: see route.last.

// Emojis lists the application's emojis, those that were uploaded by hand too.
func (c *Client) Emojis(ctx context.Context, appID string) ([]Emoji, error) {
	var wire struct {
		Items []emojiObject `json:"items"`
	}
	err := c.do(ctx, emojiRoute(http.MethodGet, "/applications/{application}/emojis", appID), nil, &wire)
	all := make([]Emoji, len(wire.Items))
	for i, o := range wire.Items {
		all[i] = o.emoji()
	}
	return all, err
}

// CreateEmoji uploads an emoji: a name of 2 to 32 letters, digits and underscores that no other has, and a PNG of at
// most 256 KiB. It isn't repeated when its outcome is unknown; [Client.Emojis] tells then, and after [ErrUnread].
func (c *Client) CreateEmoji(ctx context.Context, appID, name string, png []byte) (Emoji, error) {
	body, err := encodeJSON(map[string]string{"name": name, "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)})
	if err != nil {
		return Emoji{}, err
	}
	var made emojiObject
	err = c.do(ctx, emojiRoute(http.MethodPost, "/applications/{application}/emojis", appID), body, &made)
	return made.emoji(), err
}

// DeleteEmoji deletes an emoji. One that is gone already is no error.
func (c *Client) DeleteEmoji(ctx context.Context, appID, id string) error {
	err := c.do(ctx, emojiRoute(http.MethodDelete, "/applications/{application}/emojis/{emoji}", appID, id), nil, nil)
	if HasCode(err, codeUnknownEmoji) {
		return nil
	}
	return err
}

func emojiRoute(method, template string, ids ...string) route {
	r := newRoute(method, template, ids...)
	r.last = true
	return r
}

// lacksEmoji says whether a message was refused for an emoji on a button or an option of it: one that was deleted, or
// one of the application's that Discord doesn't find at that moment, as happens now and then. The same code is told for
// buttons and options.
func (e *Error) lacksEmoji() bool {
	return e.Code == CodeInvalidForm && bytes.Contains(e.Errors, []byte("COMPONENT_INVALID_EMOJI"))
}
