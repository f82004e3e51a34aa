package render

import (
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A Wish is one to take a play back, open until the others have answered.
type Wish struct {
	Seat  engine.Seat   // whose
	Cards engine.Hand   // what would go back; everybody saw it played
	Waits []engine.Seat // who have yet to answer
}

// text asks those who are waited for; "" where nothing is asked.
func (w *Wish) text(l lang.Lang, players []Player) string {
	if w == nil {
		return ""
	}
	asked := make([]string, len(w.Waits))
	for i, seat := range w.Waits {
		asked[i] = seated(l, players, seat)
	}
	return l.Say(lang.TakebackAsk, lang.Name(seated(l, players, w.Seat)), lang.Cards(meldText(w.Cards)), lang.List(strings.Join(asked, ", ")))
}

// asks says whether a seat has yet to answer.
func (w *Wish) asks(seat engine.Seat) bool { return w != nil && slices.Contains(w.Waits, seat) }

// answerButtons are a yes and a no to a wish.
func (p pen) answerButtons(l lang.Lang) []Button {
	return []Button{
		p.button(StyleSecondary, l.Say(lang.ButtonAgree), VerbAgree, ""),
		p.button(StyleSecondary, l.Say(lang.ButtonDisagree), VerbDisagree, ""),
	}
}
