package rules

import (
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// MaxCommands is how many commands of a kind an application has, globally and in a server each.
const MaxCommands = 100

// ReadCommands reads the list that replaces all commands of a scope.
func ReadCommands(body any, application, guild discord.ID) ([]*discord.Command, *Refusal) {
	list, isList := body.([]any)
	if !isList && body != nil {
		return nil, RefuseField("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
	}
	errs := &complaint{}
	var made []*discord.Command
	seen := map[string]bool{}
	for i, v := range list {
		one := Form{place: &place{key: strconv.Itoa(i)}, errs: errs}
		fields, isObject := v.(map[string]any)
		if !isObject {
			one.Complain("", "MODEL_TYPE_CONVERT", "Only dictionaries may be used as a model")
			continue
		}
		one.fields = fields
		command := ReadCommand(one, application, guild)
		if key := strconv.Itoa(command.Type) + command.Name; command.Name != "" {
			if seen[key] {
				one.Complain("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
			}
			seen[key] = true
		}
		made = append(made, command)
	}
	if r := (Form{errs: errs}).Refusal(); r != nil {
		return nil, r
	}
	if len(made) > MaxCommands {
		return nil, Refuse(TooManyCommands)
	}
	return made, nil
}

// ReadChanges reads what a form changes of a command; what is wrong is left in the form.
func ReadChanges(f Form, old *discord.Command) *discord.Command {
	whole, _ := ParseBody(discord.Encode(old)) // a command of ours is an object
	fields, _ := whole.(map[string]any)
	for key, value := range f.fields {
		fields[key] = value
	}
	return ReadCommand(Form{fields: fields, errs: f.errs}, old.Application, old.Guild)
}

// Shown is a command as a list of commands shows it: with its translations only when asked for.
func Shown(c discord.Command, translations bool) discord.Command {
	if translations {
		return c
	}
	c.NameLocalizations, c.DescriptionLocalizations = nil, nil
	c.Options = untranslated(c.Options)
	return c
}

func untranslated(options []discord.CommandOption) []discord.CommandOption {
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
