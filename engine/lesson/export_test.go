package lesson

import "github.com/boathouse-rum/boathouse/engine"

// Events gives a lesson, from 0, as it is played when all is done that it asks.
func Events(n int) []engine.Event { return scripts[n].play(scripts[n].steps()).events }
