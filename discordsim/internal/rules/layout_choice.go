package rules

import (
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// choose reads a select of any kind.
func (l *layout) choose(f Form, c *discord.Component) {
	c.CustomID = l.customID(f)
	c.Placeholder = f.Text("placeholder", 0, maxPlaceholder)
	c.Disabled, _ = f.Flag("disabled")
	l.bounds(f, c, 1, MaxOptions)
	if l.modal && c.Disabled {
		f.Complain("disabled", "COMPONENT_DISABLED_IN_MODAL", "A component in a modal cannot be disabled")
	}
	if c.Type == discord.TypeStringSelect {
		l.options(f, c, 1, MaxOptions)
	} else {
		l.defaults(f, c)
	}
}

// bounds reads how many values a component takes: one, or up to high, when the request doesn't say; never over most.
func (l *layout) bounds(f Form, c *discord.Component, high int, most int64) {
	low := 1
	if n, ok := f.Whole("min_values", 0, most); ok {
		low = int(n)
	}
	if n, ok := f.Whole("max_values", 1, most); ok {
		high = int(n)
	}
	if low > high {
		f.Complain("min_values", "SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX", "min_values cannot exceed max_values")
	}
	c.MinValues, c.MaxValues = &low, &high
	if !l.modal {
		return
	}
	if c.Required = required(f); *c.Required && low == 0 {
		f.Complain("min_values", "SELECT_COMPONENT_REQUIRED_MIN_VALUES", "A required component must have min_values of at least 1")
	}
}

// group reads the radio buttons or checkboxes of a modal.
func (l *layout) group(f Form, c *discord.Component) {
	c.CustomID = l.customID(f)
	if c.Type == discord.TypeCheckboxGroup {
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
func (l *layout) options(f Form, c *discord.Component, low, most int) {
	if !f.Need("options") {
		return
	}
	seen, chosen := map[string]bool{}, 0
	for _, o := range f.Forms("options", low, most) {
		option := discord.Option{
			Label:       o.NeedText("label", 1, maxOptionText),
			Value:       o.NeedText("value", 1, maxOptionText),
			Description: o.Text("description", 0, maxOptionText),
			Emoji:       l.emoji(o),
		}
		option.Default, _ = o.Flag("default")
		if option.Default {
			chosen++
		}
		if option.Value != "" && seen[option.Value] {
			o.Complain("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[option.Value] = true
		c.Options = append(c.Options, option)
	}
	if chosen > *c.MaxValues {
		f.Complain("options", "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More options are chosen at first than max_values allows")
	}
	if *c.MaxValues > len(c.Options) {
		f.Complain("max_values", "SELECT_COMPONENT_MAX_VALUES_GREATER_THAN_OPTIONS", "max_values cannot exceed the number of options")
	}
}

func (l *layout) defaults(f Form, c *discord.Component) {
	kinds := map[int][]string{
		discord.TypeUserSelect: {"user"}, discord.TypeRoleSelect: {"role"}, discord.TypeMentionableSelect: {"user", "role"}, discord.TypeChannelSelect: {"channel"},
	}[c.Type]
	for _, d := range f.Forms("default_values", 0, MaxOptions) {
		id, _ := d.ID("id")
		kind := d.NeedText("type", 1, 16)
		if kind != "" && !slices.Contains(kinds, kind) {
			d.Complain("type", "BASE_TYPE_CHOICES", "Value must be one of {%s}.", strings.Join(kinds, ", "))
		}
		c.Defaults = append(c.Defaults, discord.Default{ID: id, Type: kind})
	}
	if n := len(c.Defaults); n > 0 {
		f.length("default_values", n, *c.MinValues, *c.MaxValues)
	}
	if c.Type == discord.TypeChannelSelect {
		for _, v := range f.Array("channel_types", 0, 20) {
			if n, ok := wholeOf(v); ok {
				c.ChannelTypes = append(c.ChannelTypes, n)
			}
		}
	}
}
