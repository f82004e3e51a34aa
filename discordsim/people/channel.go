package people

import (
	"context"
	"net/http"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// Thread opens a public thread in a channel.
func (p *Person) Thread(ctx context.Context, channel discord.ID, name string) (discord.ID, error) {
	var room discord.Channel
	err := p.rest(ctx, http.MethodPost, "/channels/"+channel.String()+"/threads", map[string]any{"name": name, "type": discord.ThreadPublic}, &room)
	return room.ID, err
}

// ThreadFrom opens a thread from a message, whose id it then has.
func (p *Person) ThreadFrom(ctx context.Context, channel, message discord.ID, name string) (discord.ID, error) {
	var room discord.Channel
	err := p.rest(ctx, http.MethodPost, "/channels/"+channel.String()+"/messages/"+message.String()+"/threads", map[string]any{"name": name}, &room)
	return room.ID, err
}

// ForumPost opens a thread in a forum with its first message.
func (p *Person) ForumPost(ctx context.Context, forum discord.ID, name, content string) (discord.ID, error) {
	var room discord.Channel
	err := p.rest(ctx, http.MethodPost, "/channels/"+forum.String()+"/threads", map[string]any{"name": name, "message": map[string]any{"content": content}}, &room)
	return room.ID, err
}

// ChangeChannel sets what Discord's documentation of Modify Channel names: "rate_limit_per_user", the
// slowmode, "nsfw", the age limit, or for a thread "archived" and "locked".
func (p *Person) ChangeChannel(ctx context.Context, channel discord.ID, set map[string]any) error {
	return p.rest(ctx, http.MethodPatch, "/channels/"+channel.String(), set, nil)
}

// DeleteChannel deletes a channel or thread, as who may manage it can.
func (p *Person) DeleteChannel(ctx context.Context, channel discord.ID) error {
	return p.rest(ctx, http.MethodDelete, "/channels/"+channel.String(), nil, nil)
}
