package world

import "github.com/boathouse-rum/boathouse/discordsim/discord"

// Event is something to tell those whom it concerns.
type Event struct {
	Name   string
	Data   []byte     // JSON
	Bare   []byte     // for the bot, where it may not read everything; nil is Data
	Only   discord.ID // the one who hears of it; 0 is everybody who sees the room
	Room   *Channel   // where it happened; nil is nowhere in particular
	Intent int        // that a bot must have asked for; 0 is none
	Web    bool       // it is sent to the application's address for events, and never over the gateway
}
