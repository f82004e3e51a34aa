package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/boathouse-rum/boathouse/render"
)

// Register gives Discord our commands, in one server or, with an empty guild,
// in all; only when what Discord has differs, since it counts registrations.
func (h *Hall) Register(ctx context.Context, guild string) error {
	want := render.Commands(h.opt.Words, levels())
	if guild != "" {
		for i := range want {
			want[i].Contexts, want[i].IntegrationTypes = nil, nil // Discord takes them for all servers only
		}
	}
	have, err := h.opt.REST.Commands(ctx, h.opt.Application, guild)
	if err != nil {
		return fmt.Errorf("commands: those registered can't be read: %w", err)
	}
	registered := make(map[string]any)
	for _, c := range have {
		var v any
		if err := json.Unmarshal(c.Raw, &v); err != nil {
			return err
		}
		registered[c.Name] = v
	}
	if len(have) == len(want) && allHold(want, registered) {
		return nil
	}
	if _, err := h.opt.REST.OverwriteCommands(ctx, h.opt.Application, guild, want); err != nil {
		return fmt.Errorf("commands: not registered: %w", err)
	}
	return nil
}

func allHold(want []render.Command, registered map[string]any) bool {
	for _, c := range want {
		text, err := json.Marshal(c)
		if err != nil {
			return false
		}
		var v any
		if json.Unmarshal(text, &v) != nil || !holds(registered[c.Name], v) {
			return false
		}
	}
	return true
}

// holds says whether have has all that want says; Discord adds fields of its own.
func holds(have, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		fields, ok := have.(map[string]any)
		if !ok {
			return false
		}
		for name, value := range want {
			if !holds(fields[name], value) {
				return false
			}
		}
		return true
	case []any:
		list, ok := have.([]any)
		if !ok || len(list) != len(want) {
			return false
		}
		for i, value := range want {
			if !holds(list[i], value) {
				return false
			}
		}
		return true
	default:
		return reflect.DeepEqual(have, want)
	}
}
