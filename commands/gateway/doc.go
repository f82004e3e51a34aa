// Package gateway is the line on which Discord tells the bot what people do: discordgo's websocket session on a short
// rein, so that the bot is reachable again whatever Discord or the network do.
//
// In goes an address and a token; out come the bytes of each interaction, in the order in which they arrived, word of the
// servers that the bot is in or was removed from, of when people can't reach the bot and since when, and in the end an error with a type: *ClosedError where only a person
// can mend it, *SilentError where a later start may do better. It doesn't know what an interaction says, never answers
// one, sets no package variable, so that many bots can run in one process, and writes nothing but its log; the token is
// never in that.
//
// Each message is taken apart once, here. discordgo would decode an event twice more, the second time into types that
// know less than Discord sends, for handlers that nobody has; it can't be told not to, so it gets the event's number alone,
// in 25 bytes that it decodes once. What it gets as it came, and so is decoded twice, are HELLO, heartbeats and what it
// may know and the line doesn't: a few bytes, now and then. BenchmarkFrame measures a frame's way.
//
// Read first: Gateway (one line and one session at a time), line (what stands between discordgo and the network) and
// newSession (the rein).
package gateway
