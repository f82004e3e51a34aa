package rest

import (
	"context"
	"net/http"
	"net/url"
)

// A Guild is a server that the bot is in.
type Guild struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Permissions are the bot's by all its roles, as Discord's bits. What a channel gives or takes isn't in them.
	Permissions uint64 `json:"permissions,string"`
}

// guildsAPage is how many servers Discord tells of at a time.
const guildsAPage = 200

// Guilds lists all servers that the bot is in, by their age.
func (c *Client) Guilds(ctx context.Context) ([]Guild, error) {
	r := newRoute(http.MethodGet, "/users/@me/guilds")
	var all []Guild
	for {
		var page []Guild
		if err := c.do(ctx, r, nil, &page); err != nil {
			return nil, err
		}
		all = append(all, page...)
		if len(page) < guildsAPage {
			return all, nil
		}
		r.query = url.Values{"after": {page[len(page)-1].ID}}.Encode()
	}
}

// Codes of Discord's that say that somebody isn't in a server.
const (
	codeUnknownMember = 10007
	codeUnknownUser   = 10013
)

// IsMember says whether a user is in a server that the bot is in.
func (c *Client) IsMember(ctx context.Context, guild, user string) (bool, error) {
	err := c.do(ctx, newRoute(http.MethodGet, "/guilds/{guild_id}/members/{user_id}", guild, user), nil, nil)
	if HasCode(err, codeUnknownMember, codeUnknownUser) {
		return false, nil
	}
	return err == nil, err
}
