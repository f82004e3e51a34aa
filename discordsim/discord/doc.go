// Package discord has Discord's objects as Go values with their JSON: messages and components, modals, commands,
// channels, accounts, interactions. It is what the simulator, the people in it and the tests of a bot share, and has one
// thing that the real Discord doesn't say: where a simulator is and who is in it (Handshake).
//
// Values come in and go out; reading them is all that it does. It holds no limits and no state, and opens no line.
//
// Read first: Message, Component, ID.
package discord
