package people

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// Outcome is what came of a command, click, choice or submit.
type Outcome struct {
	Interaction discord.ID
	Failed      bool           // the bot did not answer in time
	Reason      int            // of a failure, as the client is told
	Modal       *discord.Modal // that the bot showed in answer
}

// ErrUnanswered is what Complete returns when the bot offered nothing in time.
var ErrUnanswered = errors.New("discordsim: the bot did not answer")

// Slash uses a command, subcommands after a space ("rum new"). It returns when the bot has acknowledged or failed to;
// what the bot posted as its first answer can be seen by then.
func (p *Person) Slash(ctx context.Context, channel discord.ID, command string, options map[string]any) (Outcome, error) {
	data, err := p.commandData(ctx, channel, command, options, "")
	if err != nil {
		return Outcome{}, err
	}
	act, err := p.act(ctx, discord.InteractionCommand, channel, map[string]any{"data": data})
	return act.outcome, err
}

// Complete asks for suggestions for the focused option while the others hold what was typed so far.
func (p *Person) Complete(ctx context.Context, channel discord.ID, command string, options map[string]any, focused string) ([]discord.Choice, error) {
	data, err := p.commandData(ctx, channel, command, options, focused)
	if err != nil {
		return nil, err
	}
	act, err := p.act(ctx, discord.InteractionAutocomplete, channel, map[string]any{"data": data})
	if err == nil && act.outcome.Failed {
		err = ErrUnanswered
	}
	return act.choices, err
}

// Click presses a button of a message, named by its custom_id or else by its label. A text that is neither is sent as
// a custom_id all the same: a client can do that.
func (p *Person) Click(ctx context.Context, message discord.ID, customIDOrLabel string) (Outcome, error) {
	return p.component(ctx, message, customIDOrLabel, discord.TypeButton, nil)
}

// Pick chooses values of a select, named by its custom_id or else by its placeholder.
func (p *Person) Pick(ctx context.Context, message discord.ID, customID string, values ...string) (Outcome, error) {
	return p.component(ctx, message, customID, discord.TypeStringSelect, append([]string{}, values...))
}

func (p *Person) component(ctx context.Context, message discord.ID, name string, kind int, values []string) (Outcome, error) {
	m, there := p.screen.seen(message)
	if !there {
		return Outcome{}, fmt.Errorf("discordsim: %s does not see message %s", p.player.Name, message)
	}
	data := map[string]any{"component_type": kind, "custom_id": name}
	if c, found := m.Find(name); found {
		data["component_type"], data["custom_id"] = c.Type, c.CustomID
	}
	if values != nil {
		data["values"] = values
	}
	act, err := p.act(ctx, discord.InteractionComponent, m.Channel, map[string]any{"message_id": m.ID, "message_flags": m.Flags, "data": data})
	return act.outcome, err
}

// Submit sends a modal filled in, by custom_id: a string for a text input or radio group, a []string for a select or
// checkbox group, a bool for a checkbox. What is left out keeps what the modal shows at first.
func (p *Person) Submit(ctx context.Context, modal discord.Modal, values map[string]any) (Outcome, error) {
	parts := []any{}
	for _, part := range modal.Components {
		switch {
		case part.Component != nil:
			parts = append(parts, map[string]any{"type": discord.TypeLabel, "id": part.ID, "component": filled(*part.Component, values)})
		case part.Type == discord.TypeActionRow:
			inner := []any{}
			for _, field := range part.Components {
				inner = append(inner, filled(field, values))
			}
			parts = append(parts, map[string]any{"type": discord.TypeActionRow, "id": part.ID, "components": inner})
		}
	}
	data := map[string]any{"id": modal.ID, "custom_id": modal.CustomID, "components": parts}
	act, err := p.act(ctx, discord.InteractionModalSubmit, modal.Channel, map[string]any{"data": data})
	return act.outcome, err
}

// act sends an interaction and waits for what comes of it.
func (p *Person) act(ctx context.Context, kind int, channel discord.ID, more map[string]any) (*pendingAct, error) {
	nonce := newNonce()
	act, err := p.screen.expect(nonce)
	if err != nil {
		return &pendingAct{}, err
	}
	defer p.screen.forget(nonce)
	body := map[string]any{
		"type": kind, "application_id": p.server.Application, "channel_id": channel, "session_id": p.session, "nonce": nonce,
	}
	for key, value := range more {
		body[key] = value
	}
	if err := p.rest(ctx, http.MethodPost, "/interactions", body, nil); err != nil {
		return &pendingAct{}, err
	}
	select {
	case <-act.done:
		return act, nil
	case <-p.screen.finished:
		return &pendingAct{}, p.screen.failure()
	case <-ctx.Done():
		return &pendingAct{}, ctx.Err()
	}
}

// Say posts a message.
func (p *Person) Say(ctx context.Context, channel discord.ID, content string) (discord.Message, error) {
	var m discord.Message
	err := p.rest(ctx, http.MethodPost, "/channels/"+channel.String()+"/messages", map[string]any{"content": content}, &m)
	return m, err
}

// Delete removes a message: one's own, or an ephemeral one that one sees.
func (p *Person) Delete(ctx context.Context, channel, message discord.ID) error {
	return p.rest(ctx, http.MethodDelete, "/channels/"+channel.String()+"/messages/"+message.String(), nil, nil)
}

// Direct opens the conversation with the bot and gives its channel.
func (p *Person) Direct(ctx context.Context) (discord.ID, error) {
	return p.DirectWith(ctx, p.server.Application)
}

// DirectWith opens the conversation with somebody and gives its channel.
func (p *Person) DirectWith(ctx context.Context, who discord.ID) (discord.ID, error) {
	var room discord.Channel
	err := p.rest(ctx, http.MethodPost, "/users/@me/channels", map[string]any{"recipient_id": who}, &room)
	return room.ID, err
}

// Install has the person install the bot's application for themselves, so that they have its commands
// wherever they are. Server.Deauthorize takes it back.
func (p *Person) Install(ctx context.Context) error {
	return p.rest(ctx, http.MethodPost, "/oauth2/authorize?integration_type=1&scope=applications.commands&client_id="+p.server.Application.String(), map[string]any{"authorize": true}, nil)
}

// SetLocale changes the language of the person's client.
func (p *Person) SetLocale(ctx context.Context, locale string) error {
	return p.rest(ctx, http.MethodPatch, "/users/@me/settings", map[string]any{"locale": locale}, nil)
}

// SetMinor has the person be too young for what is age-restricted, or old enough.
func (p *Person) SetMinor(ctx context.Context, minor bool) error {
	return p.rest(ctx, http.MethodPatch, "/users/@me/settings", map[string]any{"minor": minor}, nil)
}

// CloseDirect has the person take direct messages from the server no more, or again.
func (p *Person) CloseDirect(ctx context.Context, closed bool) error {
	servers := []discord.ID{} // the one that was made first alone
	if closed {
		servers = append(servers, p.server.Guild)
	}
	return p.rest(ctx, http.MethodPatch, "/users/@me/settings", map[string]any{"restricted_guilds": servers}, nil)
}

// RemoveBot takes the bot out of the server that was made first, where the person may.
func (p *Person) RemoveBot(ctx context.Context) error {
	return p.In(p.server.Guild).Kick(ctx, p.server.Application)
}

// AddBot takes the bot into the server that was made first, where the person may, as one who follows its
// invitation: with the permissions that this asks for.
func (p *Person) AddBot(ctx context.Context, permissions uint64) error {
	return p.In(p.server.Guild).AddBot(ctx, permissions)
}

// Fetch downloads a file of a message.
func (p *Person) Fetch(ctx context.Context, address string) ([]byte, error) {
	var content rawBody
	err := p.client.do(ctx, http.MethodGet, address, nil, &content)
	return content, err
}

// newNonce names an interaction until the answer tells its id: 24 hexadecimal digits, where Discord takes 25 characters.
func newNonce() string {
	nonce := make([]byte, 12)
	rand.Read(nonce) // never fails
	return hex.EncodeToString(nonce)
}
