package discordsim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/coder/websocket"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// errHungUp is why a client that was closed does nothing more.
var errHungUp = errors.New("discordsim: the person has hung up")

// connect opens the person's gateway session and reads what is already in the channels.
func (p *Person) connect(ctx context.Context) error {
	conn, answer, err := websocket.Dial(ctx, p.server.Gateway+"/?v=10&encoding=json", nil)
	if answer != nil && answer.Body != nil {
		_ = answer.Body.Close() // there is nothing in it
	}
	if err != nil {
		return fmt.Errorf("discordsim: gateway: %w", err)
	}
	p.conn = conn
	conn.SetReadLimit(64 << 20)
	var hello struct {
		Data struct {
			Interval int `json:"heartbeat_interval"`
		} `json:"d"`
	}
	if err := p.receive(ctx, &hello); err != nil {
		return err
	}
	if err := p.send(discord.OpIdentify, map[string]any{"token": p.player.Token, "properties": map[string]string{"browser": "discordsim"}}); err != nil {
		return err
	}
	var ready struct {
		Data readyView `json:"d"`
	}
	if err := p.receive(ctx, &ready); err != nil {
		return err
	}
	p.session = ready.Data.Session
	interval := time.Duration(hello.Data.Interval) * time.Millisecond
	p.mu.Lock()
	p.beating = time.AfterFunc(interval, func() { p.beat(interval) })
	p.mu.Unlock()
	if err := p.history(ctx, ready.Data); err != nil {
		return err
	}
	go p.listen()
	return nil
}

type readyView struct {
	Session string            `json:"session_id"`
	Direct  []discord.Channel `json:"private_channels"`
	Guilds  []struct {
		Channels []discord.Channel `json:"channels"`
		Threads  []discord.Channel `json:"threads"`
	} `json:"guilds"`
}

// history reads the newest messages of every channel. Events that come meanwhile wait in the socket, and are taken in
// order afterwards; what both tell is the same message with the same id.
func (p *Person) history(ctx context.Context, ready readyView) error {
	rooms := ready.Direct
	for _, g := range ready.Guilds {
		rooms = append(append(rooms, g.Channels...), g.Threads...)
	}
	for _, room := range rooms {
		var list []discord.Message
		if err := p.rest(ctx, http.MethodGet, "/channels/"+room.ID.String()+"/messages?limit=100", nil, &list); err != nil {
			return err
		}
		slices.Reverse(list)
		p.mu.Lock()
		p.rooms[room.ID] = list
		p.mu.Unlock()
	}
	return nil
}

func (p *Person) receive(ctx context.Context, into any) error {
	_, text, err := p.conn.Read(ctx)
	if err != nil {
		return fmt.Errorf("discordsim: gateway: %w", err)
	}
	return json.Unmarshal(text, into)
}

func (p *Person) send(op int, data any) error {
	text, err := json.Marshal(map[string]any{"op": op, "d": data})
	if err != nil {
		return fmt.Errorf("discordsim: encode: %w", err)
	}
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	p.writing.Lock()
	defer p.writing.Unlock()
	return p.conn.Write(ctx, websocket.MessageText, text)
}

func (p *Person) beat(interval time.Duration) {
	if p.send(discord.OpHeartbeat, nil) != nil {
		return // the reader has noticed too
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		p.beating.Reset(interval)
	}
}

// listen takes events until the line ends.
func (p *Person) listen() {
	defer close(p.finished)
	for {
		var e struct {
			Name string          `json:"t"`
			Data json.RawMessage `json:"d"`
		}
		err := p.receive(context.Background(), &e)
		p.mu.Lock()
		if err == nil {
			err = p.take(e.Name, e.Data)
		}
		if err != nil && p.err == nil {
			p.err = err
		}
		close(p.changed)
		p.changed = make(chan struct{})
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// signal is what the events about an interaction have in common.
type signal struct {
	ID      discord.ID       `json:"id"`
	Nonce   string           `json:"nonce"`
	Reason  int              `json:"reason_code"`
	Choices []discord.Choice `json:"choices"`
}

func (p *Person) take(name string, data json.RawMessage) error {
	switch name {
	case "MESSAGE_CREATE", "MESSAGE_UPDATE":
		var m discord.Message
		if err := json.Unmarshal(data, &m); err != nil {
			return err
		}
		p.keep(m)
	case "MESSAGE_DELETE":
		var m discord.Message
		if err := json.Unmarshal(data, &m); err != nil {
			return err
		}
		p.rooms[m.Channel] = slices.DeleteFunc(slices.Clone(p.rooms[m.Channel]), func(o discord.Message) bool { return o.ID == m.ID })
	case "INTERACTION_SUCCESS", "INTERACTION_FAILURE", "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE":
		var s signal
		if err := json.Unmarshal(data, &s); err != nil {
			return err
		}
		p.signalled(name, s)
	case "INTERACTION_MODAL_CREATE":
		var m discord.Modal
		if err := json.Unmarshal(data, &m); err != nil {
			return err
		}
		if act, there := p.waiting[m.Nonce]; there {
			act.outcome.Modal = &m
		}
	}
	return nil
}

func (p *Person) signalled(name string, s signal) {
	act, there := p.waiting[s.Nonce]
	if !there {
		return
	}
	if name == "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE" {
		act.choices = s.Choices
		return
	}
	act.outcome.Interaction, act.outcome.Failed, act.outcome.Reason = s.ID, name == "INTERACTION_FAILURE", s.Reason
	delete(p.waiting, s.Nonce)
	close(act.done)
}

// keep puts a message in its place, over an older state of it.
func (p *Person) keep(m discord.Message) {
	list := p.rooms[m.Channel]
	i, found := slices.BinarySearchFunc(list, m.ID, func(o discord.Message, id discord.ID) int { return compareMessage(&message{Message: o}, id) })
	list = slices.Clone(list)
	if found {
		list[i] = m
	} else {
		list = slices.Insert(list, i, m)
	}
	p.rooms[m.Channel] = list
}

// Sees lists the messages of a channel that this person sees now, oldest first, ephemeral ones included.
func (p *Person) Sees(channel discord.ID) []discord.Message {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.rooms[channel])
}

func (p *Person) seen(id discord.ID) (discord.Message, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, list := range p.rooms {
		for _, m := range list {
			if m.ID == id {
				return m, true
			}
		}
	}
	return discord.Message{}, false
}

// Wait returns nil as soon as what this person sees, in all channels together and oldest first, is as wanted.
func (p *Person) Wait(ctx context.Context, wanted func([]discord.Message) bool) error {
	for {
		p.mu.Lock()
		changed, err := p.changed, p.err
		var all []discord.Message
		for _, list := range p.rooms {
			all = append(all, list...)
		}
		p.mu.Unlock()
		slices.SortFunc(all, func(a, b discord.Message) int { return compareMessage(&message{Message: a}, b.ID) })
		if wanted(all) {
			return nil
		}
		if err != nil {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("discordsim: %s waited in vain: %w", p.player.Name, ctx.Err())
		}
	}
}

func (p *Person) alive() bool { return p.failure() == nil }

func (p *Person) failure() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// Close hangs up. What is only on this client's screen, ephemeral messages among it, is lost.
func (p *Person) Close() {
	p.mu.Lock()
	if p.err == nil {
		p.err = errHungUp
	}
	if p.beating != nil {
		p.beating.Stop()
	}
	p.mu.Unlock()
	_ = p.hangUp() // the line may be down already
}

func (p *Person) hangUp() error {
	p.http.CloseIdleConnections()
	if p.conn == nil {
		return nil
	}
	return p.conn.CloseNow()
}

// commandData finds a command in the server's index and lays its options out as the client does.
func (p *Person) commandData(ctx context.Context, path string, options map[string]any, focused string) (map[string]any, error) {
	var index struct {
		Commands []discord.Command `json:"application_commands"`
	}
	if err := p.rest(ctx, http.MethodGet, "/guilds/"+p.server.Guild.String()+"/application-command-index", nil, &index); err != nil {
		return nil, err
	}
	words := strings.Fields(path)
	if len(words) == 0 {
		return nil, errors.New("discordsim: no command given")
	}
	i := slices.IndexFunc(index.Commands, func(c discord.Command) bool { return c.Name == words[0] })
	if i < 0 {
		return nil, fmt.Errorf("discordsim: there is no command %q", words[0])
	}
	command := index.Commands[i]
	laid, err := layOut(words[1:], command.Options, options, focused)
	if err != nil {
		return nil, fmt.Errorf("discordsim: /%s: %w", path, err)
	}
	return map[string]any{
		"id": command.ID, "version": command.Version, "name": command.Name, "type": command.Type, "options": laid, "attachments": []int{},
	}, nil
}

func layOut(words []string, offered []discord.CommandOption, options map[string]any, focused string) ([]any, error) {
	if len(words) > 0 {
		i := slices.IndexFunc(offered, func(o discord.CommandOption) bool { return o.Name == words[0] && o.Type <= discord.OptionGroup })
		if i < 0 {
			return nil, fmt.Errorf("there is no subcommand %q", words[0])
		}
		inner, err := layOut(words[1:], offered[i].Options, options, focused)
		return []any{map[string]any{"type": offered[i].Type, "name": words[0], "options": inner}}, err
	}
	out := []any{}
	known := 0
	for _, o := range offered {
		value, given := options[o.Name]
		if !given && o.Name != focused {
			continue
		}
		if given {
			known++
		} else {
			value = ""
		}
		if id, isID := value.(discord.ID); isID {
			value = id.String()
		}
		one := map[string]any{"type": o.Type, "name": o.Name, "value": value}
		if o.Name == focused {
			one["focused"] = true
		}
		out = append(out, one)
	}
	if known != len(options) {
		return nil, errors.New("an option was given that the command does not have")
	}
	return out, nil
}
