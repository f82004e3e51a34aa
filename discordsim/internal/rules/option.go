package rules

import (
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// OfferedIn says whether clients offer a global command in a context: 0 in a server, 1 in the direct
// conversation with the bot, 2 in one with somebody else.
func OfferedIn(c *discord.Command, context int) bool {
	switch {
	case c.Contexts != nil:
		return slices.Contains(c.Contexts, context)
	case context == 1:
		return c.DM
	}
	return true
}

// AllowedTo says whether somebody with these permissions may use a command; one that asks for none of them is for
// those who may do everything.
func AllowedTo(c *discord.Command, has uint64) bool {
	if c.MemberPermissions == nil || has == PermAll {
		return true
	}
	need, err := strconv.ParseUint(*c.MemberPermissions, 10, 64)
	return err == nil && need != 0 && has&need == need
}

// Said is what a person said with a command.
type Said struct {
	Options   []discord.OptionData
	Name      string // of the command, with its subcommands
	Completed int    // the type of the option that is being completed; 0 for none
	Named     []Named
}

// ReadOptions reads the options of a command that is used or, else, being completed; what is wrong is left in the form.
func ReadOptions(c *discord.Command, f Form, completing bool, known Known) Said {
	o := optionReader{completing: completing, known: known, said: Said{Name: c.Name}}
	o.said.Options = o.options(f, c.Options)
	if completing && o.said.Completed == 0 {
		f.Complain("options", "APPLICATION_COMMAND_NO_FOCUS", "No option that completes is focused")
	}
	return o.said
}

// optionReader reads the options of one command, those of its subcommands among them.
type optionReader struct {
	completing bool
	known      Known
	said       Said
}

func (o *optionReader) options(f Form, offered []discord.CommandOption) []discord.OptionData {
	nested := len(offered) > 0 && (offered[0].Type == discord.OptionSubcommand || offered[0].Type == discord.OptionGroup)
	given := map[string]bool{}
	var out []discord.OptionData
	for _, part := range f.Forms("options", 0, 25) {
		name := part.NeedText("name", 1, MaxName)
		i := slices.IndexFunc(offered, func(c discord.CommandOption) bool { return c.Name == name })
		if i < 0 || given[name] {
			part.Complain("name", "APPLICATION_COMMAND_OPTION_UNKNOWN", "The command has no such option, or it is given twice")
			continue
		}
		given[name] = true
		if kind, ok := part.Whole("type", 1, 11); ok && int(kind) != offered[i].Type {
			part.Complain("type", "APPLICATION_COMMAND_OPTION_TYPE", "The option is of another type")
			continue
		}
		d := discord.OptionData{Name: name, Type: offered[i].Type}
		if nested {
			o.said.Name += " " + name
			d.Options = o.options(part, offered[i].Options)
		} else {
			d.Value = o.value(part, offered[i])
			d.Focused, _ = part.Flag("focused")
			d.Focused = d.Focused && o.completing
			if d.Focused && offered[i].Autocomplete {
				o.said.Completed = offered[i].Type
			}
		}
		out = append(out, d)
	}
	if nested && len(out) != 1 {
		f.Complain("options", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 1 in length.")
	}
	for _, c := range offered {
		if c.Required && !given[c.Name] && !o.completing {
			f.Complain("options", "APPLICATION_COMMAND_OPTION_REQUIRED", "The required option %q is missing", c.Name)
		}
	}
	return out
}

func (o *optionReader) value(f Form, c discord.CommandOption) any {
	v := f.fields["value"]
	ok := true
	switch c.Type {
	case discord.OptionString:
		text, isText := v.(string)
		n := utf8.RuneCountInString(text)
		ok = isText && (o.completing || ((c.MinLength == nil || n >= *c.MinLength) && n <= maxStringLength && (c.MaxLength == nil || n <= *c.MaxLength)))
	case discord.OptionInteger, discord.OptionNumber:
		if _, isText := v.(string); isText && o.completing {
			break // what is being typed need not be a number yet
		}
		n, isNumber := v.(json.Number)
		_, err := n.Int64()
		ok = isNumber && (err == nil || c.Type == discord.OptionNumber) && (o.completing || within(n, c.MinValue, c.MaxValue))
	case discord.OptionBoolean:
		_, ok = v.(bool)
	case discord.OptionUser, discord.OptionRole, discord.OptionMentionable, discord.OptionChannel:
		kind := map[int]int{discord.OptionUser: discord.TypeUserSelect, discord.OptionRole: discord.TypeRoleSelect, discord.OptionMentionable: discord.TypeMentionableSelect, discord.OptionChannel: discord.TypeChannelSelect}[c.Type]
		text, isText := v.(string)
		ok = isText && (o.completing || o.choose(kind, text))
	default:
		ok = false
	}
	if ok && len(c.Choices) > 0 && !o.completing {
		ok = slices.ContainsFunc(c.Choices, func(choice discord.Choice) bool {
			return string(discord.Encode(choice.Value)) == string(discord.Encode(v))
		})
	}
	if !ok {
		f.Complain("value", "APPLICATION_COMMAND_OPTION_VALUE", "The value does not fit the option")
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
