// Package web is the bot's door for interactions that Discord brings over HTTP instead of the gateway: an endpoint that takes what Discord
// has signed, and nothing else.
//
// What an HTTP answer says is the same whatever was asked for: PONG to a PING, and else that it was taken (202). Answers go to Discord by
// its callback, as with the gateway, so whoever sends a request again, hours later too, is told nothing of anybody's cards.
package web
