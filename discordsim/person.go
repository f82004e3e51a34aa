package discordsim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// Person acts as one of the people over the routes and the gateway that Discord's own client uses. It is safe for
// concurrent use.
type Person struct {
	player  discord.Player
	server  discord.Handshake
	http    *http.Client
	session string
	conn    *websocket.Conn

	mu       sync.Mutex // guards what follows
	err      error      // why the connection ended, or never began
	rooms    map[discord.ID][]discord.Message
	waiting  map[string]*pendingAct // by nonce
	changed  chan struct{}          // closed and replaced with every change
	beating  *time.Timer
	writing  sync.Mutex
	finished chan struct{}
}

// pendingAct is something that the person did and that the bot has not answered yet.
type pendingAct struct {
	outcome Outcome
	choices []discord.Choice
	done    chan struct{}
}

// Outcome is what came of a command, click, choice or submit.
type Outcome struct {
	Interaction discord.ID
	Failed      bool           // the bot did not answer in time
	Reason      int            // of a failure, as the client is told
	Modal       *discord.Modal // that the bot showed in answer
}

// RefusedError is an answer of Discord's that is not a success.
type RefusedError struct {
	Status  int
	Code    int
	Message string
	Body    json.RawMessage
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("discordsim: refused with %d, code %d: %s", e.Status, e.Code, e.Message)
}

// ErrUnanswered is what Complete returns when the bot offered nothing in time.
var ErrUnanswered = errors.New("discordsim: the bot did not answer")

// Person is the client of one of the people, connected. What went wrong with the connection is returned by its methods.
func (s *Server) Person(name string) *Person {
	s.peopleMu.Lock()
	defer s.peopleMu.Unlock()
	if p, there := s.persons[name]; there && p.alive() {
		return p
	}
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	p, err := Meet(ctx, s.Handshake().Page, name)
	if err != nil {
		p = &Person{err: err, changed: make(chan struct{}), rooms: map[discord.ID][]discord.Message{}, http: http.DefaultClient}
	}
	s.persons[name] = p
	return p
}

// Meet connects to a simulator at the address of its page as the person of that name.
func Meet(ctx context.Context, page, name string) (*Person, error) {
	p := &Person{
		http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4}}, rooms: map[discord.ID][]discord.Message{},
		waiting: map[string]*pendingAct{}, changed: make(chan struct{}), finished: make(chan struct{}),
	}
	if err := p.do(ctx, http.MethodGet, strings.TrimSuffix(page, "/")+"/sim", nil, &p.server); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(p.server.People, func(one discord.Player) bool { return one.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("discordsim: nobody here is called %q", name)
	}
	p.player = p.server.People[i]
	if err := p.connect(ctx); err != nil {
		return nil, errors.Join(err, p.hangUp())
	}
	return p, nil
}

// ID is the person's account.
func (p *Person) ID() discord.ID { return p.player.ID }

// Token is the person's, as it stands in the Authorization header.
func (p *Person) Token() string { return p.player.Token }

// Name is the person's.
func (p *Person) Name() string { return p.player.Name }

// Slash uses a command, subcommands after a space ("rum new"). It returns when the bot has acknowledged or failed to;
// what the bot posted as its first answer can be seen by then.
func (p *Person) Slash(ctx context.Context, channel discord.ID, command string, options map[string]any) (Outcome, error) {
	data, err := p.commandData(ctx, command, options, "")
	if err != nil {
		return Outcome{}, err
	}
	act, err := p.act(ctx, discord.InteractionCommand, channel, map[string]any{"data": data})
	return act.outcome, err
}

// Complete asks for suggestions for the focused option while the others hold what was typed so far.
func (p *Person) Complete(ctx context.Context, channel discord.ID, command string, options map[string]any, focused string) ([]discord.Choice, error) {
	data, err := p.commandData(ctx, command, options, focused)
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
	m, there := p.seen(message)
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

func filled(field discord.Component, values map[string]any) map[string]any {
	out := map[string]any{"type": field.Type, "id": field.ID, "custom_id": field.CustomID}
	key, shown := shown(field)
	out[key] = shown
	if given, there := values[field.CustomID]; there {
		if one, isText := given.(string); isText && key == "values" {
			given = []string{one}
		}
		out[key] = given
	}
	return out
}

// shown is what a modal's field holds at first, and the key under which a submit has it.
func shown(c discord.Component) (key string, value any) {
	chosen := []string{}
	for _, o := range c.Options {
		if o.Default {
			chosen = append(chosen, o.Value)
		}
	}
	for _, d := range c.Defaults {
		chosen = append(chosen, d.ID.String())
	}
	switch {
	case c.IsSelect(), c.Type == discord.TypeCheckboxGroup:
		return "values", chosen
	case c.Type == discord.TypeCheckbox:
		return "value", c.Checked
	case c.Type == discord.TypeRadioGroup && len(chosen) > 0:
		return "value", chosen[0]
	case c.Type == discord.TypeRadioGroup:
		return "value", nil
	case c.Value != nil:
		return "value", *c.Value
	default:
		return "value", ""
	}
}

// act sends an interaction and waits for what comes of it.
func (p *Person) act(ctx context.Context, kind int, channel discord.ID, more map[string]any) (*pendingAct, error) {
	nonce := hexSecret(12)
	act := &pendingAct{done: make(chan struct{})}
	p.mu.Lock()
	err := p.err
	if err == nil {
		p.waiting[nonce] = act
	}
	p.mu.Unlock()
	if err != nil {
		return &pendingAct{}, err
	}
	defer p.forget(nonce)
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
	case <-p.finished:
		return &pendingAct{}, p.failure()
	case <-ctx.Done():
		return &pendingAct{}, ctx.Err()
	}
}

func (p *Person) forget(nonce string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.waiting, nonce)
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
	var room discord.Channel
	err := p.rest(ctx, http.MethodPost, "/users/@me/channels", map[string]any{"recipient_id": p.server.Application}, &room)
	return room.ID, err
}

// Thread opens a public thread in a channel.
func (p *Person) Thread(ctx context.Context, channel discord.ID, name string) (discord.ID, error) {
	var room discord.Channel
	err := p.rest(ctx, http.MethodPost, "/channels/"+channel.String()+"/threads", map[string]any{"name": name, "type": discord.ThreadPublic}, &room)
	return room.ID, err
}

// SetLocale changes the language of the person's client.
func (p *Person) SetLocale(ctx context.Context, locale string) error {
	return p.rest(ctx, http.MethodPatch, "/users/@me/settings", map[string]any{"locale": locale}, nil)
}

// Fetch downloads a file of a message.
func (p *Person) Fetch(ctx context.Context, address string) ([]byte, error) {
	var content rawBody
	err := p.do(ctx, http.MethodGet, address, nil, &content)
	return content, err
}

// rawBody takes an answer as it is.
type rawBody []byte

func (p *Person) rest(ctx context.Context, method, path string, body, into any) error {
	if err := p.failure(); err != nil {
		return err
	}
	return p.do(ctx, method, p.server.REST+"/v10"+path, body, into)
}

func (p *Person) do(ctx context.Context, method, address string, body, into any) (err error) {
	var reader io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("discordsim: encode: %w", err)
		}
		reader = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, address, reader)
	if err != nil {
		return fmt.Errorf("discordsim: request: %w", err)
	}
	request.Header.Set("Authorization", p.player.Token)
	request.Header.Set("Content-Type", "application/json")
	answer, err := p.http.Do(request)
	if err != nil {
		return fmt.Errorf("discordsim: request: %w", err)
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return fmt.Errorf("discordsim: answer: %w", err)
	}
	if answer.StatusCode >= http.StatusBadRequest {
		refused := &RefusedError{Status: answer.StatusCode, Body: text}
		var said struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		}
		if json.Unmarshal(text, &said) == nil {
			refused.Code, refused.Message = said.Code, said.Message
		}
		return refused
	}
	switch into := into.(type) {
	case nil:
		return nil
	case *rawBody:
		*into = text
		return nil
	default:
		return json.Unmarshal(text, into)
	}
}
