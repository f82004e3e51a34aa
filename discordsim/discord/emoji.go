package discord

// EmojiView is an emoji of the application as its own routes tell it.
type EmojiView struct {
	ID        ID     `json:"id"`
	Name      string `json:"name"`
	Roles     []ID   `json:"roles"`
	User      User   `json:"user"`
	Colons    bool   `json:"require_colons"`
	Managed   bool   `json:"managed"`
	Animated  bool   `json:"animated"`
	Available bool   `json:"available"`
}
