package discordsim

import (
	"slices"
	"strings"
)

// choose reads a select of any kind.
func (l *layout) choose(f form, c *Component) {
	c.CustomID = l.customID(f)
	c.Placeholder = f.text("placeholder", 0, maxPlaceholder)
	c.Disabled, _ = f.flag("disabled")
	l.bounds(f, c, 1, maxOptions)
	if l.modal && c.Disabled {
		f.complain("disabled", "COMPONENT_DISABLED_IN_MODAL", "A component in a modal cannot be disabled")
	}
	if c.Type == TypeStringSelect {
		l.options(f, c, 1, maxOptions)
	} else {
		l.defaults(f, c)
	}
}

// bounds reads how many values a component takes: one, or up to high, when the request doesn't say; never over most.
func (l *layout) bounds(f form, c *Component, high int, most int64) {
	low := 1
	if n, ok := f.whole("min_values", 0, most); ok {
		low = int(n)
	}
	if n, ok := f.whole("max_values", 1, most); ok {
		high = int(n)
	}
	if low > high {
		f.complain("min_values", "SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX", "min_values cannot exceed max_values")
	}
	c.MinValues, c.MaxValues = &low, &high
	if !l.modal {
		return
	}
	if c.Required = required(f); *c.Required && low == 0 {
		f.complain("min_values", "SELECT_COMPONENT_REQUIRED_MIN_VALUES", "A required component must have min_values of at least 1")
	}
}

// required reads whether a modal's field must be filled in, as is so when the request doesn't say.
func required(f form) *bool {
	required, given := f.flag("required")
	required = required || !given
	return &required
}

// group reads the radio buttons or checkboxes of a modal.
func (l *layout) group(f form, c *Component) {
	c.CustomID = l.customID(f)
	if c.Type == TypeCheckboxGroup {
		offered, _ := f.fields["options"].([]any)
		l.bounds(f, c, max(len(offered), 1), maxBoxes)
		l.options(f, c, 1, maxBoxes)
		return
	}
	one := 1
	c.Required, c.MinValues, c.MaxValues = required(f), &one, &one
	l.options(f, c, 2, maxBoxes)
}

// options reads what a component offers, low to most of them.
func (l *layout) options(f form, c *Component, low, most int) {
	if !f.need("options") {
		return
	}
	seen, chosen := map[string]bool{}, 0
	for _, o := range f.forms("options", low, most) {
		option := Option{
			Label:       o.needText("label", 1, maxOptionText),
			Value:       o.needText("value", 1, maxOptionText),
			Description: o.text("description", 0, maxOptionText),
			Emoji:       l.emoji(o),
		}
		option.Default, _ = o.flag("default")
		if option.Default {
			chosen++
		}
		if option.Value != "" && seen[option.Value] {
			o.complain("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[option.Value] = true
		c.Options = append(c.Options, option)
	}
	if chosen > *c.MaxValues {
		f.complain("options", "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More options are chosen at first than max_values allows")
	}
	if *c.MaxValues > len(c.Options) {
		f.complain("max_values", "SELECT_COMPONENT_MAX_VALUES_GREATER_THAN_OPTIONS", "max_values cannot exceed the number of options")
	}
}

func (l *layout) defaults(f form, c *Component) {
	kinds := map[int][]string{
		TypeUserSelect: {"user"}, TypeRoleSelect: {"role"}, TypeMentionableSelect: {"user", "role"}, TypeChannelSelect: {"channel"},
	}[c.Type]
	for _, d := range f.forms("default_values", 0, maxOptions) {
		id, _ := d.id("id")
		kind := d.needText("type", 1, 16)
		if kind != "" && !slices.Contains(kinds, kind) {
			d.complain("type", "BASE_TYPE_CHOICES", "Value must be one of {%s}.", strings.Join(kinds, ", "))
		}
		c.Defaults = append(c.Defaults, Default{ID: id, Type: kind})
	}
	if n := len(c.Defaults); n > 0 {
		f.length("default_values", n, *c.MinValues, *c.MaxValues)
	}
	if c.Type == TypeChannelSelect {
		for _, v := range f.array("channel_types", 0, 20) {
			if n, ok := wholeOf(v); ok {
				c.ChannelTypes = append(c.ChannelTypes, n)
			}
		}
	}
}
