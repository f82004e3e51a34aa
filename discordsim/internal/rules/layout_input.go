package rules

import "github.com/boathouse-rum/boathouse/discordsim/discord"

func (l *layout) input(f Form, c *discord.Component) {
	c.CustomID = l.customID(f)
	if f.Need("style") {
		c.Style, _ = f.Choice("style", 1, 2)
	}
	if f.place.up != nil && f.place.up.key == "components" {
		c.Label = f.NeedText("label", 1, maxModalTitle)
	}
	c.Placeholder = f.Text("placeholder", 0, 100)
	c.Required = required(f)
	low, high := 0, maxInput
	if n, ok := f.Whole("min_length", 0, maxInput); ok {
		low = int(n)
		c.MinLength = &low
	}
	if n, ok := f.Whole("max_length", 1, maxInput); ok {
		high = int(n)
		c.MaxLength = &high
	}
	if low > high {
		f.Complain("min_length", "TEXT_INPUT_MIN_LENGTH_GREATER_THAN_MAX", "min_length cannot exceed max_length")
	}
	if f.Has("value") {
		value := f.Text("value", 0, high)
		c.Value = &value
	}
}
