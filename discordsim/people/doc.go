// Package people is the client of the people in a simulated Discord: each Person acts over the routes and the gateway that
// Discord's own client uses, and sees what that client would show, ephemeral messages of its own among it.
//
// In come the address of a simulator and a name; out go interactions and messages as a person causes them. It knows the
// simulator by its wire alone, so it works from another process too. It never looks into the simulator, never acts as the
// bot, and never reads what only another may see.
//
//	ada, err := people.Meet(ctx, page, "Ada")
//	out, err := ada.Slash(ctx, channel, "rum new", map[string]any{"seats": 3})
//	err = ada.Wait(ctx, func(all []discord.Message) bool { return len(all) == 1 })
//	out, err = ada.Click(ctx, ada.Sees(channel)[0].ID, "Join")
//
// Read first: Meet, Person, Outcome.
package people
