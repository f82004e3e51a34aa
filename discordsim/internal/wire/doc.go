// Package wire is how a simulated Discord is spoken to: REST with its routes, rate limits and errors, the gateway with its
// sessions and sockets, files, the page, and the log of all of it. With Discord's OpenAPI file every request and answer is
// held against that.
//
// Requests and frames come in and become changes of a world.World, or parsed forms that the rules refuse; what the world
// tells of goes out to the sessions. It keeps nothing of Discord's own memory, and decides nothing but who may ask, how
// often, and what trouble was ordered for them.
//
// Read first: Start, route, Gate.
package wire
