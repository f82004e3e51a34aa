package rest

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
)

// A Command is a slash command as Discord keeps it.
type Command struct {
	ID   string
	Name string
	Raw  json.RawMessage // the whole object, names and descriptions in all languages
}

// UnmarshalJSON reads a command object of Discord's and keeps a copy of it.
func (c *Command) UnmarshalJSON(data []byte) error {
	var wire struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	if err := json.Unmarshal(data, &wire); err != nil {
		return err
	}
	*c = Command{ID: wire.ID, Name: wire.Name, Raw: append(json.RawMessage(nil), data...)}
	return nil
}

// Commands lists the bot's slash commands: those of a server, or with guildID "" those of everywhere.
func (c *Client) Commands(ctx context.Context, appID, guildID string) ([]Command, error) {
	var list []Command
	r := commandsRoute(http.MethodGet, appID, guildID)
	r.query = "with_localizations=true"
	err := c.do(ctx, r, nil, &list)
	return list, err
}

// CommandNames lists the names of the commands that Commands lists.
func (c *Client) CommandNames(ctx context.Context, appID, guildID string) ([]string, error) {
	var list []struct {
		Name string `json:"name"`
	}
	err := c.do(ctx, commandsRoute(http.MethodGet, appID, guildID), nil, &list)
	names := make([]string, len(list))
	for i, command := range list {
		names[i] = command.Name
	}
	return names, err
}

// OverwriteCommands makes commands, a list in Discord's form, the bot's slash commands: in a server, or with guildID ""
// everywhere. The list that comes back is empty where a good answer doesn't tell it.
func (c *Client) OverwriteCommands(ctx context.Context, appID, guildID string, commands any) ([]Command, error) {
	body, err := encodeJSON(commands)
	if err != nil {
		return nil, err
	}
	var list []Command
	err = c.do(ctx, commandsRoute(http.MethodPut, appID, guildID), body, &list)
	if errors.Is(err, ErrUnread) {
		return nil, nil
	}
	return list, err
}

func commandsRoute(method, appID, guildID string) route {
	if guildID == "" {
		return newRoute(method, "/applications/{application}/commands", appID)
	}
	return newRoute(method, "/applications/{application}/guilds/{guild}/commands", appID, guildID)
}

// A User is a person or bot on Discord.
type User struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	Bot      bool   `json:"bot"`
}

// Me gives the bot's own user.
func (c *Client) Me(ctx context.Context) (User, error) {
	var u User
	err := c.do(ctx, newRoute(http.MethodGet, "/users/@me"), nil, &u)
	return u, err
}

// An Application is the bot's entry with Discord.
type Application struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	VerifyKey string `json:"verify_key"` // by which what Discord sends over HTTP is verified, in hexadecimal digits
	// InteractionsURL is where Discord sends interactions; empty: over the gateway.
	InteractionsURL string `json:"interactions_endpoint_url"`
}

// Application gives the bot's own application.
func (c *Client) Application(ctx context.Context) (Application, error) {
	var a Application
	err := c.do(ctx, newRoute(http.MethodGet, "/applications/@me"), nil, &a)
	return a, err
}
