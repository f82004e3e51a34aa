package commands

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/bwmarrin/discordgo"
)

// An interaction is what we read of Discord's INTERACTION_CREATE, and nothing
// else. Whatever is missing or of another type than documented stays zero.
type interaction struct {
	ID        string                    `json:"id"`
	Type      discordgo.InteractionType `json:"type"`
	Token     string                    `json:"token"`
	Server    sitting.Server            `json:"guild_id"`
	ChannelID sitting.Channel           `json:"channel_id"`
	Channel   struct {
		Type        discordgo.ChannelType `json:"type"`
		LastMessage string                `json:"last_message_id"`
		Parent      sitting.Channel       `json:"parent_id"` // of a thread
		Thread      struct {
			Locked bool `json:"locked"`
		} `json:"thread_metadata"` // of a thread alone
	} `json:"channel"`
	Member struct {
		User        *user  `json:"user"`
		Nick        string `json:"nick"`
		Permissions bits   `json:"permissions"`
	} `json:"member"`
	User         *user  `json:"user"`
	Locale       string `json:"locale"`
	ServerLocale string `json:"guild_locale"`
	Guild        struct {
		Features []string `json:"features"`
	} `json:"guild"`
	AppPermissions bits            `json:"app_permissions"`
	Message        clicked         `json:"message"`
	Data           json.RawMessage `json:"data"`

	promised bool // Discord knows already that the answer is on its way
	heard    bool // over the gateway as it happened, so nobody had it before
}

// A clicked message is one that a component stands on.
type clicked struct {
	ID          string
	Flags       int64
	Attachments []rest.Attachment
}

// UnmarshalJSON implements [json.Unmarshaler]. It has no error.
func (c *clicked) UnmarshalJSON(text []byte) error {
	var m rest.Message
	if json.Unmarshal(text, &m) == nil {
		*c = clicked{m.ID, int64(m.Flags), m.Attachments}
	}
	return nil
}

// A user is who acted.
type user struct {
	ID         string `json:"id"`
	Name       string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
}

// bits are permissions, which Discord writes as a string of decimal digits. What
// is no such string leaves them as they are.
type bits uint64

// UnmarshalJSON implements [json.Unmarshaler]. It has no error.
func (b *bits) UnmarshalJSON(text []byte) error {
	var s string
	if json.Unmarshal(text, &s) == nil {
		if n, err := strconv.ParseUint(s, 10, 64); err == nil {
			*b = bits(n)
		}
	}
	return nil
}

// decode reads JSON into a struct as far as the types agree. Its error means that
// the text is no JSON.
func decode(raw json.RawMessage, into any) error {
	err := json.Unmarshal(raw, into)
	var odd *json.UnmarshalTypeError
	if errors.As(err, &odd) {
		return nil
	}
	return err
}

// parseInteraction reads one event. Its error means that there is nobody to
// answer: the event has no id, no token or nobody who acted.
func parseInteraction(raw json.RawMessage) (*interaction, error) {
	// Permissions that Discord doesn't tell are no reason to refuse anything.
	in := &interaction{AppPermissions: ^bits(0)}
	if err := decode(withoutNUL(raw), in); err != nil {
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

// nul is how JSON writes the one character that not every database keeps.
const nul = `\u0000`

// withoutNUL takes it out of all texts of an event: nobody sees it, and nobody means it.
func withoutNUL(raw []byte) []byte {
	if !bytes.Contains(raw, []byte(nul)) {
		return raw
	}
	kept := make([]byte, 0, len(raw))
	for len(raw) > 0 {
		switch {
		case bytes.HasPrefix(raw, []byte(nul)):
			raw = raw[len(nul):]
		case raw[0] == '\\' && len(raw) > 1: // what follows a backslash begins nothing
			kept, raw = append(kept, raw[:2]...), raw[2:]
		default:
			kept, raw = append(kept, raw[0]), raw[1:]
		}
	}
	return kept
}

// name is what the person is called in this server.
func (in *interaction) name() string { return in.User.called(in.Member.Nick) }

// called is what a user is called who has a nickname, or an empty one.
func (u *user) called(nick string) string { return cmp.Or(nick, u.GlobalName, u.Name) }

// manager says whether the person may manage the server.
func (in *interaction) manager() bool {
	return in.Member.Permissions&(discordgo.PermissionManageGuild|discordgo.PermissionAdministrator) != 0
}

// spokenHere is the locale for what everybody in the server reads: its own, where
// it has one, else the person's. Of a server that is no community Discord says
// en-US, whatever its people speak.
func (in *interaction) spokenHere() string {
	if slices.Contains(in.Guild.Features, "COMMUNITY") {
		return in.ServerLocale
	}
	return in.Locale
}

// A resolution is what Discord tells of those whose ids are in an interaction's data.
type resolution struct {
	Users   map[string]user `json:"users"`
	Members map[string]struct {
		Nick        string `json:"nick"`
		Permissions *bits  `json:"permissions"` // in the channel; nil: not told
	} `json:"members"`
	Channels map[string]json.RawMessage `json:"channels"`
}

// resolved reads who the people are whom the person named.
func (in *interaction) resolved() resolution {
	var d struct {
		Resolved resolution `json:"resolved"`
	}
	if decode(in.Data, &d) != nil {
		return resolution{}
	}
	return d.Resolved
}

// private says whether the message that was clicked is its reader's alone.
func (in *interaction) private() bool {
	return in.Message.Flags&int64(discordgo.MessageFlagsEphemeral) != 0
}

// completing says whether the person is still typing.
func (in *interaction) completing() bool {
	return in.Type == discordgo.InteractionApplicationCommandAutocomplete
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

// parseCall reads the data of a slash command or of its autocompletion. A call
// without a name is what can't be read.
func parseCall(data json.RawMessage) call {
	var d struct {
		Name    string   `json:"name"`
		Options []option `json:"options"`
	}
	if decode(data, &d) != nil {
		return call{}
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
	return c
}

// has says whether the person gave the option.
func (c call) has(name string) bool {
	_, ok := c.options[name]
	return ok
}

// text is the value of an option, empty when it wasn't given.
func (c call) text(name string) string { return c.options[name].text() }

// number is the value of an integer option; 0 when it wasn't given or is none.
func (c call) number(name string) int { return number(c.text(name)) }

// number reads an int; 0 for what is none.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

// A press is what a button, a select or a submitted form brings.
type press struct {
	customID string
	values   []string            // picked from a select
	answers  map[string][]string // of a form's fields, by their ids
}

// parsePress reads the data of a click or of a submitted form. The parts of a
// form are labels with one component in each.
func parsePress(data json.RawMessage) press {
	var d struct {
		CustomID   string   `json:"custom_id"`
		Values     []string `json:"values"`
		Components []struct {
			Component struct {
				CustomID string   `json:"custom_id"`
				Values   []string `json:"values"`
				Value    string   `json:"value"` // of radio buttons, and of what is written
			} `json:"component"`
		} `json:"components"`
	}
	if decode(data, &d) != nil {
		return press{}
	}
	p := press{customID: d.CustomID, values: d.Values, answers: make(map[string][]string)}
	for _, part := range d.Components {
		answer := part.Component
		if answer.Value != "" {
			answer.Values = []string{answer.Value}
		}
		p.answers[answer.CustomID] = answer.Values
	}
	return p
}

// text is what was written into a field of a form; empty without anything.
func (p press) text(field string) string {
	if values := p.answers[field]; len(values) > 0 {
		return values[0]
	}
	return ""
}
