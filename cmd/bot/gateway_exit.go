package main

import (
	"fmt"
	"time"
)

// silentExit is the end when Discord can't be heard. No session was started in that time, since Discord speaks first on
// each connection; so a process that is started again and again by its supervisor doesn't use up Discord's sessions.
func silentExit(limit time.Duration) error {
	return &coded{exitRetry, fmt.Errorf("gateway: nothing heard from Discord for %v, in spite of new connections", limit)}
}

// fatalExit is the end for a close code after which no connection can do better, or nil for any other code. Source:
// Discord's documentation, "gateway close event codes".
func fatalExit(code int) error {
	var why string
	switch code {
	case 4004:
		why = "the bot's token was refused; set DISCORD_TOKEN to the token on the Bot page of the developer portal"
	case 4010:
		why = "the shard is invalid"
	case 4011:
		why = "the bot is in too many servers for one connection; sharding is required"
	case 4012:
		why = "this version of the gateway is no longer served; a newer release of the bot is needed"
	case 4013:
		why = "the intents are invalid"
	case 4014:
		why = "the bot may not have the intents it asked for"
	default:
		return nil
	}
	return &coded{exitConfig, fmt.Errorf("gateway: Discord closed the connection with %d: %s", code, why)}
}
