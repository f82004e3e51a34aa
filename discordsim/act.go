package discordsim

import (
	"slices"
	"strconv"
)

// actComponent reads a click or a choice. A custom_id that the message does not carry is passed on as it is: a client
// may show an older state of it, and nothing promises a bot that only its own ids come back.
func (s *Server) actComponent(in *interaction, f, data form, p *person) (any, *message, *refusal) {
	f.need("message_id")
	id, _ := f.id("message_id")
	said := componentData{CustomID: data.needText("custom_id", 1, maxCustomID)}
	if data.need("component_type") {
		said.Type, _ = data.choice("component_type", TypeButton, TypeStringSelect, TypeUserSelect, TypeRoleSelect, TypeMentionableSelect, TypeChannelSelect)
	}
	for i, v := range data.array("values", 0, maxOptions) {
		text, ok := v.(string)
		if !ok {
			data.under("values").complain(strconv.Itoa(i), "STRING_TYPE_CONVERT", "Could not interpret value as string.")
		}
		said.Values = append(said.Values, text)
	}
	if r := f.refusal(); r != nil {
		return nil, nil, r
	}
	m, there := s.world.messages[id]
	if !there || m.Channel != in.Channel || !m.visibleTo(p.ID) || m.Author.ID != s.world.Bot {
		return nil, nil, refuse(codeUnknownMessage)
	}
	for part := range everyComponent(m.Components) {
		if part.CustomID != said.CustomID {
			continue
		}
		said.ID = part.ID
		if part.Type != said.Type || part.Disabled {
			data.complain("", "COMPONENT_VALIDATION_FAILED", "Component validation failed")
		}
		if part.isSelect() {
			CheckValues(part, said.Values, data)
		}
	}
	if !slices.ContainsFunc(said.Values, func(id string) bool { return !s.world.known(said.Type, id) }) {
		said.Resolved = s.world.resolveAll(said.Type, said.Values)
	} else {
		data.complain("values", "COMPONENT_VALIDATION_FAILED", "Component validation failed")
	}
	if said.Type != TypeButton && said.Values == nil {
		said.Values = []string{}
	}
	if r := f.refusal(); r != nil {
		return nil, nil, r
	}
	in.Source = m.ID
	return said, m, nil
}

// actSubmit reads a filled-in modal.
func (s *Server) actSubmit(in *interaction, data form, p *person) (any, *message, *refusal) {
	data.need("id")
	id, _ := data.id("id")
	customID := data.needText("custom_id", 1, maxCustomID)
	if r := data.refusal(); r != nil {
		return nil, nil, r
	}
	shown, there := s.world.interactions[id]
	if !there || shown.Person != p.ID || shown.Modal == nil || shown.Channel != in.Channel {
		return nil, nil, refuse(codeUnknownInteraction)
	}
	if shown.Modal.CustomID != customID {
		return nil, nil, refuseField("MODAL_VALIDATION_FAILED", "The modal has another custom id", "data", "custom_id")
	}
	parts, named := Fill(*shown.Modal, data, s.world.known)
	if r := data.refusal(); r != nil {
		return nil, nil, r
	}
	said := modalData{CustomID: customID, Components: parts, Resolved: s.world.resolve(named)}
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
func (s *Server) actCommand(in *interaction, data form, p *person, room *channel) (any, *refusal) {
	data.need("id")
	id, _ := data.id("id")
	name := data.needText("name", 1, maxName)
	version, versioned := data.id("version")
	if r := data.refusal(); r != nil {
		return nil, r
	}
	command, there := s.world.commands[id]
	if !there || !OfferedIn(command, room.Type == channelDirect) {
		return nil, refuse(codeUnknownCommand)
	}
	if !AllowedTo(command, s.world.permissions(p, room)) {
		return nil, refuse(codeMissingPermissions)
	}
	if versioned && version != command.Version {
		return nil, refuseField("INTERACTION_APPLICATION_COMMAND_INVALID_VERSION", "This command is outdated, please try again in a few minutes", "data")
	}
	if name != command.Name {
		data.complain("name", "INTERACTION_APPLICATION_COMMAND_NAME", "The command has another name")
	}
	said := ReadOptions(command, data, in.Kind == kindAutocomplete, s.world.known)
	if r := data.refusal(); r != nil {
		return nil, r
	}
	in.Name, in.Completed = said.Name, said.Completed
	return commandData{
		ID: command.ID, Name: command.Name, Type: command.Type, Guild: command.Guild, Options: said.Options,
		Resolved: s.world.resolve(said.Named),
	}, nil
}
