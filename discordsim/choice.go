package discordsim

import (
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"
)

// OfferedIn says whether clients offer a command in a direct conversation or, else, in a server.
func OfferedIn(c *Command, direct bool) bool {
	if !direct {
		return c.Contexts == nil || slices.Contains(c.Contexts, 0)
	}
	return c.Guild == 0 && ((c.Contexts == nil && c.DM) || slices.Contains(c.Contexts, 1))
}

// AllowedTo says whether somebody with these permissions may use a command; one that asks for none of them is for
// those who may do everything.
func AllowedTo(c *Command, has uint64) bool {
	if c.MemberPermissions == nil || has == permAll {
		return true
	}
	need, err := strconv.ParseUint(*c.MemberPermissions, 10, 64)
	return err == nil && need != 0 && has&need == need
}

// Said is what a person said with a command.
type Said struct {
	Options   []optionData
	Name      string // of the command, with its subcommands
	Completed int    // the type of the option that is being completed; 0 for none
	Named     []Named
}

// ReadOptions reads the options of a command that is used or, else, being completed; what is wrong is left in the form.
func ReadOptions(c *Command, f form, completing bool, known Known) Said {
	o := optionReader{completing: completing, known: known, said: Said{Name: c.Name}}
	o.said.Options = o.options(f, c.Options)
	if completing && o.said.Completed == 0 {
		f.complain("options", "APPLICATION_COMMAND_NO_FOCUS", "No option that completes is focused")
	}
	return o.said
}

// optionReader reads the options of one command, those of its subcommands among them.
type optionReader struct {
	completing bool
	known      Known
	said       Said
}

func (o *optionReader) options(f form, offered []CommandOption) []optionData {
	nested := len(offered) > 0 && (offered[0].Type == OptionSubcommand || offered[0].Type == OptionGroup)
	given := map[string]bool{}
	var out []optionData
	for _, part := range f.forms("options", 0, 25) {
		name := part.needText("name", 1, maxName)
		i := slices.IndexFunc(offered, func(c CommandOption) bool { return c.Name == name })
		if i < 0 || given[name] {
			part.complain("name", "APPLICATION_COMMAND_OPTION_UNKNOWN", "The command has no such option, or it is given twice")
			continue
		}
		given[name] = true
		if kind, ok := part.whole("type", 1, 11); ok && int(kind) != offered[i].Type {
			part.complain("type", "APPLICATION_COMMAND_OPTION_TYPE", "The option is of another type")
			continue
		}
		d := optionData{Name: name, Type: offered[i].Type}
		if nested {
			o.said.Name += " " + name
			d.Options = o.options(part, offered[i].Options)
		} else {
			d.Value = o.value(part, offered[i])
			d.Focused, _ = part.flag("focused")
			d.Focused = d.Focused && o.completing
			if d.Focused && offered[i].Autocomplete {
				o.said.Completed = offered[i].Type
			}
		}
		out = append(out, d)
	}
	if nested && len(out) != 1 {
		f.complain("options", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 1 in length.")
	}
	for _, c := range offered {
		if c.Required && !given[c.Name] && !o.completing {
			f.complain("options", "APPLICATION_COMMAND_OPTION_REQUIRED", "The required option %q is missing", c.Name)
		}
	}
	return out
}

func (o *optionReader) value(f form, c CommandOption) any {
	v := f.fields["value"]
	ok := true
	switch c.Type {
	case OptionString:
		text, isText := v.(string)
		n := utf8.RuneCountInString(text)
		ok = isText && (o.completing || ((c.MinLength == nil || n >= *c.MinLength) && n <= maxStringLength && (c.MaxLength == nil || n <= *c.MaxLength)))
	case OptionInteger, OptionNumber:
		if _, isText := v.(string); isText && o.completing {
			break // what is being typed need not be a number yet
		}
		n, isNumber := v.(json.Number)
		_, err := n.Int64()
		ok = isNumber && (err == nil || c.Type == OptionNumber) && (o.completing || within(n, c.MinValue, c.MaxValue))
	case OptionBoolean:
		_, ok = v.(bool)
	case OptionUser, OptionRole, OptionMentionable, OptionChannel:
		kind := map[int]int{OptionUser: TypeUserSelect, OptionRole: TypeRoleSelect, OptionMentionable: TypeMentionableSelect, OptionChannel: TypeChannelSelect}[c.Type]
		text, isText := v.(string)
		ok = isText && (o.completing || o.choose(kind, text))
	default:
		ok = false
	}
	if ok && len(c.Choices) > 0 && !o.completing {
		ok = slices.ContainsFunc(c.Choices, func(choice Choice) bool { return string(encode(choice.Value)) == string(encode(v)) })
	}
	if !ok {
		f.complain("value", "APPLICATION_COMMAND_OPTION_VALUE", "The value does not fit the option")
	}
	return v
}

// choose notes what was chosen; false means that it doesn't exist.
func (o *optionReader) choose(selectType int, id string) bool {
	o.said.Named = append(o.said.Named, Named{selectType, id})
	return o.known(selectType, id)
}

func within(n, low, high json.Number) bool {
	v, err := n.Float64()
	if err != nil {
		return false
	}
	if least, err := low.Float64(); err == nil && v < least {
		return false
	}
	most, err := high.Float64()
	return err != nil || v <= most
}
