package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// MaxMeant is how many moves a person is asked to choose from: a row of buttons.
const MaxMeant = 5

// A whichScene asks which of some moves is meant.
type whichScene struct {
	ask     sentence
	buttons []press
}

// Which asks which of at most MaxMeant legal moves a person means who typed a word;
// without a word, how to draw. Each is a button that makes it.
func Which(p Pen, r Reader, s *sitting.Sight, word string, moves []engine.Move) Message {
	return sceneOfWhich(r, s, word, moves).message(p)
}

func sceneOfWhich(r Reader, s *sitting.Sight, word string, moves []engine.Move) whichScene {
	w, o := whichScene{ask: sentence{key: lang.WhichEmpty}}, from(s, r.Prefs)
	switch {
	case word != "" && len(moves) == 1:
		w.ask = sentence{key: lang.WhichOne, word: safeWord(word)}
	case word != "":
		w.ask = sentence{key: lang.WhichWord, word: safeWord(word)}
	}
	for _, m := range moves {
		w.buttons = append(w.buttons, o.meant(s.View, m))
	}
	return w
}

// meant is the button of one move that can be meant: it says what the others don't,
// its cards.
func (o origin) meant(v engine.View, m engine.Move) press {
	verb, arg, says := VerbPlay, m.String(), sentence{}
	switch m := m.(type) {
	case engine.Draw:
		if says = drawLabel(v, m.Source); m.Source == engine.FromTurnover {
			says = sentence{key: lang.DrawTurned, cards: underneath(v)}
		}
	case engine.Meld:
		says.cards = inOrder(m.Cards)
	case engine.LayOff:
		says.cards = m.Cards.Cards()
	case engine.Discard:
		says.cards = []engine.Card{m.Card}
	case engine.GoOut:
		verb, arg, says.cards = VerbGoOut, m.Discard.String(), []engine.Card{m.Discard}
	}
	return o.press(StyleSecondary, says, verb, arg)
}

func (w whichScene) message(p Pen) Message {
	return private(text(w.ask.say(p.Lang)), p.row(w.buttons))
}
