package world

import (
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// Act begins what a person did: a command, a component or a modal was used.
func (w *desk) Act(who *Account, f rules.Form) *rules.Refusal {
	in := &Interaction{Person: who.ID, Created: w.Now()}
	if f.Need("type") {
		in.Kind, _ = f.Choice("type", discord.InteractionCommand, discord.InteractionComponent, discord.InteractionAutocomplete, discord.InteractionModalSubmit)
	}
	if application, _ := f.ID("application_id"); f.Need("application_id") && application != w.Application {
		return rules.Refuse(rules.UnknownApplication)
	}
	_, in.Nonce = rules.ReadNonce(f)
	channelID, _ := f.ID("channel_id")
	f.Need("channel_id")
	data, isObject := f.Object("data")
	f.Need("data")
	if r := f.Refusal(); r != nil {
		return r
	}
	room, there := w.channels[channelID]
	if !there || !isObject {
		return rules.Refuse(rules.UnknownChannel)
	}
	if r := w.Allow(who, room, rules.PermUseCommands); r != nil {
		return r
	}
	if !room.holdsMessages() {
		return rules.Refuse(rules.WrongChannelType)
	}
	if guild, given := f.ID("guild_id"); given && guild != room.Guild {
		return rules.Refuse(rules.UnknownGuild)
	}
	in.Channel = channelID
	said, clicked, r := w.actData(in, f, data, who, room)
	if r != nil {
		return r
	}
	w.begin(in, said, clicked, who, room)
	return nil
}

func (w *desk) actData(in *Interaction, f, data rules.Form, p *Account, room *Channel) (said any, clicked *Message, r *rules.Refusal) {
	switch in.Kind {
	case discord.InteractionComponent:
		return w.actComponent(in, f, data, p)
	case discord.InteractionModalSubmit:
		return w.actSubmit(in, data, p)
	default:
		said, r = w.actCommand(in, data, p, room)
		return said, nil, r
	}
}

// actComponent reads a click or a choice. A custom_id that the message does not carry is passed on as it is: a client
// may show an older state of it, and nothing promises a bot that only its own ids come back.
func (w *desk) actComponent(in *Interaction, f, data rules.Form, p *Account) (any, *Message, *rules.Refusal) {
	f.Need("message_id")
	id, _ := f.ID("message_id")
	said := discord.ComponentData{CustomID: data.NeedText("custom_id", 1, rules.MaxCustomID)}
	if data.Need("component_type") {
		said.Type, _ = data.Choice("component_type", discord.TypeButton, discord.TypeStringSelect, discord.TypeUserSelect, discord.TypeRoleSelect, discord.TypeMentionableSelect, discord.TypeChannelSelect)
	}
	for i, v := range data.Array("values", 0, rules.MaxOptions) {
		text, ok := v.(string)
		if !ok {
			data.Under("values").Complain(strconv.Itoa(i), "STRING_TYPE_CONVERT", "Could not interpret value as string.")
		}
		said.Values = append(said.Values, text)
	}
	if r := f.Refusal(); r != nil {
		return nil, nil, r
	}
	m, there := w.messages[id]
	if !there || m.Channel != in.Channel || !m.visibleTo(p.ID) || m.Author.ID != w.Bot {
		return nil, nil, rules.Refuse(rules.UnknownMessage)
	}
	for part := range discord.EveryComponent(m.Components) {
		if part.CustomID != said.CustomID {
			continue
		}
		said.ID = part.ID
		if part.Type != said.Type || part.Disabled {
			data.Complain("", "COMPONENT_VALIDATION_FAILED", "Component validation failed")
		}
		if part.IsSelect() {
			rules.CheckValues(part, said.Values, data)
		}
	}
	known := w.knownIn(w.channels[in.Channel])
	if !slices.ContainsFunc(said.Values, func(id string) bool { return !known(said.Type, id) }) {
		said.Resolved = w.resolveAll(said.Type, said.Values, w.channels[in.Channel])
	} else {
		data.Complain("values", "COMPONENT_VALIDATION_FAILED", "Component validation failed")
	}
	if said.Type != discord.TypeButton && said.Values == nil {
		said.Values = []string{}
	}
	if r := f.Refusal(); r != nil {
		return nil, nil, r
	}
	in.Source, in.Owners = m.ID, w.ownersHere(w.channels[m.Channel])
	if m.Cause != nil {
		in.Owners = m.Cause.Owners
	}
	return said, m, nil
}

// actSubmit reads a filled-in modal.
func (w *desk) actSubmit(in *Interaction, data rules.Form, p *Account) (any, *Message, *rules.Refusal) {
	data.Need("id")
	id, _ := data.ID("id")
	customID := data.NeedText("custom_id", 1, rules.MaxCustomID)
	if r := data.Refusal(); r != nil {
		return nil, nil, r
	}
	shown, there := w.interactions[id]
	if !there || shown.Person != p.ID || shown.Modal == nil || shown.Channel != in.Channel {
		return nil, nil, rules.Refuse(rules.UnknownInteraction)
	}
	if shown.Modal.CustomID != customID {
		return nil, nil, rules.RefuseField("MODAL_VALIDATION_FAILED", "The modal has another custom id", "data", "custom_id")
	}
	parts, named := rules.Fill(*shown.Modal, data, w.knownIn(w.channels[in.Channel]))
	if r := data.Refusal(); r != nil {
		return nil, nil, r
	}
	said := discord.ModalData{CustomID: customID, Components: parts, Resolved: w.resolve(named, w.channels[in.Channel])}
	in.Owners = shown.Owners
	in.form, in.blank, shown.Modal = shown, shown.Modal, nil
	w.saveInteraction(shown)
	in.Trigger = w.cause(shown)
	clicked := w.messages[shown.Source]
	if clicked != nil {
		in.Source = clicked.ID
	}
	return said, clicked, nil
}

// actCommand reads a command with its options, or one that is being completed.
func (w *desk) actCommand(in *Interaction, data rules.Form, p *Account, room *Channel) (any, *rules.Refusal) {
	data.Need("id")
	id, _ := data.ID("id")
	name := data.NeedText("name", 1, rules.MaxName)
	version, versioned := data.ID("version")
	if r := data.Refusal(); r != nil {
		return nil, r
	}
	command, there := w.commands[id]
	if there {
		in.Owners = w.ownersOf(command, p, room)
	}
	if len(in.Owners) == 0 {
		return nil, rules.Refuse(rules.UnknownCommand)
	}
	if command.NSFW && room.Guild != 0 && !w.ageLimited(room) {
		return nil, rules.Refuse(rules.UnknownCommand)
	}
	if !rules.AllowedTo(command, w.PermissionsOf(p, room)) {
		return nil, rules.Refuse(rules.MissingPermissions)
	}
	if versioned && version != command.Version {
		return nil, rules.RefuseField("INTERACTION_APPLICATION_COMMAND_INVALID_VERSION", "This command is outdated, please try again in a few minutes", "data")
	}
	if name != command.Name {
		data.Complain("name", "INTERACTION_APPLICATION_COMMAND_NAME", "The command has another name")
	}
	said := rules.ReadOptions(command, data, in.Kind == discord.InteractionAutocomplete, w.knownIn(room))
	if r := data.Refusal(); r != nil {
		return nil, r
	}
	in.Name, in.Completed = said.Name, said.Completed
	return discord.CommandData{
		ID: command.ID, Name: command.Name, Type: command.Type, Guild: command.Guild, Options: said.Options,
		Resolved: w.resolve(said.Named, room),
	}, nil
}
