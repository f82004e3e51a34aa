package world

import "github.com/boathouse-rum/boathouse/discordsim/discord"

// Event is something to tell those whom it concerns.
type Event struct {
	Name   string
	Data   []byte     // JSON
	Bare   []byte     // for the bot, where it may not read everything; nil is Data
	Hidden []byte     // for members who don't see the room; nil: they hear nothing
	Only   discord.ID // the one who hears of it; 0 is everybody who sees the room
	Room   *Channel   // where it happened; nil is in no channel
	Guild  discord.ID // the server that it is about, where there is no room; 0 is none
	Intent int        // that a bot must have asked for; 0 is none
	Self   discord.ID // who hears of it without the intent
	Web    bool       // it is sent to the application's address for events, and never over the gateway
}
