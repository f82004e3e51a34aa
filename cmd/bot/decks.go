//go:build !scripted

package main

import "github.com/boathouse-rum/boathouse/table"

// stacked leaves the cards to the fair deal: only a build for tests can be told
// what to deal.
func stacked(o table.Options) table.Options { return o }
