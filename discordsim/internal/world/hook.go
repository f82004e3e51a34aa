package world

import (
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// Hook finds the interaction of a webhook's token and refuses what that can't do any more.
func (w *desk) Hook(webhook discord.ID, token string) (*Interaction, *rules.Refusal) {
	if webhook != w.Application {
		return nil, rules.Refuse(rules.UnknownWebhook)
	}
	in, there := w.tokens[token]
	if !there || w.Now().Sub(in.Created) > w.times.Token {
		return nil, rules.Refuse(rules.BadWebhookToken)
	}
	switch {
	case in.Progress != acknowledged, in.Kind == discord.InteractionAutocomplete:
		return nil, rules.Refuse(rules.UnknownWebhook)
	case w.channels[in.Channel] == nil:
		return nil, rules.Refuse(rules.UnknownChannel)
	}
	return in, nil
}

// FollowUp is one more message for an interaction; after a deferred answer the first one fills that in.
func (w *desk) FollowUp(in *Interaction, f rules.Form, files []rules.Upload) (*Message, *rules.Refusal) {
	if waiting, there := w.messages[in.Original]; there && waiting.Flags&discord.FlagLoading != 0 {
		return w.Edit(waiting, f, files)
	}
	if in.external() && in.FollowUps >= mostExternal {
		return nil, rules.Refuse(rules.TooManyFollowUps)
	}
	flags, _ := f.Whole("flags", 0, 1<<31-1)
	m := w.reply(in, int(flags)&discord.FlagEphemeral)
	if r := w.compose(m, f, files, rules.Terms{Flags: rules.AnswerFlags}); r != nil {
		return nil, r
	}
	w.publish(m)
	in.FollowUps++
	w.saveInteraction(in)
	return m, nil
}

// Hooked finds a message that an interaction's token reaches: its original, which is the one that was clicked only if that
// was updated, at once or later, and its follow-ups.
func (w *desk) Hooked(in *Interaction, id discord.ID) (*Message, *rules.Refusal) {
	m, there := w.messages[id]
	if !there || (m.Interaction != in.ID && m.ID != in.Original) {
		return nil, rules.Refuse(rules.UnknownMessage)
	}
	return m, nil
}

// reply makes an empty message that answers an interaction.
func (w *desk) reply(in *Interaction, flags int) *Message {
	m := w.newMessage(in.Channel, w.people[w.Bot])
	if w.muffled(in) {
		flags |= discord.FlagEphemeral
	}
	m.Flags, m.Interaction = flags, in.ID
	m.Webhook, m.Application, m.Cause = w.Application, w.Application, w.cause(in)
	if flags&discord.FlagEphemeral != 0 {
		m.Reader, m.Until = in.Person, in.Created.Add(w.times.Token)
	}
	reference := in.Source
	if in.Original != 0 {
		m.Cause.Original, reference = in.Original, in.Original
	}
	switch {
	case in.Kind == discord.InteractionCommand && in.Original == 0:
		m.Type = discord.MessageCommand
		m.CauseName = &discord.CauseName{ID: in.ID, Type: in.Kind, Name: in.Name, User: w.people[in.Person].User()}
	case reference != 0:
		m.Type = discord.MessageReply
		m.Reference = w.reference(in.Channel, reference)
	}
	return m
}
