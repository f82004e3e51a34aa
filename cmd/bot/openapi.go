//go:build scripted || openapi

package main

import (
	"github.com/boathouse-rum/boathouse/discordsim/openapi"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// loadOpenAPI reads Discord's OpenAPI file for the simulator.
func loadOpenAPI(path string) (wirelog.Checker, error) { return openapi.Load(path) }
