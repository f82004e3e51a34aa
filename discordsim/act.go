package discordsim

import (
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"
)

type componentData struct {
	CustomID string    `json:"custom_id"`
	Type     int       `json:"component_type"`
	ID       int       `json:"id,omitempty"`
	Values   []string  `json:"values,omitempty"`
	Resolved *resolved `json:"resolved,omitempty"`
}

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
			data.under("values").complain(number(i), "STRING_TYPE_CONVERT", "Could not interpret value as string.")
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
			checkValues(part, said.Values, data)
		}
	}
	more := &resolved{}
	if !more.add(s.world, said.Type, said.Values) {
		data.complain("values", "COMPONENT_VALIDATION_FAILED", "Component validation failed")
	}
	if !more.empty() {
		said.Resolved = more
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

type modalData struct {
	CustomID   string      `json:"custom_id"`
	Components []submitted `json:"components"`
	Resolved   *resolved   `json:"resolved,omitempty"`
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
	more := &resolved{}
	said := modalData{CustomID: customID, Components: shown.Modal.fill(data, s.world, more)}
	if r := data.refusal(); r != nil {
		return nil, nil, r
	}
	if !more.empty() {
		said.Resolved = more
	}
	shown.Modal = nil
	s.world.saveInteraction(shown)
	in.Trigger = s.world.cause(shown)
	clicked := s.world.messages[shown.Source]
	if clicked != nil {
		in.Source = clicked.ID
	}
	return said, clicked, nil
}

type commandData struct {
	ID       ID           `json:"id"`
	Name     string       `json:"name"`
	Type     int          `json:"type"`
	Guild    ID           `json:"guild_id,omitzero"`
	Options  []optionData `json:"options,omitempty"`
	Resolved *resolved    `json:"resolved,omitempty"`
}

type optionData struct {
	Name    string       `json:"name"`
	Type    int          `json:"type"`
	Value   any          `json:"value,omitempty"`
	Options []optionData `json:"options,omitempty"`
	Focused bool         `json:"focused,omitempty"`
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
	if !there || !command.offeredIn(room) {
		return nil, refuse(codeUnknownCommand)
	}
	if !command.allowedTo(s.world.permissions(p, room)) {
		return nil, refuse(codeMissingPermissions)
	}
	if versioned && version != command.Version {
		return nil, refuseField("INTERACTION_APPLICATION_COMMAND_INVALID_VERSION", "This command is outdated, please try again in a few minutes", "data")
	}
	if name != command.Name {
		data.complain("name", "INTERACTION_APPLICATION_COMMAND_NAME", "The command has another name")
	}
	o := optionReader{w: s.world, in: in, more: &resolved{}, name: command.Name}
	said := commandData{ID: command.ID, Name: command.Name, Type: command.Type, Guild: command.Guild}
	said.Options = o.options(data, command.Options)
	if in.Kind == kindAutocomplete && in.Completed == 0 {
		data.complain("options", "APPLICATION_COMMAND_NO_FOCUS", "No option that completes is focused")
	}
	if r := data.refusal(); r != nil {
		return nil, r
	}
	if !o.more.empty() {
		said.Resolved = o.more
	}
	in.Name = o.name
	return said, nil
}

// offeredIn says whether clients offer a command in a channel.
func (c *Command) offeredIn(room *channel) bool {
	if room.Type != channelDirect {
		return c.Contexts == nil || slices.Contains(c.Contexts, 0)
	}
	return c.Guild == 0 && ((c.Contexts == nil && c.DM) || slices.Contains(c.Contexts, 1))
}

// allowedTo says whether somebody with these permissions may use a command; one that asks for none of them is for
// those who may do everything.
func (c *Command) allowedTo(has uint64) bool {
	if c.MemberPermissions == nil || has == permAll {
		return true
	}
	need, err := strconv.ParseUint(*c.MemberPermissions, 10, 64)
	return err == nil && need != 0 && has&need == need
}

type optionReader struct {
	w    *world
	in   *interaction
	more *resolved
	name string
}

func (o *optionReader) options(f form, offered []CommandOption) []optionData {
	nested := len(offered) > 0 && (offered[0].Type == OptionSubcommand || offered[0].Type == OptionGroup)
	given := map[string]bool{}
	var out []optionData
	for _, part := range f.forms("options", 0, 25) {
		name := part.needText("name", 1, maxName)
		i := slices.IndexFunc(offered, func(c CommandOption) bool { return c.Name == name })
		if i < 0 || given[name] {
			part.complain("name", "APPLICATION_COMMAND_OPTION_UNKNOWN", "The command has no such option, or it is given twice")
			continue
		}
		given[name] = true
		if kind, ok := part.whole("type", 1, 11); ok && int(kind) != offered[i].Type {
			part.complain("type", "APPLICATION_COMMAND_OPTION_TYPE", "The option is of another type")
			continue
		}
		d := optionData{Name: name, Type: offered[i].Type}
		if nested {
			o.name += " " + name
			d.Options = o.options(part, offered[i].Options)
		} else {
			d.Value = o.value(part, offered[i])
			d.Focused, _ = part.flag("focused")
			d.Focused = d.Focused && o.in.Kind == kindAutocomplete
			if d.Focused && offered[i].Autocomplete {
				o.in.Completed = offered[i].Type
			}
		}
		out = append(out, d)
	}
	if nested && len(out) != 1 {
		f.complain("options", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 1 in length.")
	}
	for _, c := range offered {
		if c.Required && !given[c.Name] && o.in.Kind == kindCommand {
			f.complain("options", "APPLICATION_COMMAND_OPTION_REQUIRED", "The required option %q is missing", c.Name)
		}
	}
	return out
}

func (o *optionReader) value(f form, c CommandOption) any {
	v := f.fields["value"]
	completing := o.in.Kind == kindAutocomplete
	ok := true
	switch c.Type {
	case OptionString:
		text, isText := v.(string)
		n := utf8.RuneCountInString(text)
		ok = isText && (completing || ((c.MinLength == nil || n >= *c.MinLength) && n <= maxStringLength && (c.MaxLength == nil || n <= *c.MaxLength)))
	case OptionInteger, OptionNumber:
		if _, isText := v.(string); isText && completing {
			break // what is being typed need not be a number yet
		}
		n, isNumber := v.(json.Number)
		_, err := n.Int64()
		ok = isNumber && (err == nil || c.Type == OptionNumber) && (completing || within(n, c.MinValue, c.MaxValue))
	case OptionBoolean:
		_, ok = v.(bool)
	case OptionUser, OptionRole, OptionMentionable, OptionChannel:
		kind := map[int]int{OptionUser: TypeUserSelect, OptionRole: TypeRoleSelect, OptionMentionable: TypeMentionableSelect, OptionChannel: TypeChannelSelect}[c.Type]
		text, isText := v.(string)
		ok = isText && (completing || o.more.add(o.w, kind, []string{text}))
	default:
		ok = false
	}
	if ok && len(c.Choices) > 0 && !completing {
		ok = slices.ContainsFunc(c.Choices, func(choice Choice) bool { return string(encode(choice.Value)) == string(encode(v)) })
	}
	if !ok {
		f.complain("value", "APPLICATION_COMMAND_OPTION_VALUE", "The value does not fit the option")
	}
	return v
}

func within(n, low, high json.Number) bool {
	v, err := n.Float64()
	if err != nil {
		return false
	}
	if least, err := low.Float64(); err == nil && v < least {
		return false
	}
	most, err := high.Float64()
	return err != nil || v <= most
}
