package render

import (
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// A View says by what a person takes a table in. Each says the same.
type View uint8

// The views.
const (
	ViewPictures View = iota // pictures, and small ones of cards in the words
	ViewSymbols              // words alone, with the suits' signs
	ViewWords                // words alone, cards by their names: for who listens
)

// viewTexts and styleTexts are the words of options for them.
//
//nolint:gochecknoglobals // constant tables
var (
	viewTexts  = [...]string{ViewPictures: "pictures", ViewSymbols: "symbols", ViewWords: "words"}
	styleTexts = [...]string{picture.Classic: "classic", picture.FourColour: "four"}
)

// String gives the word that [ParseView] reads; "" for a number that is none.
func (v View) String() string {
	if int(v) >= len(viewTexts) {
		return ""
	}
	return viewTexts[v]
}

// ParseView reads what String gives; false for another word.
func ParseView(text string) (View, bool) {
	i := slices.Index(viewTexts[:], text)
	return View(max(i, 0)), i >= 0
}

// Styles lists the styles of cards.
func Styles() []picture.Style { return []picture.Style{picture.Classic, picture.FourColour} }

// StyleText gives the word that [ParseStyle] reads.
func StyleText(s picture.Style) string { return styleTexts[s] }

// ParseStyle reads what StyleText gives; false for another word.
func ParseStyle(text string) (picture.Style, bool) {
	i := slices.Index(styleTexts[:], text)
	return picture.Style(max(i, 0)), i >= 0
}

func styleName(s picture.Style) sentence {
	return sentence{key: lang.RuleValue("style", StyleText(s))}
}

func styleNames() []sentence {
	var all []sentence
	for _, s := range Styles() {
		all = append(all, styleName(s))
	}
	return all
}

func viewName(v View) sentence { return sentence{key: lang.RuleValue("view", v.String())} }

func viewNames() []sentence {
	var all []sentence
	for v := range ViewWords + 1 {
		all = append(all, viewName(v))
	}
	return all
}

// mostStyles is how many styles there is room for in the text of [Prefs].
const mostStyles = 4

// lookSign is the sign of a style and a view in the text of [Prefs], lookOf reads it.
func lookSign(s picture.Style, v View) byte { return signs[int(v)*mostStyles+int(s)] }

func lookOf(sign byte) (picture.Style, View) {
	at := strings.IndexByte(signs, sign)
	style, view := picture.Style(at%mostStyles), View(at/mostStyles)
	if at < 0 || view > ViewWords || style > picture.FourColour {
		return picture.Classic, ViewPictures
	}
	return style, view
}

// tableStyle is that of a table's public posts.
func tableStyle(s *sitting.Sight) picture.Style {
	if s.Settings.FourColours {
		return picture.FourColour
	}
	return picture.Classic
}

// as has the pen write and draw as somebody wants it.
func (p Pen) as(v View, s picture.Style) Pen {
	p.style = s
	if v != ViewPictures {
		p.Artist, p.Emojis = nil, nil
	}
	p.Lang = p.Lang.WithNames(v == ViewWords).WithFaces(p.Emojis.faces(s))
	return p
}

// look is how the cards of a picture look.
func (p Pen) look() picture.Look {
	courts, _ := p.Lang.Courts()
	return picture.Look{Style: p.style, Courts: courts}
}
