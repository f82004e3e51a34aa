package discord

import "encoding/json"

// The types of interactions.
const (
	InteractionCommand      = 2
	InteractionComponent    = 3
	InteractionAutocomplete = 4
	InteractionModalSubmit  = 5
)

// InteractionEvent is INTERACTION_CREATE as the bot hears it.
type InteractionEvent struct {
	ID           ID                `json:"id"`
	Application  ID                `json:"application_id"`
	Type         int               `json:"type"`
	Data         any               `json:"data"`
	Guild        *PartialGuild     `json:"guild,omitempty"`
	GuildID      ID                `json:"guild_id,omitzero"`
	Channel      Channel           `json:"channel"`
	ChannelID    ID                `json:"channel_id"`
	Member       *Member           `json:"member,omitempty"`
	User         *User             `json:"user,omitempty"`
	Token        string            `json:"token"`
	Version      int               `json:"version"`
	Message      json.RawMessage   `json:"message,omitempty"`
	Permissions  string            `json:"app_permissions"`
	Locale       string            `json:"locale"`
	GuildLocale  string            `json:"guild_locale,omitempty"`
	Entitlements []int             `json:"entitlements"`
	SKUs         []int             `json:"entitlement_sku_ids"`
	Owners       map[string]string `json:"authorizing_integration_owners"`
	Context      int               `json:"context"`
	FileLimit    int               `json:"attachment_size_limit"`
}

// PartialGuild is the server of an interaction.
type PartialGuild struct {
	ID       ID       `json:"id"`
	Locale   string   `json:"locale"`
	Features []string `json:"features"`
}

// ComponentData is the data of a click or a choice.
type ComponentData struct {
	CustomID string    `json:"custom_id"`
	Type     int       `json:"component_type"`
	ID       int       `json:"id,omitempty"`
	Values   []string  `json:"values,omitempty"`
	Resolved *Resolved `json:"resolved,omitempty"`
}

// ModalData is the data of a modal that was filled in.
type ModalData struct {
	CustomID   string      `json:"custom_id"`
	Components []Submitted `json:"components"`
	Resolved   *Resolved   `json:"resolved,omitempty"`
}

// CommandData is the data of a command that is used or being completed.
type CommandData struct {
	ID       ID           `json:"id"`
	Name     string       `json:"name"`
	Type     int          `json:"type"`
	Guild    ID           `json:"guild_id,omitzero"`
	Options  []OptionData `json:"options,omitempty"`
	Resolved *Resolved    `json:"resolved,omitempty"`
}

// OptionData is what was given for an option, or a subcommand with its own options.
type OptionData struct {
	Name    string       `json:"name"`
	Type    int          `json:"type"`
	Value   any          `json:"value,omitempty"`
	Options []OptionData `json:"options,omitempty"`
	Focused bool         `json:"focused,omitempty"`
}

// Submitted is a modal's part as the bot hears it, filled in.
type Submitted struct {
	Type       int             `json:"type"`
	ID         int             `json:"id"`
	CustomID   string          `json:"custom_id,omitempty"`
	Value      json.RawMessage `json:"value,omitempty"` // a text, a flag, or null for no choice
	Values     *[]string       `json:"values,omitempty"`
	Component  *Submitted      `json:"component,omitempty"`
	Components []Submitted     `json:"components,omitempty"`
}

// Resolved are the objects behind the ids in an interaction's data.
type Resolved struct {
	Users    map[ID]User    `json:"users,omitempty"`
	Members  map[ID]Member  `json:"members,omitempty"`
	Roles    map[ID]Role    `json:"roles,omitempty"`
	Channels map[ID]Channel `json:"channels,omitempty"`
}
