package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// Register gives Discord our commands, in one server or, with an empty guild,
// in all; only when what Discord has differs, since it counts registrations. One
// that can't tell what it has gets them: that changes nothing the second time.
// It returns the ids of the registered commands by name, of all that Discord tells.
func Register(ctx context.Context, at Discord, words *lang.Catalogue, guild string) (map[string]string, error) {
	want := render.Commands(words, levels(), levelWords(advisers()))
	if guild != "" {
		for i := range want {
			want[i].Contexts, want[i].IntegrationTypes = nil, nil // Discord takes them for all servers only
		}
	}
	have, err := at.REST.Commands(ctx, at.Application, guild)
	switch {
	case rest.NoSuchCall(err):
		at.Log.Warn("commands registered without looking at those that are", "error", err)
	case err != nil:
		return nil, fmt.Errorf("commands: those registered can't be read: %w", err)
	}
	registered := make(map[string]any)
	for _, c := range have {
		var v any
		if err := json.Unmarshal(c.Raw, &v); err != nil {
			return nil, err
		}
		registered[c.Name] = v
	}
	if len(have) == len(want) && allSame(want, registered, guild) {
		return idsOf(have), nil
	}
	made, err := at.REST.OverwriteCommands(ctx, at.Application, guild, want)
	if err != nil {
		return nil, fmt.Errorf("commands: not registered: %w", err)
	}
	if len(made) < len(want) { // the answer was a yes that couldn't be read
		if have, err := at.REST.Commands(ctx, at.Application, guild); err == nil {
			made = have
		}
	}
	return idsOf(made), nil
}

func idsOf(registered []rest.Command) map[string]string {
	ids := make(map[string]string, len(registered))
	for _, c := range registered {
		ids[c.Name] = c.ID
	}
	return ids
}

// allSame says whether the commands are registered just so.
func allSame(want []render.Command, registered map[string]any, guild string) bool {
	for _, c := range want {
		text, err := json.Marshal(c)
		if err != nil {
			return false
		}
		var v any
		if json.Unmarshal(text, &v) != nil || !same(trimmed(registered[c.Name], guild), v) {
			return false
		}
	}
	return true
}

// trimmed leaves out of a command what Discord adds by itself.
func trimmed(command any, guild string) any {
	fields, ok := command.(map[string]any)
	if !ok {
		return nil
	}
	fields = maps.Clone(fields)
	for _, added := range []string{"id", "application_id", "version", "guild_id", "dm_permission", "default_permission"} {
		delete(fields, added)
	}
	if guild != "" {
		delete(fields, "contexts")
		delete(fields, "integration_types")
	}
	return fields
}

// same compares two JSON values. A field that says nothing is as good as none:
// Discord writes null, false or an empty list for what wasn't given.
func same(a, b any) bool {
	if empty(a) || empty(b) {
		return empty(a) && empty(b)
	}
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok {
			return false
		}
		for name := range b {
			if !same(a[name], b[name]) {
				return false
			}
		}
		for name := range a {
			if _, ok := b[name]; !ok && !empty(a[name]) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, same)
	default:
		return reflect.DeepEqual(a, b)
	}
}

func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}
