package world

import (
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

// Answer is the bot's first answer to an interaction; the value is what with_response gives.
func (w *desk) Answer(id discord.ID, token string, f rules.Form, files []rules.Upload) (any, *rules.Refusal) {
	in, there := w.interactions[id]
	if !there || in.Token != token {
		return nil, rules.Refuse(rules.UnknownInteraction)
	}
	if in.late {
		w.giveUp(in)
	}
	switch {
	case w.channels[in.Channel] == nil:
		return nil, rules.Refuse(rules.UnknownChannel)
	case in.Progress == acknowledged:
		return nil, rules.Refuse(rules.Acknowledged)
	case in.Progress == failed, w.Now().Sub(in.Created) > w.times.Acknowledge:
		return nil, rules.Refuse(rules.UnknownInteraction)
	}
	kind := 0
	if f.Need("type") {
		kind, _ = f.Choice("type", answersTo(in)...)
	}
	if r := f.Refusal(); r != nil {
		return nil, r
	}
	m, r := w.answer(in, kind, f, files)
	if r != nil {
		return nil, r
	}
	if in.Modal != nil {
		w.tell(Event{Name: "INTERACTION_MODAL_CREATE", Only: in.Person, Data: w.modalEvent(w.client(in.Person).shown(*in.Modal))})
	}
	w.succeed(in)
	return w.response(in, kind, m), nil
}

// answersTo lists the types of answers that an interaction can have.
func answersTo(in *Interaction) []int64 {
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

func (w *desk) answer(in *Interaction, kind int, f rules.Form, files []rules.Upload) (*Message, *rules.Refusal) {
	data := f.Part("data")
	switch kind {
	case callbackMessage:
		return w.answerMessage(in, data, files)
	case callbackDeferMessage:
		return w.answerLoading(in, data)
	case callbackDeferUpdate:
		in.Original = in.Source
		return w.messages[in.Source], nil
	case callbackUpdate:
		m, there := w.messages[in.Source]
		if !there {
			return nil, rules.Refuse(rules.UnknownMessage)
		}
		edited, r := w.Edit(m, data, files)
		if r != nil {
			return nil, r
		}
		in.Original = m.ID
		return edited, nil
	case callbackChoices:
		return nil, w.answerChoices(in, data)
	default:
		f.Need("data")
		modal := rules.ReadModal(data, w.ownEmoji)
		if r := f.Refusal(); r != nil {
			return nil, r
		}
		modal.ID, modal.Nonce, modal.Channel = in.ID, in.Nonce, in.Channel
		in.Modal = &modal
		return nil, nil
	}
}

func (w *desk) answerMessage(in *Interaction, data rules.Form, files []rules.Upload) (*Message, *rules.Refusal) {
	flags, _ := data.Whole("flags", 0, 1<<31-1)
	m := w.reply(in, int(flags)&discord.FlagEphemeral)
	if r := w.compose(m, data, files, rules.Terms{Flags: rules.AnswerFlags}); r != nil {
		return nil, r
	}
	w.publish(m)
	in.Original = m.ID
	return m, nil
}

func (w *desk) answerLoading(in *Interaction, data rules.Form) (*Message, *rules.Refusal) {
	flags, _ := data.Whole("flags", 0, 1<<31-1)
	if r := data.Refusal(); r != nil {
		return nil, r
	}
	m := w.reply(in, int(flags)&(discord.FlagEphemeral|discord.FlagSilent)|discord.FlagLoading)
	w.publish(m)
	in.Original = m.ID
	return m, nil
}

func (w *desk) answerChoices(in *Interaction, data rules.Form) *rules.Refusal {
	choices := []discord.Choice{}
	locale := w.people[in.Person].Locale
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
	w.tell(Event{Name: "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE", Only: in.Person, Data: discord.Encode(map[string]any{
		"nonce": in.Nonce, "choices": choices,
	})})
	return nil
}
