package commands

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/boathouse-rum/boathouse/table"
	"github.com/bwmarrin/discordgo"
)

// An interaction is what we read of Discord's INTERACTION_CREATE, and nothing
// else: a field of a new type elsewhere in it can't empty the event.
type interaction struct {
	ID          string                    `json:"id"`
	Application string                    `json:"application_id"`
	Type        discordgo.InteractionType `json:"type"`
	Token       string                    `json:"token"`
	Server      table.Server              `json:"guild_id"`
	ChannelID   table.Channel             `json:"channel_id"`
	Channel     struct {
		Type        discordgo.ChannelType `json:"type"`
		LastMessage string                `json:"last_message_id"`
		Thread      struct {
			Locked bool `json:"locked"`
		} `json:"thread_metadata"`
	} `json:"channel"`
	Member struct {
		User        *user  `json:"user"`
		Nick        string `json:"nick"`
		Permissions bits   `json:"permissions"`
	} `json:"member"`
	User           *user  `json:"user"`
	Locale         string `json:"locale"`
	ServerLocale   string `json:"guild_locale"`
	AppPermissions bits   `json:"app_permissions"`
	Message        struct {
		ID    string `json:"id"`
		Flags int64  `json:"flags"`
	} `json:"message"`
	Data json.RawMessage `json:"data"`
}

// A user is who acted.
type user struct {
	ID         string `json:"id"`
	Name       string `json:"username"`
	GlobalName string `json:"global_name"`
}

// bits are permissions, which Discord writes as a string of decimal digits.
type bits uint64

// UnmarshalJSON implements [json.Unmarshaler].
func (b *bits) UnmarshalJSON(text []byte) error {
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	n, err := strconv.ParseUint(s, 10, 64)
	*b = bits(n)
	return err
}

// parseInteraction reads one event. Its error means that there is nobody to
// answer: the event has no id, no token or nobody who acted.
func parseInteraction(raw json.RawMessage) (*interaction, error) {
	in := new(interaction)
	if err := json.Unmarshal(raw, in); err != nil {
		return nil, fmt.Errorf("commands: interaction: %w", err)
	}
	if in.Member.User != nil {
		in.User = in.Member.User
	}
	if in.ID == "" || in.Token == "" || in.User == nil || in.User.ID == "" {
		return nil, fmt.Errorf("commands: interaction %q of type %d without an author or a token", in.ID, in.Type)
	}
	return in, nil
}

// name is what the person is called in this server.
func (in *interaction) name() string {
	switch {
	case in.Member.Nick != "":
		return in.Member.Nick
	case in.User.GlobalName != "":
		return in.User.GlobalName
	default:
		return in.User.Name
	}
}

// manager says whether the person may manage the server.
func (in *interaction) manager() bool {
	return in.Member.Permissions&(discordgo.PermissionManageGuild|discordgo.PermissionAdministrator) != 0
}

// private says whether the message that was clicked is its reader's alone.
func (in *interaction) private() bool {
	return in.Message.Flags&int64(discordgo.MessageFlagsEphemeral) != 0
}

// A commandData is the data of a slash command or of its autocompletion.
type commandData struct {
	Name    string   `json:"name"`
	Options []option `json:"options"`
}

// An option is a subcommand or a value that a person gave.
type option struct {
	Name    string                                 `json:"name"`
	Type    discordgo.ApplicationCommandOptionType `json:"type"`
	Value   json.RawMessage                        `json:"value"`
	Focused bool                                   `json:"focused"`
	Options []option                               `json:"options"`
}

// text is the option's value as typed; a number in digits.
func (o option) text() string {
	var s string
	if json.Unmarshal(o.Value, &s) == nil {
		return s
	}
	return string(o.Value)
}

// A call is a slash command flattened: "rum new" and its options by name.
type call struct {
	name    string
	options map[string]option
	focused string // name of the option that is being completed
}

// parseCall reads the data of a slash command.
func parseCall(data json.RawMessage) (call, error) {
	var d commandData
	if err := json.Unmarshal(data, &d); err != nil {
		return call{}, fmt.Errorf("commands: command data: %w", err)
	}
	c := call{name: d.Name, options: make(map[string]option)}
	options := d.Options
	for len(options) == 1 && (options[0].Type == discordgo.ApplicationCommandOptionSubCommand ||
		options[0].Type == discordgo.ApplicationCommandOptionSubCommandGroup) {
		c.name += " " + options[0].Name
		options = options[0].Options
	}
	for _, o := range options {
		c.options[o.Name] = o
		if o.Focused {
			c.focused = o.Name
		}
	}
	return c, nil
}

// has says whether the person gave the option.
func (c call) has(name string) bool {
	_, ok := c.options[name]
	return ok
}

// text is the value of an option, empty when it wasn't given.
func (c call) text(name string) string {
	if o, ok := c.options[name]; ok {
		return o.text()
	}
	return ""
}

// A clickData is the data of a button or select.
type clickData struct {
	CustomID string   `json:"custom_id"`
	Values   []string `json:"values"`
}

// A formData is the data of a submitted modal. Parts come as labels with one
// component in them, or as rows of text inputs.
type formData struct {
	CustomID   string `json:"custom_id"`
	Components []struct {
		Component  *field  `json:"component"`
		Components []field `json:"components"`
	} `json:"components"`
}

// A field is one filled-in part of a modal.
type field struct {
	CustomID string   `json:"custom_id"`
	Value    string   `json:"value"`
	Values   []string `json:"values"`
}

// fields lists what was filled in, in the order of the modal.
func (f formData) fields() []field {
	var out []field
	for _, c := range f.Components {
		if c.Component != nil {
			out = append(out, *c.Component)
		}
		out = append(out, c.Components...)
	}
	return out
}
