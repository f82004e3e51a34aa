package rules

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// readOptions reads the options of a command (depth 0), of a group (1) or of a subcommand (2).
func readOptions(f Form, depth int) []discord.CommandOption {
	forms := f.Forms("options", 0, 25)
	out := make([]discord.CommandOption, 0, len(forms))
	optional, nested, plain := false, false, false
	for _, o := range forms {
		option := readOption(o, depth)
		isSub := option.Type == discord.OptionSubcommand || option.Type == discord.OptionGroup
		nested, plain = nested || isSub, plain || !isSub
		if option.Required && optional {
			o.Complain("", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !option.Required
		out = append(out, option)
	}
	if nested && plain {
		f.Complain("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
	checkDistinct(forms, out)
	return out
}

// checkDistinct holds that no option's name, default or translated, is another option's.
func checkDistinct(forms []Form, options []discord.CommandOption) {
	owner := map[string]int{}
	for i, o := range options {
		if _, taken := owner[o.Name]; taken {
			forms[i].Complain("name", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED", "The specified option name is already used")
			continue
		}
		owner[o.Name] = i
	}
	for i, o := range options {
		for locale, name := range o.NameLocalizations {
			if by, taken := owner[name]; taken && by != i {
				forms[i].Under("name_localizations").Complain(locale, "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED", "The specified option name is already used")
				continue
			}
			owner[name] = i
		}
	}
}

func readOption(f Form, depth int) discord.CommandOption {
	o := discord.CommandOption{}
	if f.Need("type") {
		kinds := []int64{3, 4, 5, 6, 7, 8, 9, 10, 11}
		switch depth {
		case 0:
			kinds = append([]int64{1, 2}, kinds...)
		case 1:
			kinds = []int64{1}
		}
		o.Type, _ = f.Choice("type", kinds...)
	}
	o.Name = readName(f, false)
	o.NameLocalizations = readLocalized(f, "name_localizations", func(at Form, key, text string) { checkName(at, key, text, false) })
	o.Description, o.DescriptionLocalizations = readDescription(f, true)
	switch o.Type {
	case discord.OptionSubcommand:
		o.Options = readOptions(f, 2)
		return o
	case discord.OptionGroup:
		o.Options = readOptions(f, 1)
		return o
	}
	o.Required, _ = f.Flag("required")
	o.Autocomplete, _ = f.Flag("autocomplete")
	readOptionLimits(f, &o)
	return o
}

func readOptionLimits(f Form, o *discord.CommandOption) {
	typed := o.Type == discord.OptionString || o.Type == discord.OptionInteger || o.Type == discord.OptionNumber
	if o.Autocomplete && !typed {
		f.Complain("autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", "Only string, integer and number options can autocomplete")
	}
	for _, c := range f.Forms("choices", 0, MaxChoices) {
		o.Choices = append(o.Choices, ReadChoice(c, o.Type))
	}
	if len(o.Choices) > 0 && !typed {
		f.Complain("choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "Only string, integer and number options have choices")
	}
	if o.Autocomplete && len(o.Choices) > 0 {
		f.Complain("choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", "An option with choices cannot autocomplete")
	}
	seen := map[any]bool{}
	names := map[string]bool{}
	for i, c := range o.Choices {
		if seen[c.Value] || names[c.Name] {
			f.Under("choices").Complain(strconv.Itoa(i), "APPLICATION_COMMAND_OPTIONS_CHOICE_DUPLICATED", "The specified choice is already used")
		}
		seen[c.Value], names[c.Name] = true, true
	}
	if o.Type == discord.OptionString {
		o.MinLength, o.MaxLength = readLength(f, "min_length", 0), readLength(f, "max_length", 1)
		if o.MinLength != nil && o.MaxLength != nil && *o.MinLength > *o.MaxLength {
			f.Complain("min_length", "APPLICATION_COMMAND_OPTIONS_MIN_LENGTH_GREATER_THAN_MAX", "min_length cannot exceed max_length")
		}
	}
	if o.Type == discord.OptionInteger || o.Type == discord.OptionNumber {
		for key, into := range map[string]*json.Number{"min_value": &o.MinValue, "max_value": &o.MaxValue} {
			if n, ok := f.fields[key].(json.Number); ok {
				*into = n
			} else if f.Has(key) {
				f.Complain(key, "NUMBER_TYPE_COERCE", "Value is not a number.")
			}
		}
	}
	for _, v := range f.Array("channel_types", 0, 20) {
		if n, ok := wholeOf(v); ok {
			o.ChannelTypes = append(o.ChannelTypes, n)
		}
	}
}

func readLength(f Form, key string, low int64) *int {
	n, ok := f.Whole(key, low, maxStringLength)
	if !ok {
		return nil
	}
	length := int(n)
	return &length
}

// ReadChoice reads a value to offer for an option of a type.
func ReadChoice(f Form, kind int) discord.Choice {
	c := discord.Choice{Name: f.NeedText("name", 1, maxChoiceText)}
	c.NameLocalizations = readLocalized(f, "name_localizations", func(at Form, key, text string) {
		at.length(key, utf8.RuneCountInString(text), 1, maxChoiceText)
	})
	if !f.Need("value") {
		return c
	}
	switch kind {
	case discord.OptionInteger, discord.OptionNumber:
		n, isNumber := f.fields["value"].(json.Number)
		if _, err := n.Int64(); !isNumber || (kind == discord.OptionInteger && err != nil) {
			f.Complain("value", "NUMBER_TYPE_COERCE", "Value is not a number of the option's type.")
		}
		c.Value = n
	default:
		c.Value = f.Text("value", 0, maxChoiceText)
	}
	return c
}
