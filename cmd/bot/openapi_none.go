//go:build !scripted && !openapi

package main

import (
	"errors"

	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// loadOpenAPI refuses the file: what reads it would take each start of the bot as long as all else.
func loadOpenAPI(path string) (wirelog.Checker, error) {
	if path == "" {
		return nil, nil
	}
	return nil, errors.New("DISCORD_OPENAPI: this bot is built without the check; build it with -tags openapi")
}
