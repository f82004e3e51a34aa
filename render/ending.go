package render

import (
	"strconv"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// endingOf asks those who are waited for whether the hand may end early; nothing
// without such a wish.
func endingOf(r Reader, e *sitting.Ending, players []who) sentence {
	if e == nil {
		return sentence{}
	}
	var asked company
	for _, seat := range e.Waits {
		asked = append(asked, brief{sits(players, seat)})
	}
	key := lang.EndingAsk
	if e.Close {
		key = lang.EndingClose
	}
	return sentence{key: key, name: r.person(e.By), list: asked, when: in(e.Until)}
}

// verdicts are a no and a yes to a wish to end the hand.
func (o origin) verdicts(e *sitting.Ending) []press {
	if e == nil {
		return nil
	}
	number, yes := strconv.FormatInt(e.Number, 10), lang.ButtonSureEnd
	if e.Close {
		yes = lang.ButtonSureClose
	}
	return []press{o.secondary(lang.ButtonKeep, VerbEndNo, number), o.secondary(yes, VerbEndYes, number)}
}
