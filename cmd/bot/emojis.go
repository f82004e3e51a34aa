package main

import (
	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// emojiSets are the application's emojis: the cards of each style, with their back
// in the first.
func emojiSets(a *picture.Artist) []commands.EmojiSet {
	classic := emojiSet("classic", a, picture.Classic)
	classic.Pictures = append(classic.Pictures, emojiPicture(a, picture.Classic, engine.NoCard))
	return []commands.EmojiSet{classic, emojiSet("bold", a, picture.FourColour)}
}

func emojiSet(name string, a *picture.Artist, s picture.Style) commands.EmojiSet {
	set := commands.EmojiSet{Name: name}
	for c := range engine.Card(engine.PackSize) {
		set.Pictures = append(set.Pictures, emojiPicture(a, s, c))
	}
	return set
}

func emojiPicture(a *picture.Artist, s picture.Style, c engine.Card) commands.EmojiPicture {
	return commands.EmojiPicture{Name: render.EmojiName(s, c), PNG: a.Card(s, c)}
}
