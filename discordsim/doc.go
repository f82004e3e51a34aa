// Package discordsim is a small, strict Discord for one machine: REST, gateway, files and a page on which one is any of
// several people in a server. It knows nothing of the bots that connect to it.
//
// In come a bot's requests and gateway sessions, and those of people, who act over the routes that Discord's own
// client uses. Out go the answers, events and refusals that Discord gives, with its codes. With a State file everything
// survives a kill; with the OpenAPI file every request and answer is held against it.
//
// It never talks to the real Discord, never helps a bot past a rule, and never shows a private message to anyone but
// its reader.
//
// Read first: Start, Person, Faults.
package discordsim
