package discordsim

import (
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// actComponent reads a click or a choice. A custom_id that the message does not carry is passed on as it is: a client
// may show an older state of it, and nothing promises a bot that only its own ids come back.
func (s *Server) actComponent(in *interaction, f, data rules.Form, p *person) (any, *message, *rules.Refusal) {
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
	m, there := s.world.messages[id]
	if !there || m.Channel != in.Channel || !m.visibleTo(p.ID) || m.Author.ID != s.world.Bot {
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
	if !slices.ContainsFunc(said.Values, func(id string) bool { return !s.world.known(said.Type, id) }) {
		said.Resolved = s.world.resolveAll(said.Type, said.Values)
	} else {
		data.Complain("values", "COMPONENT_VALIDATION_FAILED", "Component validation failed")
	}
	if said.Type != discord.TypeButton && said.Values == nil {
		said.Values = []string{}
	}
	if r := f.Refusal(); r != nil {
		return nil, nil, r
	}
	in.Source = m.ID
	return said, m, nil
}

// actSubmit reads a filled-in modal.
func (s *Server) actSubmit(in *interaction, data rules.Form, p *person) (any, *message, *rules.Refusal) {
	data.Need("id")
	id, _ := data.ID("id")
	customID := data.NeedText("custom_id", 1, rules.MaxCustomID)
	if r := data.Refusal(); r != nil {
		return nil, nil, r
	}
	shown, there := s.world.interactions[id]
	if !there || shown.Person != p.ID || shown.Modal == nil || shown.Channel != in.Channel {
		return nil, nil, rules.Refuse(rules.UnknownInteraction)
	}
	if shown.Modal.CustomID != customID {
		return nil, nil, rules.RefuseField("MODAL_VALIDATION_FAILED", "The modal has another custom id", "data", "custom_id")
	}
	parts, named := rules.Fill(*shown.Modal, data, s.world.known)
	if r := data.Refusal(); r != nil {
		return nil, nil, r
	}
	said := discord.ModalData{CustomID: customID, Components: parts, Resolved: s.world.resolve(named)}
	shown.Modal = nil
	s.world.saveInteraction(shown)
	in.Trigger = s.world.cause(shown)
	clicked := s.world.messages[shown.Source]
	if clicked != nil {
		in.Source = clicked.ID
	}
	return said, clicked, nil
}

// actCommand reads a command with its options, or one that is being completed.
func (s *Server) actCommand(in *interaction, data rules.Form, p *person, room *channel) (any, *rules.Refusal) {
	data.Need("id")
	id, _ := data.ID("id")
	name := data.NeedText("name", 1, rules.MaxName)
	version, versioned := data.ID("version")
	if r := data.Refusal(); r != nil {
		return nil, r
	}
	command, there := s.world.commands[id]
	if !there || !rules.OfferedIn(command, room.Type == discord.ChannelDirect) {
		return nil, rules.Refuse(rules.UnknownCommand)
	}
	if !rules.AllowedTo(command, s.world.permissions(p, room)) {
		return nil, rules.Refuse(rules.MissingPermissions)
	}
	if versioned && version != command.Version {
		return nil, rules.RefuseField("INTERACTION_APPLICATION_COMMAND_INVALID_VERSION", "This command is outdated, please try again in a few minutes", "data")
	}
	if name != command.Name {
		data.Complain("name", "INTERACTION_APPLICATION_COMMAND_NAME", "The command has another name")
	}
	said := rules.ReadOptions(command, data, in.Kind == discord.InteractionAutocomplete, s.world.known)
	if r := data.Refusal(); r != nil {
		return nil, r
	}
	in.Name, in.Completed = said.Name, said.Completed
	return discord.CommandData{
		ID: command.ID, Name: command.Name, Type: command.Type, Guild: command.Guild, Options: said.Options,
		Resolved: s.world.resolve(said.Named),
	}, nil
}
