package people

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

func filled(field discord.Component, values map[string]any) map[string]any {
	out := map[string]any{"type": field.Type, "id": field.ID, "custom_id": field.CustomID}
	key, shown := shown(field)
	out[key] = shown
	if given, there := values[field.CustomID]; there {
		if one, isText := given.(string); isText && key == "values" {
			given = []string{one}
		}
		out[key] = given
	}
	return out
}

// shown is what a modal's field holds at first, and the key under which a submit has it.
func shown(c discord.Component) (key string, value any) {
	chosen := []string{}
	for _, o := range c.Options {
		if o.Default {
			chosen = append(chosen, o.Value)
		}
	}
	for _, d := range c.Defaults {
		chosen = append(chosen, d.ID.String())
	}
	switch {
	case c.IsSelect(), c.Type == discord.TypeCheckboxGroup:
		return "values", chosen
	case c.Type == discord.TypeCheckbox:
		return "value", c.Checked
	case c.Type == discord.TypeRadioGroup && len(chosen) > 0:
		return "value", chosen[0]
	case c.Type == discord.TypeRadioGroup:
		return "value", nil
	case c.Value != nil:
		return "value", *c.Value
	default:
		return "value", ""
	}
}

// commandData finds a command in the index of a channel and lays its options out as the client does.
func (p *Person) commandData(ctx context.Context, channel discord.ID, path string, options map[string]any, focused string) (map[string]any, error) {
	words := strings.Fields(path)
	if len(words) == 0 {
		return nil, errors.New("discordsim: no command given")
	}
	var index struct {
		Commands []discord.Command `json:"application_commands"`
	}
	if err := p.rest(ctx, http.MethodGet, "/channels/"+channel.String()+"/application-command-index?query="+url.QueryEscape(words[0]), nil, &index); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(index.Commands, func(c discord.Command) bool { return c.Name == words[0] })
	if i < 0 {
		return nil, fmt.Errorf("discordsim: there is no command %q", words[0])
	}
	command := index.Commands[i]
	laid, err := layOut(words[1:], command.Options, options, focused)
	if err != nil {
		return nil, fmt.Errorf("discordsim: /%s: %w", path, err)
	}
	return map[string]any{
		"id": command.ID, "version": command.Version, "name": command.Name, "type": command.Type, "options": laid, "attachments": []int{},
	}, nil
}

func layOut(words []string, offered []discord.CommandOption, options map[string]any, focused string) ([]any, error) {
	if len(words) > 0 {
		i := slices.IndexFunc(offered, func(o discord.CommandOption) bool { return o.Name == words[0] && o.Type <= discord.OptionGroup })
		if i < 0 {
			return nil, fmt.Errorf("there is no subcommand %q", words[0])
		}
		inner, err := layOut(words[1:], offered[i].Options, options, focused)
		return []any{map[string]any{"type": offered[i].Type, "name": words[0], "options": inner}}, err
	}
	out := []any{}
	known := 0
	for _, o := range offered {
		value, given := options[o.Name]
		if !given && o.Name != focused {
			continue
		}
		if given {
			known++
		} else {
			value = ""
		}
		if id, isID := value.(discord.ID); isID {
			value = id.String()
		}
		one := map[string]any{"type": o.Type, "name": o.Name, "value": value}
		if o.Name == focused {
			one["focused"] = true
		}
		out = append(out, one)
	}
	if known != len(options) {
		return nil, errors.New("an option was given that the command does not have")
	}
	return out, nil
}
