package discordsim

import (
	"encoding/json"
	"net/http"
	"slices"
)

const maxCommands = 100 // chat commands of an application, globally and in a server each

// Command is a registered application command.
type Command struct {
	ID                       ID                `json:"id"`
	Application              ID                `json:"application_id"`
	Version                  ID                `json:"version"` // new with every change
	Guild                    ID                `json:"guild_id,omitzero"`
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
	Options                  []CommandOption   `json:"options,omitempty"`
	MemberPermissions        *string           `json:"default_member_permissions"`
	DM                       bool              `json:"dm_permission"`
	Contexts                 []int             `json:"contexts"`
	IntegrationTypes         []int             `json:"integration_types,omitempty"`
	NSFW                     bool              `json:"nsfw"`
}

// The types of command options.
const (
	OptionSubcommand  = 1
	OptionGroup       = 2
	OptionString      = 3
	OptionInteger     = 4
	OptionBoolean     = 5
	OptionUser        = 6
	OptionChannel     = 7
	OptionRole        = 8
	OptionMentionable = 9
	OptionNumber      = 10
	OptionAttachment  = 11
)

// CommandOption is an option, a subcommand or a group of subcommands.
type CommandOption struct {
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
	Required                 bool              `json:"required,omitempty"`
	Choices                  []Choice          `json:"choices,omitempty"`
	Options                  []CommandOption   `json:"options,omitempty"`
	ChannelTypes             []int64           `json:"channel_types,omitempty"`
	MinValue                 json.Number       `json:"min_value,omitempty"`
	MaxValue                 json.Number       `json:"max_value,omitempty"`
	MinLength                *int              `json:"min_length,omitempty"`
	MaxLength                *int              `json:"max_length,omitempty"`
	Autocomplete             bool              `json:"autocomplete,omitempty"`
}

// Choice is a value to choose, fixed or suggested; Value is a string or a number.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             any               `json:"value"`
}

// inScope lists the commands of one server, or the global ones, by age.
func (w *world) inScope(guild ID) []*Command {
	var out []*Command
	for _, c := range w.commands {
		if c.Guild == guild {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b *Command) int { return int(int64(a.ID) - int64(b.ID)) })
	return out
}

func (w *world) saveCommand(c *Command) {
	c.Version = w.ids.next()
	w.Commands = c.Version
	w.commands[c.ID] = c
	w.journal.put(recordCommand, c.ID, c)
	w.settle()
}

func (w *world) dropCommand(c *Command) {
	delete(w.commands, c.ID)
	w.journal.drop(recordCommand, c.ID)
	w.Commands = w.ids.next()
	w.settle()
}

// scope is the server that a command route speaks of, 0 for the global ones.
func (s *Server) scope(c *call) (ID, *refusal) {
	if id, _ := c.id("application_id"); id != s.world.Application {
		return 0, refuse(codeNotYourApplication)
	}
	guild, _ := c.id("guild_id")
	if guild != 0 && guild != s.world.Guild {
		return 0, refuse(codeMissingAccess)
	}
	return guild, nil
}

func (s *Server) listCommands(c *call) (answerBody, *refusal) {
	guild, r := s.scope(c)
	if r != nil {
		return answerBody{}, r
	}
	list := []Command{}
	for _, command := range s.world.inScope(guild) {
		list = append(list, shown(*command, c.asks("with_localizations")))
	}
	return ok(list), nil
}

// shown is a command as a list of commands shows it: with its translations only when asked for.
func shown(c Command, translations bool) Command {
	if translations {
		return c
	}
	c.NameLocalizations, c.DescriptionLocalizations = nil, nil
	c.Options = untranslated(c.Options)
	return c
}

func untranslated(options []CommandOption) []CommandOption {
	out := slices.Clone(options)
	for i := range out {
		out[i].NameLocalizations, out[i].DescriptionLocalizations = nil, nil
		out[i].Options = untranslated(out[i].Options)
		out[i].Choices = slices.Clone(out[i].Choices)
		for j := range out[i].Choices {
			out[i].Choices[j].NameLocalizations = nil
		}
	}
	return out
}

func (s *Server) getCommand(c *call) (answerBody, *refusal) {
	command, r := s.commandOf(c)
	if r != nil {
		return answerBody{}, r
	}
	return ok(command), nil
}

func (s *Server) commandOf(c *call) (*Command, *refusal) {
	guild, r := s.scope(c)
	if r != nil {
		return nil, r
	}
	id, _ := c.id("command_id")
	command, there := s.world.commands[id]
	if !there || command.Guild != guild {
		return nil, refuse(codeUnknownCommand)
	}
	return command, nil
}

// createCommand registers one, or changes the one that has its name.
func (s *Server) createCommand(c *call) (answerBody, *refusal) {
	guild, r := s.scope(c)
	if r != nil {
		return answerBody{}, r
	}
	f := newForm(c.body)
	made := s.world.readCommand(f, guild)
	if r := f.refusal(); r != nil {
		return answerBody{}, r
	}
	status := http.StatusCreated
	existing := s.world.inScope(guild)
	for _, old := range existing {
		if old.Name == made.Name && old.Type == made.Type {
			made.ID, status = old.ID, http.StatusOK
		}
	}
	if status == http.StatusCreated {
		if len(existing) >= maxCommands {
			return answerBody{}, refuse(codeMaxCommands)
		}
		made.ID = s.world.ids.next()
	}
	s.world.saveCommand(made)
	return answerBody{status: status, body: encode(made)}, nil
}

// putCommands replaces all commands of a scope at once; those that keep their name keep their id.
func (s *Server) putCommands(c *call) (answerBody, *refusal) {
	guild, r := s.scope(c)
	if r != nil {
		return answerBody{}, r
	}
	list, isList := c.body.([]any)
	if !isList && c.body != nil {
		return answerBody{}, refuseField("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
	}
	f := form{fields: map[string]any{"": list}, errs: &complaint{}}
	var made []*Command
	seen := map[string]bool{}
	for i, v := range list {
		one := form{place: &place{key: number(i)}, errs: f.errs}
		fields, isObject := v.(map[string]any)
		if !isObject {
			one.complain("", "MODEL_TYPE_CONVERT", "Only dictionaries may be used as a model")
			continue
		}
		one.fields = fields
		command := s.world.readCommand(one, guild)
		if key := number(command.Type) + command.Name; command.Name != "" {
			if seen[key] {
				one.complain("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
			}
			seen[key] = true
		}
		made = append(made, command)
	}
	if r := f.refusal(); r != nil {
		return answerBody{}, r
	}
	if len(made) > maxCommands {
		return answerBody{}, refuse(codeMaxCommands)
	}
	s.replaceCommands(guild, made)
	return ok(made), nil
}

func (s *Server) replaceCommands(guild ID, made []*Command) {
	old := s.world.inScope(guild)
	for _, command := range made {
		i := slices.IndexFunc(old, func(o *Command) bool { return o.Name == command.Name && o.Type == command.Type })
		if i >= 0 {
			command.ID = old[i].ID
			old = slices.Delete(old, i, i+1)
		} else {
			command.ID = s.world.ids.next()
		}
	}
	for _, gone := range old {
		s.world.dropCommand(gone)
	}
	for _, command := range made {
		s.world.saveCommand(command)
	}
}

// patchCommand changes what is given of a command.
func (s *Server) patchCommand(c *call) (answerBody, *refusal) {
	old, r := s.commandOf(c)
	if r != nil {
		return answerBody{}, r
	}
	changes := newForm(c.body)
	whole, err := parseBody(encode(old))
	fields, isObject := whole.(map[string]any)
	if err != nil || !isObject {
		return answerBody{}, refuseStatus(http.StatusInternalServerError)
	}
	for key, value := range changes.fields {
		fields[key] = value
	}
	f := form{fields: fields, errs: changes.errs}
	made := s.world.readCommand(f, old.Guild)
	for _, other := range s.world.inScope(old.Guild) {
		if other.ID != old.ID && other.Name == made.Name && other.Type == made.Type {
			f.complain("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
	}
	if r := f.refusal(); r != nil {
		return answerBody{}, r
	}
	made.ID = old.ID
	s.world.saveCommand(made)
	return ok(made), nil
}

func (s *Server) deleteCommand(c *call) (answerBody, *refusal) {
	command, r := s.commandOf(c)
	if r != nil {
		return answerBody{}, r
	}
	s.world.dropCommand(command)
	return noContent, nil
}

func (s *Server) commandPermissions(c *call) (answerBody, *refusal) {
	if _, r := s.scope(c); r != nil {
		return answerBody{}, r
	}
	return ok([]int{}), nil
}

// commandIndex is what a person's client reads to offer commands.
func (s *Server) commandIndex(c *call) (answerBody, *refusal) {
	if guild, given := c.id("guild_id"); given && guild != s.world.Guild {
		return answerBody{}, refuse(codeUnknownGuild)
	}
	list := append(s.world.inScope(0), s.world.inScope(s.world.Guild)...)
	return ok(map[string]any{
		"applications":         []any{s.world.basicApplication()},
		"application_commands": list,
		"version":              s.world.Commands,
	}), nil
}
