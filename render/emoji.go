package render

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// Emojis are those of the application that show cards. Nil: there are none, and symbols
// stand in. It does not change after [NewEmojis] and is safe for many users at once.
type Emojis struct {
	written map[picture.Style]*lang.Faces
}

// An Emoji is one of the application's own.
type Emoji struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// NewEmojis takes the ids of the application's emojis by their names, see [EmojiName]; for a card
// without one a symbol stands in.
func NewEmojis(ids map[string]string) *Emojis {
	e := &Emojis{written: make(map[picture.Style]*lang.Faces)}
	for _, s := range Styles() {
		var faces lang.Faces
		for c := range faces {
			if name := EmojiName(s, engine.Card(c)); ids[name] != "" {
				faces[c] = "<:" + name + ":" + ids[name] + ">"
			}
		}
		if faces != (lang.Faces{engine.PackSize: faces[engine.PackSize]}) {
			e.written[s] = &faces
		}
	}
	return e
}

// EmojiName names the emoji of a card in a style, so that it reads well aloud:
// "queen_of_spades", "queen_of_spades_bold"; "card_back", which is the same in
// each style, for what is no card.
func EmojiName(s picture.Style, c engine.Card) string {
	if c >= engine.PackSize {
		return "card_back"
	}
	rank := strings.Split("ace 2 3 4 5 6 7 8 9 10 jack queen king", " ")[c.Rank()]
	suit := strings.Split("clubs diamonds hearts spades", " ")[c.Suit()]
	name := rank + "_of_" + suit
	if s == picture.FourColour {
		name += "_bold"
	}
	return name
}

// faces are what is written for cards; nil: nothing.
func (e *Emojis) faces(s picture.Style) *lang.Faces {
	if e == nil {
		return nil
	}
	return e.written[s]
}

// emoji is what a button or an option shows beside its label: the first card that the label names,
// or the back of one for cards that nobody knows.
func (p Pen) emoji(label told) *Emoji {
	s, ok := label.(sentence)
	shows := engine.NoCard
	switch {
	case ok && len(s.cards) > 0:
		shows = s.cards[0]
	case s.key != lang.DrawStock:
		return nil
	}
	written := face.FindStringSubmatch(p.Lang.Face(shows))
	if written == nil {
		return nil
	}
	return &Emoji{Name: written[1], ID: written[2]}
}
