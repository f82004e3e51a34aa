// Package render draws: a model of what a reader may know goes in, a [Message],
// a [Modal] or a list of [Choice] comes out, ready to be encoded for Discord.
//
// Every function is pure. Names, links, times and the state of the table come
// in as data; the same model, language and serial give the same bytes. Models
// hold engine views only, so a drawing can't show what its reader may not know,
// and no custom_id of a public message names a card. Everything drawn stays
// within Discord's limits for the largest position there is, in each language.
//
// It never asks anybody anything, reads no clock and keeps nothing.
//
// Read first: [Message], [Click], [TableModel].
package render
