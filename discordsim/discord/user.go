package discord

import "time"

// User is an account as others see it.
type User struct {
	ID            ID      `json:"id"`
	Username      string  `json:"username"`
	Avatar        *string `json:"avatar"`
	Discriminator string  `json:"discriminator"`
	PublicFlags   int     `json:"public_flags"`
	Flags         int     `json:"flags"`
	Bot           bool    `json:"bot,omitempty"`
	GlobalName    *string `json:"global_name"`
	PrimaryGuild  *string `json:"primary_guild"`
}

// Name is what clients show: the display name, else the user name.
func (u User) Name() string {
	if u.GlobalName != nil {
		return *u.GlobalName
	}
	return u.Username
}

// Self is an account as it sees itself.
type Self struct {
	User
	MFA      bool    `json:"mfa_enabled"`
	Locale   string  `json:"locale"`
	Premium  int     `json:"premium_type"`
	Email    *string `json:"email"`
	Verified bool    `json:"verified"`
}

// Member is an account's part in the server.
type Member struct {
	User        *User     `json:"user,omitempty"`
	Nick        *string   `json:"nick"`
	Avatar      *string   `json:"avatar"`
	Banner      *string   `json:"banner"`
	Roles       []ID      `json:"roles"`
	Joined      time.Time `json:"joined_at"`
	Premium     *string   `json:"premium_since"`
	Deaf        bool      `json:"deaf"`
	Mute        bool      `json:"mute"`
	Flags       int       `json:"flags"`
	Pending     bool      `json:"pending"`
	Timeout     *string   `json:"communication_disabled_until"`
	Permissions string    `json:"permissions,omitempty"` // only in interactions
}
