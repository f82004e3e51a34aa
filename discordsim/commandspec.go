package discordsim

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	maxName         = 32
	maxDescription  = 100
	maxChoices      = 25
	maxChoiceText   = 100
	maxCommandText  = 8000 // code points of names, descriptions and values of a whole command
	maxStringLength = 6000
)

var (
	commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)
	userName    = regexp.MustCompile(`^.{1,32}$`)
)

// locales are the ones that Discord knows.
var locales = []string{ //nolint:gochecknoglobals // a constant table
	"id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR",
	"ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko", "ar", "he",
}

// readCommand reads and checks a command to register; what is wrong is left in the form.
func (w *world) readCommand(f form, guild ID) *Command {
	c := &Command{Application: w.Application, Guild: guild, Type: 1, DM: true, IntegrationTypes: []int{0}}
	if kind, ok := f.choice("type", 1, 2, 3); ok {
		c.Type = kind
	}
	pattern := commandName
	if c.Type != 1 {
		pattern = userName
	}
	c.Name = readName(f, pattern)
	c.NameLocalizations = readLocalized(f, "name_localizations", func(at form, key, text string) { checkName(at, key, text, pattern) })
	c.Description, c.DescriptionLocalizations = readDescription(f, c.Type == 1)
	if c.Type == 1 {
		c.Options = readOptions(f, 0)
	} else if f.has("description") && c.Description != "" {
		f.complain("description", "APPLICATION_COMMAND_INVALID_DESCRIPTION", "Only chat commands have a description")
	}
	if n, ok := f.whole("default_member_permissions", 0, 1<<54-1); ok {
		text := bits(uint64(n))
		c.MemberPermissions = &text
	}
	if dm, ok := f.flag("dm_permission"); ok {
		c.DM = dm
	}
	c.NSFW, _ = f.flag("nsfw")
	c.Contexts = readFew(f, "contexts", 0, 1, 2)
	if types := readFew(f, "integration_types", 0, 1); types != nil {
		c.IntegrationTypes = types
	}
	if guild != 0 {
		c.Contexts = nil // only global commands have contexts; those of others are overlooked
	}
	if size := commandSize(*c); size > maxCommandText {
		f.complain("", "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d)", maxCommandText)
	}
	return c
}

func readFew(f form, key string, among ...int64) []int {
	if !f.has(key) {
		return nil
	}
	out := []int{}
	for i, v := range f.array(key, 1, len(among)) {
		n, ok := wholeOf(v)
		if !ok || !slices.Contains(among, n) || slices.Contains(out, int(n)) {
			f.under(key).complain(number(i), "BASE_TYPE_CHOICES", "Value must be one of %s.", listed(among))
			continue
		}
		out = append(out, int(n))
	}
	return out
}

func readName(f form, pattern *regexp.Regexp) string {
	name := f.needText("name", 1, maxName)
	if name != "" {
		checkName(f, "name", name, pattern)
	}
	return name
}

func checkName(f form, key, name string, pattern *regexp.Regexp) {
	switch {
	case !pattern.MatchString(name):
		f.complain(key, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	case pattern == commandName && strings.ToLower(name) != name:
		f.complain(key, "APPLICATION_COMMAND_INVALID_NAME", "Command name must be lower case")
	case !norm.NFC.IsNormalString(name):
		f.complain(key, "APPLICATION_COMMAND_INVALID_NAME", "Command name must be in normal form C")
	}
}

func readDescription(f form, required bool) (string, map[string]string) {
	text := ""
	if required {
		text = f.needText("description", 1, maxDescription)
	} else {
		text = f.text("description", 0, maxDescription)
	}
	return text, readLocalized(f, "description_localizations", func(at form, key, text string) {
		at.length(key, utf8.RuneCountInString(text), 1, maxDescription)
	})
}

// readLocalized reads a map from locale to text.
func readLocalized(f form, key string, check func(at form, key, text string)) map[string]string {
	m, ok := f.object(key)
	if !ok {
		return nil
	}
	out := map[string]string{}
	for locale, v := range m.fields {
		text, isText := v.(string)
		switch {
		case !slices.Contains(locales, locale):
			m.complain(locale, "ENUM_TYPE_COERCE", "Value %q is not a valid locale.", locale)
		case !isText:
			m.complain(locale, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
		default:
			check(m, locale, text)
			out[locale] = text
		}
	}
	return out
}

// readOptions reads the options of a command (depth 0), of a group (1) or of a subcommand (2).
func readOptions(f form, depth int) []CommandOption {
	forms := f.forms("options", 0, 25)
	out := make([]CommandOption, 0, len(forms))
	optional, nested, plain := false, false, false
	for _, o := range forms {
		option := readOption(o, depth)
		isSub := option.Type == OptionSubcommand || option.Type == OptionGroup
		nested, plain = nested || isSub, plain || !isSub
		if option.Required && optional {
			o.complain("", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !option.Required
		out = append(out, option)
	}
	if nested && plain {
		f.complain("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
	checkDistinct(forms, out)
	return out
}

// checkDistinct holds that no option's name, default or translated, is another option's.
func checkDistinct(forms []form, options []CommandOption) {
	owner := map[string]int{}
	for i, o := range options {
		if _, taken := owner[o.Name]; taken {
			forms[i].complain("name", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED", "The specified option name is already used")
			continue
		}
		owner[o.Name] = i
	}
	for i, o := range options {
		for locale, name := range o.NameLocalizations {
			if by, taken := owner[name]; taken && by != i {
				forms[i].under("name_localizations").complain(locale, "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED", "The specified option name is already used")
				continue
			}
			owner[name] = i
		}
	}
}

func readOption(f form, depth int) CommandOption {
	o := CommandOption{}
	if f.need("type") {
		kinds := []int64{3, 4, 5, 6, 7, 8, 9, 10, 11}
		switch depth {
		case 0:
			kinds = append([]int64{1, 2}, kinds...)
		case 1:
			kinds = []int64{1}
		}
		o.Type, _ = f.choice("type", kinds...)
	}
	o.Name = readName(f, commandName)
	o.NameLocalizations = readLocalized(f, "name_localizations", func(at form, key, text string) { checkName(at, key, text, commandName) })
	o.Description, o.DescriptionLocalizations = readDescription(f, true)
	switch o.Type {
	case OptionSubcommand:
		o.Options = readOptions(f, 2)
		return o
	case OptionGroup:
		o.Options = readOptions(f, 1)
		return o
	}
	o.Required, _ = f.flag("required")
	o.Autocomplete, _ = f.flag("autocomplete")
	readOptionLimits(f, &o)
	return o
}

func readOptionLimits(f form, o *CommandOption) {
	typed := o.Type == OptionString || o.Type == OptionInteger || o.Type == OptionNumber
	if o.Autocomplete && !typed {
		f.complain("autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", "Only string, integer and number options can autocomplete")
	}
	for _, c := range f.forms("choices", 0, maxChoices) {
		o.Choices = append(o.Choices, readChoice(c, o.Type))
	}
	if len(o.Choices) > 0 && !typed {
		f.complain("choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "Only string, integer and number options have choices")
	}
	if o.Autocomplete && len(o.Choices) > 0 {
		f.complain("choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", "An option with choices cannot autocomplete")
	}
	seen := map[any]bool{}
	names := map[string]bool{}
	for i, c := range o.Choices {
		if seen[c.Value] || names[c.Name] {
			f.under("choices").complain(number(i), "APPLICATION_COMMAND_OPTIONS_CHOICE_DUPLICATED", "The specified choice is already used")
		}
		seen[c.Value], names[c.Name] = true, true
	}
	if o.Type == OptionString {
		o.MinLength, o.MaxLength = readLength(f, "min_length", 0), readLength(f, "max_length", 1)
		if o.MinLength != nil && o.MaxLength != nil && *o.MinLength > *o.MaxLength {
			f.complain("min_length", "APPLICATION_COMMAND_OPTIONS_MIN_LENGTH_GREATER_THAN_MAX", "min_length cannot exceed max_length")
		}
	}
	if o.Type == OptionInteger || o.Type == OptionNumber {
		for key, into := range map[string]*json.Number{"min_value": &o.MinValue, "max_value": &o.MaxValue} {
			if n, ok := f.fields[key].(json.Number); ok {
				*into = n
			} else if f.has(key) {
				f.complain(key, "NUMBER_TYPE_COERCE", "Value is not a number.")
			}
		}
	}
	for _, v := range f.array("channel_types", 0, 20) {
		if n, ok := wholeOf(v); ok {
			o.ChannelTypes = append(o.ChannelTypes, n)
		}
	}
}

func readLength(f form, key string, low int64) *int {
	n, ok := f.whole(key, low, maxStringLength)
	if !ok {
		return nil
	}
	length := int(n)
	return &length
}

// readChoice reads a value to offer for an option of a type.
func readChoice(f form, kind int) Choice {
	c := Choice{Name: f.needText("name", 1, maxChoiceText)}
	c.NameLocalizations = readLocalized(f, "name_localizations", func(at form, key, text string) {
		at.length(key, utf8.RuneCountInString(text), 1, maxChoiceText)
	})
	if !f.need("value") {
		return c
	}
	switch kind {
	case OptionInteger, OptionNumber:
		n, isNumber := f.fields["value"].(json.Number)
		if _, err := n.Int64(); !isNumber || (kind == OptionInteger && err != nil) {
			f.complain("value", "NUMBER_TYPE_COERCE", "Value is not a number of the option's type.")
		}
		c.Value = n
	default:
		c.Value = f.text("value", 0, maxChoiceText)
	}
	return c
}

// commandSize counts a command's text; of a name and its translations the longest counts.
func commandSize(c Command) int {
	return longest(c.Name, c.NameLocalizations) + longest(c.Description, c.DescriptionLocalizations) + optionsSize(c.Options)
}

func optionsSize(options []CommandOption) int {
	n := 0
	for _, o := range options {
		n += longest(o.Name, o.NameLocalizations) + longest(o.Description, o.DescriptionLocalizations) + optionsSize(o.Options)
		for _, c := range o.Choices {
			n += longest(c.Name, c.NameLocalizations)
			if text, ok := c.Value.(string); ok {
				n += utf8.RuneCountInString(text)
			}
		}
	}
	return n
}

func longest(text string, translations map[string]string) int {
	n := utf8.RuneCountInString(text)
	for _, t := range translations {
		n = max(n, utf8.RuneCountInString(t))
	}
	return n
}
