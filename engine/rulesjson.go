package engine

import (
	"encoding/json"
	"slices"
)

// MarshalJSON writes an object of the preset and every house rule, so that the
// text means the same when a preset has changed.
func (r Rules) MarshalJSON() ([]byte, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	b := []byte(`{"preset":"` + r.Preset.String() + `"`)
	for _, field := range HouseRules() {
		value := r.Get(field)
		if !isCounted(field) {
			value = `"` + value + `"`
		}
		b = append(b, `,"`+field+`":`+value...)
	}
	return append(b, '}'), nil
}

// UnmarshalJSON reads what MarshalJSON writes, or a preset's name. House rules
// that aren't given are the preset's, which is the default one when none is named;
// unknown fields are ignored. Its error
// is a [*RuleError], or what encoding/json says of another shape.
func (r *Rules) UnmarshalJSON(text []byte) error {
	var name string
	if err := json.Unmarshal(text, &name); err == nil {
		return r.setPreset(name)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	if raw, named := fields["preset"]; named {
		if err := json.Unmarshal(raw, &name); err != nil {
			return err
		}
	} else {
		name = Boathouse.String()
	}
	if err := r.setPreset(name); err != nil {
		return err
	}
	for _, field := range HouseRules() {
		raw, named := fields[field]
		if !named {
			continue
		}
		value := string(raw)
		if !isCounted(field) {
			if err := json.Unmarshal(raw, &value); err != nil {
				return &RuleError{Field: field, Value: string(raw)}
			}
		}
		var err error
		if *r, err = r.Set(field, value); err != nil {
			return err
		}
	}
	return nil
}

func (r *Rules) setPreset(name string) error {
	p, err := ParsePreset(name)
	if err != nil {
		return &RuleError{Field: "preset", Value: name}
	}
	*r = p.Rules()
	return nil
}

// isCounted says whether a house rule's value is a number.
func isCounted(field string) bool {
	return slices.Contains([]string{"exhausted_draw", "blocked_after", "rummy_multiplier"}, field)
}
