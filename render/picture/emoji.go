package picture

import (
	"bytes"

	"github.com/boathouse-rum/boathouse/engine"
)

// An emoji's measures, in pixels. In a line of text it is 22 pixels high, so there is
// room for a letter and a sign and for nothing else.
const (
	emojiWide   = 128
	emojiRadius = 22
	emojiLine   = 4
	emojiIndex  = 120 // size of the letters
	emojiColumn = 56  // they have at most
	emojiSuit   = 64
)

// Card draws one card for an emoji, 128 pixels square; engine.NoCard is the back.
func (a *Artist) Card(s Style, c engine.Card) []byte {
	b := a.bench.Get().(*bench)
	defer a.bench.Put(b)
	b.canvas.start(emojiWide, emojiWide)
	a.art.emoji(&b.canvas, s, c)
	return bytes.Clone(b.print.print(&b.canvas))
}

func (a *art) emoji(c *canvas, s Style, card engine.Card) {
	c.box(0, 0, c.w, c.h, none)
	c.panel(a.corners, 0, 0, c.w, c.h, emojiRadius, edge)
	const in = emojiWide - 2*emojiLine
	c.panel(a.corners, emojiLine, emojiLine, in, in, emojiRadius-emojiLine, paper)
	if card >= engine.PackSize {
		c.panel(a.corners, 2*emojiLine, 2*emojiLine, c.w-4*emojiLine, c.h-4*emojiLine, emojiRadius-2*emojiLine, navy)
		c.blot(boat(96).fill(96, 96), 16, 12, paper)
		return
	}
	tone, sign := s.tone(card.Suit()), emojiSuit
	if s == FourColour {
		sign += 2
	}
	t := a.labelOf(card.Rank(), Courts{})
	wide := 0
	for _, r := range t {
		wide += a.emojis[len(t)].letter(r).advance
	}
	const high = emojiIndex * 711 / 1000
	c.write(a.emojis[len(t)], emojiLine+1+(emojiColumn-wide/unit)/2, (emojiWide+high)/2, tone, t)
	c.blot(s.suit(card.Suit(), sign).fill(sign, sign), emojiWide-emojiLine-1-sign, (emojiWide+high)/2-sign, tone)
}
