//go:build !scripted

package main

import (
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/table"
)

// stacked leaves the cards to the fair deal: only a build for tests can be told
// what to deal.
func stacked(o table.Options) table.Options { return o }

// thinker stands in for opponent.Advise: only a build for tests has one.
func thinker() commands.Thinker { return nil }

// stagedSettings are names of settings that only a build for tests knows.
func stagedSettings() []string { return nil }

// emojiPace is the time between two uploads of emojis, 0 for the common one, and
// whether there are any: only a build for tests can go without.
func emojiPace() (time.Duration, bool) { return 0, true }

// onTablesClock is a moment as the tables' clock shows it, which is everybody's:
// only a build for tests can set it.
func onTablesClock(t time.Time) time.Time { return t }

// onMachine is a moment as the machine's clock shows it: only a build for tests has
// one that is wrong.
func onMachine(t time.Time) time.Time { return t }
