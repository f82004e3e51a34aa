package discordsim

type role struct {
	ID          ID         `json:"id"`
	Name        string     `json:"name"`
	Permissions string     `json:"permissions"`
	Position    int        `json:"position"`
	Color       int        `json:"color"`
	Colors      roleColors `json:"colors"`
	Hoist       bool       `json:"hoist"`
	Managed     bool       `json:"managed"`
	Mentionable bool       `json:"mentionable"`
	Icon        *string    `json:"icon"`
	Emoji       *string    `json:"unicode_emoji"`
	Tags        *roleTags  `json:"tags,omitempty"`
	Flags       int        `json:"flags"`
}

type roleColors struct {
	Primary   int  `json:"primary_color"`
	Secondary *int `json:"secondary_color"`
	Tertiary  *int `json:"tertiary_color"`
}

type roleTags struct {
	Bot ID `json:"bot_id"`
}
