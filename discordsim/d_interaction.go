package discordsim

import "encoding/json"

// The types of interactions.
const (
	kindCommand      = 2
	kindComponent    = 3
	kindAutocomplete = 4
	kindModalSubmit  = 5
)

// interactionEvent is INTERACTION_CREATE as the bot hears it.
type interactionEvent struct {
	ID           ID                `json:"id"`
	Application  ID                `json:"application_id"`
	Type         int               `json:"type"`
	Data         any               `json:"data"`
	Guild        *partialGuild     `json:"guild,omitempty"`
	GuildID      ID                `json:"guild_id,omitzero"`
	Channel      channelView       `json:"channel"`
	ChannelID    ID                `json:"channel_id"`
	Member       *member           `json:"member,omitempty"`
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

type partialGuild struct {
	ID       ID       `json:"id"`
	Locale   string   `json:"locale"`
	Features []string `json:"features"`
}

type componentData struct {
	CustomID string    `json:"custom_id"`
	Type     int       `json:"component_type"`
	ID       int       `json:"id,omitempty"`
	Values   []string  `json:"values,omitempty"`
	Resolved *resolved `json:"resolved,omitempty"`
}

type modalData struct {
	CustomID   string      `json:"custom_id"`
	Components []submitted `json:"components"`
	Resolved   *resolved   `json:"resolved,omitempty"`
}

type commandData struct {
	ID       ID           `json:"id"`
	Name     string       `json:"name"`
	Type     int          `json:"type"`
	Guild    ID           `json:"guild_id,omitzero"`
	Options  []optionData `json:"options,omitempty"`
	Resolved *resolved    `json:"resolved,omitempty"`
}

type optionData struct {
	Name    string       `json:"name"`
	Type    int          `json:"type"`
	Value   any          `json:"value,omitempty"`
	Options []optionData `json:"options,omitempty"`
	Focused bool         `json:"focused,omitempty"`
}

// submitted is a modal's part as the bot hears it, filled in.
type submitted struct {
	Type       int             `json:"type"`
	ID         int             `json:"id"`
	CustomID   string          `json:"custom_id,omitempty"`
	Value      json.RawMessage `json:"value,omitempty"` // a text, a flag, or null for no choice
	Values     *[]string       `json:"values,omitempty"`
	Component  *submitted      `json:"component,omitempty"`
	Components []submitted     `json:"components,omitempty"`
}

// resolved are the objects behind the ids in an interaction's data.
type resolved struct {
	Users    map[ID]User        `json:"users,omitempty"`
	Members  map[ID]member      `json:"members,omitempty"`
	Roles    map[ID]role        `json:"roles,omitempty"`
	Channels map[ID]channelView `json:"channels,omitempty"`
}

func (r *resolved) empty() bool {
	return len(r.Users)+len(r.Members)+len(r.Roles)+len(r.Channels) == 0
}
