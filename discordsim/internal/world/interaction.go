package world

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

// Interaction is something that a person did, and the token by which the bot may answer.
type Interaction struct {
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
	FollowUps int            `json:"follow_ups,omitempty"`

	Owners map[string]string `json:"owners,omitempty"` // authorizing_integration_owners

	timer *time.Timer
	late  bool           // its answer comes too late
	form  *Interaction   // of a submit: the one that the modal was shown for
	blank *discord.Modal // … and the modal, which can be sent again after a failure
}

// desk has the interactions and their tokens.
type desk struct {
	posts
	interactions map[discord.ID]*Interaction
	tokens       map[string]*Interaction
	aging        []discord.ID // oldest first
	clients      map[discord.ID]*client
}

// begin keeps a new interaction, tells both sides and starts its clock.
func (w *desk) begin(in *Interaction, said any, clicked *Message, p *Account, room *Channel) {
	w.expire()
	in.ID = w.ids.next()
	in.Token = base64.RawURLEncoding.EncodeToString([]byte("interaction:" + in.ID.String() + ":" + secret(48)))
	w.interactions[in.ID] = in
	w.tokens[in.Token] = in
	w.aging = append(w.aging, in.ID)
	if clicked != nil && clicked.Reader != 0 {
		clicked.Until = in.Created.Add(w.times.Token)
		w.saveMessage(clicked)
	}
	w.saveInteraction(in)
	w.tell(Event{Name: "INTERACTION_CREATE", Only: p.ID, Data: discord.Encode(map[string]any{"id": in.ID, "nonce": in.Nonce})})
	w.tell(Event{Name: "INTERACTION_CREATE", Only: w.Bot, Guild: room.Guild, Data: discord.Encode(w.interactionEvent(in, said, clicked, p, room))})
	if c := w.client(p.ID); c.late > 0 {
		c.late--
		in.late = true
	}
	in.timer = w.later(w.times.Acknowledge, func() { w.giveUp(in) })
}

func (w *desk) saveInteraction(in *Interaction) { w.journal.put(recordInteraction, in.ID, in) }

func (w *desk) interactionEvent(in *Interaction, said any, clicked *Message, p *Account, room *Channel) discord.InteractionEvent {
	e := discord.InteractionEvent{
		ID: in.ID, Application: w.Application, Type: in.Kind, Data: said, Channel: w.View(room), ChannelID: room.ID,
		Token: in.Token, Version: 1, Permissions: bits(w.appPermissions(in, room)), Locale: p.Locale,
		Entitlements: []int{}, SKUs: []int{}, Owners: in.Owners, FileLimit: rules.MaxFile, Context: room.context(),
	}
	e.Channel.Permissions = bits(w.PermissionsOf(p, room))
	if clicked != nil {
		e.Message = clicked.JSON()
	}
	if room.Type == discord.ChannelDirect {
		u := p.User()
		e.User = &u
		return e
	}
	s := w.servers[room.Guild]
	m := w.Member(s, p)
	m.Permissions = e.Channel.Permissions
	e.Member, e.GuildID, e.GuildLocale = &m, s.ID, s.Locale
	e.Guild = &discord.PartialGuild{ID: s.ID, Locale: s.Locale, Features: s.features()}
	return e
}

// giveUp ends the wait for an answer.
func (w *desk) giveUp(in *Interaction) {
	if in.Progress != pending {
		return
	}
	in.Progress = failed
	w.saveInteraction(in)
	if in.form != nil {
		in.form.Modal = in.blank
		w.saveInteraction(in.form)
	}
	w.tell(Event{Name: "INTERACTION_FAILURE", Only: in.Person, Data: discord.Encode(map[string]any{
		"id": in.ID, "nonce": in.Nonce, "reason_code": reasonUnanswered,
	})})
}

// succeed notes that the bot has answered.
func (w *desk) succeed(in *Interaction) {
	in.Progress = acknowledged
	if in.timer != nil {
		in.timer.Stop()
	}
	w.saveInteraction(in)
	w.tell(Event{Name: "INTERACTION_SUCCESS", Only: in.Person, Data: discord.Encode(map[string]any{"id": in.ID, "nonce": in.Nonce})})
}

// expire forgets the interactions whose tokens have ended, and ephemeral messages of long ago.
func (w *desk) expire() {
	now := w.Now()
	for len(w.aging) > 0 {
		in, there := w.interactions[w.aging[0]]
		if there && now.Sub(in.Created) < w.times.Token+time.Minute {
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
func (w *desk) cause(in *Interaction) *discord.Cause {
	c := &discord.Cause{ID: in.ID, Type: in.Kind, User: w.people[in.Person].User(), Owners: in.Owners}
	switch in.Kind {
	case discord.InteractionComponent:
		c.Interacted = in.Source
	case discord.InteractionModalSubmit:
		c.Trigger = in.Trigger
	}
	return c
}

// modalEvent is what the person's client hears.
func (w *desk) modalEvent(m discord.Modal) json.RawMessage {
	return discord.Encode(struct {
		discord.Modal
		Application application `json:"application"`
	}{m, w.application()})
}
