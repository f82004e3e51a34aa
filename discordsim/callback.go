package discordsim

import (
	"encoding/json"
	"net/http"
	"slices"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// The types of answers to an interaction.
const (
	callbackPong         = 1
	callbackMessage      = 4
	callbackDeferMessage = 5
	callbackDeferUpdate  = 6
	callbackUpdate       = 7
	callbackChoices      = 8
	callbackModal        = 9
)

// callbackAnswer is what with_response gives.
type callbackAnswer struct {
	Interaction callbackInteraction `json:"interaction"`
	Resource    *callbackResource   `json:"resource,omitempty"`
}

type callbackInteraction struct {
	ID        discord.ID `json:"id"`
	Type      int        `json:"type"`
	Message   discord.ID `json:"response_message_id,omitzero"`
	Loading   *bool      `json:"response_message_loading,omitempty"`
	Ephemeral *bool      `json:"response_message_ephemeral,omitempty"`
	Channel   discord.ID `json:"channel_id,omitzero"`
	Guild     discord.ID `json:"guild_id,omitzero"`
}

type callbackResource struct {
	Type    int             `json:"type"`
	Message json.RawMessage `json:"message,omitempty"`
}

// callback is the bot's first answer to an interaction.
func (s *Server) callback(c *call) (answerBody, *rules.Refusal) {
	id, _ := c.id("interaction_id")
	in, there := s.world.interactions[id]
	if !there || in.Token != c.value("interaction_token") {
		return answerBody{}, rules.Refuse(rules.UnknownInteraction)
	}
	switch {
	case s.world.channels[in.Channel] == nil:
		return answerBody{}, rules.Refuse(rules.UnknownChannel)
	case in.Progress == acknowledged:
		return answerBody{}, rules.Refuse(rules.Acknowledged)
	case in.Progress == failed, s.world.now().Sub(in.Created) > s.world.limits.Acknowledge:
		return answerBody{}, rules.Refuse(rules.UnknownInteraction)
	}
	f := rules.NewForm(c.body)
	kind := 0
	if f.Need("type") {
		kind, _ = f.Choice("type", s.answersTo(in)...)
	}
	if r := f.Refusal(); r != nil {
		return answerBody{}, r
	}
	m, r := s.answer(in, kind, f, c.files)
	if r != nil {
		return answerBody{}, r
	}
	if in.Modal != nil {
		s.tell(event{name: "INTERACTION_MODAL_CREATE", only: in.Person, data: s.world.modalEvent(*in.Modal)})
	}
	s.succeed(in)
	if !c.asks("with_response") {
		return noContent, nil
	}
	return ok(s.callbackAnswer(in, kind, m)), nil
}

// answersTo lists the types of answers that an interaction can have.
func (s *Server) answersTo(in *interaction) []int64 {
	switch {
	case in.Kind == discord.InteractionAutocomplete:
		return []int64{callbackChoices}
	case in.Kind == discord.InteractionComponent:
		return []int64{callbackMessage, callbackDeferMessage, callbackDeferUpdate, callbackUpdate, callbackModal}
	case in.Kind == discord.InteractionModalSubmit && in.Source != 0:
		return []int64{callbackMessage, callbackDeferMessage, callbackDeferUpdate, callbackUpdate}
	case in.Kind == discord.InteractionModalSubmit:
		return []int64{callbackMessage, callbackDeferMessage}
	default:
		return []int64{callbackMessage, callbackDeferMessage, callbackModal}
	}
}

func (s *Server) answer(in *interaction, kind int, f rules.Form, files []rules.Upload) (*message, *rules.Refusal) {
	data := f.Part("data")
	switch kind {
	case callbackMessage:
		return s.answerMessage(in, data, files)
	case callbackDeferMessage:
		return s.answerLoading(in, data)
	case callbackDeferUpdate:
		in.Original = in.Source
		return s.world.messages[in.Source], nil
	case callbackUpdate:
		m, there := s.world.messages[in.Source]
		if !there {
			return nil, rules.Refuse(rules.UnknownMessage)
		}
		edited, r := s.edit(m, data, files)
		if r != nil {
			return nil, r
		}
		in.Original = m.ID
		return edited, nil
	case callbackChoices:
		return nil, s.answerChoices(in, data)
	default:
		f.Need("data")
		modal := rules.ReadModal(data, s.world.ownEmoji)
		if r := f.Refusal(); r != nil {
			return nil, r
		}
		modal.ID, modal.Nonce, modal.Channel = in.ID, in.Nonce, in.Channel
		in.Modal = &modal
		return nil, nil
	}
}

// reply makes an empty message that answers an interaction.
func (s *Server) reply(in *interaction, flags int) *message {
	w := s.world
	m := w.newMessage(in.Channel, w.people[w.Bot])
	m.Flags, m.Interaction = flags, in.ID
	m.Webhook, m.Application, m.Cause = w.Application, w.Application, w.cause(in)
	if flags&discord.FlagEphemeral != 0 {
		m.Reader, m.Until = in.Person, in.Created.Add(w.limits.Token)
	}
	reference := in.Source
	if in.Original != 0 {
		m.Cause.Original, reference = in.Original, in.Original
	}
	switch {
	case in.Kind == discord.InteractionCommand && in.Original == 0:
		m.Type = discord.MessageCommand
		m.CauseName = &discord.CauseName{ID: in.ID, Type: in.Kind, Name: in.Name, User: w.people[in.Person].user()}
	case reference != 0:
		m.Type = discord.MessageReply
		m.Reference = w.reference(in.Channel, reference)
	}
	return m
}

func (s *Server) answerMessage(in *interaction, data rules.Form, files []rules.Upload) (*message, *rules.Refusal) {
	flags, _ := data.Whole("flags", 0, 1<<31-1)
	m := s.reply(in, int(flags)&discord.FlagEphemeral)
	if r := s.world.compose(m, data, files, composing{flags: rules.AnswerFlags}); r != nil {
		return nil, r
	}
	s.publish(m)
	in.Original = m.ID
	return m, nil
}

func (s *Server) answerLoading(in *interaction, data rules.Form) (*message, *rules.Refusal) {
	flags, _ := data.Whole("flags", 0, 1<<31-1)
	if r := data.Refusal(); r != nil {
		return nil, r
	}
	m := s.reply(in, int(flags)&discord.FlagEphemeral|discord.FlagLoading)
	s.publish(m)
	in.Original = m.ID
	return m, nil
}

func (s *Server) answerChoices(in *interaction, data rules.Form) *rules.Refusal {
	choices := []discord.Choice{}
	locale := s.world.people[in.Person].Locale
	data.Need("choices")
	for _, c := range data.Forms("choices", 0, rules.MaxChoices) {
		choice := rules.ReadChoice(c, in.Completed)
		if translated, ok := choice.NameLocalizations[locale]; ok {
			choice.Name = translated
		}
		choice.NameLocalizations = nil
		choices = append(choices, choice)
	}
	if r := data.Refusal(); r != nil {
		return r
	}
	s.tell(event{name: "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE", only: in.Person, data: discord.Encode(map[string]any{
		"nonce": in.Nonce, "choices": choices,
	})})
	return nil
}

func (s *Server) callbackAnswer(in *interaction, kind int, m *message) callbackAnswer {
	a := callbackAnswer{Interaction: callbackInteraction{ID: in.ID, Type: in.Kind, Channel: in.Channel}}
	if s.world.channels[in.Channel].Type != discord.ChannelDirect {
		a.Interaction.Guild = s.world.Guild
	}
	if m == nil {
		return a
	}
	loading, ephemeral := m.Flags&discord.FlagLoading != 0, m.Ephemeral()
	a.Interaction.Message, a.Interaction.Loading, a.Interaction.Ephemeral = m.ID, &loading, &ephemeral
	if slices.Contains([]int{callbackMessage, callbackUpdate}, kind) {
		a.Resource = &callbackResource{kind, m.encoded()}
	}
	return a
}

// hooked finds the interaction of a webhook route and refuses what its token can't do any more.
func (s *Server) hooked(c *call) (*interaction, *rules.Refusal) {
	if id, _ := c.id("webhook_id"); id != s.world.Application {
		return nil, rules.Refuse(rules.UnknownWebhook)
	}
	in, there := s.world.tokens[c.value("webhook_token")]
	if !there || s.world.now().Sub(in.Created) > s.world.limits.Token {
		return nil, rules.Refuse(rules.BadWebhookToken)
	}
	switch {
	case in.Progress != acknowledged, in.Kind == discord.InteractionAutocomplete:
		return nil, rules.Refuse(rules.UnknownWebhook)
	case s.world.channels[in.Channel] == nil:
		return nil, rules.Refuse(rules.UnknownChannel)
	}
	return in, nil
}

// followUp is one more message for an interaction; after a deferred answer the first one fills that in.
func (s *Server) followUp(c *call) (answerBody, *rules.Refusal) {
	in, r := s.hooked(c)
	if r != nil {
		return answerBody{}, r
	}
	f := rules.NewForm(c.body)
	if waiting, there := s.world.messages[in.Original]; there && waiting.Flags&discord.FlagLoading != 0 {
		m, r := s.edit(waiting, f, c.files)
		if r != nil {
			return answerBody{}, r
		}
		return answerBody{http.StatusOK, m.encoded()}, nil
	}
	flags, _ := f.Whole("flags", 0, 1<<31-1)
	m := s.reply(in, int(flags)&discord.FlagEphemeral)
	if r := s.world.compose(m, f, c.files, composing{flags: rules.AnswerFlags}); r != nil {
		return answerBody{}, r
	}
	s.publish(m)
	return answerBody{http.StatusOK, m.encoded()}, nil
}

// hookedMessage finds a message that an interaction's token reaches: its original, its source and its follow-ups.
func (s *Server) hookedMessage(c *call) (*interaction, *message, *rules.Refusal) {
	in, r := s.hooked(c)
	if r != nil {
		return nil, nil, r
	}
	id := in.Original
	if c.value("message_id") != "@original" {
		if id, r = c.needID("message_id"); r != nil {
			return nil, nil, r
		}
	}
	m, there := s.world.messages[id]
	if !there || (m.Interaction != in.ID && m.ID != in.Original && m.ID != in.Source) {
		return nil, nil, rules.Refuse(rules.UnknownMessage)
	}
	return in, m, nil
}

func (s *Server) getHooked(c *call) (answerBody, *rules.Refusal) {
	_, m, r := s.hookedMessage(c)
	if r != nil {
		return answerBody{}, r
	}
	return answerBody{http.StatusOK, m.encoded()}, nil
}

func (s *Server) editHooked(c *call) (answerBody, *rules.Refusal) {
	_, m, r := s.hookedMessage(c)
	if r != nil {
		return answerBody{}, r
	}
	edited, r := s.edit(m, rules.NewForm(c.body), c.files)
	if r != nil {
		return answerBody{}, r
	}
	return answerBody{http.StatusOK, edited.encoded()}, nil
}

func (s *Server) deleteHooked(c *call) (answerBody, *rules.Refusal) {
	_, m, r := s.hookedMessage(c)
	if r != nil {
		return answerBody{}, r
	}
	s.retract(m)
	return noContent, nil
}
