// Package openapi holds requests to a simulated Discord, and its answers, against Discord's
// official OpenAPI file. [Load] reads it for discordsim.Options.
//
// It is a package of its own because the library that reads schemas compiles all drafts of its own
// when a program that contains it starts, which takes as long as the rest of a bot's start.
package openapi
