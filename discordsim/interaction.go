package discordsim

import (
	"encoding/base64"
	"encoding/json"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// progress is how far an interaction has come.
type progress int

const (
	pending      progress = iota // the bot has not answered
	acknowledged                 // it has
	failed                       // it took too long
)

// reasonUnanswered is the code of an INTERACTION_FAILURE for a bot that didn't answer in time.
const reasonUnanswered = 3

// interaction is something that a person did, and the token by which the bot may answer.
type interaction struct {
	ID        discord.ID     `json:"id"`
	Token     string         `json:"token"`
	Kind      int            `json:"kind"`
	Person    discord.ID     `json:"person"`
	Channel   discord.ID     `json:"channel"`
	Nonce     string         `json:"nonce,omitempty"`
	Created   time.Time      `json:"created"`
	Progress  progress       `json:"progress"`
	Name      string         `json:"name,omitempty"`      // of the command, with its subcommands
	Source    discord.ID     `json:"source,omitzero"`     // the message that was clicked, or that led to the modal
	Original  discord.ID     `json:"original,omitzero"`   // the message behind @original
	Modal     *discord.Modal `json:"modal,omitempty"`     // that the bot showed in answer
	Trigger   *discord.Cause `json:"trigger,omitempty"`   // of a modal's submit: what the modal was shown for
	Completed int            `json:"completed,omitempty"` // the type of the option that is being completed

	timer *time.Timer
}

// act is POST /interactions: a person used a command, a component or a modal.
func (s *Server) act(c *call) (answerBody, *rules.Refusal) {
	f := rules.NewForm(c.body)
	in := &interaction{Person: c.who.ID, Created: s.world.now()}
	if f.Need("type") {
		in.Kind, _ = f.Choice("type", discord.InteractionCommand, discord.InteractionComponent, discord.InteractionAutocomplete, discord.InteractionModalSubmit)
	}
	if application, _ := f.ID("application_id"); f.Need("application_id") && application != s.world.Application {
		return answerBody{}, rules.Refuse(rules.UnknownApplication)
	}
	_, in.Nonce = rules.ReadNonce(f)
	channelID, _ := f.ID("channel_id")
	f.Need("channel_id")
	data, isObject := f.Object("data")
	f.Need("data")
	if r := f.Refusal(); r != nil {
		return answerBody{}, r
	}
	room, there := s.world.channels[channelID]
	if !there || !isObject {
		return answerBody{}, rules.Refuse(rules.UnknownChannel)
	}
	if r := s.world.allow(c.who, room, rules.PermUseCommands); r != nil {
		return answerBody{}, r
	}
	if guild, given := f.ID("guild_id"); given && (guild != s.world.Guild || room.Type == discord.ChannelDirect) {
		return answerBody{}, rules.Refuse(rules.UnknownGuild)
	}
	in.Channel = channelID
	said, clicked, r := s.actData(in, f, data, c.who, room)
	if r != nil {
		return answerBody{}, r
	}
	s.begin(in, said, clicked, c.who, room)
	return noContent, nil
}

func (s *Server) actData(in *interaction, f, data rules.Form, p *person, room *channel) (said any, clicked *message, r *rules.Refusal) {
	switch in.Kind {
	case discord.InteractionComponent:
		return s.actComponent(in, f, data, p)
	case discord.InteractionModalSubmit:
		return s.actSubmit(in, data, p)
	default:
		said, r = s.actCommand(in, data, p, room)
		return said, nil, r
	}
}

// begin keeps a new interaction, tells both sides and starts its clock.
func (s *Server) begin(in *interaction, said any, clicked *message, p *person, room *channel) {
	w := s.world
	w.expire()
	in.ID = w.ids.next()
	in.Token = base64.RawURLEncoding.EncodeToString([]byte("interaction:" + in.ID.String() + ":" + secret(48)))
	w.interactions[in.ID] = in
	w.tokens[in.Token] = in
	w.aging = append(w.aging, in.ID)
	if clicked != nil && clicked.Reader != 0 {
		clicked.Until = in.Created.Add(w.limits.Token)
		w.saveMessage(clicked)
	}
	w.saveInteraction(in)
	s.tell(event{name: "INTERACTION_CREATE", only: p.ID, data: discord.Encode(map[string]any{"id": in.ID, "nonce": in.Nonce})})
	s.tell(event{name: "INTERACTION_CREATE", only: w.Bot, data: discord.Encode(w.interactionEvent(in, said, clicked, p, room))})
	in.timer = time.AfterFunc(w.limits.Acknowledge, func() { s.giveUp(in) })
}

func (w *world) saveInteraction(in *interaction) { w.journal.put(recordInteraction, in.ID, in) }

func (w *world) interactionEvent(in *interaction, said any, clicked *message, p *person, room *channel) discord.InteractionEvent {
	e := discord.InteractionEvent{
		ID: in.ID, Application: w.Application, Type: in.Kind, Data: said, Channel: w.channelView(room), ChannelID: room.ID,
		Token: in.Token, Version: 1, Permissions: bits(w.permissions(w.people[w.Bot], room)), Locale: p.Locale,
		Entitlements: []int{}, SKUs: []int{}, Owners: w.owners(room), FileLimit: rules.MaxFile,
	}
	e.Channel.Permissions = bits(w.permissions(p, room))
	if clicked != nil {
		e.Message = clicked.encoded()
	}
	if room.Type == discord.ChannelDirect {
		u := p.user()
		e.User, e.Context = &u, 1
		return e
	}
	m := w.member(p)
	m.Permissions = e.Channel.Permissions
	e.Member, e.GuildID, e.GuildLocale = &m, w.Guild, w.GuildLocale
	e.Guild = &discord.PartialGuild{ID: w.Guild, Locale: w.GuildLocale, Features: []string{}}
	return e
}

// owners is authorizing_integration_owners: the server that installed the application, or "0" in its direct conversations.
func (w *world) owners(room *channel) map[string]string {
	if room.Type == discord.ChannelDirect {
		return map[string]string{"0": "0"}
	}
	return map[string]string{"0": w.Guild.String()}
}

// giveUp ends the wait for an answer.
func (s *Server) giveUp(in *interaction) {
	s.mu.Lock()
	defer s.commit()
	if in.Progress != pending || s.closed {
		return
	}
	in.Progress = failed
	s.world.saveInteraction(in)
	s.tell(event{name: "INTERACTION_FAILURE", only: in.Person, data: discord.Encode(map[string]any{
		"id": in.ID, "nonce": in.Nonce, "reason_code": reasonUnanswered,
	})})
}

// succeed notes that the bot has answered.
func (s *Server) succeed(in *interaction) {
	in.Progress = acknowledged
	if in.timer != nil {
		in.timer.Stop()
	}
	s.world.saveInteraction(in)
	s.tell(event{name: "INTERACTION_SUCCESS", only: in.Person, data: discord.Encode(map[string]any{"id": in.ID, "nonce": in.Nonce})})
}

// expire forgets the interactions whose tokens have ended, and ephemeral messages of long ago.
func (w *world) expire() {
	now := w.now()
	for len(w.aging) > 0 {
		in, there := w.interactions[w.aging[0]]
		if there && now.Sub(in.Created) < w.limits.Token+time.Minute {
			break
		}
		w.aging = w.aging[1:]
		if there {
			delete(w.interactions, in.ID)
			delete(w.tokens, in.Token)
			w.journal.drop(recordInteraction, in.ID)
		}
	}
	w.fade()
}

// cause is what a message says of the interaction that it answers.
func (w *world) cause(in *interaction) *discord.Cause {
	c := &discord.Cause{ID: in.ID, Type: in.Kind, User: w.people[in.Person].user(), Owners: w.owners(w.channels[in.Channel])}
	switch in.Kind {
	case discord.InteractionComponent:
		c.Interacted = in.Source
	case discord.InteractionModalSubmit:
		c.Trigger = in.Trigger
	}
	return c
}

// modalEvent is what the person's client hears.
func (w *world) modalEvent(m discord.Modal) json.RawMessage {
	return discord.Encode(struct {
		discord.Modal
		Application basicApplication `json:"application"`
	}{m, w.basicApplication()})
}
