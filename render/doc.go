// Package render draws: a [sitting.Sight] goes in, with the [Reader] for whom it is
// drawn and the [Pen] that writes it; a [Message], a [Modal] or a list of [Choice]
// comes out, ready to be encoded for Discord.
//
// Every screen is drawn in two steps. A scene is made first, by a function whose
// name begins with sceneOf: which lines there are, whose names, which numbers,
// cards and buttons, with nothing of a language in it. Then the scene is told:
// its sentences are looked up, and nothing is decided any more. So whatever tells
// a scene in another way says the same.
//
// Every function is pure. Names, links, times and the state of the table come in
// as data; the same sight, reader and pen give the same bytes. A sight holds
// nothing that its reader may not know, so neither does a drawing, and no
// custom_id of a public message names a card. Everything drawn stays within
// Discord's limits for the largest position there is, in each language.
//
// A scene that has a picture holds what is drawn of it, and what is said of that to who
// doesn't see it. The words of the message say all that is in the picture, so that one that
// goes out without it lacks nothing.
//
// It never asks anybody anything, reads no clock and keeps nothing.
//
// Read first: [Message], [Click], [Table].
package render
