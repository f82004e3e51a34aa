package openapi

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// coerced is a copy of a value in which digit strings are integers wherever an error says that one was wanted, and
// numbers are strings where a snowflake was.
func coerced(v any, wrong *jsonschema.ValidationError, changed *bool) any {
	for _, cause := range wrong.Causes {
		v = coerced(v, cause, changed)
	}
	mismatch, isType := wrong.ErrorKind.(*kind.Type)
	if !isType {
		return v
	}
	return replaced(v, wrong.InstanceLocation, func(leaf any) any {
		switch leaf := leaf.(type) {
		case string:
			if _, isID := discord.ParseID(leaf); isID && slices.Contains(mismatch.Want, "integer") && !slices.Contains(mismatch.Want, "string") {
				*changed = true
				return json.Number(leaf)
			}
		case json.Number:
			if _, isID := discord.ParseID(leaf.String()); isID && slices.Equal(mismatch.Want, []string{"string"}) && wrong.InstanceLocation[len(wrong.InstanceLocation)-1] == "id" {
				*changed = true
				return leaf.String()
			}
		}
		return leaf
	})
}

// replaced copies a value along the way to one place and changes that.
func replaced(v any, steps []string, change func(any) any) any {
	if len(steps) == 0 {
		return change(v)
	}
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v {
			out[key] = value
		}
		out[steps[0]] = replaced(v[steps[0]], steps[1:], change)
		return out
	case []any:
		i, err := strconv.Atoi(steps[0])
		if err != nil || i < 0 || i >= len(v) {
			return v
		}
		out := slices.Clone(v)
		out[i] = replaced(v[i], steps[1:], change)
		return out
	}
	return v
}
