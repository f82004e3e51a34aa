// Package discordsim is a small, strict Discord for one machine: REST, gateway, files and a page on which one is any of
// several people in a server. It knows nothing of the bots that connect to it.
//
// A test starts one, tells the bot where it is, and lets people act. What the bot answers is what they see:
//
//	sim, err := discordsim.Start(ctx, discordsim.Options{})   // a server with seven people and a channel
//	h := sim.Handshake()                                      // where REST and the gateway are, and the bot's token
//	…                                                         // start the bot with them
//	ada := sim.Person("Ada")
//	out, err := ada.Slash(ctx, h.Channel, "hello", nil)       // returns when the bot has answered, or failed to
//	ada.Sees(h.Channel)                                       // as Discord's own client would show it
//	sim.Violations()                                          // what Discord would not have liked about all that
//
// In come a bot's requests and gateway sessions, and those of people, who act over the routes that Discord's own client
// uses. Out go the answers, events and refusals that Discord gives, with its codes, limits and rate limits (Limits). What
// goes wrong on a bad day is ordered (Faults): lost answers, errors after the effect, half-open sockets. With a State file
// everything survives a kill; with the OpenAPI file every request and answer is held against it.
//
// It never talks to the real Discord, never helps a bot past a rule, and never shows a private message to anyone but its
// reader.
//
// Its parts: discord has the objects, people the client, wirelog the log of the wire, page the page; inside, rules judge,
// world remembers and wire speaks, each knowing only those before it.
//
// Read first: Start, Server.Person, Faults.
package discordsim
