package discord

// Handshake is all that a bot and the people need to find their way; `bot sim` prints it as one line of JSON.
type Handshake struct {
	REST        string   `json:"rest"`    // ends in /api
	Gateway     string   `json:"gateway"` // ws://…/gateway
	Page        string   `json:"page"`
	Token       string   `json:"token,omitempty"` // the bot's, without "Bot "
	Application ID       `json:"application"`
	Guild       ID       `json:"guild"`   // the server that was made first
	Channel     ID       `json:"channel"` // its first text channel
	People      []Player `json:"people"`  // all, also those who have left
}

// Player is a person whom a client may act as.
type Player struct {
	ID      ID     `json:"id"`
	Name    string `json:"name"`
	Token   string `json:"token"`
	Locale  string `json:"locale"`
	Servers []ID   `json:"servers"` // that they are in, oldest first
}
