package discord

// Role is a role of the server.
type Role struct {
	ID          ID         `json:"id"`
	Name        string     `json:"name"`
	Permissions string     `json:"permissions"`
	Position    int        `json:"position"`
	Color       int        `json:"color"`
	Colors      RoleColors `json:"colors"`
	Hoist       bool       `json:"hoist"`
	Managed     bool       `json:"managed"`
	Mentionable bool       `json:"mentionable"`
	Icon        *string    `json:"icon"`
	Emoji       *string    `json:"unicode_emoji"`
	Tags        *RoleTags  `json:"tags,omitempty"`
	Flags       int        `json:"flags"`
}

// RoleColors are the colours that a role is shown in.
type RoleColors struct {
	Primary   int  `json:"primary_color"`
	Secondary *int `json:"secondary_color"`
	Tertiary  *int `json:"tertiary_color"`
}

// RoleTags names the bot whose role it is.
type RoleTags struct {
	Bot ID `json:"bot_id"`
}
