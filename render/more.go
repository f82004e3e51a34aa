package render

import (
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// Own is what the menu asks of its reader that a sight can't tell.
type Own struct {
	Seated bool // has a seat, or will have one with the next hand
	Away   bool // a computer plays in their place
	Host   bool // may do what the host may
}

// More draws the menu behind the button of that name.
func More(p Pen, s *sitting.Sight, own Own) Message { return moreMessage(p, sceneOfMore(s, own)) }

// sceneOfMore gives the rows of buttons.
func sceneOfMore(s *sitting.Sight, own Own) [2][]press {
	o := from(s, Prefs{})
	rows := [2][]press{{
		o.secondary(lang.ButtonProof, VerbProof, ""), o.secondary(lang.ButtonRules, VerbRules, ""),
		o.secondary(lang.ButtonTab, VerbTab, ""), o.secondary(lang.ButtonHelp, VerbHelp, ""),
	}}
	if s.Phase == sitting.Ended {
		return rows
	}
	rows[1] = []press{o.secondary(lang.ButtonSettings, VerbSettings, "")}
	add := func(may bool, p press) {
		if may {
			rows[1] = append(rows[1], p)
		}
	}
	add(own.Seated, o.secondary(lang.ButtonLeave, VerbLeave, ""))
	add(!own.Seated, o.secondary(lang.ButtonJoin, VerbJoin, ""))
	add(own.Seated && !own.Away, o.secondary(lang.ButtonAway, VerbAway, ""))
	add(s.MayTakeBack, o.secondary(lang.ButtonTakeback, VerbTakeback, ""))
	add(own.Host, o.danger(lang.ButtonClose, VerbClose, ""))
	return rows
}

func moreMessage(p Pen, rows [2][]press) Message {
	l := p.Lang
	return private(text("### "+l.Say(lang.MoreTitle)+"\n"+l.Say(lang.MoreText)), p.row(rows[0]), p.row(rows[1]))
}
